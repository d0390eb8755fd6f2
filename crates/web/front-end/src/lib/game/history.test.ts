import { describe, expect, it } from "vitest";
import type { PositionView } from "../../api";
import { connect4 } from "../../testing/games";
import { History } from "./history";

const game = connect4("4453");

describe("the history of a game", () => {
  it("asks for each position once", async () => {
    const asked: string[] = [];
    const history = new History((spec, moves) => {
      asked.push(`${spec} ${moves}`);
      return Promise.resolve(connect4(moves).position);
    });
    expect((await history.at(game, 2))?.position.moves.length).toBe(2);
    expect((await history.at(game, 2))?.ply).toBe(2);
    expect((await history.at(game, -5))?.ply).toBe(0);
    expect(asked).toEqual(["connect4:6x7 44", "connect4:6x7 "]);
  });

  it("needs nothing for the newest position", async () => {
    const history = new History(() => Promise.reject(new Error("nobody should ask")));
    expect(await history.at(game, 4)).toBeNull();
    expect(await history.at(game, Infinity)).toBeNull();
  });

  it("asks again for what was not answered", async () => {
    const answers: (() => Promise<PositionView>)[] = [() => Promise.reject(new Error("busy")), () => Promise.resolve(connect4("4").position)];
    const history = new History(() => answers.shift()!());
    await expect(history.at(game, 1)).rejects.toThrow("busy");
    expect((await history.at(game, 1))?.ply).toBe(1);
  });
});
