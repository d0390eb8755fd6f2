// A game that is learned from: every move graded, and another try at those that gave something away.
import type { Analysis, GameView, LegalMove, MoveReview, MoveView, PositionView, Review, Verdict } from "../../api";
import { gameOf } from "../../games";
import type { Client } from "../client";
import { Positions } from "../positions";
import { t } from "../text";
import { ownSeat } from "../words";
import { Answers, type Questions } from "./answers.svelte";
import { keyOf, movesOf } from "./study.svelte";

/** What surrounds a lesson; tests have their own. */
export type LessonAround = {
  client: Pick<Client, "position" | "get">;
  review: Questions<Review>;
  analysis: Questions<Analysis>;
  say: (sentence: string) => void;
  names: (players: number) => string[];
};

/** A game that is kept, or a game and its moves. */
export type Subject = { id: string } | { game: string; moves: string };

/** A try: right, as good but slower, wrong, or not judged yet. */
export type Judgement = "right" | "slower" | "wrong" | "open";

export class Lesson {
  /** The game as it ended. */
  whole = $state.raw<PositionView | null>(null);
  game = $state.raw<GameView | null>(null);
  /** What stands on the board, and after how many moves of the game that is. */
  shown = $state.raw<PositionView | null>(null);
  ply = $state(0);
  /** Whose mistakes are looked for; null for everybody's. */
  whose = $state<number | null>(null);
  /** The move that is tried again, if one is. */
  task = $state.raw<MoveReview | null>(null);
  /** What was tried. */
  attempt = $state.raw<MoveView | null>(null);
  /** Whether the answer was asked for. */
  told = $state(false);
  /** Plies of mistakes that were put right or told. */
  learned = $state.raw<readonly number[]>([]);
  problem = $state("");
  readonly review: Answers<Review>;

  private readonly before: Answers<Analysis>;
  private readonly reply: Answers<Analysis>;
  private readonly positions: Positions;
  private looks = 0;

  constructor(
    readonly subject: Subject,
    private readonly around: LessonAround,
  ) {
    this.positions = new Positions(around.client.position);
    this.review = new Answers(around.review);
    this.before = new Answers(around.analysis);
    this.reply = new Answers(around.analysis);
  }

  names = $derived.by(() => this.around.names(this.whole?.rules.players ?? 0));
  /** The one person who played, if it was one. */
  me = $derived.by(() => (this.game ? ownSeat(this.game) : null));
  /** What is known of each move of the game. */
  graded = $derived.by(() => {
    const known = new Map((this.review.now?.moves ?? []).map((move) => [move.ply, move]));
    return (this.whole?.moves ?? []).map((_, at) => known.get(at + 1) ?? null);
  });
  /** What was given away, in the order of the game. */
  faults = $derived.by(() =>
    this.graded.filter(
      (move): move is MoveReview => move !== null && isFault(move) && (this.whose === null || move.player === this.whose),
    ),
  );
  /** What is still to be learned. */
  open = $derived.by(() => this.faults.filter(({ ply }) => !this.learned.includes(ply)));
  /** What is known of the move that was tried. */
  worth = $derived.by(() => this.before.now?.moves.find(({ move }) => move === this.attempt?.move) ?? null);
  /** What the other side makes of the try. */
  answer = $derived.by(() => (this.judgement === "wrong" || this.judgement === "slower" ? this.reply.now : null));

  judgement = $derived.by<Judgement | null>(() => {
    const { task, attempt, worth } = this;
    if (!task || !attempt) return null;
    if (task.best.includes(attempt.move)) return "right";
    if (attempt.move === task.move) return "wrong";
    if (!worth?.verdict || worth.bound !== "exact") return this.before.now?.done ? "wrong" : "open";
    return sameResult(worth.verdict, task.verdict) ? "slower" : "wrong";
  });

  async start(): Promise<void> {
    try {
      if ("id" in this.subject) {
        this.game = await this.around.client.get(this.subject.id);
        this.whole = this.game.position;
        if (this.me !== null) this.whose = this.me;
      } else {
        this.whole = await this.around.client.position(this.subject.game, this.subject.moves);
      }
      this.shown = this.whole;
      this.ply = this.whole.moves.length;
      this.review.look(keyOf(this.whole));
    } catch (refused) {
      this.problem = (refused as Error).message;
    }
  }

  /** Shows the game after so many moves; a try ends by it. */
  async look(ply: number): Promise<void> {
    const { whole } = this;
    if (!whole) return;
    this.leave();
    const to = Math.max(0, Math.min(ply, whole.moves.length));
    if (await this.put(movesOf(whole).slice(0, to))) {
      this.ply = to;
      const move = whole.moves[to - 1];
      this.around.say(move ? gameOf(whole.rules).moveSaid(move, this.names[move.player]!) : t("moves-start"));
    }
  }

  /** The next move that gave something away, from here on and then from the beginning. */
  next(): MoveReview | null {
    const { ply, task } = this;
    const from = task ? task.ply : ply;
    const rest = this.open.filter((fault) => fault !== task);
    return rest.find((fault) => fault.ply > from) ?? rest[0] ?? null;
  }

  /** Puts the position before a move on the board, to find a better one. */
  async retry(task: MoveReview): Promise<void> {
    const { whole } = this;
    if (!whole) return;
    this.leave();
    if (!(await this.put(movesOf(whole).slice(0, task.ply - 1)))) return;
    this.ply = task.ply - 1;
    this.task = task;
    this.before.look(keyOf(this.shown!));
    this.around.say(t("retry-find", { who: this.names[task.player]! }));
  }

  /** The person tries a move. */
  async attemptMove({ move, cell }: LegalMove): Promise<void> {
    const { task, whole, shown } = this;
    if (!task || !whole || this.attempt) return;
    this.attempt = { move, cell, player: task.player, closed: 0 };
    // What is right is known before it stands on the board: whoever goes on at once has learned it, too.
    const right = this.judgement === "right";
    if (right) this.learn(task);
    const line = [...movesOf(whole).slice(0, task.ply - 1), move];
    if (!(await this.put(line)) || this.shown === shown) return;
    if (!right) this.reply.look(keyOf(this.shown!));
  }

  /** Back to the task, to try something else. */
  again = () => (this.task ? this.retry(this.task) : Promise.resolve());

  /** Shows what would have been right. */
  async tell(): Promise<void> {
    const { task } = this;
    if (!task) return;
    if (this.attempt) await this.retry(task);
    this.told = true;
    this.learn(task);
  }

  /** What is right where it was asked for, or was found. */
  get solution(): string[] {
    return this.told && this.task ? this.task.best : [];
  }

  close(): void {
    this.looks += 1;
    for (const answers of [this.review, this.before, this.reply]) answers.close();
  }

  /** Says why something cannot be done. */
  refuse(sentence: string): void {
    this.problem = sentence;
    this.around.say(sentence);
  }

  private learn({ ply }: MoveReview): void {
    if (!this.learned.includes(ply)) this.learned = [...this.learned, ply];
  }

  private leave(): void {
    this.task = null;
    this.attempt = null;
    this.told = false;
    this.problem = "";
    this.before.look(null);
    this.reply.look(null);
  }

  /** Whoever steps quickly sees the last step, in whatever order the answers come. */
  private async put(line: string[]): Promise<boolean> {
    this.looks += 1;
    const look = this.looks;
    try {
      const position = await this.positions.at(this.whole!.rules.spec, line);
      if (look !== this.looks) return false;
      this.shown = position;
      return true;
    } catch (refused) {
      if (look === this.looks) {
        this.attempt = null;
        this.refuse((refused as Error).message);
      }
      return false;
    }
  }
}

export const isFault = ({ grade }: Pick<MoveReview, "grade">) => grade === "mistake" || grade === "blunder";

/** Whether two verdicts end alike, sooner or later. */
function sameResult(one: Verdict, other: Verdict): boolean {
  // A win that is only likely now, as `Grade::of` has it.
  if (one.is === "opinion") return one.percent >= 95 && other.is === "wins" && other.moves > 2;
  return one.is === other.is && (one.is === "wins" || one.is === "loses" || one.is === "draw");
}
