// The events of a game, heard through the worker that all windows of this browser share.
import type { Told, Wish } from "./hub";
import type { Source } from "./stream";

/** What is used of a MessagePort. */
export type Port = {
  onmessage: ((event: MessageEvent<Told>) => void) | null;
  postMessage: (wish: Wish) => void;
  close: () => void;
};

type Hear = Parameters<Source["addEventListener"]>[1];

export class SharedSource implements Source {
  readyState = 0;
  private readonly ears: [string, Hear][] = [];

  constructor(
    private readonly port: Port,
    game: string,
  ) {
    port.onmessage = ({ data }) => this.hear(data);
    port.postMessage({ follow: game });
  }

  addEventListener(type: string, hear: Hear): void {
    this.ears.push([type, hear]);
  }

  close(): void {
    this.readyState = 2;
    this.port.onmessage = null;
    this.port.postMessage({ follow: null });
    this.port.close();
  }

  /** There is no worker: as if the stream had been refused. */
  fail(): void {
    if (this.readyState !== 2) this.hear({ type: "error", state: 2 });
  }

  private hear({ type, data, state }: Told): void {
    this.readyState = state;
    for (const [of, hear] of this.ears) if (of === type) hear(data === undefined ? {} : { data });
  }
}

/** A browser without such workers, or one that does not let them start, has a stream for each window. */
let alone = typeof SharedWorker === "undefined";

/** Whether this can be the id of a game. A link that was typed wrong must not end the stream that all windows share. */
export const isId = (game: string) => /^[0-9A-Za-z]{1,32}$/.test(game);

/** Follows a game. `own` is the address of a stream of this window's own. */
export function follow(game: string, own: string): Source {
  if (alone || !isId(game)) return new EventSource(own);
  const worker = new SharedWorker(new URL("./hub.worker.ts", import.meta.url), { type: "module", name: "events" });
  const source = new SharedSource(worker.port, game);
  worker.onerror = () => {
    alone = true;
    source.fail();
  };
  return source;
}
