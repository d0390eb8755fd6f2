// The games of the page, in the order in which they are offered. Nothing outside this folder knows a particular one.
import type { Rules } from "../api";
import connect4 from "./connect4";
import type { GamePage, Variant } from "./contract";
import dots from "./dots";
import tictactoe from "./tictactoe";

export const games: GamePage[] = [connect4, dots, tictactoe];

/** The game of these rules. */
export function gameOf({ game }: Pick<Rules, "game">): GamePage {
  const found = games.find(({ name }) => name === game);
  if (!found) throw new Error(`this page has no game ${game}`);
  return found;
}

/** A variant and its game. */
export type Choice = { game: string; variant: Variant };

/** Everything that the form for a new game offers. */
export const choices: Choice[] = games.flatMap(({ name, variants }) => variants.map((variant) => ({ game: name, variant })));

/** The choice that a position belongs to. */
export function choiceOf(rules: Rules): Choice | undefined {
  return choices.find(({ game, variant }) => game === rules.game && variant.players === rules.players);
}
