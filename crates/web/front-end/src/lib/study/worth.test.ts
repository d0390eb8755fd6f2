import { describe, expect, it } from "vitest";
import type { Verdict } from "../../api";
import { worth } from "../../testing/study";
import { lead, short, worths, worthWords } from "./worth";

const names = ["Orange", "Blue", "Yellow"];
const cases: [Verdict, string, string][] = [
  [{ is: "wins", moves: 1 }, "W1", "wins at once"],
  [{ is: "wins", moves: 5 }, "W5", "wins in 5 moves"],
  [{ is: "loses", moves: 3 }, "L3", "loses in 3 moves"],
  [{ is: "draw" }, "=", "a draw"],
  [{ is: "boxes", margin: 3 }, "+3", "ends 3 ahead"],
  [{ is: "boxes", margin: 0 }, "0", "ends even"],
  [{ is: "boxes", margin: -2 }, "-2", "ends 2 behind"],
  [{ is: "opinion", percent: 0 }, "0", "0, even"],
  [{ is: "opinion", percent: -64 }, "-64", "-64, much worse"],
  [{ is: "opinion", percent: 20 }, "+20", "+20, a little better"],
];

describe("the worth of a move", () => {
  it.each(cases)("%j is short on the board and said in words", (verdict, signs, words) => {
    expect(short(verdict)).toBe(signs);
    expect(worthWords(worth("4", verdict))).toBe(words);
  });

  it("never leaves the sign of a bound out", () => {
    expect(worthWords(worth("4", { is: "boxes", margin: 3 }, { bound: "atleast" }))).toBe("at least: ends 3 ahead");
    const bound = worths([worth("4", { is: "wins", moves: 15 }, { bound: "atmost", exact: false, depth: 0 })], [], 0, names).get("4");
    expect(bound).toEqual({ short: "≤W15", words: "At most: Orange wins in 15 moves.", exact: false, depth: "", best: false });
  });
});

describe("an opinion", () => {
  it("weighs one of three against the other two, and says so", () => {
    const words = (names: string[]) => worths([worth("4", { is: "opinion", percent: -12 }, { exact: false, depth: 7 })], [], 0, names).get("4")?.words;
    expect(words(names)).toBe("Orange looks a little weaker than the other two together. Seen 7 moves ahead.");
    expect(words(names.slice(0, 2))).toBe("Orange looks a little worse. Seen 7 moves ahead.");
  });
});

describe("who is ahead", () => {
  it.each([
    [{ is: "wins", moves: 5 }, 0, 0, "Orange wins in 5"],
    [{ is: "loses", moves: 3 }, 0, 1, "Blue wins in 3"],
    [{ is: "loses", moves: 3 }, 1, 0, "Orange wins in 3"],
    [{ is: "draw" }, 1, null, "Draw"],
    [{ is: "boxes", margin: -2 }, 1, 0, "Orange +2"],
    [{ is: "opinion", percent: -30 }, 0, 1, "Blue +30"],
    [{ is: "opinion", percent: 0 }, 0, null, "Even"],
  ] as [Verdict, number, number | null, string][])("%j for player %d", (verdict, mover, leader, words) => {
    expect(lead(verdict, mover, 2, names)).toEqual({ leader, words });
  });

  it("says nothing of the others where three play and one loses", () => {
    expect(lead({ is: "loses", moves: 2 }, 0, 3, names).leader).toBeNull();
  });
});
