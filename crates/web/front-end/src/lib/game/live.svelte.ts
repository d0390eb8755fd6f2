// A game that is being played or watched: what the server last said, what the person has just done, and what is shown of it.
import type { GameView, Hint, LegalMove, MoveView, Thought } from "../../api";
import { gameOf } from "../../games";
import type { Cue } from "../../games/contract";
import { Refused, type Client } from "../client";
import type { Clock } from "../clock";
import type { Noise } from "../settings.svelte";
import { t } from "../text";
import { colour, hintWords, ownSeats, turnWords } from "../words";
import { History, type Past } from "./history";
import { narrate, type Heard } from "./narration";
import { arrival, onItsWay } from "./optimistic";
import { Pacing } from "./pacing";
import { GameStream, type Source } from "./stream";

/** What surrounds a game; tests have their own. */
export type Surroundings = {
  client: Client;
  connect: (id: string) => Source;
  clock: Clock;
  /** `delay` in seconds. */
  sound: (noise: Noise, pitch?: number, delay?: number) => void;
  say: (sentence: string) => void;
  /** Which set of pieces is shown, by name. */
  pieces: () => string;
  /** Whether things move. */
  moves: () => boolean;
};

/**
 * Why something was not done, and what that lasts for: until the game changes, until Poda answers again, or until the person is back
 * from an earlier position.
 */
type Problem = { sentence: string; lasts: "position" | "silence" | "past"; version: number };

export class LiveGame {
  /** The game as it is shown. */
  game = $state.raw<GameView | null>(null);
  /** A move of the person's that the server has not confirmed yet. */
  pending = $state.raw<MoveView | null>(null);
  /** Looking back, or null for now. */
  past = $state.raw<Past | null>(null);
  hint = $state.raw<Hint | null>(null);
  hinting = $state(false);
  thought = $state.raw<Thought | null>(null);
  /** The game came to its end while somebody looked. */
  witnessed = $state(false);
  /** The game does not exist any more. */
  gone = $state(false);
  /** The connection to the server is lost. */
  lost = $state(false);

  /** Moves wait to be shown: it is not yet time to answer. */
  private behind = $state(false);
  private trouble = $state.raw<Problem | null>(null);
  private readonly stream: GameStream;
  private readonly pacing: Pacing<GameView>;
  private readonly history: History;
  private heard: Heard | null = null;
  private looks = 0;

  constructor(
    readonly id: string,
    private readonly around: Surroundings,
  ) {
    const { client, clock, connect } = around;
    this.history = new History(client.position);
    this.pacing = new Pacing((next) => this.show(next), clock, around.moves);
    this.stream = new GameStream(() => connect(id), () => client.get(id), clock, {
      game: (game) => this.receive(game),
      thought: (thought) => {
        if (thought.version === this.game?.version) this.thought = thought;
      },
      connected: (yes) => {
        this.lost = !yes;
        if (yes) this.settle("silence");
      },
      gone: () => {
        this.gone = true;
        this.pacing.clear();
      },
    });
  }

  /** What stands on the board: the past that is looked at, or now. */
  position = $derived.by(() => this.past?.position ?? this.game?.position ?? null);

  /** The number of moves on the board that is shown. */
  ply = $derived.by(() => this.past?.ply ?? this.game?.position.moves.length ?? 0);

  /** How each player is called, by colour, which everybody sees. */
  names = $derived.by(() => (this.game?.seats ?? []).map((_, player) => colour(player, this.around.pieces())));

  /** Why something was not done, as long as that is so. */
  problem = $derived.by(() => this.trouble?.sentence ?? "");

  /** Whose turn it is, in words. */
  turn = $derived.by(() => (this.game && !this.game.ending ? turnWords(this.game, this.names) : ""));

  /** The person who may move on what is shown, if one may. */
  mover = $derived.by(() => {
    const { game } = this;
    if (!game || game.ending || this.past || this.pending || this.behind || game.position.to_move === null) return null;
    return ownSeats(game).includes(game.position.to_move) ? game.position.to_move : null;
  });

  /** Follows the game until it is closed. */
  watch(): void {
    this.stream.open();
  }

  close(): void {
    this.stream.close();
    this.pacing.clear();
  }

  /** The person plays: seen and heard at once, then confirmed or refused. */
  async play(legal: LegalMove): Promise<void> {
    const { game } = this;
    if (!game || this.mover === null) return;
    const { rules, moves } = game.position;
    this.trouble = null;
    this.pending = onItsWay(game, legal);
    this.pacing.seen();
    const cue = gameOf(rules).cue(this.pending, rules);
    this.heard = { ply: moves.length + 1, noise: cue.noise };
    this.ring(cue);
    await this.request(() => this.around.client.play(this.id, game.version, legal.move));
  }

  undo = () => this.change((game) => this.around.client.undo(this.id, game.version));
  redo = () => this.change((game) => this.around.client.redo(this.id, game.version));
  resign = () => this.change((game) => this.around.client.resign(this.id, game.version));
  moveNow = () => this.change((game) => this.around.client.moveNow(this.id, game.version));
  step = () => this.change((game) => this.around.client.step(this.id, game.version));
  take = (seat?: number) => this.change(() => this.around.client.take(this.id, seat));
  leave = (seat: number) => this.change(() => this.around.client.leave(this.id, seat));
  pause = () => this.change((game) => this.around.client.pause(this.id, !game.paused));

  /** The board says why a choice cannot be played; here it is known whether anything can. */
  decline(sentence: string): void {
    const { game } = this;
    // The second click of two means nothing while the first is on its way.
    if (!game || game.ending || this.pending || this.behind) return;
    if (this.past) this.refuse(t("looking-back"), "past");
    else if (this.mover === null) this.refuse(t(game.yours ? "not-your-turn" : "watching", { turn: this.turn }));
    else this.refuse(sentence);
  }

  /** Says why something was not done. */
  refuse(sentence: string, lasts: Problem["lasts"] = "position", version = this.game?.version ?? 0): void {
    this.around.sound("illegal");
    this.trouble = { sentence, lasts, version };
    this.around.say(sentence);
  }

  async askHint(): Promise<void> {
    const { game } = this;
    if (!game || this.mover === null || this.hinting) return;
    this.hinting = true;
    try {
      const hint = await this.around.client.hint(this.id, game.version);
      // Never a stale hint: the game may have moved on while the computer thought.
      if (hint.version !== this.game?.version) return;
      this.hint = hint;
      this.around.say(hintWords(hint, game.position, this.names[game.position.to_move ?? 0]!));
    } catch (refused) {
      this.complain(refused);
    } finally {
      this.hinting = false;
    }
  }

  /** Looks at the position after so many moves. */
  async look(ply: number): Promise<void> {
    const { game } = this;
    if (!game) return;
    this.looks += 1;
    const look = this.looks;
    try {
      const past = await this.history.at(game, ply);
      // Whoever steps quickly sees the last step, in whatever order the answers come.
      if (look !== this.looks) return;
      this.past = past;
      this.settle("position", "past", "silence");
    } catch (refused) {
      this.complain(refused);
    }
  }

  /** A game from the server, whether asked for or not. */
  private receive(game: GameView): void {
    this.settle("silence");
    switch (arrival(game, this.pacing.last ?? this.game, this.game, this.pending)) {
      case "now":
        this.pacing.clear();
        this.show(game);
        break;
      case "next":
        this.behind = true;
        this.pacing.add(game);
    }
  }

  private show(game: GameView): void {
    const before = this.game;
    this.game = game;
    this.pending = null;
    if (this.trouble && game.version > this.trouble.version) this.settle("position");
    if (before && !before.ending && game.ending) this.witnessed = true;
    this.behind = this.pacing.last !== undefined;
    if (before?.version !== game.version) this.hint = null;
    if (!game.thinking || game.version !== this.thought?.version) this.thought = null;
    this.pacing.seen();
    if (!before) {
      // Whoever opens the link of a game that waits for somebody is that somebody.
      if (!game.yours && !game.ending && game.holds.includes("free")) void this.take();
      return;
    }
    const { sentence, cues } = narrate(before, game, this.names, this.heard);
    for (const cue of cues) this.ring(cue);
    if (sentence) this.around.say(sentence);
  }

  private ring({ noise, pitch, delay }: Cue): void {
    this.around.sound(noise, pitch, this.around.moves() ? delay : 0);
  }

  private async change(act: (game: GameView) => Promise<GameView>): Promise<void> {
    const { game } = this;
    if (!game) return;
    this.trouble = null;
    this.past = null;
    await this.request(() => act(game));
  }

  private async request(act: () => Promise<GameView>): Promise<void> {
    try {
      this.receive(await act());
    } catch (refused) {
      // Somebody else was quicker: show what is there now, in place of the person's move, and say so kindly.
      if (refused instanceof Refused && refused.game) this.receive(refused.game);
      this.pending = null;
      this.complain(refused);
    }
  }

  /** The server's own sentence; anything else is a mistake of the page's and goes on as one. */
  complain(refused: unknown): void {
    if (!(refused instanceof Refused)) throw refused;
    if (refused.status === 409) this.refuse(t("moved-on"), "position", refused.game?.version);
    else this.refuse(refused.message, refused.status === 0 ? "silence" : "position");
  }

  /** What was wrong is so no longer. */
  private settle(...causes: Problem["lasts"][]): void {
    if (this.trouble && causes.includes(this.trouble.lasts)) this.trouble = null;
  }
}
