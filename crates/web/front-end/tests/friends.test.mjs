// Two people in two browsers, and a third who may only watch.
import assert from "node:assert/strict";
import { test } from "node:test";
import { button, eventually, play, serious, shows, testbed } from "./poda.mjs";

const bed = testbed();
const { server } = bed;

const close = async (...pages) => {
  for (const page of pages) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
};

/** Asks as this page would, and says with what status it was answered. */
const asks = (page, method, path, body) =>
  page.evaluate(
    async ([method, path, body]) => (await fetch(`/api/${path}`, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).status,
    [method, path, body],
  );

/** A game that this browser makes, with itself in both seats. */
async function open(size = {}) {
  const page = await bed.browser.page(server, size);
  const id = await page.evaluate(async () => {
    const made = await fetch("/api/games", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game: "connect4", seats: ["human", "human"] }) });
    return (await made.json()).id;
  });
  await page.goto(`${server.address}/#/game/${id}`);
  await shows(page, 0);
  return { id, page };
}

test("a friend is invited, comes by the link and plays; a third one watches, and the server refuses all else", async () => {
  const { id, page: anna } = await open();
  const hash = `#/game/${id}`;
  await button(anna, "Invite a friend").click();
  const dialog = anna.getByRole("dialog", { name: "Play with a friend" });
  assert.ok((await dialog.getByLabel("Link to this game").inputValue()).endsWith(hash));
  await dialog.getByText("--host 0.0.0.0").waitFor();
  assert.deepEqual(await serious(anna), []);

  const ben = await bed.browser.page(server, { hash });
  await ben.getByText("nobody yet").waitFor({ state: "detached" });
  await dialog.waitFor({ state: "hidden" });
  assert.match(await anna.getByTestId("live").innerText(), /Somebody plays Blue now/);
  const cleo = await bed.browser.page(server, { hash });
  await cleo.getByTestId("watching").waitFor();

  await play(anna, "4");
  const { version } = await server.game(id);
  for (const page of [ben, cleo]) await shows(page, version);
  await ben.getByTestId("turn").getByText("Your turn.").waitFor();
  await anna.getByTestId("turn").getByText("Blue to move (a person elsewhere).").waitFor();
  await play(ben, "4");
  const now = await server.game(id);
  for (const page of [anna, cleo]) await shows(page, now.version);

  for (const name of ["Take back", "Resign", "Restart", "Hint"]) assert.equal(await button(cleo, name).count(), 0, name);
  const seen = { version: now.version };
  assert.equal(await asks(cleo, "POST", `games/${id}/moves`, { ...seen, move: "1" }), 403);
  for (const what of ["undo", "resign", "hint"]) assert.equal(await asks(cleo, "POST", `games/${id}/${what}`, seen), 403, what);
  assert.equal(await asks(cleo, "DELETE", `games/${id}`), 403);
  // Ben sits there, but it is Anna's turn.
  assert.equal(await asks(ben, "POST", `games/${id}/moves`, { ...seen, move: "1" }), 403);
  assert.equal((await server.game(id)).version, now.version);
  for (const page of [anna, ben, cleo]) assert.deepEqual(await serious(page), []);
  await close(anna, ben, cleo);
});

test("whoever gave a seat away and changed their mind takes it back, on a phone too", async () => {
  const { id, page } = await open({ width: 360, height: 740 });
  await button(page, "Invite a friend").click();
  await eventually(() => server.game(id), ({ holds }) => holds.includes("free"));
  const dialog = page.getByRole("dialog", { name: "Play with a friend" });
  await button(dialog, "Play Blue here after all").click();
  await dialog.waitFor({ state: "hidden" });
  await play(page, "4");
  await page.getByTestId("turn").getByText("Blue").waitFor();
  await play(page, "3");
  assert.equal((await server.game(id)).position.moves.length, 2);
  await close(page);
});

test("a lost connection ends nothing: the friend comes back to the same seat", async () => {
  const { id, page: anna } = await open();
  await button(anna, "Invite a friend").click();
  const ben = await bed.browser.page(server, { hash: `#/game/${id}` });
  await anna.getByText("a person elsewhere", { exact: true }).waitFor();
  await play(anna, "4");
  await ben.context().setOffline(true);
  await ben.reload().catch(() => {});
  await ben.context().setOffline(false);
  await ben.goto(`${server.address}/#/game/${id}`);
  await ben.getByTestId("turn").getByText("Your turn.").waitFor();
  await play(ben, "3");
  await close(anna, ben);
});

test("a rematch leads both into one game, seats swapped", async () => {
  const { id, page: anna } = await open();
  await button(anna, "Invite a friend").click();
  const ben = await bed.browser.page(server, { hash: `#/game/${id}` });
  await anna.getByText("a person elsewhere", { exact: true }).waitFor();
  await button(ben, "Resign").click();
  await button(ben.getByRole("dialog", { name: "Resign this game?", exact: true }), "Resign").click();
  await anna.getByTestId("result").getByRole("heading", { name: "Blue resigned." }).waitFor();
  await button(anna, "Rematch").click();
  await anna.waitForURL((url) => !url.hash.endsWith(id));
  await ben.getByRole("link", { name: "Go to the rematch" }).click();
  await eventually(async () => [anna.url(), ben.url()], ([one, two]) => one === two);
  await ben.getByTestId("turn").getByText("Your turn.").waitFor();
  await close(anna, ben);
});
