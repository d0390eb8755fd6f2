// What happens round the board: taking back, hints, sound, reloads, crashes, two windows, keys, files.
import assert from "node:assert/strict";
import { test } from "node:test";
import { button, click, eventually, play, playOut, Server, settled, shifts, shows, testbed } from "./poda.mjs";

const bed = testbed();
const { server } = bed;

async function open(spec = "connect4", seats = ["human", "level:1"], options = {}) {
  const { id } = await server.create(spec, seats, options.moves ?? "");
  const page = await bed.browser.page(server, { hash: `#/game/${id}`, ...options });
  await shows(page, 0);
  return { id, page };
}

/** Waits until so many cells are empty. */
const free = (page, cells) =>
  page.waitForFunction((wanted) => document.querySelectorAll('[role="gridcell"][aria-label$="empty"]').length === wanted, cells);

const fine = async (page) => {
  assert.deepEqual(page.faults, []);
  await page.context().close();
};

test("undo goes back to the person's turn, redo plays both moves again", async () => {
  const { id, page } = await open();
  await play(page, "4");
  const after = await settled(server, page, id);
  assert.equal(after.position.moves.length, 2);
  await button(page, "Take back").click();
  await free(page, 42);
  assert.equal((await server.game(id)).position.moves.length, 0);
  await page.keyboard.press("r");
  await free(page, 40);
  assert.deepEqual((await server.game(id)).position.moves, after.position.moves);
  await fine(page);
});

test("a hint names a move and a reason", async () => {
  const { page } = await open("connect4", ["human", "human"], { moves: "112233" });
  await page.keyboard.press("i");
  const hint = page.getByTestId("hint");
  await hint.waitFor();
  assert.match(await hint.innerText(), /column 4.*wins at once/);
  await fine(page);
});

test("the mute button is kept across a reload", async () => {
  const { page } = await open();
  const mute = (pressed) => page.getByRole("button", { name: "Mute all sounds", exact: true, pressed });
  await mute(false).click();
  await mute(true).waitFor();
  await page.reload();
  await mute(true).waitFor();
  await page.keyboard.press("m");
  await mute(false).waitFor();
  await fine(page);
});

test("a reload in mid-game shows the same game", async () => {
  const { id, page } = await open();
  await play(page, "4");
  const before = await settled(server, page, id);
  await page.reload();
  await shows(page, before.version);
  await free(page, 40);
  await fine(page);
});

test("after kill -9 of the server the page finds its game again and goes on", async (context) => {
  // Below the ports that the system hands out: nobody takes it while the server is down.
  const fragile = await new Server().start(20_000 + Math.floor(Math.random() * 10_000));
  context.after(() => fragile.end());
  const { id } = await fragile.create("connect4", ["human", "level:1"]);
  const page = await bed.browser.page(fragile, { hash: `#/game/${id}` });
  await shows(page, 0);
  await play(page, "4");
  const before = await settled(fragile, page, id);
  await fragile.kill();
  await page.getByText("connection to Poda is lost").waitFor();
  await fragile.start(fragile.port);
  assert.deepEqual((await fragile.game(id)).position.moves, before.position.moves);
  await page.getByText("connection to Poda is lost").waitFor({ state: "detached" });
  await play(page, "3");
  await page.context().close();
});

test("two windows see every move, and a stale move is refused kindly", async () => {
  const { id, page: one } = await open("connect4", ["human", "human"]);
  const two = await bed.browser.page(server, { hash: `#/game/${id}` });
  await shows(two, 0);
  await play(one, "4");
  await shows(two, 1);
  await play(two, "5");
  await shows(one, 2);
  // The second window's request is held back until the first has moved: it then speaks about a game that is gone.
  await two.route("**/moves", async (route) => {
    await server.api("POST", `games/${id}/moves`, { version: 2, move: "1" });
    await route.continue();
  });
  await click(two, "7");
  await two.getByTestId("problem").waitFor();
  assert.match(await two.getByTestId("problem").innerText(), /moved on/);
  await two.getByRole("gridcell", { name: "column 1, row 1, Orange" }).waitFor();
  await two.getByRole("gridcell", { name: "column 7, row 1, empty" }).waitFor();
  await fine(one);
  await fine(two);
});

test("a game by keyboard alone, from the menu to the result", async () => {
  const page = await bed.browser.page(server);
  const press = (...keys) => keys.reduce((last, key) => last.then(() => page.keyboard.press(key)), Promise.resolve());
  const tabTo = async (name) => {
    for (let step = 0; step < 40; step += 1) {
      await press("Tab");
      const here = await page.evaluate(() => {
        const { activeElement: element } = document;
        return element?.getAttribute("aria-label") ?? element?.closest("label")?.innerText ?? element?.textContent ?? "";
      });
      if (here.trim().startsWith(name)) return;
    }
    assert.fail(`Tab never reached ${name}`);
  };
  await tabTo("New game");
  await press("Enter");
  await page.getByRole("heading", { name: "New game" }).waitFor();
  await page.locator("button:enabled", { hasText: "Start the game" }).waitFor();
  await tabTo("Start the game");
  await press("Enter");
  await page.waitForURL(/#\/game\//);
  const id = page.url().split("/").pop();
  await shows(page, 0);
  await tabTo("column 4, row 1");
  await press("ArrowLeft", "ArrowRight", "Enter");
  await shows(page, 1);
  for (;;) {
    const game = await settled(server, page, id);
    if (game.ending) break;
    await press(game.position.legal[0].move);
    await shows(page, game.version + 1);
  }
  await page.getByTestId("result").waitFor();
  await press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await press("Escape");
  await page.getByRole("dialog", { name: "Keys" }).waitFor({ state: "hidden" });
  await fine(page);
});

test("Dots and Boxes by keyboard: from edge to edge, and the extra turn is explained", async () => {
  const { page } = await open("dots:2x2", ["human", "human"]);
  await page.locator('[data-move="h11"]').focus();
  const roads = [[], ["ArrowDown"], ["ArrowRight"], ["ArrowDown", "ArrowLeft"]];
  for (const [at, road] of roads.entries()) {
    for (const key of [...road, "Enter"]) await page.keyboard.press(key);
    await shows(page, at + 1);
  }
  assert.match(await page.getByTestId("turn").innerText(), /Blue closed a box and moves again/);
  await fine(page);
});

for (const [what, spec, moves, again, words] of [
  ["full column", "connect4:4x4", "1111", "1", /Column 1 is full/],
  ["taken edge", "dots:2x2", "h11", "h11", /drawn already/],
])
  test(`a ${what} is refused in words, and nothing is sent`, async () => {
    const { id, page } = await open(spec, ["human", "human"], { moves });
    let sent = 0;
    page.on("request", (request) => (sent += request.url().endsWith("/moves") ? 1 : 0));
    await click(page, again, { force: true });
    assert.match(await page.getByTestId("problem").innerText(), words);
    assert.equal(sent, 0);
    assert.equal((await server.game(id)).version, 0);
    await fine(page);
  });

test("the piece falls before the server answers", async () => {
  const { page } = await open("connect4", ["human", "human"], { still: false });
  const held = new Promise((resolve) => void page.route("**/moves", resolve));
  await page.evaluate(() => {
    addEventListener("click", () => (globalThis.clicked = performance.now()), { capture: true });
    new MutationObserver((changes) => {
      const piece = changes.some((change) => [...change.addedNodes].some((node) => node.querySelector?.(".piece") || node.matches?.(".piece")));
      if (piece && globalThis.clicked) globalThis.seen ??= performance.now();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.mouse.move(0, 0);
  await page.locator('[data-cell="0 3"]').dispatchEvent("click", { clientX: 0 });
  await page.waitForFunction(() => globalThis.seen);
  const delay = await page.evaluate(() => globalThis.seen - globalThis.clicked);
  console.log(`from the click to the falling piece: ${delay.toFixed(1)} ms`);
  assert.equal(await page.locator("[data-version]").getAttribute("data-version"), "0", "the server has not answered yet");
  await (await held).continue();
  await shows(page, 1);
  await fine(page);
});

test("nothing on the page jumps during a game", async () => {
  const { id, page } = await open("connect4", ["human", "level:1"], { still: false });
  const shifted = await shifts(page);
  for (const move of ["4", "3", "5"]) {
    const game = await settled(server, page, id);
    if (game.ending) break;
    await play(page, move);
  }
  const shift = await shifted();
  assert.ok(shift < 0.05, `layout shift of ${shift}`);
  await fine(page);
});

test("the game as a moving picture and as text", async () => {
  const { id, page } = await open("connect4", ["human", "human"], { moves: "112233" });
  await playOut(server, page, id, () => "4");
  const saved = page.waitForEvent("download");
  await button(page, "Share").click();
  await page.getByRole("link", { name: "Animated GIF" }).click();
  const stream = await (await saved).createReadStream();
  const parts = [];
  for await (const part of stream) parts.push(part);
  const bytes = Buffer.concat(parts);
  const frames = await page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: "image/gif" });
    await decoder.tracks.ready;
    await decoder.completed;
    const { image } = await decoder.decode({ frameIndex: decoder.tracks.selectedTrack.frameCount - 1 });
    return { count: decoder.tracks.selectedTrack.frameCount, width: image.displayWidth };
  }, bytes.toString("base64"));
  assert.ok(frames.count >= 8, `${frames.count} frames`);
  assert.ok(frames.width >= 200);
  const text = await (await fetch(`${server.address}/api/games/${id}/game.txt`)).text();
  assert.match(text, /1 1 2 2 3 3 4/);
  await fine(page);
});

test("a link reopens a position, and a bad one is explained", async () => {
  const page = await bed.browser.page(server, { hash: "#connect4/4453" });
  await page.locator('[role="gridcell"][aria-label^="column 4, row 2, Blue"]').waitFor();
  await page.getByRole("link", { name: "Play from here" }).click();
  await page.getByText("goes on from this position").waitFor();
  await button(page, "Start the game").click();
  await page.waitForURL(/#\/game\//);
  await shows(page, 0);
  assert.equal((await server.game(page.url().split("/").pop())).position.moves.length >= 4, true);
  await page.goto(`${server.address}/#connect4/48`);
  await page.getByRole("alert").waitFor();
  await fine(page);
});

test("rematch swaps the seats", async () => {
  const { id, page } = await open("connect4", ["human", "random"], { moves: "112233" });
  await click(page, "4");
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.waitForURL((url) => url.hash.startsWith("#/game/") && !url.hash.endsWith(id));
  const next = await server.game(page.url().split("/").pop());
  assert.deepEqual(
    next.seats.map(({ name }) => name),
    ["random", "human"],
  );
  await fine(page);
});

test("computers play on their own, pause, go step by step, and move when told", async () => {
  // Both think so long that nothing happens before they are told; they wait already when the page opens.
  const { id } = await server.create("connect4", ["strong:time=25s", "strong:time=25s"]);
  await server.api("POST", `games/${id}/pause`, { paused: true });
  const page = await bed.browser.page(server, { hash: `#/game/${id}` });
  const moveWhenTold = async (ply) => {
    await page.getByTestId("thinking").getByText("best so far").waitFor();
    await button(page, "Move now").click();
    const game = await eventually(() => server.game(id), ({ position }) => position.moves.length === ply);
    await shows(page, game.version);
    return game;
  };

  await button(page, "One move").click();
  const stepped = await moveWhenTold(1);
  assert.ok(stepped.paused && !stepped.thinking, "one move, and they wait again");

  await button(page, "Go on").click();
  await moveWhenTold(2);
  await moveWhenTold(3);
  // The next one thinks without being asked.
  await eventually(() => server.game(id), ({ thinking }) => thinking);
  await button(page, "Pause").click();
  await button(page, "Go on").waitFor();
  assert.equal((await server.game(id)).thinking, false);
  await fine(page);
});

test("the moves can be stepped through", async () => {
  const { page } = await open("connect4", ["human", "human"], { moves: "4453" });
  await page.keyboard.press("[");
  await page.getByText("earlier position").waitFor();
  assert.match(await page.locator('[data-cell="0 2"]').getAttribute("aria-label"), /empty/);
  await button(page, "Back to now").click();
  await page.locator('[role="gridcell"][aria-label="column 3, row 1, Blue"]').waitFor();
  await fine(page);
});

test("resigning asks first", async () => {
  const { id, page } = await open();
  await button(page, "Resign").click();
  await button(page.getByRole("dialog", { name: "Resign this game?", exact: true }), "Resign").click();
  await page.getByTestId("result").waitFor();
  assert.equal((await server.game(id)).ending.how, "resigned");
  await fine(page);
});
