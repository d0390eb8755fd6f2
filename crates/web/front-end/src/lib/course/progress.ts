// Which steps of which lessons were done, kept in this browser.
import { keep, stored } from "../settings.svelte";

const key = "poda.lessons";

/** By lesson, the names of its steps: a step that moves keeps its mark. */
type Done = Record<string, string[]>;

const read = (): Done => stored<{ done: Done }>(key, { done: {} }).done;

export type Progress = { done: (lesson: string) => string[]; add: (lesson: string, step: string) => void };

export const progress: Progress = {
  done: (lesson) => {
    const steps: unknown = read()[lesson];
    return Array.isArray(steps) ? steps.filter((step) => typeof step === "string") : [];
  },
  add: (lesson, step) => {
    const steps = progress.done(lesson);
    if (!steps.includes(step)) keep(key, { done: { ...read(), [lesson]: [...steps, step] } });
  },
};
