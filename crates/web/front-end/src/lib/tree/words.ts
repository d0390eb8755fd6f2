// What happens in a step, and why, in words.
import type { CutBranch, StepView, TreeNodeView, TreeView } from "../../api";
import { gameOf } from "../../games";
import { list, number, t } from "../text";
import { scoreWords, worthWords } from "./scores";

/** Who is meant, and how moves are called. */
export type Naming = { tree: Pick<TreeView, "rules" | "thinker" | "choice" | "principal">; names: string[] };

const mover = (node: TreeNodeView, { names }: Naming) => (node.player === null ? "" : names[node.player]!);
const moveName = (move: string, { tree }: Naming) => gameOf(tree.rules).moveName(move);

/** A node by name: the move that led there. */
export function nodeName(node: TreeNodeView, naming: Naming): string {
  return node.move === null ? t("tree-root") : moveName(node.move, naming);
}

export function side(node: TreeNodeView, naming: Naming): string {
  if (node.player === null) return t("tree-over");
  const who = mover(node, naming);
  return node.scores.length > 0 ? who : t(node.max ? "tree-max" : "tree-min", { who });
}

/** What a value does to the node above. */
function effect(step: StepView, above: TreeNodeView, naming: Naming): string {
  return step.effect ? t(`tree-effect-${step.effect}`, { who: mover(above, naming), move: nodeName(above, naming) }) : "";
}

function entered(node: TreeNodeView, naming: Naming): string {
  const who = side(node, naming);
  if (node.move === null) return t("tree-enter-root", { who });
  const move = moveName(node.move, naming);
  if (node.natural) return t("tree-enter-natural", { who, move });
  if (node.again) return t("tree-enter-again", { who, move });
  const open = node.alpha.is === "least" && node.beta.is === "most";
  if (open) return t("tree-enter-open", { who, move });
  return t("tree-enter", { who, move, thinker: naming.names[naming.tree.thinker]!, alpha: scoreWords(node.alpha), beta: scoreWords(node.beta) });
}

function cut(node: TreeNodeView, naming: Naming): string {
  // Many are told in short: what they are called on the board and in the drawing.
  const left = list(node.skipped.length > 3 ? node.skipped : node.skipped.map((move) => moveName(move, naming)));
  const values = { who: mover(node, naming), thinker: naming.names[naming.tree.thinker]!, value: scoreWords(node.value), left, count: node.skipped.length };
  if (node.scores.length > 0) return t("tree-cut-win", values);
  return node.max ? t("tree-cut-max", { ...values, limit: scoreWords(node.beta) }) : t("tree-cut-min", { ...values, limit: scoreWords(node.alpha) });
}

/** One sentence or two: what just happened, and why. */
export function sentence(step: StepView, node: TreeNodeView, above: TreeNodeView | null, naming: Naming): string {
  switch (step.kind) {
    case "enter":
      return entered(node, naming);
    case "cut":
      return cut(node, naming);
    case "leaf":
    case "return": {
      if (!above) return t("tree-done", { move: moveName(naming.tree.choice, naming), value: worthWords(node) });
      const what = step.kind === "return" ? `tree-return-${node.bound}` : `tree-${node.halt}`;
      const values = { move: nodeName(node, naming), value: worthWords(node) };
      return `${t(what, values)} ${effect(step, above, naming)}`;
    }
  }
}

/** What a branch would have cost that was cut off. */
export function branchWords(branch: CutBranch, node: TreeNodeView, naming: Naming): string[] {
  const move = moveName(branch.move, naming);
  const sentences = [];
  if (branch.cost !== null) sentences.push(t("tree-branch-cost", { move, nodes: number(branch.cost), count: branch.cost }));
  sentences.push(
    branch.minimax === null ? t("tree-branch-minimax-many", { move }) : t("tree-branch-minimax", { nodes: number(branch.minimax), count: branch.minimax }),
  );
  if (branch.value !== null) {
    const values = { move, value: scoreWords(branch.value), who: mover(node, naming), known: worthWords({ value: branch.known, bound: branch.bound, scores: [] }) };
    sentences.push(t("tree-branch-value", values));
  }
  return sentences;
}
