import { describe, expect, it } from "vitest";
import { connect4 } from "../../testing/games";
import { arrival, onItsWay } from "./optimistic";

const shown = connect4("44");
const pending = onItsWay(shown, shown.position.legal[2]!);

describe("a game that arrives", () => {
  it("is shown at once when it is the first", () => expect(arrival(connect4("44"), null, null, null)).toBe("now"));
  it("is dropped when it is older", () => expect(arrival(connect4("4"), shown, shown, null)).toBe("old"));
  it("waits its turn when it has a new move", () => expect(arrival(connect4("443"), shown, shown, null)).toBe("next"));
  it("is shown at once when it confirms the person's own move", () => expect(arrival(connect4("443"), shown, shown, pending)).toBe("now"));
  it("waits its turn when it also has the answer to it", () => expect(arrival(connect4("4435"), shown, shown, pending)).toBe("next"));

  it("is shown at once when moves were taken back, or nothing was played", () => {
    expect(arrival(connect4("4", { version: 3 }), shown, shown, null)).toBe("now");
    expect(arrival(connect4("44", { version: 3, paused: true }), shown, shown, null)).toBe("now");
  });

  it("is measured by what waits already", () => {
    const waiting = connect4("4435");
    expect(arrival(connect4("443"), waiting, shown, null)).toBe("old");
    expect(arrival(connect4("44351"), waiting, shown, null)).toBe("next");
    expect(arrival(connect4("44", { version: 5 }), waiting, shown, null)).toBe("now");
  });
});

it("a move on its way is the mover's", () => {
  expect(pending).toEqual({ move: "3", player: 0, cell: { row: 0, column: 2 }, closed: 0 });
});
