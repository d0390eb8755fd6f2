// The measures of the picture, in units of a hundredth of a cell. The picture is drawn by them and the grid laid over it by them.
import type { CellView, Rules } from "../api";
import { sameCell, type Frame, type Grid } from "./grid";

export type PlateFrame = Frame & { rim: number; depth: number };

/** Of a board, or of its rules before there is one. */
type Shape = { rows: number; columns: number; gravity: boolean };

export const shapeOf = ({ cells, gravity }: Pick<Grid, "cells" | "gravity">): Shape => ({
  rows: cells.length,
  columns: cells[0]?.length ?? 0,
  gravity,
});

/** `small` leaves out the labels. Where pieces fall, a column has a number below it; where they do not, a cell has a letter below and a number on the left. */
export function plateFrame({ rows, columns, gravity }: Shape, small: boolean, labelled: boolean): PlateFrame {
  const rim = 16;
  const left = !small && labelled && !gravity ? 44 : rim;
  const depth = small ? 0 : 12;
  const foot = !small && labelled ? 44 : rim;
  return { rim, depth, width: left + columns * 100 + rim, height: rim + rows * 100 + foot + depth, left, top: rim };
}

/** Width over height of the board to play on. */
export function plateRatio({ rows, columns }: Rules, gravity: boolean, labelled: boolean): number {
  const { width, height } = plateFrame({ rows, columns, gravity }, false, labelled);
  return width / height;
}

/** From the first to the last piece of each row that won. The last move is in all of them. */
export function strikes({ winning, last }: Pick<Grid, "winning" | "last">): [CellView, CellView][] {
  if (!last) return [];
  const won = (cell: CellView) => winning.some((other) => sameCell(other, cell));
  const end = (up: number, across: number): CellView => {
    let at = last;
    for (;;) {
      const next = { row: at.row + up, column: at.column + across };
      if (!won(next)) return at;
      at = next;
    }
  };
  const directions = [[0, 1], [1, 0], [1, 1], [1, -1]] as const;
  return directions
    .map(([up, across]): [CellView, CellView] => [end(-up, -across), end(up, across)])
    .filter(([from, to]) => !sameCell(from, to));
}
