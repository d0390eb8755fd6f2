// What was solved, kept in this browser, and which puzzles are wanted.
import { keep, stored } from "../settings.svelte";

const key = "poda.puzzles";

export type Kept = {
  /** Solved at the first answer, one after another: now, and at most. */
  row: number;
  longest: number;
  /** The names of those that were solved. */
  solved: string[];
  game: string;
  theme: string;
  difficulty: string;
};

export type PuzzleRecord = { read: () => Kept; keep: (kept: Kept) => void };

export const record: PuzzleRecord = {
  read: () => {
    const kept = stored<Kept>(key, { row: 0, longest: 0, solved: [], game: "", theme: "", difficulty: "" });
    // Whatever else may be stored there, these are names.
    const solved: unknown = kept.solved;
    return { ...kept, solved: Array.isArray(solved) ? solved.filter((id) => typeof id === "string") : [] };
  },
  keep: (kept) => keep(key, kept),
};
