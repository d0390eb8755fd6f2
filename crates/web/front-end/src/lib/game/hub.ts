// One stream of events for all windows of a browser. A browser has six connections to a server, however many windows it shows: with
// a stream for each, the seventh window would not even load. The hub runs in a worker that the windows share.
import type { Clock } from "../clock";
import type { Source } from "./stream";

/** What a window is told: an event of its game, or of the stream, with the state that the stream is in. */
export type Told = { type: string; data?: string; state: number };
/** What a window says: which game it shows, or that it shows none any more. */
export type Wish = { follow: string | null };

/** A window, as the hub sees it. */
export type Window = { postMessage: (told: Told) => void };

/** Milliseconds in which windows that come and go together are waited for. */
export const gather = 20;

/** The server tells of so many games in one stream. */
export const most = 100;

const kinds = ["game", "thinking", "gone"];

type Shown = {
  game: string;
  /** The game as the window was last told: a stream that was opened anew says it again. */
  last?: string;
};

export class Hub {
  private readonly windows = new Map<Window, Shown>();
  private source: Source | null = null;
  private cancel = () => {};

  constructor(
    private readonly connect: (games: string[]) => Source,
    private readonly clock: Clock,
  ) {}

  hear(window: Window, { follow }: Wish): void {
    if (follow !== null) {
      this.windows.set(window, { game: follow });
      this.change();
    } else {
      const shown = this.windows.get(window);
      this.windows.delete(window);
      if (shown && !this.games().includes(shown.game)) this.change();
    }
  }

  private games(): string[] {
    return [...new Set([...this.windows.values()].map(({ game }) => game))].sort();
  }

  private change(): void {
    this.cancel();
    this.cancel = this.clock.after(gather, () => this.open());
  }

  /** A stream cannot be told to follow one more game; a new one starts with all games as they are, so nothing is missed. */
  private open(): void {
    this.source?.close();
    this.source = null;
    const games = this.games().slice(0, most);
    if (games.length === 0) return;
    const source = this.connect(games);
    this.source = source;
    for (const game of games)
      for (const type of kinds) source.addEventListener(`${type}:${game}`, ({ data }) => this.tell(source, { type, ...(data === undefined ? {} : { data }) }, game));
    for (const type of ["open", "error"]) source.addEventListener(type, () => this.tell(source, { type }));
  }

  /** Tells those who show this game, or all. */
  private tell(source: Source, event: Omit<Told, "state">, game?: string): void {
    // What a stream that was replaced still had to say is older than what was said since.
    if (source !== this.source) return;
    for (const [window, shown] of this.windows) {
      if (game !== undefined && game !== shown.game) continue;
      if (event.type === "game") {
        if (event.data === shown.last) continue;
        if (event.data !== undefined) shown.last = event.data;
      }
      window.postMessage({ ...event, state: source.readyState });
    }
  }
}
