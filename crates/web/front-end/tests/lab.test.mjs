// The lab in the browser: a quick run from the button to the figures, and taking the report along.
import assert from "node:assert/strict";
import { test } from "node:test";
import { button, serious, testbed } from "./poda.mjs";

const bed = testbed();
const { server } = bed;

test("a quick try runs, shows its figures with interval and n, and can be taken along", async () => {
  const page = await bed.browser.page(server, { hash: "#/lab" });
  await page.getByRole("link", { name: /depth against depth, played correctly/ }).click();
  await button(page, "A quick try").click();
  const table = page.getByRole("table").first();
  await table.waitFor({ timeout: 60_000 });
  await button(page, "Run it all").waitFor({ timeout: 60_000 });
  const figure = table.getByRole("button").first();
  assert.match(await figure.getAttribute("title"), /\[.*\].*observations/);
  assert.deepEqual(await serious(page), []);
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "As CSV" }).click();
  assert.match((await saved).suggestedFilename(), /s3-matrix.*csv/);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a long run shows its progress, stops and goes on", async () => {
  const page = await bed.browser.page(server, { hash: "#/lab/s2-results" });
  await button(page, "Run it all").click();
  await page.getByRole("progressbar").waitFor();
  await button(page, "Stop").click();
  await page.getByRole("progressbar").waitFor({ state: "detached" });
  await page.getByRole("button", { name: /Go on|Run it all/ }).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
