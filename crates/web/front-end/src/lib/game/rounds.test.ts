import { describe, expect, it } from "vitest";
import type { MoveView } from "../../api";
import { rounds } from "./rounds";

/** Whose move each one was, as the plies of every round. */
const plies = (turns: number[], players = 2) =>
  rounds(turns.map((player): MoveView => ({ move: "x", player, cell: null, closed: 0 })), players).map((round) => round.map((cell) => cell.map(({ ply }) => ply)));

describe("rounds", () => {
  it("have a column for each player", () => {
    expect(plies([0, 1, 0, 1, 0])).toEqual([[[1], [2]], [[3], [4]], [[5], []]]);
    expect(plies([0, 1, 2, 0], 3)).toEqual([[[1], [2], [3]], [[4], [], []]]);
  });

  it("hold together what one player does in one turn", () => {
    expect(plies([0, 1, 1, 1, 0, 0, 1])).toEqual([[[1], [2, 3, 4]], [[5, 6], [7]]]);
  });

  it("are none before the first move", () => expect(plies([])).toEqual([]));
});
