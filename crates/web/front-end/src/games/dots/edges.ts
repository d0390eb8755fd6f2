// Where edges lie in a picture whose boxes are 100 units wide, what they are called, and which edge is next in each direction. No rules.
import type { Board } from "../../api";
import { t } from "../../lib/text";

export type Boxes = Extract<Board, { kind: "boxes" }>;

export function boxesOf(board: Board): Boxes {
  if (board.kind !== "boxes") throw new Error(`a ${board.kind} board where boxes were expected`);
  return board;
}

export type Line = { edge: string; x1: number; y1: number; x2: number; y2: number };

export const margin = 34;

/** All edges of a board, row by row from the top: across, down, across … */
export function lines(rows: number, columns: number): Line[][] {
  return Array.from({ length: 2 * rows + 1 }, (_, band) => {
    const across = band % 2 === 0;
    const row = Math.floor(band / 2);
    return Array.from({ length: across ? columns : columns + 1 }, (_, column) => {
      const [x1, y1] = [margin + column * 100, margin + row * 100];
      const edge = `${across ? "h" : "v"}${row + 1}${column + 1}`;
      return { edge, x1, y1, x2: across ? x1 + 100 : x1, y2: across ? y1 : y1 + 100 };
    });
  });
}

/** The line of an edge that is named: `h12`. */
export function lineOf(edge: string): Line {
  const [row, column] = [Number(edge[1]) - 1, Number(edge[2]) - 1];
  const [x1, y1] = [margin + column * 100, margin + row * 100];
  const across = edge[0] === "h";
  return { edge, x1, y1, x2: across ? x1 + 100 : x1, y2: across ? y1 : y1 + 100 };
}

/** The dots are numbered along two sides, and the names of edges count them. */
export function labels(rows: number, columns: number): { text: string; x: number; y: number }[] {
  const side = (count: number) => Array.from({ length: count + 1 }, (_, at) => ({ text: String(at + 1), along: margin + at * 100 }));
  return [...side(columns).map(({ text, along }) => ({ text, x: along, y: 19 })), ...side(rows).map(({ text, along }) => ({ text, x: 13, y: along + 7 }))];
}

/** From which dot to which: the row and column of the first, and the one of them that goes on. */
function ends(edge: string): { across: boolean; row: number; column: number; to: number } {
  const [across, row, column] = [edge[0] === "h", Number(edge[1]), Number(edge[2])];
  return { across, row, column, to: (across ? column : row) + 1 };
}

/** An edge in words: "line across, row 1, columns 2 to 3". */
export function edgeName(edge: string): string {
  const { across, ...dots } = ends(edge);
  return across ? t("dots-horizontal", dots) : t("dots-vertical", dots);
}

/** The same where there is little room: "row 1, 2–3". */
export function edgeLabel(edge: string): string {
  const { across, ...dots } = ends(edge);
  return across ? t("dots-horizontal-short", dots) : t("dots-vertical-short", dots);
}

/** The part of the board that belongs to an edge: between its two dots and the middles of the boxes beside it. */
export function reach({ x1, y1, x2, y2 }: Line): string {
  const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const across = y1 === y2;
  const beside = across ? [`${x},${y - 50}`, `${x},${y + 50}`] : [`${x - 50},${y}`, `${x + 50},${y}`];
  return `${x1},${y1} ${beside[0]} ${x2},${y2} ${beside[1]}`;
}

export type Place = { band: number; at: number };

/** The next place in a direction, or the same one at the border. From a band to the next, the nearest edge on the same side. */
export function step(rows: number, columns: number, from: Place, direction: "left" | "right" | "up" | "down"): Place {
  const length = (band: number) => (band % 2 === 0 ? columns : columns + 1);
  if (direction === "left" || direction === "right") {
    const at = from.at + (direction === "left" ? -1 : 1);
    return at < 0 || at >= length(from.band) ? from : { band: from.band, at };
  }
  const band = from.band + (direction === "up" ? -1 : 1);
  return band < 0 || band > 2 * rows ? from : { band, at: Math.min(from.at, length(band) - 1) };
}
