// The person's own move, seen and heard at the click, before the server has confirmed it.
import type { GameView, LegalMove, MoveView } from "../../api";

/** A move on its way. What it will bring besides (boxes closed) is not known yet. */
export function onItsWay(game: GameView, legal: LegalMove): MoveView {
  return { move: legal.move, player: game.position.to_move!, cell: legal.cell, closed: 0 };
}

/** What to do with a game that arrives: drop it, show it at once, or let it wait its turn. */
export type Arrival = "old" | "now" | "next";

/** `newest` is the last one that arrived, `shown` the one on the board. */
export function arrival(arrived: GameView, newest: GameView | null, shown: GameView | null, pending: MoveView | null): Arrival {
  if (!newest || !shown) return "now";
  if (arrived.version < newest.version) return "old";
  const plies = (game: GameView) => game.position.moves.length;
  const confirms = pending !== null && plies(arrived) === plies(shown) + 1;
  return confirms || plies(arrived) <= plies(newest) ? "now" : "next";
}
