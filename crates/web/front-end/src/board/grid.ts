// Boards whose moves put a piece on a cell.
import type { Board, CellView, LegalMove } from "../api";
import type { Worth } from "../lib/study/worth";

export type Grid = Extract<Board, { kind: "grid" }>;

export function gridOf(board: Board): Grid {
  if (board.kind !== "grid") throw new Error(`a ${board.kind} board where pieces were expected`);
  return board;
}

export const sameCell = (one: CellView | null | undefined, other: CellView) => one?.row === other.row && one.column === other.column;

/** What a move is worth, where its piece comes to rest. */
export type Tag = { cell: CellView; worth: Worth };

export function tagsOf(legal: LegalMove[], worths: Map<string, Worth> | undefined): Tag[] {
  return legal.flatMap(({ move, cell }) => {
    const worth = worths?.get(move);
    return worth && cell ? [{ cell, worth }] : [];
  });
}

/** Where a cell has a name of its own, its column is a letter: a, b, c. */
export const columnLetter = (column: number) => String.fromCharCode(97 + column);

/** The size of a picture and where its cells begin, in units of a hundredth of a cell. */
export type Frame = { width: number; height: number; left: number; top: number };
