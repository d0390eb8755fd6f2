// Moves that come quickly one after another are shown one by one, so that the eye can follow.
import type { Clock } from "../clock";

/** Milliseconds from one move to the next. */
export const pace = 420;

export class Pacing<Shown> {
  private queue: Shown[] = [];
  private cancel: (() => void) | null = null;
  private shownAt = -Infinity;

  constructor(
    private readonly show: (next: Shown) => void,
    private readonly clock: Clock,
    /** Whether things move: without motion nothing needs to be waited for. */
    private readonly moves: () => boolean,
  ) {}

  /** The last one that waits. */
  get last(): Shown | undefined {
    return this.queue.at(-1);
  }

  /** Something has just been seen: the next one waits its turn. */
  seen(): void {
    this.shownAt = this.clock.now();
  }

  add(next: Shown): void {
    this.queue.push(next);
    this.schedule();
  }

  /** Forgets what waits. */
  clear(): void {
    this.queue = [];
    this.cancel?.();
    this.cancel = null;
  }

  private schedule(): void {
    if (this.cancel || this.queue.length === 0) return;
    const wait = this.moves() ? Math.max(0, this.shownAt + pace - this.clock.now()) : 0;
    this.cancel = this.clock.after(wait, () => {
      this.cancel = null;
      this.show(this.queue.shift()!);
      this.schedule();
    });
  }
}
