// The measures of the picture, in units of a hundredth of a cell. The picture is drawn by them and the grid laid over it by them.
import type { Frame, Grid } from "./grid";

export type PlateFrame = Frame & { above: number; rim: number; depth: number };

/**
 * `small` leaves out the room above for a piece in the hand, and the labels. Where pieces fall, a column has a number below it; where
 * they do not, a cell has a letter below and a number on the left.
 */
export function plateFrame({ cells, gravity }: Pick<Grid, "cells" | "gravity">, small: boolean, labelled: boolean): PlateFrame {
  const [rows, columns] = [cells.length, cells[0]?.length ?? 0];
  const rim = 16;
  const above = small || !gravity ? 0 : 104;
  const left = !small && labelled && !gravity ? 44 : rim;
  const depth = small ? 0 : 12;
  const foot = !small && labelled ? 44 : rim;
  return {
    above,
    rim,
    depth,
    width: left + columns * 100 + rim,
    height: above + rim + rows * 100 + foot + depth,
    left,
    top: above + rim,
  };
}
