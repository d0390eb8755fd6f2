// The value over a game as points of a picture: from left to right the moves, upwards what is good for a player.

import type { MoveReview } from "../../api";

export type Frame = { width: number; height: number };
export type Point = { ply: number; x: number; y: number };

export const x = (ply: number, plies: number, { width }: Frame) => (plies === 0 ? 0 : (ply / plies) * width);
/** Between −100 below and 100 above. */
export const y = (share: number, { height }: Frame) => ((100 - share) / 200) * height;

/** How good each position was for a player, between −100 and 100. Where things are counted, so much of the largest difference of the game. */
export function heights(graded: (MoveReview | null)[], player: number): (number | null)[] {
  const margin = (move: MoveReview) => (move.after.is === "boxes" ? move.after.margin : 0);
  const most = Math.max(1, ...graded.map((move) => (move ? Math.abs(margin(move)) : 0)));
  return graded.map((move) => {
    if (!move) return null;
    if (move.after.is !== "boxes") return move.shares[player] ?? 0;
    return (100 * margin(move) * (move.player === player ? 1 : -1)) / most;
  });
}

/** What is known of the moves, in the order of the game; `shares[ply - 1]` is null where nothing is known yet. */
export function points(shares: (number | null)[], frame: Frame): Point[] {
  return shares.flatMap((share, at) => (share === null ? [] : [{ ply: at + 1, x: x(at + 1, shares.length, frame), y: y(share, frame) }]));
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
