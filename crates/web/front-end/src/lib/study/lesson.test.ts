import { describe, expect, it } from "vitest";
import type { Verdict } from "../../api";
import { connect4 } from "../../testing/games";
import { analysis, graded, HandServer, reviewed, spec, worth } from "../../testing/study";
import { glance } from "./answers.svelte";
import { Lesson } from "./lesson.svelte";

const legal = (move: string) => ({ move, cell: null });
const draw: Verdict = { is: "draw" };
const wins = (moves: number): Verdict => ({ is: "wins", moves });
const loses = (moves: number): Verdict => ({ is: "loses", moves });
const line = "445566";
const moves = [
  graded(1, "4", "best"),
  graded(2, "4", "mistake", { verdict: draw, after: loses(8), best: ["3", "5"] }),
  graded(3, "5", "blunder", { verdict: wins(8), after: loses(5), best: ["3"] }),
  graded(4, "5", "slower", { verdict: wins(5), after: wins(6), best: ["6"] }),
  graded(5, "6", "mistake", { verdict: wins(6), after: draw, best: ["1", "2"] }),
  graded(6, "6", "best"),
];

async function open(seats: ("human" | "named")[] = ["human", "human"]) {
  const server = new HandServer();
  const lesson = new Lesson({ id: "g1" }, server.around(connect4(line, { seats })));
  await lesson.start();
  server.clock.turn(glance);
  return { server, lesson };
}

async function ready(seats?: ("human" | "named")[]) {
  const set = await open(seats);
  set.server.tell("review", reviewed(line, moves));
  return set;
}

const plies = (faults: { ply: number }[]) => faults.map(({ ply }) => ply);

describe("a lesson", () => {
  it("asks for the review of its game, and grades come in as they are found", async () => {
    const { server, lesson } = await open();
    expect(server.opened.review[0]!.key).toEqual({ game: spec, position: line });
    server.tell("review", reviewed(line, moves.slice(4), false));
    expect(lesson.graded.map((move) => move?.grade ?? null)).toEqual([null, null, null, null, "mistake", "best"]);
    expect(plies(lesson.faults)).toEqual([5]);
  });

  it("counts mistakes and blunders, and never what is only slower", async () => {
    const { lesson } = await ready();
    expect(plies(lesson.faults)).toEqual([2, 3, 5]);
  });

  it("is about the one person who played, and about everybody on request", async () => {
    const { lesson } = await ready(["human", "named"]);
    expect([lesson.whose, plies(lesson.faults)]).toEqual([0, [3, 5]]);
    lesson.whose = null;
    expect(plies(lesson.faults)).toEqual([2, 3, 5]);
  });

  it("goes from mistake to mistake until none is left", async () => {
    const { lesson } = await ready();
    const seen: number[] = [];
    for (let next = lesson.next(); next; next = lesson.next()) {
      seen.push(next.ply);
      await lesson.retry(next);
      expect(lesson.shown?.moves.length).toBe(next.ply - 1);
      await lesson.attemptMove(legal(next.best[0]!));
      expect(lesson.judgement).toBe("right");
    }
    expect([seen, lesson.open]).toEqual([[2, 3, 5], []]);
  });

  it.each(["3", "5"])("accepts every move that keeps the value: %s", async (move) => {
    const { lesson } = await ready();
    await lesson.retry(moves[1]!);
    await lesson.attemptMove(legal(move));
    expect([lesson.judgement, lesson.learned]).toEqual(["right", [2]]);
  });

  it("has learned what was right, however soon one goes on", async () => {
    const { lesson } = await ready();
    await lesson.retry(moves[1]!);
    const shown = lesson.attemptMove(legal("3"));
    const looked = lesson.look(Infinity);
    await Promise.all([shown, looked]);
    expect(lesson.learned).toEqual([2]);
  });

  it("says what a wrong move allows, and lets one try again", async () => {
    const { server, lesson } = await ready();
    await lesson.retry(moves[1]!);
    server.clock.turn(glance);
    await lesson.attemptMove(legal("1"));
    expect(lesson.judgement).toBe("open");
    server.opened.analysis[0]!.source.send("analysis", analysis("4", { moves: [worth("1", loses(3))] }));
    expect(lesson.judgement).toBe("wrong");
    server.clock.turn(glance);
    expect(server.opened.analysis[1]!.key.position).toBe("41");
    server.opened.analysis[1]!.source.send("analysis", analysis("41", { verdict: wins(3), best: ["4"] }));
    expect(lesson.answer?.best).toEqual(["4"]);
    await lesson.again();
    expect([lesson.attempt, lesson.judgement, lesson.shown?.moves.length, lesson.open.length]).toEqual([null, null, 1, 3]);
  });

  it("calls a later win slower, not wrong", async () => {
    const { server, lesson } = await ready();
    await lesson.retry(moves[4]!);
    server.clock.turn(glance);
    await lesson.attemptMove(legal("7"));
    server.opened.analysis[0]!.source.send("analysis", analysis("4455", { moves: [worth("7", wins(9))] }));
    expect(lesson.judgement).toBe("slower");
  });

  it("knows at once that the move of the game was wrong", async () => {
    const { lesson } = await ready();
    await lesson.retry(moves[1]!);
    await lesson.attemptMove(legal("4"));
    expect(lesson.judgement).toBe("wrong");
  });

  it("tells the answer on request, every move of it", async () => {
    const { lesson } = await ready();
    await lesson.retry(moves[1]!);
    expect(lesson.solution).toEqual([]);
    await lesson.tell();
    expect([lesson.solution, plies(lesson.open)]).toEqual([["3", "5"], [3, 5]]);
  });

  it("reviews moves without a game, everybody's", async () => {
    const server = new HandServer();
    const lesson = new Lesson({ game: spec, moves: "4455" }, server.around());
    await lesson.start();
    expect([lesson.whose, lesson.whole?.moves.length, lesson.ply]).toEqual([null, 4, 4]);
  });

  it("ends its streams when the screen is left", async () => {
    const { server, lesson } = await open();
    lesson.close();
    expect(server.opened.review[0]!.source.readyState).toBe(2);
    expect(server.clock.waiting).toBe(0);
  });
});
