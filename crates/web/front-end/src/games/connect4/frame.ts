// The measures of the picture, in units of a hundredth of a cell. The picture is drawn by them and the grid laid over it by them.
import type { Frame } from "../../board/grid";

export type PlateFrame = Frame & { above: number; rim: number; depth: number };

/** `small` leaves out the room above for a piece in the hand, and the numbers below. */
export function plateFrame(rows: number, columns: number, small: boolean, numbered: boolean): PlateFrame {
  const rim = 16;
  const above = small ? 0 : 104;
  const depth = small ? 0 : 12;
  const foot = !small && numbered ? 44 : rim;
  return {
    above,
    rim,
    depth,
    width: columns * 100 + 2 * rim,
    height: above + rim + rows * 100 + foot + depth,
    left: rim,
    top: above + rim,
  };
}
