import { describe, expect, it } from "vitest";
import { lineOf, lines, step, type Place } from "./edges";

describe("edges", () => {
  it("are all there once, and each name leads back to its line", () => {
    const all = lines(3, 4).flat();
    expect(all.length).toBe(3 * 5 + 4 * 4);
    expect(new Set(all.map((line) => line.edge)).size).toBe(all.length);
    for (const line of all) expect(lineOf(line.edge)).toEqual(line);
  });

  it("can all be reached with the arrow keys from any other", () => {
    const [rows, columns] = [2, 3];
    const seen = new Set<string>();
    const queue: Place[] = [{ band: 0, at: 0 }];
    while (queue.length > 0) {
      const place = queue.pop()!;
      const name = `${place.band} ${place.at}`;
      if (seen.has(name)) continue;
      seen.add(name);
      for (const direction of ["left", "right", "up", "down"] as const) queue.push(step(rows, columns, place, direction));
    }
    expect(seen.size).toBe(lines(rows, columns).flat().length);
  });

  it("stay on the board at its border", () => {
    expect(step(2, 2, { band: 0, at: 0 }, "up")).toEqual({ band: 0, at: 0 });
    expect(step(2, 2, { band: 1, at: 2 }, "right")).toEqual({ band: 1, at: 2 });
    expect(step(2, 2, { band: 1, at: 2 }, "down")).toEqual({ band: 2, at: 1 });
  });
});
