// The server's events about one game: opened, lost, found again, and ended when nobody looks.
import type { GameView, Thought } from "../../api";
import type { Clock } from "../clock";
import { Refused } from "../client";

/** What is used of an EventSource. */
export type Source = {
  readonly readyState: number;
  addEventListener: (type: string, hear: (event: { data?: string }) => void) => void;
  close: () => void;
};

/** The state of a source that does not try again by itself. */
const closed = 2;
/** Milliseconds until a source that closed is replaced. */
export const patience = 2000;

export type Listener = {
  game: (game: GameView) => void;
  thought: (thought: Thought) => void;
  connected: (yes: boolean) => void;
  /** The game does not exist any more. */
  gone: () => void;
};

export class GameStream {
  private source: Source | null = null;
  private cancel = () => {};
  private ended = false;

  constructor(
    private readonly connect: () => Source,
    private readonly ask: () => Promise<GameView>,
    private readonly clock: Clock,
    private readonly listener: Listener,
  ) {}

  open(): void {
    const source = this.connect();
    this.source = source;
    source.addEventListener("game", ({ data }) => this.listener.game(JSON.parse(data!) as GameView));
    source.addEventListener("thinking", ({ data }) => this.listener.thought(JSON.parse(data!) as Thought));
    source.addEventListener("gone", () => this.vanish());
    source.addEventListener("open", () => this.listener.connected(true));
    source.addEventListener("error", () => {
      // The browser tries again by itself while the stream is only broken; a game that does not exist closes it for good.
      this.listener.connected(false);
      if (source.readyState === closed) void this.find();
    });
  }

  close(): void {
    this.ended = true;
    this.cancel();
    this.source?.close();
  }

  /** Whether the game is still there: then the stream is opened again. */
  private async find(): Promise<void> {
    try {
      const game = await this.ask();
      if (!this.ended) this.listener.game(game);
    } catch (refused) {
      if (refused instanceof Refused && refused.status === 404) this.vanish();
    }
    if (this.ended) return;
    this.cancel = this.clock.after(patience, () => {
      this.source?.close();
      this.open();
    });
  }

  private vanish(): void {
    if (this.ended) return;
    this.close();
    this.listener.gone();
  }
}
