import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ExerciseView, Judgement, TaskView } from "../../api";
import { Exercise } from "./exercise.svelte";
import { progress } from "./progress";

const view = (task: TaskView) => ({ lesson: { name: "order", steps: ["first", "second"] }, step: 0, task, facts: { line: [] } }) as unknown as ExerciseView;
const around = (task: TaskView, right: string) => ({
  client: {
    exercise: async () => view(task),
    answer: async (_lesson: string, _step: number, answer: string): Promise<Judgement> => ({ right: answer === right, why: [] }),
    position: async () => Promise.reject(new Error("not asked for")),
    solution: async () => ({ answers: [right] }),
  },
  progress,
});

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
});

describe("a step of a lesson", () => {
  it("keeps what was wrong, and is done when it is right", async () => {
    const step = new Exercise("order", 0, around({ do: "count" }, "57"));
    await step.open();
    await step.answer("56");
    expect([step.right, step.wrong, progress.done("order")]).toEqual([false, ["56"], []]);
    await step.answer("57");
    expect([step.right, progress.done("order")]).toEqual([true, ["first"]]);
    await step.answer("58");
    expect(step.answered?.answer).toBe("57");
  });

  it("fills in what it was asked to tell, and does not give it", async () => {
    const step = new Exercise("order", 0, around({ do: "cut" }, "3 7"));
    await step.open();
    await step.tell();
    expect([step.marked, step.right]).toEqual([[3, 7], false]);
    step.mark(3);
    expect(step.marked).toEqual([7]);
  });

  it("moves moves up and down, not beyond the ends", async () => {
    const step = new Exercise("order", 0, around({ do: "order", moves: ["1", "2", "3"] }, "3 1 2"));
    await step.open();
    step.shift("3", -1);
    step.shift("1", -1);
    step.shift("3", -1);
    expect(step.order).toEqual(["3", "1", "2"]);
    await step.answer(step.order.join(" "));
    step.shift("3", 1);
    expect([step.right, step.order]).toEqual([true, ["3", "1", "2"]]);
  });
});

it("what somebody else stored does no harm", () => {
  kept.set("poda.lessons", '{"done":{"order":"all"}}');
  expect(progress.done("order")).toEqual([]);
  progress.add("order", "first");
  expect(progress.done("order")).toEqual(["first"]);
});
