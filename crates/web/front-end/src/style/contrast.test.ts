// The promises of palette.css, computed: WCAG contrast of every pair that appears together.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("../../../../coach/palette.css", import.meta.url), "utf8");

function block(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`);
  const body = css.slice(css.indexOf("{", start) + 1, css.indexOf("}", start));
  return Object.fromEntries([...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1]!, match[2]!]));
}

function luminance(hex: string): number {
  const parts = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(one: string, two: string): number {
  const [light, dark] = [luminance(one), luminance(two)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

const light = block(":root");
const dark = { ...light, ...block(':root[data-theme="dark"]') };
const classic = { ...light, ...block(':root[data-pieces="classic"]') };

describe.each([
  ["light", light],
  ["dark", dark],
])("%s", (_, palette) => {
  it.each([
    ["ink", "paper", 7],
    ["ink", "card", 7],
    ["quiet", "paper", 4.5],
    ["quiet", "card", 4.5],
    ["quiet", "moss-soft", 4.5],
    ["ink", "moss-soft", 7],
    ["alarm", "paper", 4.5],
    ["alarm", "card", 4.5],
    ["on-moss", "moss", 4.5],
    ["moss", "paper", 4.5],
    ["ink", "heat-least", 4.5],
    ["ink", "heat-most", 4.5],
    ["ink", "heat-under", 4.5],
    ["control", "card", 3],
    ["control", "paper", 3],
    ["focus", "paper", 3],
    ["focus", "card", 3],
  ])("%s on %s is at least %d:1", (front, back, least) => {
    expect(contrast(palette[front]!, palette[back]!)).toBeGreaterThanOrEqual(least);
  });
});

describe.each([
  ["orchard", light],
  ["classic", classic],
])("%s pieces", (_, palette) => {
  it.each([0, 1, 2])("player %d stands out from holes, frame and slate, and the mark from the piece", (player) => {
    const fruit = palette[`fruit-${player}`]!;
    for (const ground of ["hole", "frame", "slate"]) expect(contrast(fruit, palette[ground]!)).toBeGreaterThanOrEqual(3);
    expect(contrast(fruit, palette[`fruit-${player}-deep`]!)).toBeGreaterThanOrEqual(4.5);
  });
});

it("free lines and numbers can be seen on the boards", () => {
  expect(contrast(light["pencil"]!, light["slate"]!)).toBeGreaterThanOrEqual(3);
  expect(contrast(light["chalk"]!, light["frame"]!)).toBeGreaterThanOrEqual(4.5);
});
