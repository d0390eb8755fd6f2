// A stream of events that a test fills.
import type { Source } from "../lib/game/stream";

export class HandSource implements Source {
  readyState = 1;
  private heard: [string, (event: { data?: string }) => void][] = [];

  addEventListener = (type: string, hear: (event: { data?: string }) => void): void => {
    this.heard.push([type, hear]);
  };

  close = (): void => {
    this.readyState = 2;
  };

  /** An event arrives. */
  send(type: string, value?: unknown): void {
    for (const [of, hear] of this.heard) if (of === type) hear(value === undefined ? {} : { data: JSON.stringify(value) });
  }

  /** The connection breaks: the browser tries again, or does not. */
  break(forGood: boolean): void {
    this.readyState = forGood ? 2 : 0;
    this.send("error");
  }
}

/** Until everything that was promised has happened. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));
