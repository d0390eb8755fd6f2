// The game screen: how large the board is and where, what is in sight together, how a game ends, and what is said.
import assert from "node:assert/strict";
import { test } from "node:test";
import { button, click, eventually, play, serious, settled, shifts, shows, testbed } from "./poda.mjs";

const bed = testbed();
const { server } = bed;

async function open(spec, seats, { moves = "", ...options } = {}) {
  const { id } = await server.create(spec, seats, moves);
  const page = await bed.browser.page(server, { hash: `#/game/${id}`, ...options });
  await shows(page, 0);
  return { id, page };
}

const close = async (page) => {
  assert.deepEqual(page.faults, []);
  await page.context().close();
};

const people = ["human", "human"];
const picture = (page) => page.locator(".stage svg").first();

for (const [width, height] of [[1366, 650], [1440, 900], [2560, 1440]])
  for (const spec of ["connect4", "dots:4x4", "tictactoe"])
    test(`${spec} at ${width}×${height}: the board is as large as the window allows, in the middle, all on one screen`, async () => {
      const { page } = await open(spec, people, { width, height });
      const board = await picture(page).boundingBox();
      const header = await page.locator("header").boundingBox();
      const below = header.y + header.height;
      assert.ok(Math.abs(board.y - below) <= 1, `nothing between the header (${below}) and the board (${board.y})`);
      const middle = board.x + board.width / 2;
      assert.ok(Math.abs(middle - width / 2) <= 1, `in the middle: ${middle} of ${width}`);
      const room = (height - below) * 0.94;
      const sides = await page.locator("aside").evaluateAll((all) => all.map((aside) => aside.getBoundingClientRect().width));
      const narrow = sides.every((side) => side <= 15.1 * 17);
      assert.ok(board.height >= room || narrow, `${board.height} of ${room}, beside it ${sides}`);
      const scrolls = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight);
      assert.equal(scrolls, false, "nothing to scroll");
      await close(page);
    });

for (const [width, height] of [[360, 740], [740, 360]])
  for (const [spec, seats, moves] of [["connect4", people, "112233"], ["connect4:6x7,players=3", ["human", "human", "human"], "443555261"], ["dots:5x5", people, "h11"], ["connect4:9x7", people, "4"]])
    test(`${spec} on a phone, ${width}×${height}: board, turn and hint are in sight together`, async () => {
      const { page } = await open(spec, seats, { moves, width, height });
      await button(page, "Hint").click();
      const hint = page.getByTestId("hint");
      await hint.waitFor();
      await page.evaluate(() => scrollTo(0, 0));
      for (const part of [picture(page), page.getByTestId("turn"), hint, button(page, "Hint")]) {
        const box = await part.boundingBox();
        assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, JSON.stringify(box));
      }
      await close(page);
    });

for (const [width, height] of [[360, 740], [740, 360], [1366, 650]])
  test(`nothing jumps at ${width}×${height} when a hint and answers come`, async () => {
    const { id, page } = await open("connect4", ["human", "level:1"], { moves: "44", width, height });
    const shifted = await shifts(page);
    // Asked of the page without a key or a click: whatever jumps counts.
    await page.evaluate(() => [...document.querySelectorAll("button")].find((button) => button.textContent.trim() === "Hint").click());
    await page.getByTestId("hint").waitFor();
    for (const move of ["3", "5"]) {
      if ((await settled(server, page, id)).ending) break;
      await page.locator(`[data-move="${move}"]`).last().dispatchEvent("click", { clientX: (await page.locator(`[data-move="${move}"]`).last().boundingBox()).x + 5 });
    }
    await settled(server, page, id);
    assert.ok((await shifted()) < 0.01, `layout shift of ${await shifted()}`);
    await close(page);
  });

test("the header stays where it is on every screen", async () => {
  const { id, page } = await open("connect4", people);
  const places = [];
  for (const hash of ["#/", "#/new", "#/games", "#/settings", `#/game/${id}`]) {
    await page.goto(`${server.address}/${hash}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    places.push(JSON.stringify([await page.locator("header").boundingBox(), await page.getByRole("button", { name: "Keys and help" }).boundingBox()]));
  }
  assert.equal(new Set(places).size, 1, places.join("\n"));
  await close(page);
});

test("the mark of the last move comes when its piece has landed, and the row that won is struck through once", async () => {
  // Whatever moves stops at its first frame, until it is let go.
  const prepare = (page) =>
    page.addInitScript(() => {
      const animate = Element.prototype.animate;
      globalThis.held = [];
      Element.prototype.animate = function (...how) {
        const animation = animate.apply(this, how);
        animation.pause();
        globalThis.held.push(animation);
        return animation;
      };
    });
  const { page } = await open("connect4", people, { moves: "445566", still: false, prepare });
  const last = page.locator("svg .last");
  /** One animation may start the next; those of what began to move later wait. */
  const letGo = (few = Infinity) =>
    page.evaluate(async (few) => {
      // What was called off meanwhile moves nothing any more.
      const targets = globalThis.held.flatMap(({ effect }) => (effect ? [effect.target] : []));
      const moving = [...new Set(targets)].slice(0, few);
      const theirs = ({ effect }) => effect && moving.includes(effect.target);
      while (globalThis.held.some(theirs)) {
        const now = globalThis.held.filter(theirs);
        globalThis.held = globalThis.held.filter((animation) => !now.includes(animation));
        now.forEach((animation) => animation.finish());
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
      }
    }, few);
  assert.equal(await last.count(), 1, "the last move of a game that is opened is marked at once");
  await page.keyboard.press("1");
  await shows(page, 1);
  assert.equal(await last.count(), 0, "still falling");
  await letGo();
  await last.waitFor();
  await page.keyboard.press("1");
  await shows(page, 2);
  await letGo();
  await last.waitFor();
  // An answer that comes before the piece lies still waits for its own landing.
  await page.keyboard.press("2");
  await shows(page, 3);
  await page.keyboard.press("2");
  await shows(page, 4);
  await letGo(1);
  assert.equal(await last.count(), 0, "the first has landed, the second still falls");
  await letGo();
  await last.waitFor();
  await page.keyboard.press("7");
  await page.getByTestId("result").waitFor();
  assert.equal(await page.locator("svg .strike").count(), 0, "still falling");
  await letGo();
  await page.locator("svg .strike").first().waitFor({ state: "attached" });
  assert.equal(await page.locator("svg .strike:not(.under)").count(), 1);
  assert.equal(await last.count(), 0);
  await close(page);
});

test("the result: learn, rematch, new; sharing behind one button; a move can be taken back", async () => {
  const { page } = await open("connect4", people, { moves: "445566" });
  await play(page, "7");
  const result = page.getByTestId("result");
  await result.getByRole("link", { name: "Learn from your mistakes" }).waitFor();
  await result.getByRole("button", { name: "Rematch" }).waitFor();
  await result.getByRole("link", { name: "New game" }).waitFor();
  assert.equal(await page.getByRole("link", { name: "Animated GIF" }).isVisible(), false);
  await button(page, "Share").click();
  const dialog = page.getByRole("dialog", { name: "Share or keep this game" });
  assert.match(await dialog.getByLabel("Link to this position").inputValue(), /#connect4\/4455667$/);
  assert.deepEqual(await serious(page), []);
  await page.keyboard.press("Escape");
  await button(page, "Take back").click();
  await page.getByTestId("turn").waitFor();
  await close(page);
});

for (const [width, height] of [
  [360, 740],
  [740, 360],
])
  test(`all that can be done with a result is in sight on a phone, ${width}×${height}`, async () => {
    const { page } = await open("connect4", people, { moves: "4455667", width, height });
    for (const name of ["Learn from your mistakes", "Rematch", "New game", "Share", "Analyse", "Take back"]) {
      const act = page.getByTestId("result").getByText(name, { exact: true });
      const { y, height: tall } = await act.boundingBox();
      assert.ok(y >= 0 && y + tall <= height, `${name} ends at ${y + tall}`);
    }
    await close(page);
  });

test("the help opens at its beginning, also where it is longer than the window", async () => {
  const { page } = await open("connect4", people, { width: 360, height: 740 });
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keys", exact: true });
  assert.ok((await dialog.getByRole("heading", { name: "Keys" }).boundingBox()).y >= 0);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Licences of everything in it");
  await close(page);
});

test("whoever uses the pointer sees no cursor where it is not; whoever uses keys does", async () => {
  const { page } = await open("connect4", people);
  await play(page, "3");
  await page.mouse.move(2, 400);
  assert.equal(await page.locator("svg .aim").count(), 0);
  await page.keyboard.press("ArrowRight");
  await page.locator("svg .aim").waitFor({ state: "attached" });
  await close(page);
});

for (const [name, act] of [
  ["Resign this game?", (page) => button(page, "Resign").click()],
  ["Start again from the beginning?", (page) => button(page, "Restart").click()],
  ["Keys", (page) => page.keyboard.press("?")],
])
  test(`axe finds nothing serious while "${name}" is asked, light and dark`, async () => {
    const { page } = await open("connect4", people, { moves: "44" });
    await act(page);
    await page.getByRole("dialog", { name, exact: true }).waitFor();
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
      assert.deepEqual(await serious(page), []);
    }
    await close(page);
  });

test("moves are listed in rounds, a column for each player; a turn that goes on stays together", async () => {
  const { page } = await open("dots:2x2", people, { moves: "h11h21v11v12h12" });
  const cells = await page.getByRole("table", { name: /^Moves so far/ }).getByRole("row").evaluateAll((rows) =>
    rows.map((row) => [...row.children].map((cell) => [...cell.querySelectorAll("button")].map((move) => move.textContent).join("; ") || cell.innerText.trim())),
  );
  assert.deepEqual(cells, [
    ["Start", "Orange", "Blue"],
    ["1", "row 1, 1–2", "row 2, 1–2"],
    ["2", "col 1, 1–2", "col 2, 1–2; row 1, 2–3"],
  ]);
  await close(page);
});

test("labels, list, hint and announcement of Dots and Boxes name a line alike", async () => {
  const { page } = await open("dots:2x2", people, { moves: "h31v11" });
  const labels = await picture(page).locator("text").allTextContents();
  assert.deepEqual(labels.sort(), ["1", "1", "2", "2", "3", "3"]);
  await page.locator('[data-move="h32"][aria-label^="line across, row 3, columns 2 to 3"]').waitFor();
  await play(page, "h32");
  assert.match(await page.getByTestId("live").innerText(), /Orange, line across, row 3, columns 2 to 3\./);
  await page.getByRole("table").getByRole("button", { name: "row 3, 2–3" }).waitFor();
  await button(page, "Hint").click();
  assert.match(await page.getByTestId("hint").innerText(), /line (across, row \d, columns|down, column \d, rows) \d to \d/);
  await close(page);
});

test("a hint is said to those who do not see it", async () => {
  const { page } = await open("connect4", people, { moves: "112233" });
  await page.keyboard.press("i");
  await page.getByTestId("hint").waitFor();
  assert.match(await page.getByTestId("live").innerText(), /Hint: column 4\. It wins at once/);
  await close(page);
});

test("the tab tells the game and whose turn it is", async () => {
  const { page } = await open("connect4", ["human", "random"], { moves: "112233" });
  const title = (part) => page.waitForFunction((part) => document.title.includes(part), part);
  await title("Your turn. Connect 4, 6 × 7");
  await play(page, "4");
  await title("You won, 4 in a row. Connect 4");
  await page.goto(`${server.address}/#/settings`);
  await page.waitForFunction(() => document.title === "Poda");
  await close(page);
});

test("the number view explains its numbers", async () => {
  const { page } = await open("connect4", people, { moves: "4" });
  await button(page, "Number view").click();
  await page.getByText("0 is Orange and 1 is Blue; -1 is empty").waitFor();
  await close(page);
});

test("two quick clicks play once and nothing is wrong", async () => {
  const { id, page } = await open("connect4", ["human", "level:1"]);
  const held = [];
  await page.route("**/moves", (route) => held.push(route));
  await click(page, "4");
  await click(page, "4");
  assert.equal(await page.getByTestId("problem").count(), 0);
  await eventually(() => held.length, (sent) => sent > 0);
  assert.equal(held.length, 1);
  await held[0].continue();
  await page.unroute("**/moves");
  await settled(server, page, id);
  assert.equal(await page.getByTestId("problem").count(), 0);
  await page.locator('[data-move="3"]').first().dblclick();
  await settled(server, page, id);
  assert.equal(await page.getByTestId("problem").count(), 0);
  await close(page);
});

test("that Poda does not answer is said until it does", async () => {
  const { page } = await open("connect4", people);
  await page.route("**/moves", (route) => route.abort());
  await click(page, "4");
  await page.getByTestId("problem").getByText("Poda does not answer").waitFor();
  await page.unroute("**/moves");
  await play(page, "4");
  await page.getByTestId("problem").waitFor({ state: "detached" });
  await close(page);
});

test("that this is an earlier position is said until one has returned", async () => {
  const { page } = await open("connect4", people, { moves: "4453" });
  await page.keyboard.press("[");
  await page.getByRole("heading", { name: "You are looking at an earlier position." }).waitFor();
  await page.keyboard.press("4");
  await page.getByTestId("problem").waitFor();
  await button(page, "Back to now").click();
  await page.getByTestId("turn").waitFor();
  assert.equal(await page.getByTestId("problem").count(), 0);
  assert.equal(await page.locator("main").getByText("earlier position").count(), 0);
  await close(page);
});
