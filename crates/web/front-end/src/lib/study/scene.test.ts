import { describe, expect, it } from "vitest";
import type { Verdict } from "../../api";
import { connect4 } from "../../testing/games";
import { analysis, graded, HandServer, reviewed, worth } from "../../testing/study";
import { glance } from "./answers.svelte";
import { Lesson } from "./lesson.svelte";
import { scene } from "./scene";

const loses: Verdict = { is: "loses", moves: 3 };
const fault = graded(2, "4", "mistake", { after: loses, best: ["3", "5"], why: [{ why: "blocks" }, { why: "threatens" }], reason: { why: "allows-win" }, reply: "3" });

async function open() {
  const server = new HandServer();
  const lesson = new Lesson({ id: "g1" }, server.around(connect4("443", { seats: ["human", "human"] })));
  await lesson.start();
  server.clock.turn(glance);
  return { server, lesson };
}

async function ready() {
  const set = await open();
  set.server.tell("review", reviewed("443", [graded(1, "4", "best"), fault, graded(3, "3", "slower")]));
  return set;
}

describe("what a lesson says", () => {
  it("at the end, whether everything is proved", async () => {
    for (const [exact, words] of [[true, /analysed\.$/], [false, /how far was seen\.$/]] as const) {
      const { server, lesson } = await open();
      const moves = ["4", "4", "3"].map((move, at) => graded(at + 1, move, "best", { exact: at > 0 || exact, depth: 7 }));
      server.tell("review", reviewed("443", moves));
      expect(scene(lesson)).toMatchObject({ at: "ended", title: "No mistake was made", text: expect.stringMatching(words) });
    }
  });

  it("while moves are graded, how many there are", async () => {
    const { lesson } = await open();
    expect(scene(lesson)).toMatchObject({ at: "looking", text: "0 of 3 moves graded, the last ones first." });
  });

  it("of a move, what it was worth before and after", async () => {
    const { lesson } = await ready();
    await lesson.look(2);
    expect(scene(lesson)).toMatchObject({
      at: "move",
      player: 1,
      title: "Move 2, column 4: mistake",
      text: "Before it: A draw with best play. After it: Blue loses in 3 moves. Exact. It lets the other side win at once. The answer that shows it: column 3.",
    });
  });

  it("of a slower move, that it is slower and no mistake", async () => {
    const { lesson } = await ready();
    expect(scene(lesson).title).toBe("Move 3, column 3: slower");
  });

  it("of a task, what to find; never what is right", async () => {
    const { lesson } = await ready();
    await lesson.retry(fault);
    const { at, title, text } = scene(lesson);
    expect([at, title]).toEqual(["asked", "Find a better move for Blue."]);
    expect(text).not.toMatch(/column [35]/);
  });

  it("of a right try, why, and what is as good", async () => {
    const { lesson } = await ready();
    await lesson.retry(fault);
    await lesson.attemptMove({ move: "3", cell: null });
    expect(scene(lesson)).toMatchObject({ at: "right", title: "Right: column 3", text: "It stops a win next move. A draw with best play. Just as good: column 5." });
  });

  it("of a wrong try, what it allows", async () => {
    const { server, lesson } = await ready();
    await lesson.retry(fault);
    server.clock.turn(glance);
    await lesson.attemptMove({ move: "1", cell: null });
    expect(scene(lesson).at).toBe("judging");
    server.clock.turn(glance);
    const [before, after] = server.opened.analysis;
    before!.source.send("analysis", analysis("4", { moves: [worth("1", loses)] }));
    after!.source.send("analysis", analysis("41", { verdict: { is: "wins", moves: 3 }, best: ["4"] }));
    expect(scene(lesson)).toMatchObject({ at: "wrong", text: "Orange answers with column 4. Orange wins in 3 moves." });
  });

  it("of an answer that was asked for, every right move; then that it was all", async () => {
    const { lesson } = await ready();
    await lesson.retry(fault);
    await lesson.tell();
    expect(scene(lesson)).toMatchObject({ at: "told", title: "Right would have been column 3 and column 5" });
    await lesson.look(Infinity);
    expect(scene(lesson)).toMatchObject({ at: "ended", title: "That was all" });
  });
});
