// What a lesson says at each moment: a heading and a sentence or two.
import { gameOf } from "../../games";
import { list, t } from "../text";
import { reasonWords, saysVerdict, verdictWords, whyWords } from "../words";
import { gradeName, gradeWords } from "./grades";
import type { Lesson } from "./lesson.svelte";
import type { MoveReview } from "../../api";

/** `at` says which moment it is; the screen offers what can be done then. */
export type Scene = {
  at: "looking" | "asked" | "judging" | "right" | "slower" | "wrong" | "told" | "move" | "ended";
  /** Whose move it is about. */
  player: number | null;
  title: string;
  text: string;
};

const sentences = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(" ");
/** Beside a verdict: what that does not say. */
const why = (reason: MoveReview["reason"] | undefined) => (reason && !saysVerdict(reason) ? reasonWords({ reason }) : "");

export function scene(lesson: Lesson): Scene {
  const { whole, task } = lesson;
  if (!whole) return { at: "looking", player: null, title: t("review-looks"), text: "" };
  const { moveName } = gameOf(whole.rules);
  if (task) return taskScene(lesson, task, moveName);
  const done = lesson.review.now?.done ?? false;
  const move = lesson.ply > 0 ? (lesson.graded[lesson.ply - 1] ?? null) : null;
  if (done && lesson.open.length === 0 && lesson.ply === whole.moves.length) {
    const title = t(lesson.faults.length > 0 ? "review-finished" : "review-none");
    const proved = lesson.graded.every((move) => move?.exact);
    return { at: "ended", player: null, title, text: sentences(t("review-finished-text"), proved ? "" : t("review-not-proved")) };
  }
  if (move) {
    const title = t("review-move", { ply: move.ply, move: moveName(move.move), grade: gradeName(move) });
    const reply = move.reply ? t("review-reply", { move: moveName(move.reply) }) : "";
    return { at: "move", player: move.player, title, text: sentences(gradeWords(move, lesson.names), why(move.reason), reply) };
  }
  const graded = lesson.graded.filter((move) => move !== null).length;
  return {
    at: "looking",
    player: null,
    title: t(done ? "review-ready" : "review-looks"),
    text: t("review-progress", { done: graded, of: lesson.graded.length }),
  };
}

function taskScene(lesson: Lesson, task: MoveReview, moveName: (move: string) => string): Scene {
  const { attempt, judgement, worth, names } = lesson;
  const who = names[task.player] ?? "";
  const move = attempt ? moveName(attempt.move) : "";
  const named = (moves: string[]) => list(moves.map(moveName));
  const kept = (reason: MoveReview["reason"] | undefined) => whyWords(reason, task.verdict, who, names.length);
  const told = (at: Scene["at"], title: string, text: string): Scene => ({ at, player: task.player, title, text });
  if (lesson.told) return told("told", t("retry-answer", { moves: named(task.best) }), kept(task.why[0]));
  switch (judgement) {
    case "right": {
      const others = task.best.filter((other) => other !== attempt?.move);
      const reason = task.why[task.best.indexOf(attempt?.move ?? "")];
      const asGood = others.length > 0 ? t("retry-others", { moves: named(others) }) : "";
      return told("right", t("retry-right", { move }), sentences(kept(reason), asGood));
    }
    case "slower":
      return told("slower", t("retry-slower", { move }), sentences(worth?.verdict && verdictWords(worth.verdict, who, names.length), t("retry-faster")));
    case "wrong":
      return told("wrong", t("retry-wrong", { move }), allowed(lesson, moveName) || t("retry-why"));
    case "open":
      return told("judging", t("retry-looking", { move }), t("hinting"));
    case null: {
      const played = t("retry-played", { ply: task.ply, move: moveName(task.move), grade: gradeName(task) });
      return told("asked", t("retry-find", { who }), sentences(played, gradeWords(task, names)));
    }
  }
}

/** What the other side makes of a wrong try. */
function allowed({ answer, names }: Lesson, moveName: (move: string) => string): string {
  if (!answer?.verdict || answer.to_move === null) return "";
  const who = names[answer.to_move] ?? "";
  const verdict = verdictWords(answer.verdict, who, names.length);
  return answer.best[0] ? t("retry-allows", { who, move: moveName(answer.best[0]), verdict }) : verdict;
}
