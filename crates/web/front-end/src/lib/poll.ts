// Asks again and again while a screen is shown, and not once more after it is left.
import { clock as realClock, type Clock } from "./clock";

export class Poll {
  private cancel = () => {};
  private round = 0;
  private ended = false;

  /** `ask` says after how many milliseconds to ask again. */
  constructor(
    private readonly ask: () => Promise<number>,
    private readonly clock: Clock = realClock,
  ) {}

  /** Asks at once; what was planned before is dropped. */
  async now(): Promise<void> {
    if (this.ended) return;
    this.cancel();
    this.round += 1;
    const round = this.round;
    const pause = await this.ask();
    // Ended, or asked anew, while the answer was on its way.
    if (!this.ended && round === this.round) this.cancel = this.clock.after(pause, () => void this.now());
  }

  /** For good: the screen is left. */
  end(): void {
    this.ended = true;
    this.cancel();
  }
}
