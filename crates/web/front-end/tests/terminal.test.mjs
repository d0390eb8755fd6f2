// One game in the page and in the terminal.
import assert from "node:assert/strict";
import { test } from "node:test";
import { play, shows, testbed } from "./poda.mjs";
import { missing, Terminal } from "./terminal.mjs";

const bed = testbed();
const { server } = bed;

test("a game that was started in the page is finished in the terminal and reviewed in the page", { skip: missing }, async () => {
  const made = await server.create("connect4", ["human", "human"]);
  const page = await bed.browser.page(server, { hash: `#/game/${made.id}` });
  await shows(page, 0);
  await play(page, "4");
  await play(page, "1");

  const terminal = new Terminal(server.data);
  await terminal.shows("Continue");
  terminal.press("j\r");
  await terminal.shows("Orange to move");
  // Both go on in turn: four in the fourth column.
  for (const [move, row] of [["4", 2], ["1", 2], ["4", 3], ["1", 3]]) {
    terminal.press(move);
    await terminal.shows(`column ${move}, row ${row}.`);
  }
  await shows(page, 6);
  terminal.press("4");
  await terminal.shows("Orange wins, 4 in a row.");
  terminal.press("q");
  assert.equal(await terminal.ended, 0);

  await page.getByTestId("result").waitFor();
  await page.getByTestId("result").getByRole("link", { name: "Learn from your mistakes" }).click();
  await page.waitForURL(/#\/review\//);
  await page.locator('[data-testid="review"][data-done="true"]').waitFor({ timeout: 60_000 });
  await page.getByTestId("figures").first().waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
