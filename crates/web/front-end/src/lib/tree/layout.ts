// Where the nodes on the way and their moves are drawn: a row for each node's moves, folded where they do not fit.
import type { Item, Rung } from "./frame";

/** The width of a place: seven fit a phone. */
export const slotOf = (width: number) => Math.min(50, Math.max(38, Math.floor(width / 7)));
export const level = 72;
export const top = 20;

export type Drawn = { item: Item; x: number; y: number; best: boolean };
/** So many moves on one side of a row that do not fit. */
export type Fold = { count: number; x: number; y: number };
export type Row = { rung: Rung; x: number; y: number; drawn: Drawn[]; folds: Fold[] };

/** The items of a row that fit, around the one that matters most. */
function fitting(items: Item[], most: number, middle: number): [number, number] {
  if (items.length <= most) return [0, items.length];
  const from = Math.min(Math.max(middle - Math.floor(most / 2), 0), items.length - most);
  return [from, from + most];
}

/** Rows from the root down, in a drawing of this width. */
export function layout(rungs: Rung[], width: number): Row[] {
  const slot = slotOf(width);
  const most = Math.max(3, Math.floor(width / slot));
  let x = width / 2;
  return rungs.map((rung, depth) => {
    const y = top + depth * level;
    const { items } = rung;
    const here = items.findIndex(({ state }) => state === "here");
    const next = rungs[depth + 1];
    // Where a value has just come back, the way still leads to its node.
    const on = here >= 0 ? here : items.findIndex(({ node }) => node !== null && node.at === next?.node.at);
    const best = items.findIndex(({ node }) => node !== null && node === rung.best);
    const crowded = items.length > most;
    const [from, to] = fitting(items, crowded ? most - 2 : most, Math.max(on >= 0 ? on : best, 0));
    const count = to - from + (from > 0 ? 1 : 0) + (to < items.length ? 1 : 0);
    const row = count * slot;
    const left = Math.min(Math.max(x - row / 2, 0), Math.max(width - row, 0)) + slot / 2;
    const at = (index: number) => left + (index - from + (from > 0 ? 1 : 0)) * slot;
    const below = y + level;
    const drawn = items.slice(from, to).map((item, index) => ({ item, x: at(from + index), y: below, best: from + index === best }));
    const folds = [];
    if (from > 0) folds.push({ count: from, x: left, y: below });
    if (to < items.length) folds.push({ count: items.length - to, x: at(to), y: below });
    const placed = { rung, x, y, drawn, folds };
    x = on >= 0 ? at(on) : x;
    return placed;
  });
}
