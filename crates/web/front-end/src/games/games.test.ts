// Every game keeps the contract, and the page knows no game but through it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { choiceOf, choices, games, gameOf } from ".";
import { rulesOf } from "../testing/games";

const root = new URL("..", import.meta.url).pathname;
const files = readdirSync(root, { recursive: true, encoding: "utf8" });
const read = (name: string) => readFileSync(join(root, name), "utf8");

describe.each(games)("$name", (game) => {
  it("has a folder of its own name, with its words", () => {
    expect(files).toContain(`games/${game.name}/index.ts`);
    expect(files).toContain(`games/${game.name}/en.ftl`);
    expect(gameOf({ game: game.name })).toBe(game);
  });

  it("has all its words", () => {
    const said = [game.title(), game.rules(), ...game.variants.flatMap(({ title, about }) => [title(), about()])];
    const keys = (game.keys ?? []).map(({ does }) => does());
    const sizes = game.variants.map(({ players }) => game.describe(rulesOf(game.name, { players })));
    // A text that is missing shows its name in braces.
    for (const text of [...said, ...keys, ...sizes]) expect(text).toMatch(/^[^{}]+$/);
    expect(new Set(sizes).size).toBe(sizes.length);
  });

  it("finds its variants by their rules", () => {
    for (const variant of game.variants) expect(choiceOf(rulesOf(game.name, { players: variant.players }))?.variant).toBe(variant);
  });
});

it("no two variants have the same name", () => {
  expect(new Set(choices.map(({ variant }) => variant.name)).size).toBe(choices.length);
});

it("nothing outside this folder speaks of a particular game", () => {
  const apart = (name: string) => !/^(games|testing)\/|\.test\.ts$|^api\.ts$|^lab\.ts$/.test(name) && /\.(ts|svelte|ftl)$/.test(name);
  const names = games.flatMap(({ name, title }) => [name, title()]);
  const mentions = files.filter(apart).flatMap((file) => {
    const text = read(file);
    return names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).map((name) => `${file}: ${name}`);
  });
  expect(mentions).toEqual([]);
});
