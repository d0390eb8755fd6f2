// The value over a game as points of a picture: from left to right the moves, upwards what is good for a player.

import type { MoveReview, Verdict } from "../../api";

export type Frame = { width: number; height: number };
export type Point = { ply: number; x: number; y: number };

export const x = (ply: number, plies: number, { width }: Frame) => (plies === 0 ? 0 : (ply / plies) * width);
/** Between −100 below and 100 above. */
export const y = (share: number, { height }: Frame) => ((100 - share) / 200) * height;

/** How good each position was for a player, between −100 and 100, the one before the first move included; null where nothing is known
    yet. Where things are counted, so much of the largest difference of the game. */
export function heights(graded: (MoveReview | null)[], player: number): (number | null)[] {
  const margin = (verdict: Verdict) => (verdict.is === "boxes" ? Math.abs(verdict.margin) : 0);
  const most = Math.max(1, ...graded.flatMap((move) => (move ? [margin(move.verdict), margin(move.after)] : [])));
  const counted = (verdict: Verdict, mover: number) =>
    verdict.is === "boxes" ? (100 * verdict.margin * (mover === player ? 1 : -1)) / most : null;
  const after = graded.map((move) => (move ? (counted(move.after, move.player) ?? move.shares[player] ?? 0) : null));
  const first = graded[0];
  return [first ? (counted(first.verdict, first.player) ?? before(first, player)) : null, ...after];
}

/** Before a move the verdict is all that is told, and of three players it tells only about one. */
function before({ verdict, player: mover, shares }: MoveReview, player: number): number | null {
  if (shares.length > 2) return null;
  const share = { wins: 100, loses: -100, draw: 0, boxes: 0, opinion: verdict.is === "opinion" ? verdict.percent : 0 }[verdict.is];
  return mover === player ? share : 0 - share;
}

/** What is known of the positions, in the order of the game: `shares[ply]`. */
export function points(shares: (number | null)[], frame: Frame): Point[] {
  return shares.flatMap((share, ply) => (share === null ? [] : [{ ply, x: x(ply, shares.length - 1, frame), y: y(share, frame) }]));
}

/** Lines through neighbouring moves; where something is missing in between, a new line begins. */
export function strokes(points: Point[]): string {
  return points.map(({ ply, x, y }, at) => `${at > 0 && points[at - 1]!.ply === ply - 1 ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

/** The area between the line and the middle. */
export function areas(points: Point[], { height }: Frame): string {
  const middle = (height / 2).toFixed(1);
  const runs: Point[][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    if (run?.at(-1)?.ply === point.ply - 1) run.push(point);
    else runs.push([point]);
  }
  return runs
    .map((run) => `M${run[0]!.x.toFixed(1)} ${middle}${run.map(({ x, y }) => `L${x.toFixed(1)} ${y.toFixed(1)}`).join("")}L${run.at(-1)!.x.toFixed(1)} ${middle}Z`)
    .join("");
}

/** The move that is nearest to a place in the picture. */
export const plyAt = (share: number, plies: number) => Math.max(0, Math.min(plies, Math.round(share * plies)));
