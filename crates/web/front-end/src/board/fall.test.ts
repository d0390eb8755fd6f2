import { describe, expect, it } from "vitest";
import { fallTime, heightAt, restTime } from "./fall";

describe("a falling piece", () => {
  it("starts at its height, touches down and comes to rest", () => {
    for (const cells of [1, 3, 6]) {
      expect(heightAt(0, cells)).toBeCloseTo(cells);
      expect(heightAt(fallTime(cells), cells)).toBeCloseTo(0, 5);
      expect(heightAt(restTime(cells), cells)).toBeCloseTo(0, 5);
    }
  });

  it("bounces lower each time and never below the floor", () => {
    const heights = Array.from({ length: 1000 }, (_, step) => heightAt((step / 999) * restTime(6), 6));
    const after = heights.slice(heights.findIndex((height) => height < 0.01));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(-1e-9);
    expect(Math.max(...after)).toBeLessThan(0.6);
    expect(Math.max(...after)).toBeGreaterThan(0.2);
  });

  it("falls longer from higher, and never keeps anybody waiting", () => {
    expect(fallTime(6)).toBeGreaterThan(fallTime(2));
    expect(restTime(12)).toBeLessThan(1);
  });
});
