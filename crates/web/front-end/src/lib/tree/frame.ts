// What a search knows at one step: the way from the root, and at each node on it the window, the best so far, and what became of its moves.
// Drawn from the tree alone, so that a step looks the same from wherever one comes.
import type { ScoreView, StepView, TreeNodeView } from "../../api";
import { compare } from "./scores";

export type Nodes = ReadonlyMap<number, TreeNodeView>;

/** A move of a node on the way. */
export type Item =
  | { move: string; node: TreeNodeView; state: "done" | "here" | "ahead" }
  /** Never looked at: it was cut off, or nobody knows yet that it will be. */
  | { move: string; node: null; state: "cut" | "ahead" };

export type Rung = {
  node: TreeNodeView;
  /** Whether its value is known at this step. */
  known: boolean;
  alpha: ScoreView;
  beta: ScoreView;
  /** The child that is best so far. */
  best: TreeNodeView | null;
  items: Item[];
};

const isDone = (node: TreeNodeView, step: number) => node.last <= step;

/** Whether a node decides as well as another for whoever moves above; the first of equals stays. */
function better(above: TreeNodeView, one: TreeNodeView, other: TreeNodeView): boolean {
  const mover = above.player ?? 0;
  if (one.scores.length > 0) {
    const own = compare(one.scores[mover]!, other.scores[mover]!);
    // Of equals the one counts that decided in the end.
    return own > 0 || (own === 0 && above.best === one.at);
  }
  const difference = compare(one.value, other.value);
  return above.max ? difference > 0 : difference < 0;
}

function rung(node: TreeNodeView, nodes: Nodes, step: number, way: Set<number>): Rung {
  const children = node.children.flatMap((at) => nodes.get(at) ?? []);
  // A first look in the narrowest window counts until the second has come back.
  const done = children.filter((child) => isDone(child, step));
  const counted = done.filter((child) => !done.some((later) => later.at > child.at && later.again && later.move === child.move));
  const best = counted.reduce<TreeNodeView | null>((best, child) => (best === null || better(node, child, best) ? child : best), null);
  let { alpha, beta } = node;
  if (best && node.scores.length === 0) {
    if (node.max && compare(best.value, alpha) > 0) alpha = best.value;
    if (!node.max && compare(best.value, beta) < 0) beta = best.value;
  }
  const isCut = node.halt === "cutoff" && step >= node.last - 1;
  const items: Item[] = children.map((child) => ({
    move: child.move ?? "",
    node: child,
    state: isDone(child, step) ? "done" : way.has(child.at) ? "here" : "ahead",
  }));
  items.push(...node.skipped.map((move): Item => ({ move, node: null, state: isCut ? "cut" : "ahead" })));
  return { node, known: isDone(node, step), alpha, beta, best, items };
}

/** The way from the root to where a step happens. */
export function frame(step: StepView, nodes: Nodes): Rung[] {
  const way: TreeNodeView[] = [];
  for (let node = nodes.get(step.node); node; node = node.parent === null ? undefined : nodes.get(node.parent)) way.unshift(node);
  const numbers = new Set(way.map(({ at }) => at));
  return way.map((node) => rung(node, nodes, step.step, numbers));
}
