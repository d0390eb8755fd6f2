import { describe, expect, it } from "vitest";
import { firstWish, gameSpec, isWish, seatSpec } from "./wish";

describe("a wish", () => {
  it("becomes what the server reads", () => {
    expect(gameSpec("connect4", firstWish.boards.connect4)).toBe("connect4:6x7");
    expect(gameSpec("three", firstWish.boards.three)).toBe("connect4:6x7,players=3");
    expect(gameSpec("dots", { rows: 3, columns: 5, own: true, connect: 4 })).toBe("dots:3x5");
    expect(gameSpec("connect4", { rows: 8, columns: 8, own: true, connect: 5 })).toBe("connect4:8x8,connect=5");
  });

  it("names every kind of seat", () => {
    const seat = { human: false, how: "3", depth: 5, seconds: 1.5 } as const;
    expect(seatSpec("connect4", { ...seat, human: true })).toBe("human");
    expect(seatSpec("connect4", seat)).toBe("level:3");
    expect(seatSpec("connect4", { ...seat, how: "depth" })).toBe("alphabeta:depth=5");
    expect(seatSpec("three", { ...seat, how: "depth" })).toBe("paranoid:depth=5");
    expect(seatSpec("dots", { ...seat, how: "time" })).toBe("strong:time=1500ms");
    expect(seatSpec("dots", { ...seat, how: "perfect" })).toBe("perfect");
  });

  it("is not taken from a store that holds something else", () => {
    expect(isWish(firstWish)).toBe(true);
    for (const other of [null, 3, {}, { kind: "chess" }, { ...firstWish, seats: {} }]) expect(isWish(other)).toBe(false);
  });
});
