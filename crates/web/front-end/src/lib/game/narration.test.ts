import { describe, expect, it } from "vitest";
import { connect4, dots } from "../../testing/games";
import { narrate } from "./narration";

const names = ["Orange", "Blue"];
const noises = (told: ReturnType<typeof narrate>) => told.cues.map(({ noise }) => noise);

describe("what is said and heard", () => {
  it("the move and whose turn it is", () => {
    const told = narrate(connect4("4"), connect4("44"), names, null);
    expect(told.sentence).toBe("Blue, column 4, row 2. Your turn.");
    expect(noises(told)).toEqual(["drop"]);
    expect(told.cues[0]!.pitch).toBeCloseTo(1.06);
    expect(told.cues[0]!.delay).toBeGreaterThan(0);
  });

  it("every move, when several came at once", () => {
    const told = narrate(connect4("4"), connect4("4433", { seats: ["human", "human"] }), names, null);
    expect(told.sentence).toBe("Blue, column 4, row 2. Orange, column 3, row 1. Blue, column 3, row 2. Orange to move (person).");
    expect(noises(told)).toEqual(["drop", "drop", "drop"]);
  });

  it("not the person's own move again, which was heard at the click", () => {
    const told = narrate(connect4("44"), connect4("443"), names, { ply: 3, noise: "drop" });
    expect(told.sentence).toContain("Orange, column 3, row 1.");
    expect(noises(told)).toEqual([]);
  });

  it("a box that the person's own move closed, which is known only now, and the extra turn", () => {
    const before = dots([{ move: "h11", player: 0 }], 1);
    const after = dots([{ move: "h11", player: 0 }, { move: "v11", player: 1, closed: 1 }], 1);
    const told = narrate(before, after, names, { ply: 2, noise: "drop" });
    expect(told.sentence).toBe("Blue, line down, column 1, rows 1 to 2. One box closed. Blue closed a box and moves again.");
    expect(noises(told)).toEqual(["box"]);
  });

  it.each([
    ["a win", { how: "won", winner: 0 }, "You won, 4 in a row.", "win"],
    ["a loss", { how: "won", winner: 1 }, "You lost: Blue has 4 in a row.", "loss"],
    ["a draw", { how: "draw" }, "A draw.", "draw"],
    ["giving up", { how: "resigned", player: 0, winner: 1 }, "You resigned.", "loss"],
  ] as const)("%s", (_, ending, words, noise) => {
    const told = narrate(connect4("44"), connect4("44", { version: 3, ending }), names, null);
    expect(told.sentence).toBe(words);
    expect(noises(told)).toEqual([noise]);
  });

  it("the score of boxes", () => {
    const told = narrate(dots([], 0), dots([], 0, { version: 1, ending: { how: "won", winner: 0 } }), names, null);
    expect(told.sentence).toBe("Orange wins, 3 boxes to 1.");
  });

  it("nothing when the same game comes twice", () => {
    expect(narrate(connect4("44"), connect4("44", { thinking: true }), names, null)).toEqual({ sentence: "", cues: [] });
  });

  it("only whose turn it is after a move was taken back", () => {
    expect(narrate(connect4("4433"), connect4("44", { version: 5 }), names, null)).toEqual({ sentence: "Your turn.", cues: [] });
  });
});
