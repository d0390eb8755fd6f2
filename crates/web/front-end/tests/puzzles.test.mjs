// Puzzles: one solved, one failed with its reason and tried again, a hint, the solution on the board; the row is kept in the browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { button, click, serious, testbed } from "./poda.mjs";

const bed = testbed();
const { server } = bed;

const fine = async (page) => {
  assert.deepEqual(page.faults, []);
  await page.context().close();
};
/** Waits until a puzzle is at a moment: asked, wrong, right, told. */
const moment = (page, at) => page.locator(`[data-testid="puzzle-task"][data-at="${at}"]`).waitFor({ timeout: 60_000 });
const shown = (page, id) => page.locator(`[data-testid="puzzles"][data-puzzle="${id}"]`).waitFor();
const row = (page) => page.getByTestId("row").textContent();
const listed = async (query = "") => (await server.api("GET", `puzzles?${query}`)).puzzles;
const puzzle = (id) => server.api("GET", `puzzles/${id}`);
const wrongMove = ({ position, line }) => position.legal.map(({ move }) => move).find((move) => move !== line[0]);

test("one solved, one failed and tried again, by keys alone", async () => {
  const [first, second] = await listed("game=connect4");
  const page = await bed.browser.page(server);
  const link = page.getByRole("link", { name: "Puzzles" });
  await link.focus();
  await page.keyboard.press("Enter");
  await shown(page, first.id);
  await page.keyboard.press((await puzzle(first.id)).line[0]);
  await moment(page, "right");
  assert.equal(await row(page), "1");
  await page.keyboard.press("n");
  await shown(page, second.id);
  await moment(page, "asked");
  const asked = await puzzle(second.id);
  await page.keyboard.press(wrongMove(asked));
  await page.locator('[data-testid="puzzle-task"][data-at="wrong"][data-judged="true"]').waitFor({ timeout: 60_000 });
  assert.equal(await row(page), "0");
  // The reason names what the other side makes of it.
  assert.match(await page.getByTestId("puzzle-task").getByRole("status").textContent(), /answers with column \d\./);
  await page.waitForFunction(() => document.activeElement?.textContent?.trim() === "Try again");
  await page.keyboard.press("Enter");
  await moment(page, "asked");
  await page.keyboard.press(asked.line[0]);
  await moment(page, "right");
  assert.equal(await row(page), "0");
  // What was solved is still known after a reload, and not asked again.
  await page.goto(`${server.address}/#/`);
  await page.reload();
  await page.getByRole("link", { name: "Puzzles" }).click();
  await shown(page, (await listed("game=connect4"))[2].id);
  await fine(page);
});

test("a hint, then the solution as a line on the board", async () => {
  const [one] = await listed("game=dots&theme=double-dealing");
  const { line, position } = await puzzle(one.id);
  const page = await bed.browser.page(server, { hash: `#/puzzles/${one.id}` });
  await shown(page, one.id);
  await button(page, "Hint").click();
  await page.getByText("Do not take everything").waitFor();
  await button(page, "Show the answer").click();
  await moment(page, "told");
  const at = (steps) => page.locator(`[data-testid="line"][data-at="${steps}"]`).waitFor();
  const drawn = () => page.locator('[data-move][aria-label*="drawn"]').count();
  await at(1);
  assert.equal(await drawn(), position.moves.length + 1);
  for (let steps = 2; steps <= line.length; steps += 1) {
    await page.keyboard.press("]");
    await at(steps);
  }
  assert.equal(await drawn(), position.moves.length + line.length);
  await page.keyboard.press("[");
  await at(line.length - 1);
  assert.equal(await row(page), "0");
  await page.getByRole("link", { name: "Analyse this position" }).click();
  await page.locator(`[data-testid="analysis"][data-position="${position.link}"]`).waitFor();
  await fine(page);
});

test("by game, theme and difficulty", async () => {
  const page = await bed.browser.page(server, { hash: "#/puzzles" });
  await page.getByTestId("puzzle-task").waitFor();
  await page.getByLabel("Difficulty").selectOption("hard");
  await shown(page, (await listed("game=connect4&difficulty=hard"))[0].id);
  await page.getByLabel("Theme").selectOption("zugzwang");
  await shown(page, (await listed("game=connect4&difficulty=hard&theme=zugzwang"))[0].id);
  await page.getByLabel("Game").selectOption("dots");
  await shown(page, (await listed("game=dots&difficulty=hard"))[0].id);
  await page.goto(`${server.address}/#/puzzles/nobody`);
  await page.getByRole("alert").getByText("no such puzzle").waitFor();
  await fine(page);
});

test("axe finds nothing serious, in both lights, at every moment", async () => {
  const [one] = await listed("game=connect4&theme=double-threat");
  const { line } = await puzzle(one.id);
  for (const theme of ["light", "dark"]) {
    const page = await bed.browser.page(server, { hash: `#/puzzles/${one.id}`, theme });
    await moment(page, "asked");
    assert.deepEqual(await serious(page), []);
    await click(page, wrongMove(await puzzle(one.id)));
    await moment(page, "wrong");
    assert.deepEqual(await serious(page), []);
    await button(page, "Try again").click();
    await click(page, line[0]);
    await moment(page, "right");
    assert.deepEqual(await serious(page), []);
    await fine(page);
  }
});
