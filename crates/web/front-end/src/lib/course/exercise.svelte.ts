// A step of a lesson: what is to be done, what was answered, and what became of it.
import type { ExerciseView, Judgement, PositionView } from "../../api";
import type { Client } from "../client";
import type { Progress } from "./progress";

/** What surrounds a step; tests have their own. */
export type ExerciseAround = {
  client: Pick<Client, "exercise" | "answer" | "solution" | "position">;
  progress: Progress;
};

export class Exercise {
  view = $state.raw<ExerciseView | null>(null);
  /** The position that is asked about, where it is another one. */
  after = $state.raw<PositionView | null>(null);
  /** What was answered last, and the judgement. */
  answered = $state.raw<{ answer: string; judgement: Judgement } | null>(null);
  /** Answers that are known to be wrong. */
  wrong = $state.raw<readonly string[]>([]);
  /** The right answers, once they were asked for. */
  told = $state.raw<readonly string[]>([]);
  /** Nodes that are marked. */
  marked = $state.raw<readonly number[]>([]);
  /** The moves in the order that was chosen. */
  order = $state.raw<readonly string[]>([]);
  /** What was counted. */
  count = $state<number | null>(null);
  problem = $state("");
  private busy = false;

  constructor(
    readonly lesson: string,
    readonly step: number,
    private readonly around: ExerciseAround,
  ) {}

  right = $derived.by(() => this.answered?.judgement.right ?? false);
  name = $derived.by(() => this.view?.lesson.steps[this.step] ?? "");
  /** Whether this is the last step. */
  isLast = $derived.by(() => this.view !== null && this.step + 1 >= this.view.lesson.steps.length);

  async open(): Promise<void> {
    await this.ask(async () => {
      const view = await this.around.client.exercise(this.lesson, this.step);
      const { task, facts, position } = view;
      if (facts.line.length > 0) {
        const moves = [...position.moves.map(({ move }) => move), ...facts.line];
        this.after = await this.around.client.position(position.rules.spec, moves.join(" "));
      }
      if (task.do === "order") this.order = task.moves;
      // Only what is whole is shown: whoever answers at once is heard.
      this.view = view;
    });
  }

  /** Gives an answer. What is right stays: there is nothing more to answer. */
  async answer(answer: string): Promise<void> {
    if (this.right) return;
    await this.ask(async () => {
      const judgement = await this.around.client.answer(this.lesson, this.step, answer);
      this.answered = { answer, judgement };
      if (judgement.right) this.around.progress.add(this.lesson, this.name);
      else if (!this.wrong.includes(answer)) this.wrong = [...this.wrong, answer];
    });
  }

  /** Fills in a right answer, to be given. */
  async tell(): Promise<void> {
    await this.ask(async () => {
      const { answers } = await this.around.client.solution(this.lesson, this.step);
      const first = answers[0] ?? "";
      this.told = answers;
      const words = first.split(" ").filter(Boolean);
      if (this.view?.task.do === "cut") this.marked = words.map(Number);
      if (this.view?.task.do === "order") this.order = words;
      if (this.view?.task.do === "count") this.count = Number(first);
    });
  }

  mark(node: number): void {
    if (this.right) return;
    this.marked = this.marked.includes(node) ? this.marked.filter((other) => other !== node) : [...this.marked, node];
  }

  /** Moves one of the moves up or down in the order. */
  shift(move: string, by: number): void {
    const from = this.order.indexOf(move);
    const to = from + by;
    if (this.right || from < 0 || to < 0 || to >= this.order.length) return;
    const order = this.order.filter((other) => other !== move);
    order.splice(to, 0, move);
    this.order = order;
  }

  /** One question at a time. */
  private async ask(question: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await question();
      this.problem = "";
    } catch (refused) {
      this.problem = (refused as Error).message;
    }
    this.busy = false;
  }
}
