// The real server and the real browser, for the tests. Every server has a data folder of its own and is ended by its own id.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

const binary = process.env.PODA;
if (!binary) throw new Error("set PODA to the program to test; `cargo xtask test` does it");
const chrome = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
if (!chrome) throw new Error("chromium was not found: install it (apt-get install chromium) or set CHROMIUM to its path");

// A page that is not built into the program yet: `npx vite build --outDir DIR`, then PAGE=DIR.
const built = process.env.PAGE;
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2" };

/** Answers from a folder what is not asked of the server's API. The page itself comes with the server's cookie. */
async function fromFolder(route) {
  const path = new URL(route.request().url()).pathname;
  if (path.startsWith("/api/")) return route.fallback();
  const file = path === "/" ? "/index.html" : path;
  const cookie = path === "/" ? (await route.fetch()).headers()["set-cookie"] : undefined;
  return route.fulfill({
    body: readFileSync(join(built, file)),
    headers: { "content-type": types[extname(file)], ...(cookie ? { "set-cookie": cookie } : {}) },
  });
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export class Server {
  constructor() {
    this.data = mkdtempSync(join(tmpdir(), "poda-test-"));
  }

  async start(port = 0) {
    const child = spawn(binary, ["serve", "--no-open", "--port", String(port), "--data", this.data], { stdio: ["ignore", "pipe", "pipe"] });
    this.child = child;
    let output = "";
    this.address = await new Promise((resolve, reject) => {
      const read = (chunk) => {
        output += chunk;
        const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(output);
        if (found) {
          this.port = Number(found[1]);
          resolve(found[0]);
        }
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.on("exit", () => reject(new Error(`the server ended: ${output}`)));
    });
    return this;
  }

  /** As a power cut would. */
  async kill(signal = "SIGKILL") {
    const ended = new Promise((resolve) => this.child.on("exit", resolve));
    this.child.kill(signal);
    await ended;
  }

  async end() {
    if (this.child.exitCode === null && this.child.signalCode === null) await this.kill("SIGTERM");
    rmSync(this.data, { recursive: true, force: true });
  }

  async api(method, path, body) {
    const response = await fetch(`${this.address}/api/${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json", origin: this.address },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const answer = response.status === 204 ? null : await response.json();
    if (!response.ok) throw Object.assign(new Error(answer.error), { status: response.status });
    return answer;
  }

  create(game, seats, moves = "") {
    return this.api("POST", "games", { game, seats, moves });
  }

  game(id) {
    return this.api("GET", `games/${id}`);
  }
}

/** A browser whose every console error is a failure. */
export async function openBrowser() {
  const browser = await chromium.launch({
    executablePath: chrome,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  return {
    close: () => browser.close(),
    /** `prepare` is given the page before anything is loaded. */
    async page(server, { hash = "", width = 1024, height = 820, theme = "light", still = true, touch = false, query = "", prepare = async () => {} } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        reducedMotion: still ? "reduce" : "no-preference",
        locale: "en-GB",
        hasTouch: touch,
      });
      // What has not come after a minute never comes, however busy the machine is.
      context.setDefaultTimeout(60_000);
      if (built) await context.route(`${server.address}/**`, fromFolder);
      const page = await context.newPage();
      page.faults = [];
      // A request that is refused, or a server that is killed on purpose, is reported by the browser itself: not the page's fault.
      page.on("console", (message) => {
        if (message.type() === "error" && !/Failed to load resource|ERR_/.test(message.text())) page.faults.push(message.text());
      });
      page.on("pageerror", (error) => page.faults.push(String(error)));
      await prepare(page);
      await page.goto(`${server.address}/${query}${hash}`);
      return page;
    },
  };
}

/** A server and a browser for the tests of a file, ended with them; `prepare` runs once the server is up (two `before` would run at once). */
export function testbed(prepare = async () => {}) {
  const bed = { server: new Server(), browser: null };
  before(async () => {
    await bed.server.start();
    bed.browser = await openBrowser();
    await prepare(bed.server);
  });
  after(async () => {
    await bed.browser?.close();
    await bed.server.end();
  });
  return bed;
}

/** Findings of axe that are serious or worse. */
export async function serious(page) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

/** Waits until the page shows at least this version of its game. */
export async function shows(page, version) {
  await page.waitForFunction((least) => Number(document.querySelector("[data-version]")?.getAttribute("data-version")) >= least, version);
}

/** Makes a move on the board with the pointer; `force` also where the board says that it cannot be played. */
export async function click(page, move, { force = false } = {}) {
  await page.locator(`[data-move="${move}"]`).first().click({ force });
}

/** Makes a move and waits until the server has it: before that, the game is still as it was. */
export async function play(page, move) {
  const version = Number(await page.locator("[data-version]").getAttribute("data-version"));
  await click(page, move);
  await shows(page, version + 1);
}

/** A button by its whole name: "One move" is not "One move back". */
export function button(page, name) {
  return page.getByRole("button", { name, exact: true });
}

/** Asks until the answer will do; what has not come after a minute never comes. */
export async function eventually(ask, fits) {
  const end = Date.now() + 60_000;
  for (;;) {
    const answer = await ask();
    if (fits(answer)) return answer;
    if (Date.now() > end) throw new Error(`still not what was waited for: ${JSON.stringify(answer).slice(0, 400)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until it is a person's turn or the game is over, on the server and on the page. */
export async function settled(server, page, id) {
  const humans = (game) => game.seats[game.position.to_move]?.plays.as === "human";
  const game = await eventually(() => server.game(id), (game) => game.ending || humans(game));
  await shows(page, game.version);
  return game;
}

/** Plays a whole game on the page; `choose` picks the person's move. */
export async function playOut(server, page, id, choose) {
  for (;;) {
    const game = await settled(server, page, id);
    if (game.ending) return game;
    await play(page, await choose(game));
  }
}

/** A choice with a seed, so that a failure can be played again. */
export function dice(seed) {
  let state = seed >>> 0;
  return (list) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return list[Math.floor((state / 2 ** 32) * list.length)];
  };
}

/** Watches what jumps on the page; asked later, how much did, but for what a click or a key did at once. */
export async function shifts(page) {
  await page.evaluate(() => {
    globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => globalThis.shift);
}
