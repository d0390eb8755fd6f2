// The ten lessons, each from its first step to its last: a wrong answer first, which gets a reason; then the right one, by pointer or by keys alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { button, serious, testbed } from "./poda.mjs";

const bed = testbed();
const { server } = bed;
const { lessons } = await (async () => {
  // The tests are named before the server is up: what lessons there are is in their files.
  const { readdirSync, readFileSync } = await import("node:fs");
  const folder = new URL("../../../coach/lessons/", import.meta.url);
  const read = (file) => /^name = "(.+)"/.exec(readFileSync(new URL(file, folder), "utf8"))[1];
  return { lessons: readdirSync(folder).sort().map(read) };
})();

/** A wrong answer to a task, if the first try of each kind is one. */
function wrong({ task, position, tree }, right) {
  const other = (all) => all.find((answer) => !right.includes(answer));
  switch (task.do) {
    case "move":
      return other(position.legal.map(({ move }) => move));
    case "choose":
      return other(task.choices.map((_, at) => String(at)));
    case "node":
      return other(tree.map(({ at }) => String(at)));
    case "cut":
      return "";
    case "order":
      return right[0].split(" ").reverse().join(" ");
    case "count":
      return String(Number(right[0]) + 1);
  }
}

/** Presses a button that has the focus. */
async function press(page, locator, keys) {
  if (!keys) return locator.click();
  await locator.focus();
  await page.keyboard.press("Enter");
}

async function give(page, { task }, answer, keys) {
  switch (task.do) {
    case "move": {
      const place = page.locator(`[data-move="${answer}"]`).first();
      if (!keys) return place.click();
      await place.focus();
      return page.keyboard.press("Enter");
    }
    case "choose":
      return press(page, page.locator(`[data-choice="${answer}"]`), keys);
    case "node":
      return press(page, page.locator(`[data-node="${answer}"]`), keys);
    case "cut": {
      for (const node of answer.split(" ").filter(Boolean)) await press(page, page.locator(`[data-node="${node}"]`), keys);
      return press(page, button(page, "Check"), keys);
    }
    case "order": {
      const moves = answer.split(" ");
      const shown = () => page.locator("[data-order]").evaluateAll((items) => items.map((item) => item.getAttribute("data-order")));
      for (const [at, move] of moves.entries()) {
        for (let from = (await shown()).indexOf(move); from > at; from -= 1) {
          await press(page, page.locator(`[data-order="${move}"] button`).first(), keys);
        }
      }
      return press(page, button(page, "Search in this order"), keys);
    }
    case "count":
      await page.getByLabel("Your count").fill(answer);
      return page.keyboard.press("Enter");
  }
}

test("there are ten", async () => {
  assert.equal(lessons.length, 10);
  const told = await server.api("GET", "lessons");
  assert.deepEqual(told.lessons.map(({ name }) => name), lessons);
});

for (const [index, lesson] of lessons.entries()) {
  // Every other one by keys alone; some on a phone, some in the dark.
  const keys = index % 2 === 1;
  const look = index % 3 === 0 ? { width: 360, height: 740 } : { width: 1366, height: 650, theme: "dark" };
  test(`the lesson ${lesson} can be done from beginning to end${keys ? ", by keys alone" : ""}`, async () => {
    const page = await bed.browser.page(server, { hash: `#/learn/${lesson}`, ...look });
    const first = await server.api("GET", `lesson?lesson=${lesson}&step=0`);
    for (const [step, name] of first.lesson.steps.entries()) {
      const view = await server.api("GET", `lesson?lesson=${lesson}&step=${step}`);
      const { answers } = await server.api("GET", `lesson/solution?lesson=${lesson}&step=${step}`);
      await page.locator(`[data-step-name="${name}"]`).waitFor();
      const task = await page.getByTestId("task").innerText();
      assert.doesNotMatch(task, /[{}]/, `${lesson} ${name}: a word is missing`);
      if (step === 0) {
        await give(page, view, wrong(view, answers), keys);
        await page.getByRole("heading", { name: "Not quite" }).waitFor();
        assert.ok((await page.getByTestId("why").first().innerText()).length > 10, "there is a reason");
        assert.deepEqual(await serious(page), []);
      }
      await give(page, view, answers[0], keys);
      await page.locator('[data-testid="answer"][data-right="true"]').waitFor();
      const said = await page.getByTestId("answer").innerText();
      assert.doesNotMatch(said, /[{}]|undefined|null/, `${lesson} ${name}: ${said}`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${lesson} ${name}: nothing is wider than the page`);
      if (step === 1) assert.deepEqual(await serious(page), []);
      await press(page, page.locator("a[data-told]"), keys);
    }
    // The list knows, and so it does after a reload.
    await page.getByTestId("learn").waitFor();
    await page.reload();
    const row = page.locator(`a[href^="#/learn/${lesson}/"]`);
    const steps = first.lesson.steps.length;
    await row.getByText(`${steps} of ${steps}`).waitFor();
    assert.deepEqual(await serious(page), []);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

test("who is told the answer still has to give it, and a step leads to its tree and its analysis", async () => {
  const page = await bed.browser.page(server, { hash: "#/learn/pruning/3" });
  const tell = button(page, "Tell me");
  await button(page, "Check").click();
  await tell.click();
  await page.locator('[aria-pressed="true"]').first().waitFor();
  assert.equal(await page.locator('[data-testid="answer"]').getAttribute("data-right"), "false");
  await button(page, "Check").click();
  await page.locator('[data-testid="answer"][data-right="true"]').waitFor();
  await page.getByRole("link", { name: "See the search" }).click();
  await page.getByTestId("said").waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "What the moves are worth" }).click();
  await page.getByTestId("analysis").waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a game leads to the search of its position, and what does not exist is told in a sentence", async () => {
  const { id } = await server.create("connect4", ["human", "human"], "4453");
  const page = await bed.browser.page(server, { hash: `#/game/${id}` });
  await page.getByRole("link", { name: "See the search" }).click();
  await page.getByTestId("said").waitFor();
  assert.match(page.url(), /#\/tree\/connect4\/4453$/);
  await page.goto(`${server.address}/#/learn/nothing`);
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").innerText(), /there is no lesson/);
  await page.context().close();
});
