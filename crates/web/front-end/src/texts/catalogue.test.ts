// Every text that the page asks for exists, and every text that exists is asked for: the page's own and those of each game.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FluentBundle, FluentResource } from "@fluent/bundle";
import { describe, expect, it } from "vitest";
import { games } from "../games";

const root = new URL("..", import.meta.url).pathname;
const files = readdirSync(root, { recursive: true, encoding: "utf8" });
const sources = files
  .filter((name) => /\.(svelte|ts)$/.test(name) && !name.endsWith(".test.ts"))
  .map((name) => readFileSync(join(root, name), "utf8"))
  .join("\n");
const catalogues = files.filter((name) => name.endsWith("en.ftl")).map((name) => readFileSync(join(root, name), "utf8"));
const bundle = new FluentBundle("en");
// A text that two files have is an error here.
const errors = catalogues.flatMap((catalogue) => bundle.addResource(new FluentResource(catalogue)));
const names = catalogues.flatMap((catalogue) => [...catalogue.matchAll(/^([a-z][\w-]*) =/gm)].map((match) => match[1]!));

describe("the catalogue", () => {
  it("can be read, the page's file, that of the lessons and one for each game", () => {
    expect(errors).toEqual([]);
    expect(catalogues.length).toBe(2 + games.length);
  });

  it("has every text that is asked for by its whole name", () => {
    const asked = [...sources.matchAll(/\bt\(\s*["']([\w-]+)["']/g)].map((match) => match[1]!);
    expect(asked.length).toBeGreaterThan(60);
    expect(asked.filter((name) => !bundle.hasMessage(name))).toEqual([]);
  });

  it("has no text that nobody asks for", () => {
    // Names that are put together: everything before the first hole of a template.
    const starts = [...sources.matchAll(/`([a-z]+-[\w-]*)\$\{/g)].map((match) => match[1]!);
    const wanted = (name: string) =>
      sources.includes(`"${name}"`) || sources.includes(`'${name}'`) || starts.some((start) => name.startsWith(start)) || /^(theme|motion|pieces)-/.test(name);
    expect(names.filter((name) => !wanted(name))).toEqual([]);
  });
});
