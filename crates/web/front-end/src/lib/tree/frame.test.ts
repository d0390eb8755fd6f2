import { describe, expect, it } from "vitest";
import { nodes, steps, tree } from "../../testing/tree";
import { frame, type Item, type Rung } from "./frame";
import { layout } from "./layout";
import { brief, compare, worth } from "./scores";
import { sentence } from "./words";

const known = new Map(nodes.map((node) => [node.at, node]));
const at = (step: number) => frame(steps[step]!, known);
const states = ({ items }: Rung) => items.map(({ move, state }) => `${move} ${state}`);

describe("what a search knows at a step", () => {
  it("is nothing at first", () => {
    const [root] = at(0);
    expect(states(root!)).toEqual(["1 ahead", "2 ahead"]);
    expect([root!.best, root!.known, brief(root!.alpha), brief(root!.beta)]).toEqual([null, false, "−∞", "∞"]);
  });

  it("narrows the window as values come back", () => {
    const [root, first] = at(3);
    expect(states(first!)).toEqual(["1 done", "2 done"]);
    expect(first!.best?.at).toBe(2);
    // MIN has a 3: from here on nothing above it matters.
    expect([brief(first!.alpha), brief(first!.beta)]).toEqual(["−∞", "3"]);
    expect(states(root!)).toEqual(["1 here", "2 ahead"]);
    expect(brief(at(5)[0]!.alpha)).toBe("3");
  });

  it("does not know of a cut-off before it happens", () => {
    expect(states(at(6)[1]!)).toEqual(["1 done", "2 ahead"]);
    expect(states(at(7)[1]!)).toEqual(["1 done", "2 cut"]);
    expect(at(7)[1]!.known).toBe(false);
    expect(at(8)[1]!.known).toBe(true);
  });

  it("is the same from wherever one comes", () => {
    const forwards = steps.map((_, step) => JSON.stringify(at(step)));
    const backwards = steps.map((_, step) => JSON.stringify(at(steps.length - 1 - step))).reverse();
    expect(backwards).toEqual(forwards);
  });
});

describe("the words of a step", () => {
  const naming = { tree, names: ["Orange", "Blue"] };
  const words = (step: number) => {
    const rungs = at(step);
    return sentence(steps[step]!, rungs.at(-1)!.node, rungs.at(-2)?.node ?? null, naming);
  };
  it("say what happened and why", () => {
    expect(words(7)).toBe("Blue holds it to 2 here, but Orange is sure of 3 elsewhere and will not come here. One move need not be looked at: column 2.");
    expect(words(8)).toContain("at most 2");
    expect(words(9)).toBe("Done: the best move is column 1, worth 3.");
    for (const step of steps.keys()) expect(words(step)).toMatch(/^[^{}]+$/);
  });
});

describe("scores", () => {
  it("are in one order: losses, points, wins", () => {
    const line = [{ is: "least" }, { is: "loss", ply: 5 }, { is: "loss", ply: 9 }, { is: "points", points: -3 }, { is: "points", points: 4 }, { is: "win", ply: 9 }, { is: "win", ply: 5 }, { is: "most" }] as const;
    line.slice(1).forEach((score, index) => expect(compare(score, line[index]!)).toBeGreaterThan(0));
  });
  it("never stand without their sign", () => {
    expect(worth(nodes[4]!)).toBe("≤ 2");
    expect(worth(nodes[1]!)).toBe("3");
    expect(worth({ ...nodes[1]!, scores: [{ is: "win", ply: 7 }, { is: "points", points: -2 }] })).toBe("W7 −2");
  });
});

describe("the drawing", () => {
  it("has a row for each node on the way, inside its width", () => {
    for (const width of [200, 320, 900]) {
      for (const step of steps.keys()) {
        const rows = layout(at(step), width);
        expect(rows.length).toBe(at(step).length);
        for (const { drawn } of rows) for (const { x } of drawn) expect(x > 0 && x < width).toBe(true);
      }
    }
  });
  it("folds what does not fit and counts it, but never the way", () => {
    const [root] = at(1);
    const crowd = Array.from({ length: 40 }, (_, index) => ({ ...root!.items[0]!, move: String(index), state: index === 33 ? "here" : "ahead" }) as Item);
    const [row] = layout([{ ...root!, items: crowd }], 360);
    const shown = row!.drawn.map(({ item }) => item.move);
    expect(shown).toContain("33");
    expect(shown.length + row!.folds.reduce((sum, { count }) => sum + count, 0)).toBe(40);
  });
});
