// A position that is studied: what stands on the board, what every move is worth, and the variations that were tried.
import type { Analysis, GameView, LegalMove, MoveView, PositionView } from "../../api";
import { gameOf } from "../../games";
import type { Client } from "../client";
import type { Clock } from "../clock";
import { Positions } from "../positions";
import { t } from "../text";
import { Answers, sameKey, type Key, type Questions } from "./answers.svelte";
import type { Shelf } from "./shelf";
import { after, end, grow, lines, promote, prune, startsWith, type Path, type Tree } from "./variations";
import { worths, type Worth } from "./worth";

/** What surrounds a study; tests have their own. */
export type StudyAround = {
  client: Pick<Client, "position" | "get">;
  analysis: Questions<Analysis>;
  clock: Clock;
  shelf: Shelf;
  say: (sentence: string) => void;
  names: (players: number) => string[];
  /** Told where the study is now: what follows the `#`. */
  address: (hash: string) => void;
};

/** Milliseconds from one move of a line that plays itself to the next. */
export const lineTempo = 900;

/** A line that is shown on the board without being a variation yet. */
export type Preview = { from: Path; moves: Path; at: number; playing: boolean };

export const movesOf = (position: PositionView): Path => position.moves.map(({ move }) => move);
export const keyOf = (position: PositionView): Key => ({ game: position.rules.spec, position: movesOf(position).join("") });

export class Study {
  tree = $state.raw<Tree>([]);
  /** What stands on the board. */
  position = $state.raw<PositionView | null>(null);
  pending = $state.raw<MoveView | null>(null);
  preview = $state.raw<Preview | null>(null);
  /** The game that is studied, if it is one. */
  game = $state.raw<GameView | null>(null);
  problem = $state("");
  readonly analysis: Answers<Analysis>;

  private readonly positions: Positions;
  private cancel = () => {};
  private looks = 0;
  /** The last line that was gone. */
  private trail: Path = [];

  constructor(
    readonly spec: string,
    /** The name of the game on this server, if it is one. */
    readonly of: string | null,
    private readonly around: StudyAround,
  ) {
    this.positions = new Positions(around.client.position);
    this.analysis = new Answers(around.analysis);
  }

  /** Where we are: the moves on the board. */
  path = $derived.by<Path>(() => (this.position ? movesOf(this.position) : []));
  names = $derived.by(() => this.around.names(this.position?.rules.players ?? 0));
  /** The moves of the game itself. */
  played = $derived.by<Path>(() => (this.game ? movesOf(this.game.position) : []));

  /** What is known of the very position that stands on the board. */
  found = $derived.by(() => {
    const { now } = this.analysis;
    return now && this.position && sameKey(now, keyOf(this.position)) ? now : null;
  });

  /** What is known of each move on the board. */
  worths = $derived.by<Map<string, Worth>>(() => {
    const { found } = this;
    if (!found || found.to_move === null) return new Map();
    return worths(found.moves, found.best, found.to_move, this.names);
  });

  /** Opens a position by its text, with the game it belongs to and what was kept of it. */
  async open(text: string): Promise<void> {
    await this.guarded(async (current) => {
      const [asked, game] = await Promise.all([
        this.around.client.position(this.spec, text),
        this.of && !this.game ? this.around.client.get(this.of) : this.game,
      ]);
      if (!current()) return;
      this.game = game;
      if (game && !game.ending && !game.analysis) throw new Error(t("analysis-agreed"));
      if (this.tree.length === 0) await this.takeUp(asked, game);
      if (current()) this.show(asked);
    });
  }

  /** The variations that were kept of this game, or of this place. */
  private async takeUp(asked: PositionView, game: GameView | null): Promise<void> {
    const { spec } = asked.rules;
    const kept = this.around.shelf.lines(this.name(spec));
    const here = movesOf(asked).join("");
    // Whoever opens a link finds what belongs to it, not what was tried elsewhere on the same board.
    const wanted = game || kept.some((line) => line.startsWith(here)) ? kept : [];
    const found = await Promise.all(wanted.map((line) => this.around.client.position(spec, line).catch(() => null)));
    const whole = found.flatMap((position) => (position ? [position.moves] : []));
    this.tree = [...whole, game?.position.moves ?? []].reduce<Tree>(grow, []);
  }

  /** Goes to a place of the tree. */
  async go(path: Path): Promise<void> {
    await this.guarded(async (current) => {
      const position = await this.positions.at(this.spec, [...path]);
      if (current()) this.show(position);
    });
  }

  /** One move back; within a line that is shown, along it. */
  back = () => (this.preview ? this.step(this.preview.at - 1) : this.go(this.path.slice(0, -1)));
  start = () => (this.preview ? this.leaveLine() : this.go([]));
  last = () => (this.preview ? this.step(Infinity) : this.go(end(this.tree, this.ahead())));

  /** The next move: along the line that was gone before, else along the first choice. */
  on(): Promise<void> {
    if (this.preview) return this.step(this.preview.at + 1);
    const next = this.ahead()[this.path.length] ?? after(this.tree, this.path)?.[0]?.move.move;
    return next === undefined ? Promise.resolve() : this.go([...this.path, next]);
  }

  /** As far as one has been along the line that one is on, if that is still there. */
  private ahead(): Path {
    return startsWith(this.trail, this.path) && after(this.tree, this.trail) ? this.trail : this.path;
  }

  /** Plays on: a move that is there already is gone to, another one is a new variation. */
  async play({ move, cell }: LegalMove): Promise<void> {
    const { position } = this;
    if (!position || position.to_move === null || this.pending) return;
    this.pending = { move, cell, player: position.to_move, closed: 0 };
    await this.go([...this.path, move]);
  }

  /** Says why something cannot be done. */
  refuse(sentence: string): void {
    this.problem = sentence;
    this.around.say(sentence);
  }

  /** Brings the line that leads to a place nearer to the main line. */
  promote(path: Path): void {
    this.tree = promote(this.tree, path);
    this.keep();
  }

  /** Takes a move and what follows it away; whoever stood on it stands before it. */
  async remove(path: Path): Promise<void> {
    const inside = startsWith(this.path, path);
    this.tree = prune(this.tree, path);
    this.keep();
    if (inside) await this.go(path.slice(0, -1));
  }

  /** The best line on the board, as far as so many moves. */
  async step(at: number): Promise<void> {
    const line = this.preview ?? this.bestLine();
    if (!line) return;
    const to = Math.max(0, Math.min(at, line.moves.length));
    await this.guarded(async (current) => {
      const position = await this.positions.at(this.spec, [...line.from, ...line.moves.slice(0, to)]);
      if (!current()) return;
      this.preview = { ...line, at: to, playing: line.playing && to < line.moves.length };
      this.position = position;
      this.analysis.look(keyOf(position));
      this.around.say(this.lastMove(position));
      if (this.preview.playing) this.cancel = this.around.clock.after(lineTempo, () => void this.step(to + 1));
    });
  }

  /** The best line plays itself, or stops. */
  async playLine(): Promise<void> {
    const line = this.preview ?? this.bestLine();
    if (!line) return;
    this.cancel();
    if (line.playing) {
      this.preview = { ...line, playing: false };
      return;
    }
    // From the beginning again where it has ended.
    const at = line.at === line.moves.length ? 0 : line.at;
    this.preview = { ...line, at, playing: true };
    await this.step(at + 1);
  }

  /** Back from the line to where it began. */
  leaveLine = () => (this.preview ? this.go(this.preview.from) : Promise.resolve());

  /** The line becomes a variation, as far as it is shown. */
  keepLine(): void {
    if (this.position) this.show(this.position);
  }

  close(): void {
    this.looks += 1;
    this.cancel();
    this.analysis.close();
  }

  private bestLine(): Preview | null {
    const moves = this.found?.line ?? [];
    return moves.length > 0 ? { from: this.path, moves, at: 0, playing: false } : null;
  }

  private show(position: PositionView): void {
    this.cancel();
    this.preview = null;
    this.pending = null;
    this.problem = "";
    const moved = this.position !== null && this.position !== position;
    this.position = position;
    this.tree = grow(this.tree, position.moves);
    if (!startsWith(this.trail, this.path)) this.trail = this.path;
    this.keep();
    this.analysis.look(keyOf(position));
    this.around.address(`#${position.link}${this.of ? `?game=${this.of}` : ""}`);
    if (moved) this.around.say(this.lastMove(position));
  }

  private lastMove({ moves, rules }: PositionView): string {
    const move = moves.at(-1);
    return move ? gameOf(rules).moveSaid(move, this.names[move.player]!) : t("moves-start");
  }

  private name = (spec: string) => this.of ?? spec;

  private keep(): void {
    const spec = this.position?.rules.spec;
    if (spec) this.around.shelf.keep(this.name(spec), lines(this.tree).map((path) => path.join("")));
  }

  /** Whoever steps quickly sees the last step, in whatever order the answers come. */
  private async guarded(act: (current: () => boolean) => Promise<void>): Promise<void> {
    this.cancel();
    this.looks += 1;
    const look = this.looks;
    const current = () => look === this.looks;
    try {
      await act(current);
    } catch (refused) {
      if (!current()) return;
      this.pending = null;
      this.refuse((refused as Error).message);
    }
  }
}
