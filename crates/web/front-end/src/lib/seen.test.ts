import { describe, expect, it } from "vitest";
import { HandSource } from "../testing/source";
import { SeenSource } from "./seen";

function set(hidden = false) {
  let changed = () => {};
  let watched = true;
  const state = { hidden };
  const sources: HandSource[] = [];
  const heard: string[] = [];
  const open = () => {
    const source = new HandSource();
    sources.push(source);
    return source;
  };
  const seen = new SeenSource(open, {
    hidden: () => state.hidden,
    watch: (on) => {
      changed = on;
      return () => (watched = false);
    },
  });
  seen.addEventListener("game", ({ data }) => heard.push(data!));
  const turn = (hidden: boolean) => {
    state.hidden = hidden;
    changed();
  };
  return { seen, sources, heard, turn, watched: () => watched };
}

describe("a stream that is open while the page is seen", () => {
  it("closes when the page is hidden, and opens again with the same ears", () => {
    const { seen, sources, heard, turn } = set();
    sources[0]!.send("game", 1);
    turn(true);
    expect(sources[0]!.readyState).toBe(2);
    expect(seen.readyState).toBe(0);
    turn(false);
    turn(false);
    expect(sources.length).toBe(2);
    sources[1]!.send("game", 2);
    expect(heard).toEqual(["1", "2"]);
  });

  it("does not open in a tab that nobody has looked at yet", () => {
    const { sources, turn } = set(true);
    expect(sources.length).toBe(0);
    turn(false);
    expect(sources.length).toBe(1);
  });

  it("is closed for good", () => {
    const { seen, sources, watched } = set();
    seen.close();
    expect(sources[0]!.readyState).toBe(2);
    expect(watched()).toBe(false);
  });
});
