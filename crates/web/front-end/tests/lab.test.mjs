// The lab in the browser: what comes with Poda at once, a run of one's own beside it, and taking the report along.
import assert from "node:assert/strict";
import { test } from "node:test";
import { button, serious, testbed } from "./poda.mjs";

const bed = testbed();
const { server } = bed;

const close = async (page) => {
  assert.deepEqual(page.faults, []);
  await page.context().close();
};

test("the list shows a picture of what comes with Poda and says what the systems are", async () => {
  const page = await bed.browser.page(server, { hash: "#/lab" });
  const card = page.getByRole("listitem").filter({ hasText: "s3-matrix" });
  await card.locator("svg").first().waitFor();
  // Also of a result that is a table; whatever has none was not run for Poda.
  await page.getByRole("listitem").filter({ hasText: "three-player" }).locator("svg circle").nth(2).waitFor();
  for (const kept of await page.getByRole("listitem").filter({ hasText: "games come with Poda" }).all()) await kept.locator("svg").first().waitFor();
  await page.getByText("What S0 to S4 are").click();
  await page.getByText(/S3 lets searches of depth 1 to 4/).waitFor();
  assert.deepEqual(await serious(page), []);
  await page.getByRole("link", { name: "Its claims, one by one" }).nth(3).click();
  await page.getByRole("heading", { level: 1, name: "S3: depth against depth in Dots and Boxes" }).waitFor();
  await page.getByRole("img", { name: /Score against a correct player of depth 2/ }).locator("svg").waitFor();
  assert.deepEqual(await serious(page), []);
  await page.getByRole("link", { name: "poda lab run s3-ties" }).first().click();
  await page.getByRole("heading", { level: 1, name: /S3/ }).waitFor();
  await close(page);
});

test("a result is there at once; a quick try runs, stands beside it with interval and n, and can be taken along", async () => {
  const page = await bed.browser.page(server, { hash: "#/lab/s3-matrix" });
  const table = page.getByRole("table").first();
  await table.getByRole("button", { name: /^\.970/ }).waitFor();
  assert.equal(await page.getByText("with Poda:").count(), 0);
  // Experiments that it names are a click away.
  await page.getByRole("link", { name: "s3-as-reported" }).waitFor();

  await button(page, "A quick try").click();
  await page.getByText("with Poda: .970").first().waitFor();
  await button(page, "Play all 7,680 games").waitFor();
  assert.equal(await button(page, "A quick try").count(), 0, "it is done: there is nothing to go on with");
  assert.equal(await page.locator("button:disabled").count(), 0);
  const figure = table.getByRole("button").first();
  assert.match(await figure.getAttribute("title"), /\[.*\].*observations/);
  assert.deepEqual(await serious(page), []);
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "As CSV" }).click();
  assert.match((await saved).suggestedFilename(), /s3-matrix.*csv/);

  await page.getByRole("radio", { name: /Comes with Poda/ }).check();
  await page.getByText("with Poda:").first().waitFor({ state: "detached" });
  await close(page);
});

for (const [experiment, part, property, colour] of [
  ["s3-start", ".line-1", "stroke", "--moss"],
  ["", ".much", "fill", "--heat-most"],
  ["", ".little", "fill", "--heat-under"],
])
  test(`${experiment || "the list"}: ${part} of a chart wears the page's colours in either light, and its words the page's face`, async () => {
    const colours = [];
    for (const theme of ["light", "dark"]) {
      const page = await bed.browser.page(server, { hash: `#/lab${experiment && "/"}${experiment}`, theme });
      const drawn = page.locator(`.chart ${part}`).first();
      await drawn.waitFor({ state: "attached" });
      const told = await drawn.evaluate(
        (drawn, [property, colour]) => {
          const probe = document.createElement("i");
          probe.style.color = `var(${colour})`;
          document.body.append(probe);
          const face = (element) => getComputedStyle(element).fontFamily;
          return { has: getComputedStyle(drawn)[property], wanted: getComputedStyle(probe).color, face: face(document.querySelector(".chart text:not(.head)")), page: face(document.body) };
        },
        [property, colour],
      );
      assert.equal(told.has, told.wanted);
      assert.equal(told.face, told.page);
      colours.push(told.has);
      await close(page);
    }
    assert.notEqual(colours[0], colours[1]);
  });

test("a long run shows its progress, stops and goes on", async () => {
  const page = await bed.browser.page(server, { hash: "#/lab/s2-results" });
  await page.getByRole("button", { name: /^Play all/ }).click();
  await page.getByRole("progressbar").waitFor();
  await button(page, "Stop").click();
  await page.getByRole("progressbar").waitFor({ state: "detached" });
  await page.getByRole("button", { name: /Go on|Play all/ }).waitFor();
  await close(page);
});
