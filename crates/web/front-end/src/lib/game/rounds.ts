// The moves of a game in rounds: a line for each round, a column for each player.
import type { MoveView } from "../../api";

/** A move and how many there were with it. */
export type Numbered = { ply: number; move: MoveView };
/** What each player did, in order of play; several moves where a turn goes on. */
export type Round = Numbered[][];

/** A round ends when the turn comes to somebody who had it, or was passed over. */
export function rounds(moves: MoveView[], players: number): Round[] {
  const all: Round[] = [];
  let last = players;
  for (const [at, move] of moves.entries()) {
    if (move.player < last || all.length === 0) all.push(Array.from({ length: players }, () => []));
    last = move.player;
    all.at(-1)![move.player]!.push({ ply: at + 1, move });
  }
  return all;
}
