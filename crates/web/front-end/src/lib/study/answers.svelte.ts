// Answers that grow while they are looked at: each event is the whole answer so far, the last one says that it is done. An answer belongs to
// a game and a position, and is never shown for another one.
import { Refused } from "../client";
import type { Clock } from "../clock";
import { patience, type Source } from "../game/stream";

/** The game and the moves that lead to the position, as the server writes them. */
export type Key = { game: string; position: string };

export const sameKey = (one: Key | null, other: Key | null) => one?.game === other?.game && one?.position === other?.position;

/** Milliseconds that a position is looked at before it is asked about: whoever steps through a game does not stop everywhere. */
export const glance = 90;
/** So many finished answers are kept; the oldest goes first. */
const most = 200;

export type Questions<Answer> = {
  /** How its events are called. */
  event: string;
  connect: (key: Key) => Source;
  /** The same question without a stream: says why there is none. */
  ask: (key: Key) => Promise<Answer>;
  clock: Clock;
};

export class Answers<Answer extends Key & { done: boolean }> {
  /** The answer so far to the question that was asked last. */
  now = $state.raw<Answer | null>(null);
  /** Why there is no answer. */
  problem = $state("");

  private key: Key | null = null;
  private source: Source | null = null;
  private cancel = () => {};
  private readonly finished = new Map<string, Answer>();

  constructor(private readonly questions: Questions<Answer>) {}

  /** Looks at another position, or at none. */
  look(key: Key | null): void {
    if (sameKey(key, this.key)) return;
    this.close();
    this.key = key;
    this.problem = "";
    this.now = key ? (this.finished.get(nameOf(key)) ?? null) : null;
    if (key && !this.now) this.cancel = this.questions.clock.after(glance, () => this.open(key));
  }

  /** Nobody looks any more. */
  close(): void {
    this.cancel();
    this.source?.close();
    this.source = null;
    this.key = null;
  }

  private open(key: Key): void {
    const source = this.questions.connect(key);
    this.source = source;
    source.addEventListener(this.questions.event, ({ data }) => this.receive(JSON.parse(data!) as Answer, source));
    source.addEventListener("error", () => {
      // A stream that was only broken is opened again by the browser; one that was refused stays closed.
      if (source === this.source && source.readyState === 2) void this.findOut(key, source);
    });
  }

  private receive(answer: Answer, source: Source | null): void {
    if (source !== this.source || !sameKey(answer, this.key)) return;
    this.now = answer;
    this.problem = "";
    if (!answer.done) return;
    source?.close();
    this.source = null;
    this.finished.set(nameOf(answer), answer);
    if (this.finished.size > most) this.finished.delete(this.finished.keys().next().value!);
  }

  /** Why the stream was refused; then another try, if anybody still looks. */
  private async findOut(key: Key, source: Source): Promise<void> {
    try {
      const answer = await this.questions.ask(key);
      if (source === this.source) this.receive(answer, source);
    } catch (refused) {
      if (source !== this.source) return;
      if (!(refused instanceof Refused)) throw refused;
      this.problem = refused.message;
      // What is wrong with the question itself does not become right by waiting.
      const passes = refused.status === 0 || refused.status === 429 || refused.status >= 500;
      if (passes) this.cancel = this.questions.clock.after(patience, () => this.open(key));
    }
  }
}

const nameOf = ({ game, position }: Key) => `${game}/${position}`;
