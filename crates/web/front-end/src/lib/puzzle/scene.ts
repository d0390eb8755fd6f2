// What is said of a puzzle at each moment: a heading and a sentence or two.
import { gameOf } from "../../games";
import { list, t } from "../text";
import { reasonWords, verdictWords, whyWords } from "../words";
import type { Puzzles } from "./puzzles.svelte";

export type Scene = { title: string; text: string };

const sentences = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(" ");

export function scene(puzzles: Puzzles): Scene {
  const { puzzle, moment, names, mover } = puzzles;
  if (!puzzle) return { title: "", text: "" };
  const { moveName } = gameOf(puzzle.position.rules);
  const { goal } = puzzle;
  const move = moveName(puzzle.line[0]!);
  const who = names[mover] ?? "";
  const told = sentences(whyWords(puzzle.reason, goal, who), levels(puzzle.missed));
  switch (moment) {
    case "asked":
      return {
        title: t(`puzzle-goal-${goal.is}`, { who, moves: goal.is === "wins" ? goal.moves : 0 }),
        text: puzzles.hinted ? t(`puzzle-hint-${puzzle.theme}`) : t("puzzle-one"),
      };
    case "right":
      return { title: t("retry-right", { move }), text: told };
    case "told":
      return { title: t("puzzle-answer", { move }), text: told };
    case "wrong":
      return { title: t("retry-wrong", { move: moveName(puzzles.attempt ?? "") }), text: objection(puzzles, moveName) };
  }
}

/** What a wrong answer allows: from the coach, once it has looked. */
function objection({ objection, attempt, names, mover }: Puzzles, moveName: (move: string) => string): string {
  if (!objection) return t("hinting");
  const { before, after } = objection;
  const worth = before.moves.find(({ move }) => move === attempt);
  const reason = worth?.reason ? reasonWords({ reason: worth.reason }) : "";
  const kept = worth?.verdict ? verdictWords(worth.verdict, names[mover] ?? "") : "";
  const reply = after.best[0];
  // Who closed a box moves again: then nobody answers.
  if (!reply || !after.verdict || after.to_move === null || after.to_move === mover) return sentences(reason, kept) || t("retry-why");
  const who = names[after.to_move] ?? "";
  return sentences(reason, t("retry-allows", { who, move: moveName(reply), verdict: verdictWords(after.verdict, who) }));
}

/** Which levels of the ladder mostly find it. */
function levels(missed: number[]): string {
  const found = missed.flatMap((count, at) => (count < 2 ? [String(at + 1)] : []));
  return found.length > 0 ? t("puzzle-levels", { levels: list(found), count: found.length }) : t("puzzle-levels-none");
}
