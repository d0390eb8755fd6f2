import { describe, expect, it } from "vitest";
import { graded } from "../../testing/study";
import { areas, heights, plyAt, points, strokes } from "./graph";

const frame = { width: 100, height: 40 };

describe("the value over a game", () => {
  it("goes from left to right, and up for what is good", () => {
    expect(points([0, 100, -100, 50, 0], frame)).toEqual([
      { ply: 0, x: 0, y: 20 },
      { ply: 1, x: 25, y: 0 },
      { ply: 2, x: 50, y: 40 },
      { ply: 3, x: 75, y: 10 },
      { ply: 4, x: 100, y: 20 },
    ]);
  });

  it("draws nothing across what is not known yet", () => {
    expect(strokes(points([null, 0, null, 100, 100], frame))).toBe("M25.0 20.0M75.0 0.0L100.0 0.0");
    expect(areas(points([null, 0, null, 100, 100], frame), frame)).toBe("M25.0 20.0L25.0 20.0L25.0 20.0ZM75.0 20.0L75.0 0.0L100.0 0.0L100.0 20.0Z");
    expect([points([], frame), strokes([]), areas([], frame)]).toEqual([[], "", ""]);
  });

  it("is what everybody may hope for, or how much is counted of the most that ever was", () => {
    expect(heights([graded(1, "4", "best", { shares: [30, -30] }), null], 1)).toEqual([0, -30, null]);
    const boxes = (ply: number, margin: number) => graded(ply, "h11", "best", { after: { is: "boxes", margin }, shares: [100, -100] });
    expect(heights([boxes(1, 2), boxes(2, -4), boxes(3, 0)], 0)).toEqual([0, 50, 100, 0]);
  });

  it("begins before the first move, so that a first mistake is seen", () => {
    const lost = graded(1, "6", "blunder", { verdict: { is: "wins", moves: 21 }, after: { is: "loses", moves: 21 }, shares: [-100, 100] });
    expect(heights([lost], 0)).toEqual([100, -100]);
    expect(heights([lost], 1)).toEqual([-100, 100]);
    const guess = graded(1, "4", "best", { verdict: { is: "opinion", percent: 12 }, shares: [10, -10] });
    expect(heights([guess], 1)).toEqual([-12, -10]);
    const boxes = graded(1, "h11", "blunder", { verdict: { is: "boxes", margin: 4 }, after: { is: "boxes", margin: -2 } });
    expect(heights([boxes], 0)).toEqual([100, -50]);
    // Of three, the verdict tells about one.
    expect(heights([graded(1, "4", "best", { shares: [10, -20, 30] })], 1)).toEqual([null, -20]);
    expect(heights([null], 0)).toEqual([null, null]);
  });

  it("leads from a place to the nearest move", () => {
    expect([plyAt(0, 4), plyAt(0.3, 4), plyAt(0.9, 4), plyAt(1.2, 4), plyAt(0.5, 0)]).toEqual([0, 1, 4, 4, 0]);
  });
});
