import { describe, expect, it } from "vitest";
import { HandClock } from "../../testing/clock";
import { HandSource } from "../../testing/source";
import { gather, Hub, most, type Told } from "./hub";
import { isId, SharedSource, type Port } from "./shared";

function set() {
  const clock = new HandClock();
  const opened: { games: string[]; source: HandSource }[] = [];
  const hub = new Hub((games) => {
    const source = new HandSource();
    opened.push({ games, source });
    return source;
  }, clock);
  const window = () => {
    const told: Told[] = [];
    return { told, postMessage: (event: Told) => told.push(event) };
  };
  return { clock, opened, hub, window };
}

describe("one stream for all windows", () => {
  it("follows the games of all of them, and tells each of its own", () => {
    const { clock, opened, hub, window } = set();
    const windows = Array.from({ length: 9 }, window);
    windows.forEach((one, at) => hub.hear(one, { follow: `g${at}` }));
    clock.turn(gather);
    expect(opened.length).toBe(1);
    expect(opened[0]!.games).toEqual(windows.map((_, at) => `g${at}`));
    opened[0]!.source.send("game:g7", { version: 3 });
    expect(windows.map(({ told }) => told.length)).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 0]);
    expect(windows[7]!.told[0]).toEqual({ type: "game", data: '{"version":3}', state: 1 });
    opened[0]!.source.send("open");
    expect(windows.every(({ told }) => told.at(-1)!.type === "open")).toBe(true);
  });

  it("is opened anew when a window comes, closes the old one first, and does not say again what was said", () => {
    const { clock, opened, hub, window } = set();
    const [one, two] = [window(), window()];
    hub.hear(one, { follow: "a" });
    clock.turn(gather);
    opened[0]!.source.send("game:a", { version: 1 });
    hub.hear(two, { follow: "b" });
    clock.turn(gather);
    expect(opened[0]!.source.readyState).toBe(2);
    expect(opened[1]!.games).toEqual(["a", "b"]);
    opened[0]!.source.send("game:a", { version: 0 });
    opened[1]!.source.send("game:a", { version: 1 });
    opened[1]!.source.send("game:b", { version: 5 });
    opened[1]!.source.send("game:a", { version: 2 });
    expect(one.told.map(({ data }) => data)).toEqual(['{"version":1}', '{"version":2}']);
    expect(two.told.map(({ data }) => data)).toEqual(['{"version":5}']);
  });

  it("tells a second window of the same game the game as it is", () => {
    const { clock, opened, hub, window } = set();
    const [one, two] = [window(), window()];
    hub.hear(one, { follow: "a" });
    clock.turn(gather);
    opened[0]!.source.send("game:a", { version: 1 });
    hub.hear(two, { follow: "a" });
    clock.turn(gather);
    opened[1]!.source.send("game:a", { version: 1 });
    expect([one.told.length, two.told.length]).toEqual([1, 1]);
    // One of two goes: the game is still followed.
    hub.hear(two, { follow: null });
    clock.turn(gather);
    expect(opened.length).toBe(2);
  });

  it("asks for no more games than the server tells of", () => {
    const { clock, opened, hub, window } = set();
    for (let number = 0; number < most + 5; number += 1) hub.hear(window(), { follow: `g${number}` });
    clock.turn(gather);
    expect(opened[0]!.games.length).toBe(most);
  });

  it("closes with the last window", () => {
    const { clock, opened, hub, window } = set();
    const one = window();
    hub.hear(one, { follow: "a" });
    clock.turn(gather);
    hub.hear(one, { follow: null });
    hub.hear(one, { follow: null });
    clock.turn(gather);
    expect(opened[0]!.source.readyState).toBe(2);
    expect(opened.length).toBe(1);
  });

  it("says that it was refused, and is opened again when a window asks again", () => {
    const { clock, opened, hub, window } = set();
    const one = window();
    hub.hear(one, { follow: "a" });
    clock.turn(gather);
    opened[0]!.source.break(true);
    expect(one.told).toEqual([{ type: "error", state: 2 }]);
    const again = window();
    hub.hear(one, { follow: null });
    hub.hear(again, { follow: "a" });
    clock.turn(gather);
    expect(opened.length).toBe(2);
  });
});

describe("a source through the worker", () => {
  function source() {
    const wishes: unknown[] = [];
    const port: Port = { onmessage: null, postMessage: (wish) => wishes.push(wish), close: () => wishes.push("closed") };
    const source = new SharedSource(port, "a");
    const heard: unknown[] = [];
    source.addEventListener("game", ({ data }) => heard.push(data));
    source.addEventListener("error", () => heard.push(`error in state ${source.readyState}`));
    const tell = (told: Told) => port.onmessage?.({ data: told } as MessageEvent<Told>);
    return { source, wishes, heard, tell };
  }

  it("asks for its game, hears of it, and leaves", () => {
    const { source: one, wishes, heard, tell } = source();
    tell({ type: "open", state: 1 });
    tell({ type: "game", data: "x", state: 1 });
    tell({ type: "error", state: 0 });
    expect(heard).toEqual(["x", "error in state 0"]);
    one.close();
    tell({ type: "game", data: "late", state: 1 });
    expect(heard.length).toBe(2);
    expect(wishes).toEqual([{ follow: "a" }, { follow: null }, "closed"]);
  });

  it("is only for what can be a game", () => {
    expect(["7k2m9p4qxz0a", "", "a b", "a,b", "a%0Ab", "../x", "é"].map(isId)).toEqual([true, false, false, false, false, false, false]);
  });

  it("is a refused stream where no worker starts", () => {
    const { source: one, heard } = source();
    one.fail();
    one.fail();
    expect(heard).toEqual(["error in state 2"]);
  });
});
