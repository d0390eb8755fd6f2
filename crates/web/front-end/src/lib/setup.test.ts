import { describe, expect, it } from "vitest";
import type { GameOffer } from "../api";
import { against, firstSetup, gameSpec, opponentOf, possible, seatSpec, usualBoard, setupFrom, type SeatSetup } from "./setup";

const range = { least: 2, most: 9 };
const rows: GameOffer = {
  name: "rows",
  usual: { rows: 6, columns: 7 },
  boards: [],
  rows: range,
  columns: range,
  run: { key: "run", least: 3, most: 6, usual: 4 },
  players: { least: 2, most: 3 },
  ladders: [],
};
const boxes: GameOffer = { ...rows, name: "boxes", run: null };
const seat: SeatSetup = { human: false, how: "3", depth: 5, seconds: 1.5 };

describe("a setup", () => {
  it("becomes what the server reads", () => {
    expect(gameSpec(rows, 2, usualBoard(rows))).toBe("rows:6x7");
    expect(gameSpec(rows, 3, usualBoard(rows))).toBe("rows:6x7,players=3");
    expect(gameSpec(rows, 2, { rows: 8, columns: 8, own: true, run: 5 })).toBe("rows:8x8,run=5");
    expect(gameSpec(rows, 3, { rows: 8, columns: 8, own: true, run: 5 })).toBe("rows:8x8,players=3,run=5");
    expect(gameSpec(boxes, 2, { rows: 3, columns: 5, own: true, run: 5 })).toBe("boxes:3x5");
  });

  it("has a run of one's own only on a board of one's own", () => {
    expect(gameSpec(rows, 2, { rows: 8, columns: 8, own: false, run: 5 })).toBe("rows:8x8");
  });

  it("names every kind of seat", () => {
    expect(seatSpec(2, { ...seat, human: true })).toBe("human");
    expect(seatSpec(2, { ...seat, human: true, how: "friend" })).toBe("friend");
    expect(seatSpec(2, seat)).toBe("level:3");
    expect(seatSpec(2, { ...seat, how: "hazel" })).toBe("character:hazel");
    expect(seatSpec(2, { ...seat, how: "depth" })).toBe("alphabeta:depth=5");
    expect(seatSpec(3, { ...seat, how: "depth" })).toBe("paranoid:depth=5");
    expect(seatSpec(2, { ...seat, how: "time" })).toBe("strong:time=1500ms");
    expect(seatSpec(3, { ...seat, how: "time" })).toBe("maxn:time=1500ms");
    expect(seatSpec(2, { ...seat, how: "perfect" })).toBe("perfect");
    expect(seatSpec(2, { ...seat, how: "program:alice" })).toBe("program:alice");
  });

  it("is against one opponent, or several alike", () => {
    const person = { ...seat, human: true };
    const [pip, oak] = ["pip", "oak"].map((how) => ({ ...seat, how })) as [SeatSetup, SeatSetup];
    expect(opponentOf([person, pip])).toBe("pip");
    expect(opponentOf([pip, person, pip])).toBe("pip");
    expect(opponentOf([person, person])).toBe("human");
    expect(opponentOf([person, { ...person, how: "friend" }])).toBe("friend");
    for (const mixed of [[person, seat], [pip, pip], [person, pip, oak], [person, person, pip]]) expect(opponentOf(mixed)).toBe(null);
  });

  it("keeps the person's seat when the opponent changes", () => {
    const seats = firstSetup().seats[firstSetup().variant]!;
    const waiting = [seats[1]!, seats[0]!];
    for (const opponent of ["oak", "human", "friend", "pip"]) expect(opponentOf(against(waiting, opponent))).toBe(opponent);
    expect(against(waiting, "oak").map(({ human }) => human)).toEqual([false, true]);
    expect(against(against(waiting, "human"), "oak").map(({ human }) => human)).toEqual([true, false]);
  });

  it("begins gently", () => {
    const { seats } = firstSetup();
    expect(new Set(Object.values(seats).map(opponentOf))).toEqual(new Set(["pip"]));
  });

  it("takes the strongest character where nobody plays perfectly, and leaves the rest", () => {
    const ladder = [{ name: "pip" }, { name: "oak" }];
    expect(possible({ ...seat, how: "perfect" }, "too large", ladder, []).how).toBe("oak");
    expect(possible({ ...seat, how: "perfect" }, "", ladder, []).how).toBe("perfect");
    expect(possible({ ...seat, how: "hazel" }, "", ladder, []).how).toBe("oak");
    expect(possible({ ...seat, how: "hazel" }, "", [], []).how).toBe("hazel");
    expect(possible({ ...seat, human: true, how: "friend" }, "", ladder, []).how).toBe("friend");
    expect(possible(seat, "too large", ladder, [])).toBe(seat);
    const alice = { ...seat, how: "program:alice" };
    expect(possible(alice, "", ladder, ["program:alice"])).toBe(alice);
    expect(possible(alice, "", ladder, []).how).toBe("oak");
  });
});

describe("a stored setup", () => {
  const first = firstSetup();
  const name = first.variant;

  it("comes back as it was", () => {
    const setup = firstSetup();
    setup.boards[name] = { rows: 5, columns: 6, own: true, run: 5 };
    setup.seats[name]![0]!.how = "perfect";
    expect(setupFrom(JSON.parse(JSON.stringify(setup)))).toEqual(setup);
  });

  it.each([null, 3, "x", [], {}, { variant: "chess" }, { boards: null, seats: 3 }, { seats: { [name]: [seat] } }])(
    "is passed over where it is something else: %j",
    (other) => expect(setupFrom(other)).toEqual(first),
  );

  it("keeps its whole parts", () => {
    const board = { rows: 5, columns: 6, own: true, run: 5 };
    const seats = [{ human: true }, seat];
    expect(setupFrom({ boards: { [name]: board }, seats: { [name]: seats } })).toEqual({ ...first, boards: { [name]: board } });
  });
});
