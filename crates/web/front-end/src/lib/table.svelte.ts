// One game on the table: what the server last said, what the person has just done, and what is shown of it.
import type { CellView, GameView, Hint, LegalMove, MoveView, PositionView, Thought } from "../api";
import { announcer } from "./announce.svelte";
import { client, Refused } from "./client";
import { fallTime } from "./fall";
import { settings } from "./settings.svelte";
import { sound } from "./sound";
import { t } from "./text";
import { colour, moveWords, onlyHuman, result, seatName } from "./words";

/** Moves that come quickly one after another are shown one by one, so that the eye can follow. */
const pace = 420;

export class Table {
  game = $state.raw<GameView | null>(null);
  /** A move of the person's that the server has not confirmed yet. */
  pending = $state.raw<MoveView | null>(null);
  /** Looking back: the position after so many moves, or null for now. */
  past = $state.raw<{ ply: number; position: PositionView } | null>(null);
  hint = $state.raw<Hint | null>(null);
  hinting = $state(false);
  thought = $state.raw<Thought | null>(null);
  problem = $state("");
  gone = $state(false);
  lost = $state(false);

  private waiting: GameView[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;
  private stream: EventSource | null = null;
  private shownAt = 0;
  private fetched = new Map<string, Promise<PositionView>>();

  constructor(readonly id: string) {}

  /** What stands on the board: the past that is looked at, or now. */
  position = $derived.by(() => (this.past ? this.past.position : (this.game?.position ?? null)));

  /** How each player is called, by colour, which everybody sees. */
  names = $derived.by(() => (this.game?.seats ?? []).map((_, player) => colour(player, settings.now.pieces)));

  /** The person's own seat, when exactly one person plays. */
  me = $derived.by(() => (this.game ? onlyHuman(this.game.seats) : null));

  /** Whether a person may move on what is shown. */
  open = $derived.by(() => {
    const { game } = this;
    return (
      !!game &&
      !this.past &&
      !this.pending &&
      this.waiting.length === 0 &&
      !game.ending &&
      game.position.to_move !== null &&
      game.seats[game.position.to_move]?.plays.as === "human"
    );
  });

  watch(): void {
    this.stream = new EventSource(client.events(this.id));
    this.stream.addEventListener("game", (event) => this.receive(JSON.parse(event.data) as GameView));
    this.stream.addEventListener("thinking", (event) => {
      const thought = JSON.parse(event.data) as Thought;
      if (thought.version === this.game?.version) this.thought = thought;
    });
    this.stream.addEventListener("gone", () => this.vanish());
    this.stream.onopen = () => (this.lost = false);
    this.stream.onerror = () => {
      // The browser tries again by itself while the stream is only broken; a game that does not exist closes it for good.
      this.lost = true;
      if (this.stream?.readyState === EventSource.CLOSED) void this.reload();
    };
  }

  close(): void {
    this.stream?.close();
    if (this.timer) clearTimeout(this.timer);
  }

  async reload(): Promise<void> {
    try {
      this.receive(await client.get(this.id));
    } catch (refused) {
      if (refused instanceof Refused && refused.status === 404) this.vanish();
      else setTimeout(() => this.reopen(), 2000);
    }
  }

  private reopen(): void {
    if (this.stream?.readyState === EventSource.CLOSED) {
      this.stream.close();
      this.watch();
    }
  }

  private vanish(): void {
    this.gone = true;
    this.close();
  }

  /** A newer game from the server, whether asked for or not. */
  private receive(game: GameView): void {
    const newest = this.waiting.at(-1) ?? this.game;
    if (newest && game.version < newest.version) return;
    const followsOn = newest !== null && game.position.moves.length > newest.position.moves.length;
    const confirms = this.pending !== null && game.position.moves.length === (this.game?.position.moves.length ?? 0) + 1;
    if (!followsOn || confirms) {
      this.waiting = followsOn ? this.waiting : [];
      this.show(game);
      return;
    }
    this.waiting.push(game);
    this.schedule();
  }

  private schedule(): void {
    if (this.timer || this.waiting.length === 0) return;
    const wait = settings.moves() ? Math.max(0, this.shownAt + pace - performance.now()) : 0;
    this.timer = setTimeout(() => {
      this.timer = null;
      const next = this.waiting.shift();
      if (next) this.show(next);
      this.schedule();
    }, wait);
  }

  private show(game: GameView): void {
    const before = this.game;
    this.game = game;
    this.pending = null;
    this.lost = false;
    if (before?.version !== game.version) this.hint = null;
    if (!game.thinking || game.version !== this.thought?.version) this.thought = null;
    if (before) this.tell(before, game);
    this.shownAt = performance.now();
  }

  /** What is heard: the move, and whose turn it is or how it ended. */
  private tell(before: GameView, game: GameView): void {
    const moves = game.position.moves;
    const fresh = moves.slice(before.position.moves.length);
    const sentences = fresh.map((move) => moveWords(move, this.names[move.player]!));
    for (const move of fresh) {
      // The person's own move has been heard at the click; the boxes are known only now.
      if (move.closed > 0) sound("box", 1 + 0.06 * move.player);
      else if (this.heard !== moves.length) this.land(game, move.cell);
    }
    if (game.ending && !before.ending) {
      const { tone, words } = result(game, game.ending, this.names);
      sentences.push(words);
      sound(tone === "lost" ? "loss" : tone === "draw" ? "draw" : "win");
    } else if (!game.ending && game.position.to_move !== null && game.version !== before.version) {
      sentences.push(this.turnWords(game));
    }
    if (sentences.length > 0) announcer.say(sentences.join(" "));
  }

  turnWords(game: GameView): string {
    const player = game.position.to_move;
    if (player === null) return "";
    const who = this.names[player]!;
    if (game.position.again) return t(player === this.me ? "turn-again-you" : "turn-again", { who });
    if (player === this.me) return t("turn-you");
    return t("turn", { who, seat: seatName(game.seats[player]!) });
  }

  private heard = -1;

  /** A piece is heard when it lands, higher up at a higher pitch; a line at once. */
  private land(game: GameView, cell: CellView | null): void {
    const fallen = cell && settings.moves() ? fallTime(game.position.rules.rows - cell.row) : 0;
    sound("drop", 1 + 0.06 * (cell?.row ?? 0), fallen);
  }

  /** The person plays: seen and heard at once, then confirmed or refused. */
  async play(legal: LegalMove): Promise<void> {
    const { game } = this;
    if (!game || !this.open) return;
    const player = game.position.to_move!;
    this.problem = "";
    this.pending = { move: legal.move, player, cell: legal.cell, closed: 0 };
    this.shownAt = performance.now();
    this.heard = game.position.moves.length + 1;
    this.land(game, legal.cell);
    await this.request(() => client.play(this.id, game.version, legal.move));
  }

  illegal(sentence: string): void {
    sound("illegal");
    this.problem = sentence;
    announcer.say(sentence);
  }

  undo = () => this.change((game) => client.undo(this.id, game.version));
  redo = () => this.change((game) => client.redo(this.id, game.version));
  resign = () => this.change((game) => client.resign(this.id, game.version));
  moveNow = () => this.change((game) => client.moveNow(this.id, game.version));
  step = () => this.change((game) => client.step(this.id, game.version));
  pause = () => this.change((game) => client.pause(this.id, !game.paused));

  private async change(act: (game: GameView) => Promise<GameView>): Promise<void> {
    const { game } = this;
    if (!game) return;
    this.problem = "";
    this.past = null;
    await this.request(() => act(game));
  }

  private async request(act: () => Promise<GameView>): Promise<void> {
    try {
      this.receive(await act());
    } catch (refused) {
      this.pending = null;
      if (!(refused instanceof Refused)) throw refused;
      // Somebody else was quicker: show what is there now, and say so kindly.
      if (refused.game) this.receive(refused.game);
      this.illegal(refused.status === 409 ? t("moved-on") : refused.message);
    }
  }

  async askHint(): Promise<void> {
    const { game } = this;
    if (!game || !this.open || this.hinting) return;
    this.hinting = true;
    try {
      const hint = await client.hint(this.id, game.version);
      // Never a stale hint: the game may have moved on while the computer thought.
      if (hint.version === this.game?.version) this.hint = hint;
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      this.illegal(refused.message);
    } finally {
      this.hinting = false;
    }
  }

  /** Looks at the position after so many moves. */
  async look(ply: number): Promise<void> {
    const { game } = this;
    if (!game) return;
    const moves = game.position.moves;
    const to = Math.max(0, Math.min(ply, moves.length));
    if (to === moves.length) {
      this.past = null;
      return;
    }
    const text = moves.slice(0, to).map((move) => move.move).join("");
    let position = this.fetched.get(text);
    if (!position) {
      position = client.position(game.position.rules.spec, text);
      this.fetched.set(text, position);
    }
    try {
      this.past = { ply: to, position: await position };
    } catch (refused) {
      this.fetched.delete(text);
      if (!(refused instanceof Refused)) throw refused;
      this.problem = refused.message;
    }
  }

  /** The number of moves on the board that is shown. */
  ply = $derived.by(() => this.past?.ply ?? this.game?.position.moves.length ?? 0);
}
