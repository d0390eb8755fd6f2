// Every screen at three widths, light and dark: no serious finding of axe, nothing wider than the window, a picture for people to look at.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { house, serious } from "./poda.mjs";

const pictures = process.env.SCREENS ?? "screens";
mkdirSync(pictures, { recursive: true });
let screens;
const rooms = house(async (server) => {
  await server.api("POST", "lab/s3-matrix/run", { quick: true });
  const game = async (spec, seats, moves) => `#/game/${(await server.create(spec, seats, moves)).id}`;
  screens = {
    menu: "#/",
    new: "#/new",
    "connect4-won": await game("connect4", ["human", "human"], "4455667"),
    connect4: await game("connect4", ["human", "level:2"], "44355362"),
    "connect4-large": await game("connect4:7x10", ["human", "level:2"], "556a"),
    three: await game("connect4:6x7,players=3", ["human", "level:2", "level:3"], "443555261"),
    dots: await game("dots:4x4", ["human", "level:3"], "h11v11h21v12h12h33v33v34"),
    "dots-large": await game("dots:7x7", ["human", "human"], "h11v11h21v12"),
    position: "#connect4/4453",
    games: "#/games",
    lab: "#/lab",
    experiment: "#/lab/s3-matrix",
    settings: "#/settings",
    nowhere: "#/nowhere",
  };
});
const { server } = rooms;

/** What runs over the edge of the window, but for what scrolls in a place of its own. */
function cutOff(page) {
  return page.evaluate(() => {
    const edge = document.documentElement.clientWidth;
    const inside = (element) => element.closest(".unseen, .skip, .scroll, ol, pre, svg");
    return [...document.querySelectorAll("header *, main *")]
      .filter((element) => !inside(element.parentElement) && !element.matches(".unseen, .skip"))
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > edge + 0.5)
      .map((element) => element.outerHTML.slice(0, 90));
  });
}

for (const theme of ["light", "dark"])
  for (const width of [360, 768, 1440])
    test(`${width} px, ${theme}`, async () => {
      for (const [name, hash] of Object.entries(screens)) {
        const page = await rooms.browser.page(server, { hash, width, height: width < 500 ? 740 : 900, theme });
        await page.getByRole("heading", { level: 1 }).waitFor({ state: "attached" });
        await page.waitForLoadState("networkidle", { timeout: 1500 }).catch(() => {});
        assert.deepEqual(await serious(page), [], `${name} at ${width}`);
        assert.deepEqual(await cutOff(page), [], `${name} at ${width}`);
        await page.screenshot({ path: join(pictures, `${name}-${width}-${theme}.png`), fullPage: true });
        assert.deepEqual(page.faults, []);
        await page.context().close();
      }
    });

test("320 px wide, everything still fits", async () => {
  for (const [name, hash] of Object.entries(screens)) {
    const page = await rooms.browser.page(server, { hash, width: 320, height: 640 });
    await page.getByRole("heading", { level: 1 }).waitFor({ state: "attached" });
    assert.deepEqual(await cutOff(page), [], `${name} at 320`);
    await page.context().close();
  }
});

test("from right to left the page turns round and the board does not", async () => {
  const page = await rooms.browser.page(server, { hash: screens.connect4, query: "?dir=rtl", width: 1024 });
  await page.locator('[role="grid"]').waitFor();
  const box = async (selector) => (await page.locator(selector).first().boundingBox()).x;
  assert.ok((await box("aside")) < (await box('[role="grid"]')), "the side panel is on the left");
  assert.ok((await box('[data-cell="0 0"]')) < (await box('[data-cell="0 6"]')), "column 1 stays on the left");
  await page.screenshot({ path: join(pictures, "connect4-right-to-left.png"), fullPage: true });
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("targets are at least 24 px", async () => {
  for (const hash of [screens.connect4, screens["dots-large"], "#/new", "#/settings"]) {
    const page = await rooms.browser.page(server, { hash, width: 360 });
    await page.getByRole("heading", { level: 1 }).waitFor({ state: "attached" });
    await page.waitForTimeout(200);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("button, a[href], select, input, [role=gridcell], [data-edge] polygon")]
        .filter((element) => element.checkVisibility() && !element.closest(".skip") && !element.matches(".skip, input[type=radio], input[type=checkbox]"))
        .map((element) => ({ box: element.getBoundingClientRect(), text: element.outerHTML.slice(0, 80) }))
        .filter(({ box }) => box.width < 24 || box.height < 24)
        .map(({ text }) => text),
    );
    assert.deepEqual(small, []);
    await page.context().close();
  }
});
