// The search in the page: a walk forwards and backwards, cut branches, two searches side by side, a large tree, the keyboard alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { button, serious, testbed } from "./poda.mjs";

const bed = testbed();
const { server } = bed;

const open = async (hash, size = {}) => {
  const page = await bed.browser.page(server, { hash, ...size });
  await page.getByTestId("said").first().waitFor();
  return page;
};
const shows = (page, step) => page.waitForFunction((step) => document.querySelector("[data-step]")?.getAttribute("data-step") === String(step), step);
/** All that a step shows: the drawing, the board, the words. Classes have no order. */
const picture = (page) =>
  page.evaluate(() => {
    const attribute = ({ name, value }) => `${name}=${name === "class" ? value.split(" ").sort().join(" ") : value}`;
    const own = (element) => [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data.trim()).join("");
    const told = (element) => [element.tagName, ...[...element.attributes].map(attribute).sort(), own(element)].join(" ");
    const parts = ["drawing", "said", "node-board", "counts"].map((name) => document.querySelector(`[data-testid=${name}]`));
    return parts.flatMap((part) => [part, ...part.querySelectorAll("*")].map(told)).join("\n");
  });

const walk = "#/tree/connect4/44?agent=alphabeta:depth=4,order=natural,ties=first";

test("fifty steps forwards and back show the same pictures", async () => {
  const page = await open(walk);
  const seen = [];
  for (let step = 0; step < 50; step += 1) {
    await shows(page, step);
    seen.push(await picture(page));
    await page.keyboard.press("ArrowRight");
  }
  assert.equal(new Set(seen).size, 50, "each step looks different");
  for (let step = 49; step >= 0; step -= 1) {
    await shows(page, step + 1);
    await page.keyboard.press("ArrowLeft");
    await shows(page, step);
    assert.equal(await picture(page), seen[step], `step ${step}`);
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a cut branch can be opened and tells what it would have cost", async () => {
  const page = await open(walk);
  await button(page, "Next cut-off").click();
  const cut = page.locator('[data-state="cut"]').first();
  await cut.waitFor();
  assert.match(await page.getByTestId("said").innerText(), /moves need not be looked at: 3/);
  const move = await cut.getAttribute("data-move");
  await cut.click();
  const branch = page.getByTestId("branch");
  await branch.waitFor();
  const told = await server.api("GET", `tree?game=connect4&moves=44&agent=alphabeta:depth=4,order=natural,ties=first&step=0&seek=cut`);
  const { node } = told.steps.find(({ step }) => step === told.step);
  const { minimax } = await server.api("GET", `tree/branch?game=connect4&moves=44&agent=alphabeta:depth=4,order=natural,ties=first&node=${node}&cut=${move}`);
  assert.ok((await branch.innerText()).includes(`Plain minimax visits ${minimax === 1 ? "one position" : `${minimax.toLocaleString("en")} positions`} there.`));
  assert.deepEqual(await serious(page), []);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("two orders walk in step, and their counts are the server's", async () => {
  const agents = ["alphabeta:depth=5,order=natural,ties=first", "alphabeta:depth=5,ties=first"];
  const page = await open(`#/tree/connect4/?agent=${agents[0]}&and=${agents[1]}`);
  await page.getByTestId("walk").nth(1).getByTestId("said").waitFor();
  const trees = await Promise.all(agents.map((agent) => server.api("GET", `tree?game=connect4&agent=${agent}`)));
  const [natural, centre] = trees.map(({ tree }) => tree);
  assert.ok(centre.nodes < natural.nodes && natural.nodes < natural.minimax);
  assert.equal(natural.minimax, 19608, "1 + 7 + … + 7⁵: nothing ends within five moves");
  await page.getByRole("button", { name: "One step on" }).click();
  await page.getByRole("button", { name: "To the last step" }).click();
  await page.waitForFunction((nodes) => {
    const shown = [...document.querySelectorAll("[data-count=visited]")].map((count) => Number(count.textContent.replace(/\D/g, "")));
    return JSON.stringify(shown) === JSON.stringify(nodes);
  }, [natural.nodes, centre.nodes]);
  // The shorter walk waits at its end.
  const places = await page.locator("[data-step]").evaluateAll((walks) => walks.map((walk) => Number(walk.getAttribute("data-step"))));
  assert.deepEqual(places, [natural.steps - 1, centre.steps - 1]);
  assert.deepEqual(await serious(page), []);
  await button(page, "One search alone").click();
  assert.equal(await page.getByTestId("walk").count(), 1);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a tree of more than a hundred thousand positions can be walked through, and a larger one is refused in a sentence", async () => {
  const page = await open("#/tree/connect4/?agent=minimax:depth=6,ties=first");
  assert.ok(Number(await page.locator("[data-steps]").getAttribute("data-steps")) > 137_000);
  await page.getByRole("button", { name: "To the last step" }).click();
  await page.getByText(/^Done: the best move is/).waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.getByText(/^Enough is known after column 7/).waitFor();
  await page.getByLabel("Depth").fill("7");
  await page.getByLabel("Depth").press("Enter");
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").innerText(), /more than 200000 positions: choose a smaller depth/);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("the keyboard alone walks, seeks and opens the list; the address is the walk", async () => {
  const page = await open("#/tree/dots:2x2/h11h21v11?agent=alphabeta:depth=4,ties=first", { width: 360, height: 740 });
  await page.keyboard.press("c");
  await page.waitForFunction(() => Number(document.querySelector("[data-step]").getAttribute("data-step")) > 0);
  const place = await page.locator("[data-step]").getAttribute("data-step");
  await page.getByText("The tree as a list").focus();
  await page.keyboard.press("Enter");
  const root = page.getByRole("treeitem").first();
  await root.waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.activeElement.getAttribute("aria-expanded") === "true");
  const name = await page.evaluate(() => document.activeElement.textContent);
  await page.keyboard.press("Enter");
  await page.waitForFunction((place) => document.querySelector("[data-step]").getAttribute("data-step") !== place, place);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), name, "the focus stays");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-selected")), "true");
  assert.deepEqual(await serious(page), []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, "nothing is wider than the page");
  const said = await page.getByTestId("said").innerText();
  const link = page.url();
  const other = await bed.browser.page(server, { hash: new URL(link).hash });
  await other.getByText(said).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
  await other.context().close();
});

test("the analysis leads to the search of its position", async () => {
  const page = await bed.browser.page(server, { hash: "#/analysis/connect4/4453" });
  await page.getByRole("link", { name: "See the search" }).click();
  await page.getByText(/thinks and looks for the best move/).waitFor();
  await page.context().close();
});
