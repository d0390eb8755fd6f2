import { describe, expect, it } from "vitest";
import type { GameView, Hint, PositionView } from "../../api";
import { HandClock } from "../../testing/clock";
import { connect4 } from "../../testing/games";
import { HandSource, settled } from "../../testing/source";
import { Refused, type Client } from "../client";
import { LiveGame } from "./live.svelte";
import { pace } from "./pacing";

/** A question to the server that the test answers. */
type Question = { about: unknown[]; answer: (value: unknown) => Promise<void>; refuse: (why: Error) => Promise<void> };

function set({ moves = true } = {}) {
  const clock = new HandClock();
  const source = new HandSource();
  const said: string[] = [];
  const noises: string[] = [];
  const questions: Question[] = [];
  const ask = (...about: unknown[]) =>
    new Promise((resolve, reject) => {
      questions.push({
        about,
        answer: (value) => (resolve(value), settled().then(() => {})),
        refuse: (why) => (reject(why), settled().then(() => {})),
      });
    });
  const names = ["get", "play", "undo", "redo", "resign", "pause", "step", "moveNow", "hint", "position", "take", "leave"] as const;
  const client = Object.fromEntries(names.map((name) => [name, (...about: unknown[]) => ask(name, ...about)])) as unknown as Client;
  const live = new LiveGame("g1", {
    client,
    connect: () => source,
    clock,
    sound: (noise) => noises.push(noise),
    say: (sentence) => said.push(sentence),
    pieces: () => "orchard",
    moves: () => moves,
  });
  live.watch();
  const arrive = (game: GameView) => source.send("game", game);
  return { clock, source, said, noises, questions, live, arrive };
}

const plies = (live: LiveGame) => live.game?.position.moves.length;

describe("the person's own move", () => {
  it("is seen and heard at once, and confirmed later", async () => {
    const { live, arrive, noises, questions } = set();
    arrive(connect4("44"));
    expect(live.mover).toBe(0);
    void live.play(live.game!.position.legal[2]!);
    expect(live.pending).toMatchObject({ move: "3", player: 0 });
    expect(live.mover).toBeNull();
    expect(noises).toEqual(["drop"]);
    expect(questions[0]!.about).toEqual(["play", "g1", 2, "3"]);
    await questions[0]!.answer(connect4("443"));
    expect(live.pending).toBeNull();
    expect(plies(live)).toBe(3);
    expect(noises).toEqual(["drop"]);
  });

  it("is taken back when the server refuses it", async () => {
    const { live, arrive, said, questions, noises } = set();
    arrive(connect4("44"));
    void live.play(live.game!.position.legal[2]!);
    await questions[0]!.refuse(new Refused(429, "Too many searches wait."));
    expect(live.pending).toBeNull();
    expect(live.problem).toBe("Too many searches wait.");
    expect(said.at(-1)).toBe("Too many searches wait.");
    expect(noises.at(-1)).toBe("illegal");
    expect(live.mover).toBe(0);
  });

  it("gives way to a game that has moved on", async () => {
    const { live, arrive, questions } = set();
    arrive(connect4("44", { seats: ["human", "human"] }));
    void live.play(live.game!.position.legal[2]!);
    await questions[0]!.refuse(new Refused(409, "old", connect4("447", { seats: ["human", "human"] })));
    expect(live.game!.position.moves.at(-1)!.move).toBe("7");
    expect(live.problem).toMatch(/moved on/);
  });

  it("is not played out of turn", () => {
    const { live, arrive, questions } = set();
    arrive(connect4("4"));
    void live.play(live.game!.position.legal[2]!);
    expect(questions).toEqual([]);
  });
});

describe("moves of others", () => {
  it("are shown one by one, and nobody answers before the last is seen", () => {
    const { live, arrive, clock, said } = set();
    arrive(connect4("44", { seats: ["human", "human"] }));
    arrive(connect4("443", { seats: ["human", "human"] }));
    arrive(connect4("4435", { seats: ["human", "human"] }));
    expect(plies(live)).toBe(2);
    expect(live.mover).toBeNull();
    clock.turn(pace);
    expect(plies(live)).toBe(3);
    expect(live.mover).toBeNull();
    clock.turn(pace);
    expect(plies(live)).toBe(4);
    expect(live.mover).toBe(0);
    expect(said.length).toBe(2);
  });

  it("are dropped when moves are taken back meanwhile", () => {
    const { live, arrive, clock } = set();
    arrive(connect4("44"));
    arrive(connect4("443"));
    arrive(connect4("", { version: 4 }));
    expect(plies(live)).toBe(0);
    clock.turn(10 * pace);
    expect(plies(live)).toBe(0);
  });

  it("are not shown twice, nor is an old one", () => {
    const { live, arrive, said, clock } = set({ moves: false });
    arrive(connect4("44"));
    arrive(connect4("443"));
    clock.turn(0);
    arrive(connect4("443"));
    arrive(connect4("44"));
    clock.turn(0);
    expect(plies(live)).toBe(3);
    expect(said.length).toBe(1);
  });
});

describe("a thought", () => {
  it("is shown while it is about this position, and goes with it", () => {
    const { live, arrive, source, clock } = set({ moves: false });
    arrive(connect4("4", { thinking: true }));
    source.send("thinking", { version: 0, depth: 3 });
    expect(live.thought).toBeNull();
    source.send("thinking", { version: 1, depth: 3 });
    expect(live.thought?.depth).toBe(3);
    arrive(connect4("44"));
    clock.turn(0);
    expect(live.thought).toBeNull();
  });
});

describe("a hint", () => {
  const hint: Hint = {
    version: 2,
    move: "3",
    cell: { row: 0, column: 2 },
    verdict: { is: "wins", moves: 3 },
    reason: { why: "double-threat" },
  };

  it("is said, with its reason", async () => {
    const { live, arrive, questions, said } = set();
    arrive(connect4("44"));
    void live.askHint();
    await questions[0]!.answer(hint);
    expect(said).toEqual(["Hint: column 3. It threatens to win in two places at once. Orange wins in 3 moves."]);
  });

  it("is kept while its position is", async () => {
    const { live, arrive, questions, clock } = set({ moves: false });
    arrive(connect4("44"));
    void live.askHint();
    void live.askHint();
    expect(questions.length).toBe(1);
    await questions[0]!.answer(hint);
    expect(live.hint).toEqual(hint);
    expect(live.hinting).toBe(false);
    arrive(connect4("443"));
    clock.turn(0);
    expect(live.hint).toBeNull();
  });

  it("is not shown when the game has moved on", async () => {
    const { live, arrive, questions, clock } = set({ moves: false });
    arrive(connect4("44"));
    void live.askHint();
    arrive(connect4("4433"));
    clock.turn(0);
    await questions[0]!.answer(hint);
    expect(live.hint).toBeNull();
  });
});

describe("a message ends with its cause", () => {
  it("nothing is said about the second click of two", async () => {
    const { live, arrive, said, questions, noises } = set();
    arrive(connect4("44"));
    void live.play(live.game!.position.legal[2]!);
    live.decline("Column 3 is full.");
    expect(live.problem).toBe("");
    expect(said).toEqual([]);
    expect(noises).toEqual(["drop"]);
    await questions[0]!.answer(connect4("443"));
    expect(live.problem).toBe("");
  });

  it("whose turn it is, until it is somebody else's", () => {
    const { live, arrive, clock, said } = set({ moves: false });
    arrive(connect4("443"));
    live.decline("Column 3 is full.");
    expect(live.problem).toMatch(/not your turn: Blue to move/);
    expect(said.at(-1)).toBe(live.problem);
    arrive(connect4("443", { thinking: true }));
    expect(live.problem).not.toBe("");
    arrive(connect4("4435"));
    clock.turn(0);
    expect(live.problem).toBe("");
  });

  it("a choice that cannot be played, until another one is", async () => {
    const { live, arrive, questions } = set();
    arrive(connect4("44"));
    live.decline("Column 1 is full.");
    expect(live.problem).toBe("Column 1 is full.");
    void live.play(live.game!.position.legal[2]!);
    expect(live.problem).toBe("");
    await questions[0]!.answer(connect4("443"));
  });

  it("that Poda does not answer, until it does", async () => {
    const { live, arrive, source, questions } = set();
    arrive(connect4("44"));
    void live.play(live.game!.position.legal[2]!);
    await questions[0]!.refuse(new Refused(0, "Poda does not answer."));
    expect(live.problem).toBe("Poda does not answer.");
    source.break(false);
    expect(live.problem).toBe("Poda does not answer.");
    source.send("open");
    expect(live.problem).toBe("");
  });

  it("that Poda does not answer, also when an answer comes first", async () => {
    const { live, arrive, questions } = set();
    arrive(connect4("44"));
    void live.undo();
    await questions[0]!.refuse(new Refused(0, "Poda does not answer."));
    arrive(connect4("44"));
    expect(live.problem).toBe("");
  });

  it("that this is an earlier position, until the person has returned", async () => {
    const { live, arrive, questions } = set();
    arrive(connect4("44"));
    void live.look(1);
    await questions[0]!.answer(connect4("4").position);
    live.decline("Column 3 is full.");
    expect(live.problem).toMatch(/earlier position/);
    arrive(connect4("44", { thinking: true }));
    expect(live.problem).toMatch(/earlier position/);
    await live.look(Infinity);
    expect(live.problem).toBe("");
  });

  it("that the game has moved on, until it does again", async () => {
    const { live, arrive, questions, clock } = set({ moves: false });
    const seats = ["human", "human"] as ("human" | "named")[];
    arrive(connect4("44", { seats }));
    void live.undo();
    await questions[0]!.refuse(new Refused(409, "old", connect4("4435", { seats })));
    clock.turn(0);
    expect(plies(live)).toBe(4);
    expect(live.problem).toMatch(/moved on/);
    arrive(connect4("44351", { seats }));
    clock.turn(0);
    expect(live.problem).toBe("");
  });
});

it("the end is witnessed only where somebody saw it come", () => {
  const over = { version: 9, ending: { how: "won", winner: 0 } } as const;
  const late = set();
  late.arrive(connect4("44", over));
  expect(late.live.witnessed).toBe(false);
  const there = set();
  there.arrive(connect4("44"));
  there.arrive(connect4("44", over));
  expect(there.live.witnessed).toBe(true);
});

describe("people at two devices", () => {
  const seats = ["human", "human"] as ("human" | "named")[];

  it("each move for their own seat alone", () => {
    const { live, arrive } = set();
    arrive(connect4("44", { seats, holds: ["mine", "taken"] }));
    expect([live.mover, live.turn]).toEqual([0, "Your turn."]);
    const other = set();
    other.arrive(connect4("44", { seats, holds: ["taken", "mine"] }));
    expect([other.live.mover, other.live.turn]).toEqual([null, "Orange to move (a person elsewhere)."]);
  });

  it("whoever opens the link takes the seat that is free, once", async () => {
    const { live, arrive, questions } = set();
    arrive(connect4("4", { seats, holds: ["taken", "free"], yours: false }));
    expect(questions.map(({ about }) => about)).toEqual([["take", "g1", undefined]]);
    await questions[0]!.answer(connect4("4", { version: 2, seats, holds: ["taken", "mine"] }));
    expect(live.mover).toBe(1);
    arrive(connect4("4", { version: 3, seats, holds: ["free", "mine"] }));
    expect(questions.length).toBe(1);
  });

  it("whoever made the game waits, and whoever comes later watches", () => {
    const maker = set();
    maker.arrive(connect4("4", { seats, holds: ["mine", "free"] }));
    expect(maker.questions).toEqual([]);
    expect([maker.live.mover, maker.live.turn]).toEqual([null, "Waiting for somebody to play Blue."]);
    const third = set();
    third.arrive(connect4("4", { seats, holds: ["taken", "taken"], yours: false }));
    expect(third.questions).toEqual([]);
    expect(third.live.mover).toBeNull();
  });

  it("a friend who comes is announced", () => {
    const { arrive, said } = set();
    arrive(connect4("4", { seats, holds: ["mine", "free"] }));
    arrive(connect4("4", { version: 2, seats, holds: ["mine", "taken"] }));
    expect(said).toEqual(["Somebody plays Blue now. Blue to move (a person elsewhere)."]);
  });
});

describe("looking back", () => {
  const position = (line: string): PositionView => connect4(line).position;

  it("shows what was, and plays nothing", async () => {
    const { live, arrive, questions } = set();
    arrive(connect4("44"));
    void live.look(1);
    await questions[0]!.answer(position("4"));
    expect(live.ply).toBe(1);
    expect(live.position!.moves.length).toBe(1);
    expect(live.mover).toBeNull();
    await live.look(Infinity);
    expect(live.ply).toBe(2);
    expect(live.mover).toBe(0);
  });

  it("shows the last step, in whatever order the answers come", async () => {
    const { live, arrive, questions } = set();
    arrive(connect4("4453"));
    void live.look(1);
    void live.look(2);
    await questions[1]!.answer(position("44"));
    await questions[0]!.answer(position("4"));
    expect(live.ply).toBe(2);
  });
});

describe("the connection", () => {
  it("is lost and found", () => {
    const { live, source } = set();
    source.break(false);
    expect(live.lost).toBe(true);
    source.send("open");
    expect(live.lost).toBe(false);
  });

  it("ends with the game, and with the screen", () => {
    const { live, source, arrive, clock } = set();
    arrive(connect4("44"));
    arrive(connect4("443"));
    source.send("gone");
    expect(live.gone).toBe(true);
    expect(source.readyState).toBe(2);
    expect(clock.waiting).toBe(0);
  });
});
