// A whole game won, lost and drawn in each game and for three, every move made by a person's click on the real page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { dice, playOut, serious, testbed } from "./poda.mjs";

const bed = testbed();
const { server } = bed;

/** The computer's own advice: exact on small boards. */
const advised = () => async (game) => (await server.api("POST", `games/${game.id}/hint`, { version: game.version })).move;
/** Any move. */
const careless = (seed) => {
  const pick = dice(seed);
  return (game) => pick(game.position.legal).move;
};
/** Where the person's own rows can still grow, the longest most of all: beats players who move at random 97 times in 100 among three, more between two. */
const builder = () => (game) => {
  const { board, legal, rules, to_move: me } = game.position;
  const worth = ({ row, column }) => {
    let total = 0;
    for (const [up, across] of [[0, 1], [1, 0], [1, 1], [1, -1]])
      for (let first = 1 - rules.run; first <= 0; first += 1) {
        const owners = Array.from({ length: rules.run }, (_, at) => board.cells[row + (first + at) * up]?.[column + (first + at) * across]);
        if (owners.every((owner) => owner === null || owner === me)) total += 10 ** owners.filter((owner) => owner === me).length;
      }
    return total;
  };
  return legal.reduce((best, move) => (worth(move.cell) > worth(best.cell) ? move : best)).move;
};

/** Chance has a say in some of these: they are tried again until one comes off, which most do at once. */
async function until(tone, spec, seats, chooser) {
  for (let seed = 1; seed <= 20; seed += 1) {
    const { id } = await server.create(spec, seats);
    const page = await bed.browser.page(server, { hash: `#/game/${id}` });
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
    }
    await page.context().close();
    if (seen === tone) return;
  }
  assert.fail(`no game was ${tone}`);
}

test("Connect 4: won", () => until("won", "connect4", ["human", "random"], builder));
test("Connect 4: lost", () => until("lost", "connect4", ["human", "level:3"], careless));
test("Connect 4: drawn", () => until("draw", "connect4:4x4", ["human", "perfect"], advised));
test("Three players: won", () => until("won", "connect4:6x7,players=3", ["human", "random", "random"], builder));
test("Three players: lost", () => until("lost", "connect4:6x7,players=3", ["human", "level:3", "level:3"], careless));
test("Three players: drawn", () => until("draw", "connect4:4x4,players=3", ["human", "random", "random"], careless));
test("Dots and Boxes: won", () => until("won", "dots:3x3", ["human", "random"], advised));
test("Dots and Boxes: lost", () => until("lost", "dots:3x3", ["human", "level:3"], careless));
test("Dots and Boxes: drawn", () => until("draw", "dots:1x4", ["human", "perfect"], advised));
test("Tic-tac-toe: won", () => until("won", "tictactoe:4x4", ["human", "random"], builder));
test("Tic-tac-toe: lost", () => until("lost", "tictactoe", ["human", "level:4"], careless));
test("Tic-tac-toe: drawn", () => until("draw", "tictactoe", ["human", "perfect"], advised));
