import { describe, expect, it } from "vitest";
import type { Finding, GameView, Hint } from "../api";
import { connect4 } from "../testing/games";
import { findingWords, hintWords, ownSeat, result, seatName, sitter, thoughtWords } from "./words";

const people = (holds: GameView["holds"]) => connect4("", { seats: ["human", "human"], holds });

describe("who sits where", () => {
  it("is said as ever where one device has all seats", () => {
    expect([0, 1].map((player) => sitter(people(["mine", "mine"]), player))).toEqual(["person", "person"]);
    expect([0, 1].map((player) => sitter(people(["anybody", "anybody"]), player))).toEqual(["person", "person"]);
  });

  it("tells you from others where there are several", () => {
    expect([0, 1].map((player) => sitter(people(["mine", "taken"]), player))).toEqual(["you", "a person elsewhere"]);
    expect([0, 1].map((player) => sitter(people(["mine", "free"]), player))).toEqual(["you", "nobody yet"]);
  });

  it("is you where one seat alone is yours", () => {
    expect(ownSeat(people(["taken", "mine"]))).toBe(1);
    expect(ownSeat(people(["mine", "mine"]))).toBeNull();
    expect(ownSeat(people(["taken", "taken"]))).toBeNull();
    const names = ["Orange", "Blue"];
    const end = { how: "won", winner: 0 } as const;
    expect(result(people(["taken", "mine"]), end, names).tone).toBe("lost");
    expect(result(people(["taken", "taken"]), end, names).tone).toBe("watched");
  });
});

describe("a seat", () => {
  it("of another program is called by its name, or else by its command", () => {
    const called = (name: string) => seatName({ name, plays: { as: "named" } });
    expect(called("program:alice")).toBe("program alice");
    expect(called("program:cmd:./bot,name=alice,time=2s")).toBe("program alice");
    expect(called("program:cmd:./bot --fast,time=2s")).toBe("program ./bot --fast");
    expect(called("greedy")).toBe("computer, greedy");
  });
});

describe("a hint", () => {
  it("says the reason and what comes of it, but nothing twice", () => {
    const { position } = connect4("112233");
    const hint = { move: "4", version: 0, cell: null };
    const told = (reason: Hint["reason"], verdict: Hint["verdict"]) => hintWords({ ...hint, reason, verdict }, position, "Orange");
    expect(told({ why: "wins-now" }, { is: "wins", moves: 1 })).toBe("Hint: column 4. It wins at once.");
    expect(told({ why: "keeps-draw" }, { is: "draw" })).toBe("Hint: column 4. It keeps the draw.");
    expect(told({ why: "blocks" }, { is: "draw" })).toBe("Hint: column 4. It stops a win next move. A draw with best play.");
    expect(told({ why: "forced" }, { is: "wins", moves: 4 })).toBe("Hint: column 4. It wins by force. Orange wins in 4 moves.");
  });
});

describe("what a computer thought", () => {
  it("explains its figures by what they rest on", () => {
    expect(thoughtWords({ source: "search", depth: 9, nodes: 12345 })).toBe("looked 9 moves ahead · 12.3K positions");
    expect(thoughtWords({ source: "solver", depth: 27, nodes: 4 })).toBe("solved to the end of the game · 4 positions");
    expect(thoughtWords({ source: "book", depth: 0, nodes: 0 })).toBe("known from the book of openings");
  });

  it("is told with its time, what it expected and the line", () => {
    const found: Finding = { verdict: { is: "wins", moves: 3 }, source: "search", value: 1, depth: 5, nodes: 900, elapsed_ms: 40, line: ["4", "3"] };
    expect(findingWords(found, connect4("4").position, "Blue")).toBe(
      "Looked 5 moves ahead · 900 positions · 0.04 s. Blue wins in 3 moves. Expected: column 4; column 3.",
    );
  });
});
