// What is said and heard when a game goes on: the moves, and whose turn it is or how it ended.
import type { GameView } from "../../api";
import { gameOf } from "../../games";
import type { Cue } from "../../games/contract";
import type { Noise } from "../settings.svelte";
import { t } from "../text";
import { result, turnWords } from "../words";

/** The person's own move, which was heard at the click. */
export type Heard = { ply: number; noise: Noise };
export type Narration = { sentence: string; cues: Cue[] };

export function narrate(before: GameView, after: GameView, names: string[], heard: Heard | null): Narration {
  const { rules, moves } = after.position;
  const game = gameOf(rules);
  const sentences: string[] = [];
  const cues: Cue[] = [];
  for (const [at, move] of moves.entries()) {
    if (at < before.position.moves.length) continue;
    sentences.push(game.moveSaid(move, names[move.player]!));
    const cue = game.cue(move, rules);
    if (heard?.ply !== at + 1 || heard.noise !== cue.noise) cues.push(cue);
  }
  for (const [player, hold] of after.holds.entries())
    if (hold === "taken" && before.holds[player] === "free") sentences.push(t("friend-came", { who: names[player]! }));
  if (after.ending && !before.ending) {
    const { tone, words } = result(after, after.ending, names);
    sentences.push(words);
    cues.push({ noise: tone === "lost" ? "loss" : tone === "draw" ? "draw" : "win", pitch: 1, delay: 0 });
  } else if (!after.ending && after.version !== before.version) {
    sentences.push(turnWords(after, names));
  }
  return { sentence: sentences.join(" "), cues };
}
