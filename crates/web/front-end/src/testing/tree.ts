// The tree of every textbook, ((3 12) (2 4)), as alpha-beta walks it: the 4 is cut off.
import type { ScoreView, StepView, TreeNodeView, TreePart, TreeView } from "../api";
import { rulesOf } from "./games";

const points = (points: number): ScoreView => ({ is: "points", points });
const [least, most]: ScoreView[] = [{ is: "least" }, { is: "most" }];

const node = (at: number, parent: number | null, move: string | null, value: number, span: [number, number], more: Partial<TreeNodeView>): TreeNodeView => ({
  at,
  parent,
  move,
  player: parent === 0 ? 1 : 0,
  max: parent !== 0,
  natural: false,
  again: false,
  alpha: least!,
  beta: most!,
  value: points(value),
  bound: "exact",
  scores: [],
  halt: "leaf",
  skipped: [],
  children: [],
  best: null,
  nodes: 1,
  first: span[0],
  last: span[1],
  ...more,
});

export const nodes: TreeNodeView[] = [
  node(0, null, null, 3, [0, 9], { halt: "searched", children: [1, 4], best: 1, nodes: 6 }),
  node(1, 0, "1", 3, [1, 4], { halt: "searched", children: [2, 3], best: 2, nodes: 3 }),
  node(2, 1, "1", 3, [2, 2], {}),
  node(3, 1, "2", 12, [3, 3], { beta: points(3) }),
  node(4, 0, "2", 2, [5, 8], { halt: "cutoff", bound: "atmost", alpha: points(3), children: [5], skipped: ["2"], best: 5, nodes: 2 }),
  node(5, 4, "1", 2, [6, 6], { alpha: points(3) }),
];

const kinds: [StepView["kind"], number, StepView["effect"]][] = [
  ["enter", 0, null],
  ["enter", 1, null],
  ["leaf", 2, "first"],
  ["leaf", 3, "worse"],
  ["return", 1, "first"],
  ["enter", 4, null],
  ["leaf", 5, "first"],
  ["cut", 4, null],
  ["return", 4, "worse"],
  ["return", 0, null],
];

const board = { kind: "grid" as const, gravity: true, cells: [[null]], last: null, winning: [] };

export const steps: StepView[] = kinds.map(([kind, at, effect], step) => ({
  step,
  kind,
  node: at,
  effect,
  moves: "",
  board,
  visited: kinds.slice(0, step + 1).filter(([kind]) => kind === "enter" || kind === "leaf").length,
  cut: step >= 7 ? 1 : 0,
}));

export const tree: TreeView = {
  rules: rulesOf("connect4"),
  position: "",
  agent: "alphabeta:depth=2,ties=first",
  thinker: 0,
  evaluation: "none",
  evaluations: ["none"],
  depth: 2,
  steps: steps.length,
  nodes: 6,
  leaves: 3,
  cutoffs: 1,
  cut: 1,
  table_hits: 0,
  before: 0,
  broken_off: 0,
  minimax: 7,
  choice: "1",
  principal: [0, 1, 2],
};

/** So many steps from one on, as the server tells them. */
export const part = (step: number, from: number, to: number): TreePart => ({ tree, step, steps: steps.slice(from, to), nodes });
