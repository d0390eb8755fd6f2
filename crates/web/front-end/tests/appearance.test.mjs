// Every screen in six windows, light and dark: no serious finding of axe, nothing wider than the window, a picture for people to look at.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { eventually, serious, testbed } from "./poda.mjs";

const pictures = process.env.SCREENS ?? "screens";
mkdirSync(pictures, { recursive: true });
const experiment = "s3-matrix";
const bed = testbed(async (server) => {
  // The lists show games that somebody has begun.
  const { id } = await server.create("connect4", ["human", "human"], "44");
  await server.api("POST", `games/${id}/moves`, { version: 0, move: "3" });
  await server.api("POST", `lab/${experiment}/run`, { quick: true });
  const find = async () => (await server.api("GET", "lab")).experiments.find(({ name }) => name === experiment);
  await eventually(find, ({ running, quick }) => !running && quick.played === quick.games);
});
const { server } = bed;

const game = (spec, seats, moves) => async () => `#/game/${(await server.create(spec, seats, moves)).id}`;
const at = (hash) => async () => hash;
const finished = game("connect4", ["human", "human"], "4455667");
const board = (page) => [page.locator("[data-version]")];

/** The address of each screen, and what is there once it has loaded. Games first: the lists show them. */
const screens = {
  "connect4-won": [finished, (page) => [page.getByTestId("result")]],
  connect4: [game("connect4", ["human", "level:2"], "44355362"), board],
  "connect4-large": [game("connect4:7x10", ["human", "level:2"], "556a"), board],
  three: [game("connect4:6x7,players=3", ["human", "level:2", "level:3"], "443555261"), board],
  dots: [game("dots:4x4", ["level:3", "human"], "h11v11h21v12h12h33v33v34"), board],
  "dots-large": [game("dots:7x7", ["human", "human"], "h11v11h21v12"), board],
  menu: [at("#/"), (page) => [page.getByRole("link", { name: /^Continue/ })]],
  new: [at("#/new"), (page) => [page.getByRole("radio", { name: /^Pip/ }), page.locator("button:enabled", { hasText: "Start the game" })]],
  analysis: [at("#connect4:4x5/3344"), (page) => [page.locator('[data-testid="analysis"][data-done="true"]')]],
  "analysis-dots": [at("#dots:3x3/h11v11h21"), (page) => [page.locator('[data-testid="analysis"][data-done="true"]')]],
  "analysis-three": [at("#connect4:6x7,players=3/443555261"), (page) => [page.locator('[data-testid="analysis"][data-done="true"]')]],
  review: [at("#/review/connect4:4x5/1212131"), (page) => [page.locator('[data-testid="review"][data-done="true"]')]],
  games: [at("#/games"), (page) => [page.getByRole("link", { name: "Go on" }).first(), page.getByRole("link", { name: "Look at it" }).first()]],
  lab: [at("#/lab"), (page) => [page.locator("li svg").first()]],
  experiment: [at(`#/lab/${experiment}`), (page) => [page.getByRole("table").first()]],
  paper: [at("#/lab/papers/s3"), (page) => [page.getByRole("table").first(), page.locator(".chart svg").first()]],
  settings: [at("#/settings"), (page) => [page.getByRole("radio", { name: "Dark" })]],
  nowhere: [at("#/nowhere"), () => []],
};

async function open(name, options = {}) {
  const [address, loaded] = screens[name];
  const page = await bed.browser.page(server, { hash: await address(), ...options });
  await page.getByRole("heading", { level: 1 }).waitFor({ state: "attached" });
  for (const part of loaded(page)) await part.waitFor();
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  return page;
}

const close = async (page) => {
  assert.deepEqual(page.faults, []);
  await page.context().close();
};

/** What runs over the edge of the window, but for what scrolls in a place of its own. */
function cutOff(page) {
  return page.evaluate(() => {
    const edge = document.documentElement.clientWidth;
    const inside = (element) => element.closest(".unseen, .skip, .scroll, .list, ol, pre, svg");
    return [...document.querySelectorAll("header *, main *")]
      .filter((element) => !inside(element.parentElement) && !element.matches(".unseen, .skip"))
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > edge + 0.5)
      .map((element) => element.outerHTML.slice(0, 90));
  });
}

/** Width and height, and whether axe looks, too: what it finds depends on the layout, not on every size. */
const windows = [
  [320, 740, false],
  [360, 740, true],
  [740, 360, false],
  [768, 1024, false],
  [1366, 650, true],
  [2560, 1440, false],
];

for (const name of Object.keys(screens))
  test(`${name}, in every window, light and dark`, async () => {
    const page = await open(name);
    for (const theme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme: theme });
      await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, theme);
      for (const [width, height, looks] of windows) {
        await page.setViewportSize({ width, height });
        assert.deepEqual(await cutOff(page), [], `${width}×${height}`);
        if (looks) assert.deepEqual(await serious(page), [], `${width}×${height}, ${theme}`);
        if (width > 320) await page.screenshot({ path: join(pictures, `${name}-${width}x${height}-${theme}.png`) });
      }
    }
    await close(page);
  });

test("from right to left the page turns round and the board does not", async () => {
  const page = await open("connect4", { query: "?dir=rtl" });
  const box = async (selector) => (await page.locator(selector).first().boundingBox()).x;
  assert.ok((await box("aside")) < (await box('[role="grid"]')), "the side panel is on the left");
  assert.ok((await box('[data-cell="0 0"]')) < (await box('[data-cell="0 6"]')), "column 1 stays on the left");
  await page.screenshot({ path: join(pictures, "connect4-right-to-left.png"), fullPage: true });
  await close(page);
});

for (const name of ["connect4", "dots-large", "new", "analysis", "review", "settings"])
  test(`${name}: targets are at least 24 px`, async () => {
    const page = await open(name, { width: 360 });
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("button, a[href], select, input, [role=gridcell], [data-move] polygon")]
        .filter((element) => element.checkVisibility() && !element.closest(".skip") && !element.matches(".skip, input[type=radio], input[type=checkbox]"))
        .map((element) => ({ box: element.getBoundingClientRect(), text: element.outerHTML.slice(0, 80) }))
        .filter(({ box }) => box.width < 24 || box.height < 24)
        .map(({ text }) => text),
    );
    assert.deepEqual(small, []);
    await close(page);
  });
