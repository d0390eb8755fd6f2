// A clock that stands still until a test turns it.
import type { Clock } from "../lib/clock";

export class HandClock implements Clock {
  private time = 0;
  private due: { at: number; act: () => void }[] = [];

  now = (): number => this.time;

  after = (milliseconds: number, act: () => void): (() => void) => {
    const entry = { at: this.time + milliseconds, act };
    this.due.push(entry);
    return () => {
      this.due = this.due.filter((other) => other !== entry);
    };
  };

  /** How many things are still to be done. */
  get waiting(): number {
    return this.due.length;
  }

  /** Goes on by so much, and does what is due on the way. */
  turn(milliseconds: number): void {
    const end = this.time + milliseconds;
    for (;;) {
      const next = this.due.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.due = this.due.filter((entry) => entry !== next);
      this.time = next.at;
      next.act();
    }
    this.time = end;
  }
}
