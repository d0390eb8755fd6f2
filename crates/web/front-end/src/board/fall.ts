// How a piece falls: gravity, then two bounces, each a quarter as fast as it came.
import { settings } from "../lib/settings.svelte";

/** Cells per second squared: a fall through six rows takes 0.38 s. */
const gravity = 83;
const restitution = 0.27;
const bounces = 2;

/** Seconds until the first touch. */
export function fallTime(cells: number): number {
  return Math.sqrt((2 * cells) / gravity);
}

/** Seconds until the piece lies still. */
export function restTime(cells: number): number {
  let time = fallTime(cells);
  for (let bounce = 1; bounce <= bounces; bounce += 1) time += 2 * fallTime(cells) * restitution ** bounce;
  return time;
}

/** How many cells above its place the piece is after so many seconds. */
export function heightAt(seconds: number, cells: number): number {
  let since = seconds;
  const first = fallTime(cells);
  if (since < first) return cells - (gravity * since * since) / 2;
  since -= first;
  for (let bounce = 1; bounce <= bounces; bounce += 1) {
    const half = first * restitution ** bounce;
    if (since < 2 * half) return (gravity * (half * half - (since - half) ** 2)) / 2;
    since -= 2 * half;
  }
  return 0;
}

/**
 * A Svelte transition: falls through so many cells of a picture whose cells are 100 units high; none for a piece that was there. `begin`
 * is called at once, Svelte's own event only a frame later.
 */
export function fall(_: Element, { cells, begin }: { cells: number; begin: () => void }) {
  begin();
  if (cells === 0 || !settings.moves()) return { duration: 0 };
  const rest = restTime(cells);
  return {
    duration: rest * 1000,
    css: (part: number) => `transform: translateY(${-100 * heightAt(part * rest, cells)}px)`,
  };
}

/** A Svelte transition: a line whose `pathLength` is 1 is drawn from its beginning to its end. */
export function draw(_: Element, { still }: { still: boolean }) {
  if (still || !settings.moves()) return { duration: 0 };
  return { duration: 450, css: (part: number) => `stroke-dasharray: ${part} 2` };
}
