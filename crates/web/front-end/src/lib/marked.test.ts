import { describe, expect, it } from "vitest";
import { pieces } from "./marked";

describe("the text of an experiment", () => {
  const told = (text: string, ...names: string[]) => pieces(text, names).map(({ text, as }) => (as === "plain" ? text : `<${as} ${text}>`)).join("");

  it("has code and stress", () => {
    expect(told("`a<b` is *not* the same; 3 * 4")).toBe("<code a<b> is <stress not> the same; 3 * 4");
    expect(told("")).toBe("");
  });

  it("leads to the experiments that it names, and to the longest name", () => {
    expect(told("as s3-ties does, not s3-ties-more; `s3-ties`", "s3-ti", "s3-ties")).toBe("as <name s3-ties> does, not s3-ties-more; <name s3-ties>");
    expect(told("The levels meet; `levels` has more.", "levels")).toBe("The levels meet; <name levels> has more.");
  });
});
