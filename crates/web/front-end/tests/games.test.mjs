// A whole game won, lost and drawn in each of the three games, every move made by a person's click on the real page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { dice, house, playOut, serious } from "./poda.mjs";

const rooms = house();
const { server } = rooms;

const best = async (game) => (await server.api("POST", `games/${game.id}/hint`, { version: game.version })).move;
const any = (seed) => {
  const pick = dice(seed);
  return (game) => pick(game.position.legal).move;
};

/** Chance has a say in some of these: they are tried a few times, and must come off once. */
async function until(tone, tries, spec, seats, chooser) {
  for (let seed = 1; seed <= tries; seed += 1) {
    const { id } = await server.create(spec, seats);
    const page = await rooms.browser.page(server, { hash: `#/game/${id}` });
    const game = await playOut(server, page, id, chooser(seed));
    const result = page.getByTestId("result");
    await result.waitFor();
    const seen = await result.getAttribute("data-tone");
    if (seen === tone) {
      const words = await result.getByRole("heading").innerText();
      assert.match(words, { won: /^You won/, lost: /^You lost/, draw: /draw/ }[tone]);
      const board = game.position.board;
      if (board.kind === "grid" && tone !== "draw") assert.ok(board.winning.length >= game.position.rules.run);
      const live = await page.getByTestId("live").innerText();
      assert.ok(live.includes(words.replace(/\s+/g, " ").trim()), `the live region says the result: ${live}`);
      assert.deepEqual(await serious(page), []);
      assert.deepEqual(page.faults, []);
      await page.context().close();
      return;
    }
    await page.context().close();
  }
  assert.fail(`no game of ${tries} was ${tone}`);
}

const good = () => best;
test("Connect 4: won", () => until("won", 3, "connect4", ["human", "random"], good));
test("Connect 4: lost", () => until("lost", 3, "connect4", ["human", "level:3"], any));
test("Connect 4: drawn", () => until("draw", 3, "connect4:4x4", ["human", "perfect"], good));
test("Three players: won", () => until("won", 8, "connect4:6x7,players=3", ["human", "random", "random"], good));
test("Three players: lost", () => until("lost", 5, "connect4:6x7,players=3", ["human", "level:3", "level:3"], any));
test("Three players: drawn", () => until("draw", 5, "connect4:4x4,players=3", ["human", "level:3", "level:3"], good));
test("Dots and Boxes: won", () => until("won", 4, "dots:3x3", ["human", "random"], good));
test("Dots and Boxes: lost", () => until("lost", 4, "dots:3x3", ["human", "level:3"], any));
test("Dots and Boxes: drawn", () => until("draw", 20, "dots:2x2", ["human", "random"], any));
