// Analysis and review: what is shown belongs to the position on the board, variations stay, and a lost game is learned from by keys alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { button, click, eventually, serious, shows, testbed } from "./poda.mjs";

const bed = testbed();
const { server } = bed;

const fine = async (page) => {
  assert.deepEqual(page.faults, []);
  await page.context().close();
};

/** Waits until the analysis of exactly this position is there. */
const analysed = (page, link) =>
  page.locator(`[data-testid="analysis"][data-position="${link}"][data-done="true"]`).waitFor();
const reviewed = (page) => page.locator('[data-testid="review"][data-done="true"]').waitFor();
/** Waits until the lesson is at a moment: asked, right, wrong … */
const moment = (page, at) => page.locator(`[data-testid="task"][data-at="${at}"]`).waitFor();
const tags = (page) => page.locator("[data-worth]").evaluateAll((tags) => tags.map((tag) => tag.getAttribute("data-worth")));
const analysis = (game, moves) => server.api("GET", `analysis?${new URLSearchParams({ game, moves })}`);

/** What the board shows of a verdict. */
function short(verdict) {
  const signed = (value) => (value > 0 ? `+${value}` : String(value));
  return { wins: `W${verdict.moves}`, loses: `L${verdict.moves}`, draw: "=", boxes: signed(verdict.margin), opinion: signed(verdict.percent) }[verdict.is];
}

test("analyse while playing, try a variation, go back to the game", async () => {
  const { id } = await server.create("connect4:4x5", ["human", "human"], "3344");
  const page = await bed.browser.page(server, { hash: `#/game/${id}` });
  await shows(page, 0);
  await page.getByRole("link", { name: "Analyse", exact: true }).click();
  await analysed(page, "connect4:4x5/3344");
  await click(page, "1");
  await analysed(page, "connect4:4x5/33441");
  await button(page, "One move back").click();
  await analysed(page, "connect4:4x5/3344");
  await click(page, "2");
  await analysed(page, "connect4:4x5/33442");
  assert.equal(await page.locator("[data-path]").count(), 1 + 4 + 2, "the start, the game, and two variations");
  // What was tried is not played.
  assert.equal((await server.game(id)).position.moves.length, 4);
  await page.getByRole("link", { name: "Back to the game" }).click();
  await shows(page, 0);
  assert.equal(await page.locator('[role="gridcell"][aria-label$="empty"]').count(), 16);
  // And it is still there when one comes back.
  await page.getByRole("link", { name: "Analyse", exact: true }).click();
  await page.locator('[data-path="3 3 4 4 2"]').waitFor();
  await fine(page);
});

test("a game whose players agreed not to analyse it is not analysed before it is over", async () => {
  const { id } = await server.api("POST", "games", { game: "connect4:4x5", seats: ["human", "human"], moves: "121213", analysis: false });
  const page = await bed.browser.page(server, { hash: `#/game/${id}` });
  await shows(page, 0);
  assert.equal(await page.getByRole("link", { name: "Analyse", exact: true }).count(), 0);
  await page.goto(`${server.address}/#connect4:4x5/121213?game=${id}`);
  await page.getByRole("alert").getByText("agreed not to analyse").waitFor();
  assert.deepEqual(await tags(page), []);
  await page.getByRole("link", { name: "Back to the game" }).click();
  await shows(page, 0);
  await click(page, "1");
  await page.getByTestId("result").waitFor();
  await page.getByRole("link", { name: "Analyse", exact: true }).click();
  await page.locator('[data-testid="analysis"][data-position="connect4:4x5/1212131"]').waitFor();
  await fine(page);
});

test("a variation is promoted, deleted, and opened as a link in another browser", async () => {
  const page = await bed.browser.page(server, { hash: "#tictactoe/b2" });
  await analysed(page, "tictactoe/b2");
  await click(page, "a1");
  await analysed(page, "tictactoe/b2a1");
  await page.keyboard.press("[");
  await analysed(page, "tictactoe/b2");
  await click(page, "a2");
  await analysed(page, "tictactoe/b2a2");
  const places = () => page.locator("[data-path]").evaluateAll((all) => all.map((place) => place.getAttribute("data-path")));
  assert.deepEqual(await places(), ["start", "b2", "b2 a1", "b2 a2"]);
  const other = await bed.browser.page(server, { hash: new URL(page.url()).hash });
  await analysed(other, "tictactoe/b2a2");
  assert.deepEqual(await tags(other), await tags(page));
  await button(page, "Promote").click();
  assert.deepEqual(await eventually(places, (now) => now[2] === "b2 a2"), ["start", "b2", "b2 a2", "b2 a1"]);
  assert.equal(await button(page, "Promote").isDisabled(), true, "it is the main line now");
  await button(page, "Delete").click();
  await analysed(page, "tictactoe/b2");
  await page.locator('[data-path="b2 a2"]').waitFor({ state: "detached" });
  await page.locator('[data-path="b2 a1"]').waitFor();
  await fine(other);
  await fine(page);
});

for (const [spec, moves] of [
  ["connect4:4x5", "3344"],
  ["dots:2x2", "h11v11"],
  ["tictactoe:3x3", "b2a1"],
])
  test(`${spec}: every move has its worth on the board and in the list, as the server says it`, async () => {
    const page = await bed.browser.page(server, { hash: `#${spec}/${moves}` });
    await page.locator('[data-testid="analysis"][data-done="true"]').waitFor();
    const told = await analysis(spec, moves);
    assert.deepEqual((await tags(page)).sort(), told.moves.map(({ verdict }) => short(verdict)).sort());
    assert.equal(await page.locator("[data-worth-of]").count(), told.moves.length);
    assert.deepEqual((await page.locator(".tag.best").count()) > 0, told.best.length > 0);
    // In words on demand, by pointer and by keys.
    const [first] = told.best;
    await page.locator(`[data-worth-of="${first}"]`).focus();
    await page.getByTestId("bar").getByText("Exact.").waitFor();
    await fine(page);
  });

for (const [spec, moves, held, tapped] of [
  ["connect4:4x5", "3344", "2", "5"],
  ["dots:2x2", "h11v11", "v12", "h32"],
])
  test(`${spec}: a finger that stays on a move reads what it is worth and plays nothing; a tap plays`, async () => {
    const page = await bed.browser.page(server, { hash: `#${spec}/${moves}`, width: 360, height: 740, touch: true });
    await analysed(page, `${spec}/${moves}`);
    const { verdict } = (await analysis(spec, moves)).moves.find((worth) => worth.move === held);
    const finger = await page.context().newCDPSession(page);
    const touch = (type, touchPoints) => finger.send("Input.dispatchTouchEvent", { type, touchPoints });
    const down = async (move) => {
      const box = await page.locator(`[data-move="${move}"]`).last().boundingBox();
      await touch("touchStart", [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]);
    };
    // How long it stays is for the test to say, not for the machine.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await down(held);
    await page.clock.runFor(1_000);
    await page.getByTestId("bar").locator("strong").waitFor();
    await touch("touchEnd", []);
    const number = verdict.moves ?? Math.abs(verdict.margin ?? 0);
    assert.match(await page.getByTestId("bar").innerText(), new RegExp(verdict.is === "draw" || number === 0 ? "draw|even" : String(number), "i"));
    assert.ok(page.url().endsWith(moves), "nothing was played");
    await down(tapped);
    await touch("touchEnd", []);
    await page.clock.resume();
    await analysed(page, `${spec}/${moves}${tapped}`);
    await fine(page);
  });

for (const position of ["connect4/4444443", "dots:4x4/h33v22v31h31v11v43h51h24h54v23v15v45"])
  test(`${position} at 1366×650: what the moves are worth and the best line are in sight together, and nothing scrolls`, async () => {
    const page = await bed.browser.page(server, { hash: `#${position}`, width: 1366, height: 650 });
    await page.locator('[data-testid="analysis"][data-done="true"]').waitFor();
    const { y, height } = await page.getByTestId("line").boundingBox();
    assert.ok(y + height <= 650, `the best line ends at ${y + height}`);
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(whole <= 650, `the page is ${whole} high`);
    await fine(page);
  });

test("what is known of one position is never shown at another, however late it comes", async () => {
  const page = await bed.browser.page(server, { hash: "#tictactoe/b2" });
  await analysed(page, "tictactoe/b2");
  const before = await tags(page);
  assert.equal(before.length, 8);
  // The next position's answer is held back: nothing may stand there meanwhile.
  const held = new Promise((resolve) => void page.route("**/api/analysis*", resolve));
  await click(page, "a1");
  await page.locator('[data-testid="analysis"][data-position="tictactoe/b2a1"]').waitFor();
  assert.deepEqual(await tags(page), []);
  const route = await held;
  assert.match(route.request().url(), /moves=b2a1/);
  await route.continue();
  await analysed(page, "tictactoe/b2a1");
  assert.equal((await tags(page)).length, 7);
  await fine(page);
});

test("the best line plays on the board, and becomes a variation only when it is kept", async () => {
  const page = await bed.browser.page(server, { hash: "#connect4:4x5/3344" });
  await analysed(page, "connect4:4x5/3344");
  const { line } = await analysis("connect4:4x5", "3344");
  await button(page, "One move on in the line").click();
  await page.locator('[data-testid="line"][data-at="1"]').waitFor();
  await button(page, "One move on in the line").click();
  await page.locator('[data-testid="line"][data-at="2"]').waitFor();
  assert.equal(await page.locator('[role="gridcell"][aria-label*="empty"]').count(), 20 - 6);
  assert.equal(await page.locator("[data-path]").count(), 5);
  await button(page, "Keep as variation").click();
  await analysed(page, `connect4:4x5/3344${line.slice(0, 2).join("")}`);
  assert.equal(await page.locator("[data-path]").count(), 7);
  await fine(page);
});

test("nothing jumps when values come in", async () => {
  const page = await bed.browser.page(server, { hash: "#connect4:4x5/3344" });
  await page.evaluate(() => {
    globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value;
    }).observe({ type: "layout-shift" });
  });
  await page.getByRole("grid").waitFor();
  for (const moves of ["334", "33", "3"]) {
    await page.keyboard.press("[");
    await analysed(page, `connect4:4x5/${moves}`);
  }
  const shift = await page.evaluate(() => globalThis.shift);
  assert.ok(shift < 0.02, `layout shift of ${shift}`);
  // Nor when something is pointed at: a button would move away under the pointer.
  const place = async () => (await page.getByRole("heading", { name: "Variations" }).boundingBox()).y;
  const before = await place();
  for (const row of await page.locator("[data-worth-of]").all()) {
    await row.hover();
    assert.equal(await place(), before);
  }
  await fine(page);
});

test("a position from pasted text, and a text that is none", async () => {
  const page = await bed.browser.page(server, { hash: "#connect4/4" });
  await page.getByRole("grid").waitFor();
  await button(page, "Paste a position").click();
  const dialog = page.getByRole("dialog", { name: "A position from text" });
  await dialog.waitFor();
  assert.deepEqual(await serious(page), []);
  await dialog.getByRole("textbox").fill("[3, 3, 2]");
  await button(dialog, "Analyse it").click();
  await page.locator('[data-testid="analysis"][data-position="connect4/443"]').waitFor();
  await button(page, "Paste a position").click();
  await dialog.getByRole("textbox").fill("no position at all");
  await button(dialog, "Analyse it").click();
  await dialog.getByRole("alert").getByText(/\w/).waitFor();
  await page.keyboard.press("Escape");
  await fine(page);
});

test("leaving the screen ends the stream", async () => {
  const about = (request) => request.url().includes("/api/analysis");
  let asked, left;
  // Both before the page is there: it may ask at once.
  const prepare = async (page) => {
    asked = page.waitForRequest(about);
    left = page.waitForEvent("requestfailed", about);
  };
  const page = await bed.browser.page(server, { hash: "#dots:5x5/h11", prepare });
  await asked;
  await page.goto(`${server.address}/#/settings`);
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  await left;
  await fine(page);
});

// Orange should not begin at the side, which loses; Blue, who then wins, does not block three in a column.
const lost = ["connect4:4x5", "1212131"];

test("a lost game is reviewed to the end by keyboard alone", async () => {
  const [spec, moves] = lost;
  const { id } = await server.create(spec, ["human", "human"], moves.slice(0, -1));
  const page = await bed.browser.page(server, { hash: `#/game/${id}` });
  await shows(page, 0);
  await page.keyboard.press(moves.at(-1));
  await page.getByTestId("result").waitFor();
  const tabTo = async (name) => {
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press("Tab");
      if (await page.evaluate((name) => document.activeElement?.textContent?.trim().startsWith(name), name)) return;
    }
    assert.fail(`Tab never reached ${name}`);
  };
  // The button that Enter presses comes with what was said.
  const focused = () => page.waitForFunction(() => document.activeElement?.matches('[data-testid="task"] button'));
  await tabTo("Learn from your mistakes");
  await page.keyboard.press("Enter");
  await page.waitForURL(/#\/review\//);
  await reviewed(page);
  const review = await server.api("GET", `review?${new URLSearchParams({ game: spec, moves })}`);
  const faults = review.moves.filter(({ grade }) => grade === "mistake" || grade === "blunder");
  assert.ok(faults.length >= 2, "the game has something to learn from");
  for (const fault of faults) {
    await page.keyboard.press("n");
    await moment(page, "asked");
    assert.equal(await page.getByTestId("review").getAttribute("data-ply"), String(fault.ply - 1));
    // First the move of the game, which is wrong, then one that is right.
    await page.keyboard.press(fault.move);
    await moment(page, "wrong");
    await focused();
    await page.keyboard.press("Enter");
    await moment(page, "asked");
    await page.keyboard.press(fault.best[0]);
    await moment(page, "right");
    await focused();
  }
  await page.keyboard.press("Enter");
  await moment(page, "ended");
  const figures = page.locator('[data-testid="figures"][data-done="true"]');
  for (const { accuracy } of review.players) await figures.getByText(`${Math.round(accuracy)} %`).first().waitFor();
  await fine(page);
});

test("trying again accepts every move that is as good, and says so", async () => {
  const [spec, moves] = lost;
  const review = await server.api("GET", `review?${new URLSearchParams({ game: spec, moves })}`);
  const fault = review.moves.find(({ grade }) => grade === "mistake" || grade === "blunder");
  assert.deepEqual(fault.best, ["2", "3", "4"], "several moves are right");
  const page = await bed.browser.page(server, { hash: `#/review/${spec}/${moves}` });
  await reviewed(page);
  for (const move of fault.best) {
    // The first of them comes first.
    await page.keyboard.press("n");
    await moment(page, "asked");
    assert.equal(await page.getByTestId("review").getAttribute("data-ply"), String(fault.ply - 1));
    await page.keyboard.press(move);
    await moment(page, "right");
    await page.reload();
    await reviewed(page);
  }
  await fine(page);
});

test("the list of moves shows where a review stands, at its start the first round", async () => {
  const moves = "34444333467614666361131117777722222255";
  const page = await bed.browser.page(server, { hash: `#/review/connect4/${moves}`, width: 1366, height: 650 });
  await reviewed(page);
  const list = page.getByRole("table", { name: /^Moves so far/ }).locator("..");
  const top = () => list.evaluate((list) => list.scrollTop);
  await eventually(top, (top) => top > 0);
  await page.keyboard.press("{");
  await page.locator('[data-testid="review"][data-ply="0"]').waitFor();
  await eventually(top, (top) => top === 0);
  await fine(page);
});

for (const [name, hash, ready] of [
  ["analysis", "#connect4:4x5/3344", (page) => analysed(page, "connect4:4x5/3344")],
  ["analysis of a game for three", "#connect4:4x5,players=3/334", (page) => page.locator('[data-testid="analysis"]').waitFor()],
  ["review", `#/review/${lost.join("/")}`, reviewed],
])
  test(`${name}: axe finds nothing serious, in both lights`, async () => {
    for (const theme of ["light", "dark"]) {
      const page = await bed.browser.page(server, { hash, theme });
      await ready(page);
      assert.deepEqual(await serious(page), []);
      await fine(page);
    }
  });
