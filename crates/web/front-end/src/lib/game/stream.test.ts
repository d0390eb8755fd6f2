import { describe, expect, it } from "vitest";
import type { GameView } from "../../api";
import { HandClock } from "../../testing/clock";
import { connect4 } from "../../testing/games";
import { HandSource, settled } from "../../testing/source";
import { Refused } from "../client";
import { GameStream, patience } from "./stream";

function set(ask: () => Promise<GameView> = () => Promise.resolve(connect4("4"))) {
  const clock = new HandClock();
  const sources: HandSource[] = [];
  const told: string[] = [];
  const connect = () => {
    const source = new HandSource();
    sources.push(source);
    return source;
  };
  const stream = new GameStream(connect, ask, clock, {
    game: (game) => told.push(`game ${game.version}`),
    thought: (thought) => told.push(`thought ${thought.depth}`),
    connected: (yes) => told.push(yes ? "connected" : "lost"),
    gone: () => told.push("gone"),
  });
  stream.open();
  return { clock, sources, told, stream };
}

describe("the stream of a game", () => {
  it("tells what arrives", () => {
    const { sources, told } = set();
    sources[0]!.send("open");
    sources[0]!.send("game", connect4("44"));
    sources[0]!.send("thinking", { version: 2, depth: 7 });
    expect(told).toEqual(["connected", "game 2", "thought 7"]);
  });

  it("leaves a connection that only broke to the browser", async () => {
    const { clock, sources, told } = set();
    sources[0]!.break(false);
    await settled();
    clock.turn(10 * patience);
    expect(told).toEqual(["lost"]);
    expect(sources.length).toBe(1);
  });

  it("asks for the game and connects again when the browser gave up", async () => {
    const { clock, sources, told } = set();
    sources[0]!.break(true);
    await settled();
    expect(told).toEqual(["lost", "game 1"]);
    clock.turn(patience);
    sources[1]!.send("open");
    expect(told.at(-1)).toBe("connected");
  });

  it("connects again, too, while the server does not answer", async () => {
    const { clock, sources, told } = set(() => Promise.reject(new Refused(0, "no answer")));
    sources[0]!.break(true);
    await settled();
    clock.turn(patience);
    expect(sources.length).toBe(2);
    expect(told).toEqual(["lost"]);
  });

  it("ends with its game", async () => {
    const { clock, sources, told } = set(() => Promise.reject(new Refused(404, "no such game")));
    sources[0]!.break(true);
    await settled();
    clock.turn(patience);
    expect(told).toEqual(["lost", "gone"]);
    expect(sources.length).toBe(1);
  });

  it("does not come back after it was closed, also while a question was on its way", async () => {
    const { clock, sources, told, stream } = set();
    sources[0]!.break(true);
    stream.close();
    await settled();
    clock.turn(patience);
    expect(told).toEqual(["lost"]);
    expect(sources.length).toBe(1);
    expect(sources[0]!.readyState).toBe(2);
  });
});
