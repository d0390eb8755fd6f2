// A stream of events that is open only while somebody sees the page. A browser has six connections to a server for all its tabs
// together: six hidden ones would keep the seventh from loading. A stream starts with all there is to know, so nothing is missed.
import type { Source } from "./game/stream";

/** Whether the page is seen, and when that changes. */
export type Sight = { hidden: () => boolean; watch: (changed: () => void) => () => void };

export const sight: Sight = {
  hidden: () => document.hidden,
  watch: (changed) => {
    document.addEventListener("visibilitychange", changed);
    return () => document.removeEventListener("visibilitychange", changed);
  },
};

export class SeenSource implements Source {
  private source: Source | null = null;
  private readonly ears: Parameters<Source["addEventListener"]>[] = [];
  private readonly unwatch: () => void;

  constructor(
    private readonly open: () => Source,
    private readonly sight: Sight,
  ) {
    this.unwatch = sight.watch(() => this.look());
    this.look();
  }

  /** As if it were still connecting while nobody looks. */
  get readyState(): number {
    return this.source?.readyState ?? 0;
  }

  addEventListener(...ear: Parameters<Source["addEventListener"]>): void {
    this.ears.push(ear);
    this.source?.addEventListener(...ear);
  }

  close(): void {
    this.unwatch();
    this.source?.close();
  }

  private look(): void {
    if (this.sight.hidden()) {
      this.source?.close();
      this.source = null;
    } else if (!this.source) {
      this.source = this.open();
      for (const ear of this.ears) this.source.addEventListener(...ear);
    }
  }
}
