import { describe, expect, it } from "vitest";
import type { PuzzleSummary, PuzzleView } from "../../api";
import { HandClock } from "../../testing/clock";
import { connect4 } from "../../testing/games";
import { analysis, spec, worth } from "../../testing/study";
import { Refused } from "../client";
import { lineTempo } from "../study/study.svelte";
import { Puzzles } from "./puzzles.svelte";
import type { Kept } from "./record";
import { scene } from "./scene";

const legal = (move: string) => ({ move, cell: null });
const summary = (id: string, some: Partial<PuzzleSummary> = {}): PuzzleSummary => ({ id, game: "connect4", theme: "force", difficulty: "easy", ...some });
const list = [summary("a"), summary("b", { theme: "defence" }), summary("c", { difficulty: "hard" }), summary("d", { game: "dots", theme: "quiet" })];

const view = ({ id, theme, difficulty }: PuzzleSummary): PuzzleView => ({
  id,
  theme,
  difficulty,
  position: connect4("1122").position,
  goal: { is: "wins", moves: 2 },
  line: ["3", "4", "5"],
  reason: { why: "forced" },
  traps: 1,
  missed: [4, 1, 0, 0],
});

function made(moves = false) {
  const clock = new HandClock();
  const addresses: string[] = [];
  let kept: Kept = { row: 0, longest: 0, solved: [], game: "", theme: "", difficulty: "" };
  const asked: string[] = [];
  const puzzles = new Puzzles({
    client: {
      puzzles: () => Promise.resolve({ puzzles: list }),
      puzzle: (id) => {
        const found = list.find((one) => one.id === id);
        return found ? Promise.resolve(view(found)) : Promise.reject(new Refused(404, "there is no such puzzle"));
      },
      position: (_, line) => Promise.resolve(connect4(line).position),
      analysis: (game, line) => {
        asked.push(`${game} ${line}`);
        const wrong = worth("7", { is: "loses", moves: 3 }, { reason: { why: "allows-forced", moves: 3 } });
        const after = { to_move: 1, best: ["4"], verdict: { is: "wins", moves: 3 } as const };
        return Promise.resolve(line === "1122" ? analysis(line, { moves: [wrong] }) : analysis(line, after));
      },
    },
    clock,
    record: { read: () => kept, keep: (now) => void (kept = now) },
    moves: () => moves,
    say: () => {},
    names: () => ["Orange", "Blue"],
    address: (hash) => void addresses.push(hash),
  });
  return { puzzles, clock, addresses, asked, kept: () => kept };
}

describe("puzzles", () => {
  it("begin with the first that is not solved, and say what is asked", async () => {
    const { puzzles, addresses } = made();
    await puzzles.start(null);
    expect([puzzles.puzzle?.id, addresses]).toEqual(["a", ["#/puzzles/a"]]);
    expect(scene(puzzles)).toEqual({ title: "Orange moves and wins in 2 moves.", text: "Exactly one move is right." });
    puzzles.hint();
    expect(scene(puzzles).text).toBe("Threats that must be answered lead to the win.");
  });

  it("count what is solved at the first answer, and go on from there", async () => {
    const { puzzles, kept } = made();
    await puzzles.start("a");
    await puzzles.answer(legal("3"));
    expect([puzzles.moment, puzzles.at, kept().row, kept().solved]).toEqual(["right", 1, 1, ["a"]]);
    expect(scene(puzzles).title).toBe("Right: column 3");
    expect(scene(puzzles).text).toContain("Levels 2, 3, and 4 find it.");
    await puzzles.next();
    expect([puzzles.puzzle?.id, puzzles.moment, puzzles.at]).toEqual(["b", "asked", 0]);
    await puzzles.answer(legal("3"));
    await puzzles.next();
    await puzzles.answer(legal("3"));
    expect(kept().longest).toBe(3);
    // All are solved: from the beginning again.
    await puzzles.next();
    expect(puzzles.puzzle?.id).toBe("a");
  });

  it("say what a wrong answer allows, and let one try again; the row has ended", async () => {
    const { puzzles, kept, asked } = made();
    await puzzles.start("a");
    await puzzles.answer(legal("3"));
    await puzzles.next();
    await puzzles.answer(legal("7"));
    expect([puzzles.moment, kept().row, kept().longest]).toEqual(["wrong", 0, 1]);
    expect(asked).toEqual([`${spec} 1122`, `${spec} 11227`]);
    expect(puzzles.shown?.moves.length).toBe(5);
    expect(scene(puzzles)).toEqual({
      title: "Not column 7",
      text: "It lets the other side win by force, in 3 moves. Blue answers with column 4. Blue wins in 3 moves.",
    });
    puzzles.again();
    expect([puzzles.moment, puzzles.shown?.moves.length]).toEqual(["asked", 4]);
    await puzzles.answer(legal("3"));
    expect([puzzles.moment, kept().row, kept().solved]).toEqual(["right", 0, ["a", "b"]]);
  });

  it("show the solution, which plays itself where things may move", async () => {
    const { puzzles, clock, kept } = made(true);
    await puzzles.start("a");
    await puzzles.tell();
    expect([puzzles.moment, puzzles.at, puzzles.playing, kept().solved]).toEqual(["told", 1, true, []]);
    clock.turn(lineTempo);
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    expect(puzzles.at).toBe(2);
    await puzzles.step(0);
    expect([puzzles.at, puzzles.playing, clock.waiting]).toEqual([0, false, 0]);
    expect(scene(puzzles).title).toBe("The answer is column 3");
  });

  it("are chosen by game, theme and difficulty", async () => {
    const { puzzles } = made();
    await puzzles.start(null);
    expect([puzzles.games, puzzles.themes]).toEqual([["connect4", "dots"], ["force", "defence"]]);
    await puzzles.want({ difficulty: "hard" });
    expect(puzzles.puzzle?.id).toBe("c");
    await puzzles.want({ theme: "defence" });
    expect([puzzles.puzzle, puzzles.wanted]).toEqual([null, []]);
    // A theme of another game is none here.
    await puzzles.want({ game: "dots", difficulty: "" });
    expect([puzzles.theme, puzzles.puzzle?.id]).toEqual(["", "d"]);
  });

  it("open one of another game by its name, and refuse what is none", async () => {
    const { puzzles } = made();
    await puzzles.start("d");
    expect([puzzles.game, puzzles.puzzle?.id]).toEqual(["dots", "d"]);
    await puzzles.start("nobody");
    expect(puzzles.problem).toBe("there is no such puzzle");
  });
});
