import { describe, expect, it } from "vitest";
import { HandClock } from "../../testing/clock";
import { pace, Pacing } from "./pacing";

function set(moves = true) {
  const clock = new HandClock();
  const shown: string[] = [];
  const pacing = new Pacing<string>(
    (next) => {
      shown.push(next);
      pacing.seen();
    },
    clock,
    () => moves,
  );
  return { clock, shown, pacing };
}

describe("moves that come quickly", () => {
  it("are shown one by one", () => {
    const { clock, shown, pacing } = set();
    for (const move of ["a", "b", "c"]) pacing.add(move);
    clock.turn(0);
    expect(shown).toEqual(["a"]);
    clock.turn(pace - 1);
    expect(shown).toEqual(["a"]);
    clock.turn(1);
    expect(shown).toEqual(["a", "b"]);
    clock.turn(pace);
    expect(shown).toEqual(["a", "b", "c"]);
    expect(pacing.last).toBeUndefined();
  });

  it("wait after a move that was seen otherwise", () => {
    const { clock, shown, pacing } = set();
    pacing.seen();
    clock.turn(100);
    pacing.add("a");
    clock.turn(pace - 101);
    expect(shown).toEqual([]);
    clock.turn(1);
    expect(shown).toEqual(["a"]);
  });

  it("wait for nothing where nothing moves", () => {
    const { clock, shown, pacing } = set(false);
    for (const move of ["a", "b"]) pacing.add(move);
    clock.turn(0);
    expect(shown).toEqual(["a", "b"]);
  });

  it("are forgotten, and later ones are not", () => {
    const { clock, shown, pacing } = set();
    pacing.add("a");
    pacing.clear();
    expect(clock.waiting).toBe(0);
    pacing.add("b");
    clock.turn(pace);
    expect(shown).toEqual(["b"]);
  });
});
