// What surrounds puzzles in the browser.
import { announcer } from "../announce.svelte";
import { client } from "../client";
import { clock } from "../clock";
import { router } from "../router.svelte";
import { settings } from "../settings.svelte";
import { colours } from "../words";
import type { PuzzleAround } from "./puzzles.svelte";
import { record } from "./record";

export const puzzleBrowser: PuzzleAround = {
  client,
  clock,
  record,
  moves: () => settings.moves(),
  say: (sentence) => announcer.say(sentence),
  names: (players) => colours(players, settings.now.pieces),
  address: (hash) => router.show(hash),
};
