// What the server tells of positions and games, until its own types are here.
import type { CellView, Reason, Verdict } from "../../api";

export type Analysis = { game: string; position: string; to_move: number | null; verdict: Verdict | null; value: number | null; exact: boolean; depth: number; moves: MoveWorth[]; best: string[]; line: string[]; shares: number[]; source: "book" | "solver" | "search" | "rules"; nodes: number; done: boolean };
export type MoveWorth = { move: string; cell: CellView | null; verdict: Verdict | null; value: number | null; exact: boolean; depth: number; bound: "exact" | "atmost" | "atleast"; reason: Reason | null };
export type Grade = "best" | "slower" | "mistake" | "blunder";
export type MoveReview = { ply: number; move: string; player: number; value: number; kept: number; verdict: Verdict; after: Verdict; best: string[]; grade: Grade; exact: boolean; depth: number; reason: Reason | null; shares: number[] };
export type PlayerReview = { player: number; moves: number; best: number; slower: number; mistakes: number; blunders: number; accuracy: number };
export type Review = { game: string; position: string; players: PlayerReview[]; moves: MoveReview[]; done: boolean };
