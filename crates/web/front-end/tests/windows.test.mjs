// Many windows of one browser. It has six connections to a server for all of them together.
import assert from "node:assert/strict";
import { test } from "node:test";
import { play, shows, testbed } from "./poda.mjs";

const bed = testbed();
const { server } = bed;

/** Windows of one browser, each on a game of its own. */
async function windows(count) {
  const games = [];
  for (let number = 0; number < count; number += 1) games.push(await server.create("connect4", ["human", "human"]));
  const first = await bed.browser.page(server, { hash: `#/game/${games[0].id}` });
  const pages = [first];
  for (const { id } of games.slice(1)) {
    const page = await first.context().newPage();
    await page.goto(`${server.address}/#/game/${id}`);
    pages.push(page);
  }
  for (const page of pages) await shows(page, 0);
  return games.map(({ id }, at) => ({ id, page: pages[at] }));
}

/** A move that somebody makes elsewhere, in each of these games. */
async function elsewhere(open, move) {
  for (const { id } of open) {
    const { version } = await server.game(id);
    await server.api("POST", `games/${id}/moves`, { version, move });
  }
}

test("nine windows of one browser on nine games are all live, also after the server was killed", async () => {
  const open = await windows(9);
  assert.ok(await open[0].page.evaluate(() => !document.hidden), "all of them are seen");
  await elsewhere(open, "4");
  for (const { page } of open) await shows(page, 1);
  // Each can be played in, and none waits for a connection.
  for (const { page } of open) await play(page, "4");
  await server.kill();
  await server.start(server.port);
  await elsewhere(open, "5");
  for (const { page } of open) await shows(page, 3);

  // A window that goes to another game leaves its old one; the others do not notice.
  await open[0].page.goto(`${server.address}/#/`);
  await open[1].page.close();
  await elsewhere(open.slice(2), "6");
  for (const { page } of open.slice(2)) await shows(page, 4);
  assert.deepEqual(open[0].page.faults, []);
  await open[0].page.context().close();
});
