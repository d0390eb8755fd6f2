import { describe, expect, it } from "vitest";
import { edgeLabel, edgeName, labels, lineOf, lines, step, type Place } from "./edges";

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

describe("names", () => {
  it("read as they are said", () => {
    expect([edgeName("h65"), edgeLabel("h65")]).toEqual(["line across, row 6, columns 5 to 6", "row 6, 5–6"]);
    expect([edgeName("v31"), edgeLabel("v31")]).toEqual(["line down, column 1, rows 3 to 4", "col 1, 3–4"]);
  });

  it("count what the labels of the board count, in the list and in words alike", () => {
    const [rows, columns] = [5, 4];
    const numbers = labels(rows, columns);
    // Labels stand above the first row of dots and left of the first column.
    const columnAt = (x: number) => numbers.find((label) => label.x === x && label.y < 30)!.text;
    const rowAt = (y: number) => numbers.find((label) => Math.abs(label.y - y) < 20 && label.x < 30)!.text;
    for (const { edge, x1, y1, x2, y2 } of lines(rows, columns).flat()) {
      const named = y1 === y2 ? [rowAt(y1), columnAt(x1), columnAt(x2)] : [columnAt(x1), rowAt(y1), rowAt(y2)];
      expect(edgeName(edge).match(/\d+/g)).toEqual(named);
      expect(edgeLabel(edge).match(/\d+/g)).toEqual(named);
    }
  });
});
