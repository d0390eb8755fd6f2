import { describe, expect, it } from "vitest";
import { HandClock } from "../../testing/clock";
import { part, steps } from "../../testing/tree";
import { Refused, type Searched, type Seek } from "../client";
import { agentOf, settingsOf, usual } from "./agent";
import { Tour } from "./tour.svelte";

/** A server that knows one tree and tells three steps at a time. */
function set(agents = ["one"]) {
  const clock = new HandClock();
  const asked: { agent: string; step: number; seek: Seek }[] = [];
  const addresses: [string[], number][] = [];
  const tour = new Tour("connect4", "", agents, {
    clock,
    address: (agents, step) => void addresses.push([agents, step]),
    tree: ({ agent }: Searched, step: number, seek: Seek) => {
      asked.push({ agent, step, seek });
      if (agent === "large") return Promise.reject(new Refused(422, "too large"));
      const found = seek === "cut" ? 7 : step;
      return Promise.resolve(part(found, Math.max(0, found - 1), found + 2));
    },
    treeNode: () => Promise.reject(new Error("not asked for")),
    treeBranch: () => Promise.reject(new Error("not asked for")),
  });
  return { tour, clock, asked, addresses };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("a walk", () => {
  it("goes forwards and backwards to the same picture", async () => {
    const { tour } = set();
    await tour.open(0);
    const [walker] = tour.walkers;
    const seen = [];
    for (let step = 0; step < steps.length; step += 1) {
      await tour.go(step);
      seen.push(JSON.stringify(walker!.rungs));
    }
    for (let step = steps.length - 1; step >= 0; step -= 1) {
      await tour.go(step);
      expect(JSON.stringify(walker!.rungs)).toBe(seen[step]);
    }
  });

  it("finds the next cut-off, and tells the address where it stands", async () => {
    const { tour, addresses } = set();
    await tour.open(0);
    await tour.seek("cut");
    expect([tour.at, addresses.at(-1)]).toEqual([7, [["one"], 7]]);
  });

  it("plays until the end, at its speed, and no further", async () => {
    const { tour, clock } = set();
    await tour.open(7);
    tour.speed = 10;
    tour.play();
    clock.turn(99);
    await settled();
    expect(tour.at).toBe(7);
    clock.turn(1);
    await settled();
    expect(tour.at).toBe(8);
    clock.turn(100);
    await settled();
    expect([tour.at, tour.playing, clock.waiting]).toEqual([9, false, 0]);
  });

  it("says why there is none", async () => {
    const { tour } = set(["large"]);
    await tour.open(0);
    expect(tour.walkers[0]!.problem).toBe("too large");
    await tour.change(0, "one");
    expect([tour.walkers[0]!.problem, tour.end]).toEqual(["", 9]);
  });

  it("walks two searches in step", async () => {
    const { tour } = set(["one", "other"]);
    await tour.open(4);
    await tour.go(5);
    expect(tour.walkers.map(({ at }) => at)).toEqual([5, 5]);
    tour.alone();
    expect(tour.agents).toEqual(["one"]);
  });
});

describe("settings", () => {
  it("are written as the server reads them, and read back", () => {
    expect(agentOf(usual)).toBe("alphabeta:depth=4,ties=first");
    const all = { ...usual, depth: 6, evaluation: "s2", order: "natural", prune: false, window: "full" } as const;
    expect(agentOf(all)).toBe("alphabeta:depth=6,eval=s2,prune=off,order=natural,window=full,ties=first");
    expect(settingsOf(agentOf(all))).toEqual(all);
    expect(agentOf({ ...all, algorithm: "minimax" })).toBe("minimax:depth=6,eval=s2,ties=first");
    expect(settingsOf("nonsense")).toEqual(usual);
  });
});
