// What surrounds a game in the browser.
import { announcer } from "../announce.svelte";
import { client } from "../client";
import { clock } from "../clock";
import { SeenSource, sight } from "../seen";
import { settings } from "../settings.svelte";
import { sound } from "../sound";
import { follow } from "./shared";
import type { Surroundings } from "./live.svelte";

export const browser: Surroundings = {
  client,
  connect: (id) => new SeenSource(() => follow(id, client.events(id)), sight),
  clock,
  sound,
  say: (sentence) => announcer.say(sentence),
  pieces: () => settings.now.pieces,
  moves: () => settings.moves(),
};
