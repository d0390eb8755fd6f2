// Variations as a tree. Every change gives a new tree, so that a screen that shows the old one never sees half a change. A place in the
// tree is the list of moves that lead to it.
import type { MoveView } from "../../api";

/** A move and what follows it; the first one that follows is the main line. */
export type Twig = { readonly move: MoveView; readonly next: Tree };
export type Tree = readonly Twig[];
export type Path = readonly string[];

export const samePath = (one: Path, other: Path) => one.length === other.length && startsWith(one, other);

/** Whether `path` goes through `start`. */
export const startsWith = (path: Path, start: Path) => start.every((move, at) => path[at] === move);

const of = (tree: Tree, move: string | undefined) => tree.find((twig) => twig.move.move === move);

/** What follows at a place; undefined where there is no such place. */
export function after(tree: Tree, path: Path): Tree | undefined {
  let here: Tree | undefined = tree;
  for (const move of path) here = here && of(here, move)?.next;
  return here;
}

/** With this line from the start; what is there already stays where it is, what is new comes last. */
export function grow(tree: Tree, line: readonly MoveView[]): Tree {
  const [first, ...rest] = line;
  if (!first) return tree;
  if (!of(tree, first.move)) return [...tree, { move: first, next: grow([], rest) }];
  return tree.map((twig) => (twig.move.move === first.move ? { ...twig, next: grow(twig.next, rest) } : twig));
}

/** With the branches at a place changed. */
function changed(tree: Tree, path: Path, change: (branches: Tree) => Tree): Tree {
  const [first, ...rest] = path;
  if (first === undefined) return change(tree);
  return tree.map((twig) => (twig.move.move === first ? { ...twig, next: changed(twig.next, rest, change) } : twig));
}

/** Without this move and all that follows it. */
export function prune(tree: Tree, path: Path): Tree {
  const last = path.at(-1);
  if (last === undefined) return tree;
  return changed(tree, path.slice(0, -1), (branches) => branches.filter(({ move }) => move.move !== last));
}

/** Where the line that leads to a place leaves a better one, nearest first: how many of its moves it takes to get there. */
export function fork(tree: Tree, path: Path): number | null {
  for (let plies = path.length; plies > 0; plies -= 1) {
    const branches = after(tree, path.slice(0, plies - 1));
    if (branches && branches[0]?.move.move !== path[plies - 1]) return plies;
  }
  return null;
}

/** With the line that leads to a place one step nearer to the main line: the first choice where it last was none. */
export function promote(tree: Tree, path: Path): Tree {
  const plies = fork(tree, path);
  if (plies === null) return tree;
  const move = path[plies - 1];
  const first = (branches: Tree) => [...branches].sort((a, b) => Number(b.move.move === move) - Number(a.move.move === move));
  return changed(tree, path.slice(0, plies - 1), first);
}

/** From a place on to the end, always by the first choice. */
export function end(tree: Tree, path: Path): Path {
  const next = after(tree, path)?.[0];
  return next ? end(tree, [...path, next.move.move]) : path;
}

/** All lines, the main one first. Grown one after another they make the same tree. */
export function lines(tree: Tree): Path[] {
  return tree.flatMap(({ move, next }) => (next.length === 0 ? [[move.move]] : lines(next).map((rest) => [move.move, ...rest])));
}

/** Moves that follow each other, then the lines that stand in place of the last of them. */
export type Part = { steps: { path: Path; move: MoveView }[]; instead: Part[][] };

/** The tree as it is read: along the main line, with other lines where they begin. */
export function outline(tree: Tree, path: Path = []): Part[] {
  const parts: Part[] = [];
  let [here, branches] = [path, tree];
  let steps: Part["steps"] = [];
  while (branches.length > 0) {
    const [first, ...others] = branches as [Twig, ...Twig[]];
    const before = here;
    here = [...here, first.move.move];
    steps.push({ path: here, move: first.move });
    if (others.length > 0) {
      parts.push({ steps, instead: others.map((twig) => outline([twig], before)) });
      steps = [];
    }
    branches = first.next;
  }
  if (steps.length > 0) parts.push({ steps, instead: [] });
  return parts;
}
