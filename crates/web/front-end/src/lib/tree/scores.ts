// Scores of a search: which is better, and how they are written.
import type { ScoreView, TreeNodeView } from "../../api";
import { number, t } from "../text";

/** A place on one line: losses, the late ones above the early; points; wins, the early ones above the late. */
function place(score: ScoreView): [number, number] {
  switch (score.is) {
    case "least":
      return [-2, 0];
    case "loss":
      return [-1, score.ply];
    case "points":
      return [0, score.points];
    case "win":
      return [1, -score.ply];
    case "most":
      return [2, 0];
  }
}

/** Above zero if the first is better for the player who thinks. */
export function compare(one: ScoreView, other: ScoreView): number {
  const [band, within] = place(one);
  const [otherBand, otherWithin] = place(other);
  return band - otherBand || within - otherWithin;
}

/** In a few letters. */
export function brief(score: ScoreView): string {
  switch (score.is) {
    case "least":
      return "−∞";
    case "most":
      return "∞";
    case "points":
      return number(score.points).replace("-", "−");
    case "win":
      return t("tree-brief-win", { ply: score.ply });
    case "loss":
      return t("tree-brief-loss", { ply: score.ply });
  }
}

/** In words. */
export function scoreWords(score: ScoreView): string {
  switch (score.is) {
    case "win":
      return t("tree-score-win", { ply: score.ply });
    case "loss":
      return t("tree-score-loss", { ply: score.ply });
    default:
      return brief(score);
  }
}

const signs = { exact: "", atmost: "≤ ", atleast: "≥ " } as const;

/** What a node is worth, in a few letters; a bound never without its sign. */
export function worth({ value, bound, scores }: Pick<TreeNodeView, "value" | "bound" | "scores">): string {
  if (scores.length > 0) return scores.map(brief).join(" ");
  return signs[bound] + brief(value);
}

/** The same in words. */
export function worthWords({ value, bound, scores }: Pick<TreeNodeView, "value" | "bound" | "scores">): string {
  if (scores.length > 0) return `(${scores.map(scoreWords).join(", ")})`;
  return bound === "exact" ? scoreWords(value) : t(`tree-${bound}`, { value: scoreWords(value) });
}
