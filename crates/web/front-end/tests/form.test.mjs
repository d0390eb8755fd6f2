// The form for a new game: what it offers, what it asks the server, what it makes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { button, play, serious, shows, testbed } from "./poda.mjs";

const bed = testbed();
const { server } = bed;

async function open() {
  const page = await bed.browser.page(server, { hash: "#/new" });
  await page.locator("button:enabled", { hasText: "Start the game" }).waitFor();
  return page;
}

/** Opens what beginners need not see. */
const expert = (page) => page.getByText("Any board, any player in any seat").click();

/** Starts what the form says, and returns the game. */
async function start(page) {
  // By key: what the server says about the players may still move the button under the pointer.
  await page.locator("button:enabled", { hasText: "Start the game" }).press("Enter");
  await page.waitForURL(/#\/game\//);
  await shows(page, 0);
  return server.game(page.url().split("/").pop());
}

const close = async (page) => {
  assert.deepEqual(page.faults, []);
  await page.context().close();
};

test("every game of the server is offered and can be started", async () => {
  const page = await open();
  const variants = await page.locator('input[name="variant"]').evaluateAll((inputs) => inputs.map(({ value }) => value));
  const started = new Set();
  for (const variant of variants) {
    await page.locator(`input[name="variant"][value="${variant}"]`).check({ force: true });
    const { position, seats } = await start(page);
    assert.equal(seats.length, position.rules.players);
    started.add(position.rules.game);
    await page.goto(`${server.address}/#/new`);
    await page.locator(`input[name="variant"][value="${variant}"]:checked`).waitFor();
  }
  const { games } = await server.api("GET", "catalogue");
  assert.deepEqual([...started].sort(), games.map(({ name }) => name).sort());
  await close(page);
});

test("the first game ever is against the gentlest, two clicks from the menu; the same again is one, and the last choice is kept", async () => {
  const page = await bed.browser.page(server);
  const again = page.getByRole("button", { name: /^The same again/ });
  assert.equal(await again.count(), 0);
  const names = async () => {
    await page.waitForURL(/#\/game\//);
    await shows(page, 0);
    return (await server.game(page.url().split("/").pop())).seats.map(({ name }) => name);
  };
  await page.getByRole("link", { name: "New game" }).click();
  await button(page, "Start the game").click();
  assert.deepEqual(await names(), ["human", "character:pip"]);

  await page.goto(`${server.address}/#/new`);
  await page.getByRole("radio", { name: /^Hazel/ }).check({ force: true });
  await button(page, "You start").click();
  assert.deepEqual((await start(page)).seats.map(({ name }) => name), ["character:hazel", "human"]);

  await page.goto(`${server.address}/#/`);
  await again.click();
  assert.deepEqual(await names(), ["character:hazel", "human"]);
  await page.goto(`${server.address}/#/new`);
  await page.getByRole("radio", { name: /^Hazel/, checked: true }).waitFor();
  await button(page, "You are second").waitFor();
  await close(page);
});

test("the best is called perfect only where it is, and says why", async () => {
  const page = await open();
  const oak = page.getByRole("radio", { name: /^Oak/ });
  const why = page.getByTestId("promise");
  for (const [variant, name, reason] of [
    [/^Connect 4 Drop/, /Oak.*Perfect/, /Every move is exact/],
    [/^Connect 4 for three/, /Oak.*Strongest/, /no exact solver/],
    [/^Dots/, /Oak.*Strongest/, /31 moves or fewer are left/],
    [/^Tic-tac-toe/, /Oak.*Perfect/, /Every move is exact/],
  ]) {
    await page.getByRole("radio", { name: variant }).check({ force: true });
    await oak.check({ force: true });
    await page.getByRole("radio", { name }).waitFor();
    await why.getByText(reason).waitFor();
  }
  await close(page);
});

for (const [width, height] of [[360, 740], [740, 360], [1366, 650]])
  test(`Start is on the screen without scrolling at ${width}x${height}, and nobody is shut out`, async () => {
    const page = await bed.browser.page(server, { hash: "#/new", width, height });
    const start = button(page, "Start the game");
    await page.locator("button:enabled", { hasText: "Start the game" }).waitFor();
    const box = await start.boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= height && box.x + box.width <= width, JSON.stringify(box));
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    assert.deepEqual(await serious(page), []);
    await expert(page);
    assert.deepEqual(await serious(page), []);
    await close(page);
  });

test("players who agree not to analyse: the switch holds until the game is over, and the same again keeps to it", async () => {
  const page = await open();
  await page.getByRole("radio", { name: /^Somebody beside you/ }).check({ force: true });
  await expert(page);
  await page.getByLabel("May be analysed while it goes on").uncheck();
  const { id, analysis } = await start(page);
  assert.equal(analysis, false);
  const analyse = page.getByRole("link", { name: "Analyse", exact: true });
  await play(page, "4");
  assert.equal(await analyse.count(), 0);
  await page.goto(`${server.address}/#connect4/4?game=${id}`);
  await page.getByRole("alert").getByText("agreed not to analyse").waitFor();
  await page.getByRole("link", { name: "Back to the game" }).click();
  await button(page, "Resign").click();
  await button(page.getByRole("dialog", { name: "Resign this game?", exact: true }), "Resign").click();
  await analyse.click();
  await page.locator("[data-worth]").first().waitFor();

  await page.goto(`${server.address}/#/`);
  await page.getByRole("button", { name: /^The same again/ }).click();
  await page.waitForURL(/#\/game\//);
  await shows(page, 0);
  assert.equal((await server.game(page.url().split("/").pop())).analysis, false);
  await close(page);
});

test("a board of one's own", async () => {
  const page = await open();
  await expert(page);
  await page.getByRole("radio", { name: "Other" }).check();
  for (const [name, value] of [["Rows", "5"], ["Columns", "8"], ["In a row to win", "5"]]) await page.getByLabel(name).fill(value);
  assert.equal((await start(page)).position.rules.spec, "connect4:5x8,connect=5");
  await close(page);
});

test("a board that cannot be is explained and cannot be started", async () => {
  const page = await open();
  await expert(page);
  await page.getByRole("radio", { name: "Other" }).check();
  await page.getByLabel("Rows").fill("99");
  await page.getByRole("alert").waitFor();
  assert.equal(await button(page, "Start the game").isDisabled(), true);
  await close(page);
});

test("where nobody plays perfectly the strongest sits down, and the server is asked once a change", async () => {
  const page = await open();
  await expert(page);
  const computer = page.getByRole("group", { name: "Blue is second" });
  const asked = [];
  page.on("request", (request) => request.url().endsWith("/api/check") && asked.push(request.postData()));
  const times = (part) => asked.filter((question) => question.includes(part)).length;
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  /** All that the page has planned happens. */
  const later = () => page.clock.runFor(5_000);

  const sorry = page.getByText(/^perfect does not play/).first();

  await computer.getByRole("combobox").selectOption("perfect");
  await page.getByRole("radio", { name: /^Connect 4 for three/ }).check({ force: true });
  await Promise.all([sorry.waitFor(), later()]);
  await later();
  assert.equal(times("players=3"), 1);
  assert.equal(await computer.getByRole("option", { name: "Perfect" }).count(), 0);

  await page.getByRole("radio", { name: /^Connect 4 Drop/ }).check({ force: true });
  await Promise.all([sorry.waitFor({ state: "detached" }), later()]);
  await later();
  assert.equal(times("perfect"), 1);
  assert.equal(await computer.getByRole("combobox").inputValue(), "perfect");

  await page.getByRole("radio", { name: "Other" }).check();
  await page.getByLabel("In a row to win").fill("5");
  await Promise.all([sorry.waitFor(), later()]);
  assert.equal(await computer.getByRole("combobox").inputValue(), "oak");
  await page.clock.resume();
  assert.deepEqual((await start(page)).seats.map(({ name }) => name), ["human", "character:oak"]);
  await close(page);
});
