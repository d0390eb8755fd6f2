import { beforeEach, describe, expect, it, vi } from "vitest";
import { shelf } from "./shelf";

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) });
});

describe("the shelf of variations", () => {
  it("gives back what was put there, by name", () => {
    shelf.keep("g1", ["4453", "44"]);
    shelf.keep("g2", ["1"]);
    shelf.keep("g1", ["4453"]);
    expect([shelf.lines("g1"), shelf.lines("g2"), shelf.lines("g3")]).toEqual([["4453"], ["1"], []]);
  });

  it("has an end: the oldest go first, and of each the last lines", () => {
    for (let at = 0; at < 25; at += 1) shelf.keep(`g${at}`, Array.from({ length: 60 }, (_, line) => String(line)));
    expect([shelf.lines("g0"), shelf.lines("g24").length, shelf.lines("g24")[0]]).toEqual([[], 40, "0"]);
  });

  it.each(["null", "{", "3", '["x"]', '[["g1", [3]]]', '[["g1", "4453"]]'])("is empty where something else is stored: %s", (other) => {
    stored.set("poda.studies", other);
    expect(shelf.lines("g1")).toEqual([]);
    shelf.keep("g1", ["4"]);
    expect(shelf.lines("g1")).toEqual(["4"]);
  });
});
