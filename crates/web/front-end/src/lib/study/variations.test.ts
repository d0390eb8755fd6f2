import { describe, expect, it } from "vitest";
import type { MoveView } from "../../api";
import { after, end, fork, grow, lines, outline, promote, prune, type Tree } from "./variations";

const line = (text: string): MoveView[] => [...text].map((move, at) => ({ move, player: at % 2, cell: null, closed: 0 }));
const tree = (...texts: string[]): Tree => texts.reduce<Tree>((tree, text) => grow(tree, line(text)), []);
const told = (tree: Tree) => lines(tree).map((path) => path.join(""));

describe("a tree of variations", () => {
  it("keeps what is there and puts new lines last", () => {
    expect(told(tree("4453", "4451", "45", "44"))).toEqual(["4453", "4451", "45"]);
    expect(tree("44")).toEqual(tree("44", "4", ""));
  });

  it("is made again from its lines, in the same order", () => {
    const whole = promote(tree("4453", "4451", "45", "3"), ["4", "4", "5", "1"]);
    const again = lines(whole).reduce<Tree>((grown, path) => grow(grown, line(path.join(""))), []);
    expect(again).toEqual(whole);
  });

  it("loses a move with all that follows it, and nothing else", () => {
    const whole = tree("4453", "4451", "45");
    expect(told(prune(whole, ["4", "4"]))).toEqual(["45"]);
    expect(told(prune(whole, ["4", "4", "5", "3"]))).toEqual(["4451", "45"]);
    expect(prune(whole, [])).toBe(whole);
    expect(told(prune(whole, ["7"]))).toEqual(told(whole));
  });

  it("promotes a line where it last left a better one, step by step", () => {
    const whole = tree("4453", "45", "451", "4521");
    const to = ["4", "5", "2", "1"];
    expect(fork(whole, to)).toBe(3);
    const once = promote(whole, to);
    expect(told(once)).toEqual(["4453", "4521", "451"]);
    const twice = promote(once, to);
    expect(told(twice)).toEqual(["4521", "451", "4453"]);
    expect(fork(twice, to)).toBeNull();
    expect(promote(twice, to)).toBe(twice);
  });

  it("leads along the first choices to the end", () => {
    const whole = tree("4453", "4451", "45");
    expect(end(whole, ["4"]).join("")).toBe("4453");
    expect(end(whole, ["4", "5"]).join("")).toBe("45");
    expect(after(whole, ["4", "4", "5"])?.map(({ move }) => move.move)).toEqual(["3", "1"]);
    expect(after(whole, ["7"])).toBeUndefined();
  });

  it("is read along its main line, with other lines where they begin", () => {
    const parts = outline(tree("4453", "4451", "4452", "45"));
    const steps = (at: number) => parts[at]!.steps.map(({ path }) => path.join(""));
    expect([steps(0), steps(1)]).toEqual([["4", "44"], ["445", "4453"]]);
    expect(parts[0]!.instead.map(([part]) => part!.steps.map(({ path }) => path.join("")))).toEqual([["45"]]);
    expect(parts[1]!.instead.map(([part]) => part!.steps[0]!.path.join(""))).toEqual(["4451", "4452"]);
    expect(outline([])).toEqual([]);
  });
});
