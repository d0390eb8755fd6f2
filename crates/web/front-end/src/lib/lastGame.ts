// The game that was made last, to be made again with one click.
import type { NewGame } from "../api";
import { keep } from "./settings.svelte";

const store = "poda.last-game";

/** A request as it was sent, and the variant it came from. */
export type LastGame = { variant: string; request: Pick<NewGame, "game" | "seats" | "analysis"> };

export function rememberGame(last: LastGame): void {
  keep(store, last);
}

/** What was stored, if it is whole. */
export function lastGame(): LastGame | null {
  try {
    const { variant, request } = JSON.parse(localStorage.getItem(store) ?? "null") as LastGame;
    const whole = typeof variant === "string" && typeof request.game === "string" && Array.isArray(request.seats);
    return whole && request.seats.every((seat) => typeof seat === "string") ? { variant, request } : null;
  } catch {
    return null;
  }
}
