// Grades as a sign and in words.
import type { MoveReview } from "../../api";
import { t } from "../text";
import { verdictWords } from "../words";
import { certaintyWords } from "./worth";

type Grade = MoveReview["grade"];

/** As players write them beside a move; a move that is as good as any needs none. */
export const gradeSign = (grade: Grade) => ({ best: "", slower: "·", mistake: "?", blunder: "??" })[grade];
/** In a lost game the grade that is called slower is for a move that loses sooner. */
export const gradeName = ({ grade, after }: Pick<MoveReview, "grade" | "after">) => t(grade === "slower" && after.is === "loses" ? "grade-sooner" : `grade-${grade}`);

/** What a move did: "Before it: a draw. After it: Blue loses in 5 moves." */
export function gradeWords(move: MoveReview, names: string[]): string {
  const who = names[move.player] ?? "";
  const after = verdictWords(move.after, who, names.length);
  if (move.grade === "best") return `${after} ${certaintyWords(move)}`;
  return `${t("grade-before", { verdict: verdictWords(move.verdict, who, names.length) })} ${t("grade-after", { verdict: after })} ${certaintyWords(move)}`;
}
