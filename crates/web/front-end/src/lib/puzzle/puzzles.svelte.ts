// Puzzles, one after another: the one on the board, what was answered, and the line that solves it.
import type { Analysis, LegalMove, MoveView, PositionView, PuzzleSummary, PuzzleView } from "../../api";
import { gameOf } from "../../games";
import type { Client } from "../client";
import type { Clock } from "../clock";
import { Positions } from "../positions";
import { lineTempo, movesOf } from "../study/study.svelte";
import { t } from "../text";
import type { Kept, PuzzleRecord } from "./record";

/** What surrounds puzzles; tests have their own. */
export type PuzzleAround = {
  client: Pick<Client, "puzzles" | "puzzle" | "position" | "analysis">;
  clock: Clock;
  record: PuzzleRecord;
  /** Whether things may move by themselves. */
  moves: () => boolean;
  say: (sentence: string) => void;
  names: (players: number) => string[];
  /** Told which puzzle it is now: what follows the `#`. */
  address: (hash: string) => void;
};

/** Asked for a move; a wrong one was made; the right one was; or it was shown. */
export type Moment = "asked" | "wrong" | "right" | "told";

/** What may be chosen. */
export type Wanted = Pick<Kept, "game" | "theme" | "difficulty">;

/** What the coach makes of a wrong answer: of the position before it, and of the one after it. */
export type Objection = { before: Analysis; after: Analysis };

export class Puzzles {
  list = $state.raw<PuzzleSummary[]>([]);
  puzzle = $state.raw<PuzzleView | null>(null);
  /** What stands on the board. */
  shown = $state.raw<PositionView | null>(null);
  moment = $state<Moment>("asked");
  /** The wrong answer, and what is to be said against it. */
  attempt = $state<string | null>(null);
  objection = $state.raw<Objection | null>(null);
  pending = $state.raw<MoveView | null>(null);
  hinted = $state(false);
  /** How many moves of the solution are on the board. */
  at = $state(0);
  playing = $state(false);
  kept = $state.raw<Kept>({ row: 0, longest: 0, solved: [], game: "", theme: "", difficulty: "" });
  problem = $state("");

  private readonly positions: Positions;
  /** Whether nothing wrong was answered and nothing shown. */
  private clean = true;
  private looks = 0;
  private cancel = () => {};

  constructor(private readonly around: PuzzleAround) {
    this.positions = new Positions(around.client.position);
    this.kept = around.record.read();
  }

  names = $derived.by(() => this.around.names(this.puzzle?.position.rules.players ?? 0));
  mover = $derived.by(() => this.puzzle?.position.to_move ?? 0);
  /** The games that have puzzles, in their order. */
  games = $derived.by(() => [...new Set(this.list.map(({ game }) => game))]);
  game = $derived.by(() => (this.games.includes(this.kept.game) ? this.kept.game : (this.games[0] ?? "")));
  /** Of the chosen game. */
  ofGame = $derived.by(() => this.list.filter(({ game }) => game === this.game));
  themes = $derived.by(() => [...new Set(this.ofGame.map(({ theme }) => theme))]);
  /** A theme of another game is none here. */
  theme = $derived.by(() => this.themes.find((theme) => theme === this.kept.theme) ?? "");
  wanted = $derived.by(() => {
    const { theme, ofGame } = this;
    const { difficulty } = this.kept;
    return ofGame.filter((one) => (theme === "" || one.theme === theme) && (difficulty === "" || one.difficulty === difficulty));
  });
  solvedCount = $derived.by(() => this.wanted.filter(({ id }) => this.kept.solved.includes(id)).length);

  /** Lists the puzzles, and opens one by its name, or the first that is not solved. */
  async start(id: string | null): Promise<void> {
    await this.guarded(async (current) => {
      if (this.list.length === 0) {
        const { puzzles } = await this.around.client.puzzles();
        if (!current()) return;
        this.list = puzzles;
      }
      const named = this.list.find((one) => one.id === id);
      if (named && named.game !== this.game) this.keep({ game: named.game });
      await this.load(id ?? this.following()?.id ?? null, current);
    });
  }

  /** Other puzzles are wanted. */
  async want(some: Partial<Wanted>): Promise<void> {
    this.keep(some);
    const { puzzle } = this;
    if (puzzle && this.wanted.some(({ id }) => id === puzzle.id)) return;
    await this.next();
  }

  /** The next puzzle that is not solved, from here on and then from the beginning. */
  async next(): Promise<void> {
    const next = this.following();
    await this.guarded((current) => this.load(next?.id ?? null, current));
  }

  /** The person answers. */
  async answer({ move, cell }: LegalMove): Promise<void> {
    const { puzzle } = this;
    if (!puzzle || this.moment !== "asked") return;
    this.pending = { move, cell, player: this.mover, closed: 0 };
    if (move === puzzle.line[0]) {
      this.moment = "right";
      this.solved(puzzle.id);
      await this.step(1, this.around.moves());
      return;
    }
    this.moment = "wrong";
    this.attempt = move;
    this.clean = false;
    this.keep({ row: 0 });
    await this.guarded(async (current) => {
      const { rules, moves } = puzzle.position;
      const before = moves.map((one) => one.move);
      const after = await this.positions.at(rules.spec, [...before, move]);
      if (!current()) return;
      this.shown = after;
      this.pending = null;
      const { analysis } = this.around.client;
      const [known, reply] = await Promise.all([analysis(rules.spec, before.join(""), null), analysis(rules.spec, [...before, move].join(""), null)]);
      if (current()) this.objection = { before: known, after: reply };
    });
  }

  /** Back to the question after a wrong answer. */
  again(): void {
    if (this.moment !== "wrong" || !this.puzzle) return;
    this.looks += 1;
    this.moment = "asked";
    this.attempt = null;
    this.objection = null;
    this.pending = null;
    this.problem = "";
    this.shown = this.puzzle.position;
  }

  hint(): void {
    if (this.puzzle && this.moment === "asked") this.hinted = true;
  }

  /** Shows the solution. */
  async tell(): Promise<void> {
    if (!this.puzzle || this.moment === "right" || this.moment === "told") return;
    this.again();
    this.moment = "told";
    this.clean = false;
    this.keep({ row: 0 });
    await this.step(1, this.around.moves());
  }

  /** The solution on the board, as far as so many moves. */
  async step(at: number, playing = false): Promise<void> {
    const { puzzle } = this;
    if (!puzzle || (this.moment !== "right" && this.moment !== "told")) return;
    const to = Math.max(0, Math.min(at, puzzle.line.length));
    await this.guarded(async (current) => {
      const position = await this.positions.at(puzzle.position.rules.spec, [...movesOf(puzzle.position), ...puzzle.line.slice(0, to)]);
      if (!current()) return;
      this.shown = position;
      this.pending = null;
      this.at = to;
      this.playing = playing && to < puzzle.line.length;
      const last = position.moves.at(-1);
      if (to > 1 && last) this.around.say(gameOf(position.rules).moveSaid(last, this.names[last.player]!));
      if (this.playing) this.cancel = this.around.clock.after(lineTempo, () => void this.step(to + 1, true));
    });
  }

  /** The solution plays itself, or stops. */
  async playLine(): Promise<void> {
    this.cancel();
    if (this.playing) {
      this.playing = false;
      return;
    }
    const from = this.at === this.puzzle?.line.length ? 0 : this.at;
    await this.step(from + 1, true);
  }

  /** Says why something cannot be done. */
  refuse(sentence: string): void {
    this.problem = sentence;
    this.around.say(sentence);
  }

  close(): void {
    this.looks += 1;
    this.cancel();
  }

  private following(): PuzzleSummary | null {
    const { wanted } = this;
    const here = wanted.findIndex(({ id }) => id === this.puzzle?.id);
    const round = [...wanted.slice(here + 1), ...wanted.slice(0, here + 1)];
    return round.find(({ id }) => !this.kept.solved.includes(id) && id !== this.puzzle?.id) ?? round[0] ?? null;
  }

  private async load(id: string | null, current: () => boolean): Promise<void> {
    if (id === null) {
      this.puzzle = this.shown = null;
      return;
    }
    const puzzle = await this.around.client.puzzle(id);
    if (!current()) return;
    this.puzzle = puzzle;
    this.shown = puzzle.position;
    this.moment = "asked";
    this.attempt = this.objection = this.pending = null;
    this.hinted = this.playing = false;
    this.clean = true;
    this.at = 0;
    this.around.address(`#/puzzles/${id}`);
  }

  private solved(id: string): void {
    const { solved, longest } = this.kept;
    const row = this.clean ? this.kept.row + 1 : 0;
    this.keep({ row, longest: Math.max(longest, row), solved: solved.includes(id) ? solved : [...solved, id] });
  }

  private keep(some: Partial<Kept>): void {
    this.kept = { ...this.kept, ...some };
    this.around.record.keep(this.kept);
  }

  /** Whoever goes on quickly sees the last step, in whatever order the answers come. */
  private async guarded(act: (current: () => boolean) => Promise<void>): Promise<void> {
    this.cancel();
    this.looks += 1;
    const look = this.looks;
    this.problem = "";
    try {
      await act(() => look === this.looks);
    } catch (refused) {
      if (look !== this.looks) return;
      this.pending = null;
      this.refuse((refused as Error).message || t("no-server"));
    }
  }
}
