// A server that knows positions, analyses and reviews, for tests of studies and lessons.
import type { Analysis, MoveReview, MoveWorth, PositionView, Review, Verdict } from "../api";
import { Refused } from "../lib/client";
import type { Key } from "../lib/study/answers.svelte";
import { HandClock } from "./clock";
import { connect4 } from "./games";
import { HandSource } from "./source";

export const spec = "connect4:6x7";

export function worth(move: string, verdict: Verdict | null, changes: Partial<MoveWorth> = {}): MoveWorth {
  return { move, cell: null, verdict, value: verdict && 0, exact: true, depth: 0, bound: "exact", reason: null, ...changes };
}

export function analysis(position: string, changes: Partial<Analysis> = {}): Analysis {
  return {
    game: spec,
    position,
    to_move: position.length % 2,
    verdict: { is: "draw" },
    value: 0,
    exact: true,
    depth: 0,
    moves: ["1", "2", "3", "4", "5", "6", "7"].map((move) => worth(move, null)),
    best: [],
    line: [],
    shares: [0, 0],
    source: "solver",
    nodes: 1,
    done: true,
    ...changes,
  };
}

export function graded(ply: number, move: string, grade: MoveReview["grade"], changes: Partial<MoveReview> = {}): MoveReview {
  const verdict: Verdict = { is: "draw" };
  return { ply, move, player: (ply - 1) % 2, value: 0, kept: 0, verdict, after: verdict, best: [move], why: [], grade, exact: true, depth: 0, reason: null, reply: null, shares: [0, 0], ...changes };
}

export function reviewed(position: string, moves: MoveReview[], done = true): Review {
  return { game: spec, position, players: [], moves, done };
}

type Opened = { key: Key; source: HandSource };

/** Streams that a test fills, and a server for positions on which column 9 does not exist. */
export class HandServer {
  readonly clock = new HandClock();
  readonly opened: Record<"analysis" | "review", Opened[]> = { analysis: [], review: [] };
  readonly said: string[] = [];
  readonly addresses: string[] = [];
  readonly kept = new Map<string, string[]>();
  readonly asked: string[] = [];
  /** Set to hold answers about positions back; called, they come. */
  held: (() => void)[] | null = null;

  private position = (game: string, moves: string): Promise<PositionView> => {
    this.asked.push(moves);
    if (moves.includes("9")) return Promise.reject(new Refused(422, "there is no column 9"));
    const view = { ...connect4(moves).position, rules: { ...connect4("").position.rules, spec: game } };
    return this.held ? new Promise((resolve) => this.held!.push(() => resolve(view))) : Promise.resolve(view);
  };

  private questions<Answer>(event: "analysis" | "review") {
    return {
      event,
      clock: this.clock,
      connect: (key: Key) => {
        const source = new HandSource();
        this.opened[event].push({ key, source });
        return source;
      },
      ask: () => Promise.reject<Answer>(new Refused(429, "too many at once")),
    };
  }

  around(game = connect4("")) {
    return {
      client: { position: this.position, get: () => Promise.resolve(game) },
      analysis: this.questions<Analysis>("analysis"),
      review: this.questions<Review>("review"),
      clock: this.clock,
      shelf: { lines: (name: string) => this.kept.get(name) ?? [], keep: (name: string, lines: string[]) => void this.kept.set(name, lines) },
      say: (sentence: string) => void this.said.push(sentence),
      names: (players: number) => ["Orange", "Blue", "Yellow"].slice(0, players),
      address: (hash: string) => void this.addresses.push(hash),
    };
  }

  /** The question that was asked last is answered. */
  tell(event: "analysis" | "review", answer: Analysis | Review): void {
    this.opened[event].at(-1)!.source.send(event, answer);
  }
}
