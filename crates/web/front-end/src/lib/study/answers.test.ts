import { describe, expect, it } from "vitest";
import { HandClock } from "../../testing/clock";
import { HandSource, settled } from "../../testing/source";
import { Refused } from "../client";
import { patience } from "../game/stream";
import { Answers, glance, type Key } from "./answers.svelte";

type Told = Key & { done: boolean; says: string };
const key = (position: string): Key => ({ game: "connect4:6x7", position });
const told = (position: string, says: string, done = false): Told => ({ ...key(position), says, done });

function set() {
  const clock = new HandClock();
  const sources: { key: Key; source: HandSource }[] = [];
  const asked: Key[] = [];
  let answer: () => Promise<Told> = () => Promise.reject(new Refused(429, "too many"));
  const answers = new Answers<Told>({
    event: "told",
    connect: (key) => {
      const source = new HandSource();
      sources.push({ key, source });
      return source;
    },
    ask: (key) => {
      asked.push(key);
      return answer();
    },
    clock,
  });
  const look = (position: string | null) => {
    answers.look(position === null ? null : key(position));
    clock.turn(glance);
  };
  return { clock, sources, asked, answers, look, reply: (next: () => Promise<Told>) => (answer = next) };
}

describe("answers that grow", () => {
  it("come in as they are found, and the stream ends with the last", () => {
    const { sources, answers, look } = set();
    look("44");
    sources[0]!.source.send("told", told("44", "a little"));
    expect(answers.now?.says).toBe("a little");
    sources[0]!.source.send("told", told("44", "all", true));
    expect(answers.now?.says).toBe("all");
    expect(sources[0]!.source.readyState).toBe(2);
  });

  it("are never shown for another position, whatever comes late", () => {
    const { sources, answers, look } = set();
    look("44");
    sources[0]!.source.send("told", told("44", "old"));
    look("445");
    expect(answers.now).toBeNull();
    sources[0]!.source.send("told", told("44", "late"));
    expect(answers.now).toBeNull();
    // Even what comes on the right stream must be about the right position, and about the right game.
    sources[1]!.source.send("told", told("44", "mixed up"));
    sources[1]!.source.send("told", { ...told("445", "mixed up"), game: "connect4:7x7" });
    expect(answers.now).toBeNull();
    expect(sources[0]!.source.readyState).toBe(2);
  });

  it("are asked for once while they are kept", () => {
    const { sources, answers, look } = set();
    look("44");
    sources[0]!.source.send("told", told("44", "all", true));
    look("445");
    look("44");
    expect(answers.now?.says).toBe("all");
    expect(sources.map(({ key }) => key.position)).toEqual(["44", "445"]);
  });

  it("are not asked for where nobody stops", () => {
    const { clock, sources, answers } = set();
    for (const position of ["4", "44", "445"]) {
      answers.look(key(position));
      clock.turn(glance - 1);
    }
    clock.turn(1);
    expect(sources.map(({ key }) => key.position)).toEqual(["445"]);
  });

  it("end when nobody looks, before and after the stream was opened", () => {
    const { clock, sources, answers, look } = set();
    look("44");
    answers.close();
    expect(sources[0]!.source.readyState).toBe(2);
    answers.look(key("445"));
    answers.close();
    clock.turn(glance);
    expect(sources.length).toBe(1);
    expect(clock.waiting).toBe(0);
  });

  it("say why there are none, and try again later where that may help", async () => {
    const { clock, sources, answers, look } = set();
    look("44");
    sources[0]!.source.break(true);
    await settled();
    expect(answers.problem).toBe("too many");
    clock.turn(patience);
    expect(sources.length).toBe(2);
    sources[1]!.source.send("told", told("44", "now"));
    expect([answers.problem, answers.now?.says]).toEqual(["", "now"]);
  });

  it("do not try again where the question is wrong", async () => {
    const { clock, sources, answers, look, reply } = set();
    reply(() => Promise.reject(new Refused(422, "no such move")));
    look("49");
    sources[0]!.source.break(true);
    await settled();
    expect(answers.problem).toBe("no such move");
    expect(clock.waiting).toBe(0);
    expect(sources.length).toBe(1);
  });

  it("leave a stream alone that the browser opens again", async () => {
    const { asked, sources, look } = set();
    look("44");
    sources[0]!.source.break(false);
    await settled();
    expect(asked).toEqual([]);
  });

  it("forget a refusal that comes after somebody looked elsewhere", async () => {
    const { answers, sources, look } = set();
    look("44");
    sources[0]!.source.break(true);
    look("445");
    await settled();
    expect(answers.problem).toBe("");
  });
});
