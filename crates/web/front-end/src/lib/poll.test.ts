import { describe, expect, it } from "vitest";
import { HandClock } from "../testing/clock";
import { Poll } from "./poll";

function set() {
  const clock = new HandClock();
  const answers: ((pause: number) => void)[] = [];
  const poll = new Poll(() => new Promise((resolve) => answers.push(resolve)), clock);
  const answer = async (pause: number) => {
    answers.at(-1)!(pause);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { clock, answers, poll, answer };
}

describe("a poll", () => {
  it("asks again after the pause that the answer names", async () => {
    const { clock, answers, poll, answer } = set();
    void poll.now();
    await answer(500);
    clock.turn(499);
    expect(answers.length).toBe(1);
    clock.turn(1);
    expect(answers.length).toBe(2);
  });

  it("ends for good when its screen is left, also while an answer is on its way", async () => {
    const { clock, answers, poll, answer } = set();
    void poll.now();
    poll.end();
    await answer(500);
    void poll.now();
    expect(clock.waiting).toBe(0);
    expect(answers.length).toBe(1);
  });

  it("goes on once, not twice, when it is asked in between", async () => {
    const { clock, answers, poll, answer } = set();
    void poll.now();
    void poll.now();
    answers[0]!(10);
    await answer(500);
    expect(clock.waiting).toBe(1);
    clock.turn(499);
    expect(answers.length).toBe(2);
  });
});
