// Past games: found by a filter, deleted one by one or many at once; those that nobody began are not there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { button, eventually, serious, testbed } from "./poda.mjs";

const bed = testbed(async (server) => {
  await server.create("connect4", ["human", "human"]);
  const open = await server.create("dots:2x2", ["human", "human"]);
  await server.api("POST", `games/${open.id}/moves`, { version: 0, move: "h11" });
  for (const seats of [["human", "random"], ["random", "human"], ["human", "human"]]) await server.create("connect4", seats, "4455667");
  await server.create("tictactoe", ["human", "human"], "a1b1c1b2a2c2b3a3c3");
});
const { server } = bed;

async function open() {
  const page = await bed.browser.page(server, { hash: "#/games" });
  await page.getByRole("link", { name: "Look at it" }).first().waitFor();
  return page;
}

const cards = (page) => page.locator("li.card");
const shows = (page, count) => eventually(() => cards(page).count(), (shown) => shown === count);

test("games are found by game and result, and those that nobody began are not listed", async () => {
  const page = await open();
  await shows(page, 5);
  await page.getByLabel("Game", { exact: true }).selectOption({ label: "Dots and Boxes" });
  await shows(page, 1);
  await page.getByText("No game here fits.").waitFor();
  await page.getByLabel("Game", { exact: true }).selectOption({ label: "All games" });
  await page.getByLabel("Result").selectOption({ label: "You lost" });
  await shows(page, 1);
  assert.equal(await page.getByRole("heading", { name: "Still open" }).count(), 0);
  assert.deepEqual(await serious(page), []);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("many are deleted at once, by keyboard too", async () => {
  const page = await open();
  await shows(page, 5);
  await button(page, "Select").press("Enter");
  await page.getByRole("checkbox", { name: /^Select: Connect 4/ }).first().press("Space");
  await page.getByText("1 game selected").waitFor();
  await button(page, "Select all shown").click();
  await page.getByText("5 games selected").waitFor();
  await page.getByRole("checkbox", { name: /^Select: Dots/ }).uncheck();
  await button(page, "Delete").click();
  const dialog = page.getByRole("dialog", { name: "Delete 4 games?" });
  await dialog.waitFor();
  assert.deepEqual(await serious(page), []);
  await button(dialog, "Delete").click();
  await shows(page, 1);
  assert.match(await page.getByTestId("live").innerText(), /4 games are deleted/);
  const { games } = await server.api("GET", "games?begun=true");
  assert.equal(games.length, 1);
  await button(page, "Done").click();
  await page.getByRole("button", { name: /^Delete: Dots/ }).click();
  await button(page.getByRole("dialog", { name: "Delete this game?" }), "Delete").click();
  await shows(page, 0);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
