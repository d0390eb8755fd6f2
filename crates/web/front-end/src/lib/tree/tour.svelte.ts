// One walk, or two in step: the same step of both, and the clock that moves them.
import type { Clock } from "../clock";
import type { Seek } from "../client";
import { Walker, type TreeAround } from "./walker.svelte";

export type TourAround = TreeAround & {
  clock: Clock;
  /** Told where the walk stands whenever it stands still. */
  address: (agents: string[], step: number) => void;
};

/** Steps in a second. */
export const speeds = [1, 3, 10, 30] as const;

export class Tour {
  walkers = $state.raw<Walker[]>([]);
  playing = $state(false);
  speed = $state<number>(speeds[1]);
  private stop: (() => void) | null = null;

  constructor(
    private readonly game: string,
    private readonly moves: string,
    agents: string[],
    private readonly around: TourAround,
  ) {
    this.walkers = agents.map((agent) => this.walker(agent));
  }

  readonly agents = $derived(this.walkers.map(({ asked }) => asked.agent));
  /** The longer of two walks says where both are. */
  readonly end = $derived(Math.max(0, ...this.walkers.map(({ end }) => end)));
  readonly at = $derived(Math.max(0, ...this.walkers.map(({ at }) => at)));

  private walker(agent: string): Walker {
    return new Walker({ game: this.game, moves: this.moves, agent }, this.around);
  }

  async open(step: number): Promise<void> {
    await Promise.all(this.walkers.map((walker) => walker.open(step)));
  }

  /** Other settings for one of the walks: it begins anew, and the other one with it. */
  async change(index: number, agent: string): Promise<void> {
    this.pause();
    this.walkers = this.walkers.map((walker, other) => (other === index ? this.walker(agent) : walker));
    await Promise.all(this.walkers.map((walker, other) => (other === index ? walker.open(0) : walker.go(0))));
    this.tell();
  }

  async compare(agent: string): Promise<void> {
    this.walkers = [this.walkers[0]!, this.walker(agent)];
    await this.walkers[1]!.open(this.at);
    this.tell();
  }

  alone(): void {
    this.walkers = this.walkers.slice(0, 1);
    this.tell();
  }

  /** Goes to a step; a walk that is shorter waits at its end. */
  async go(step: number): Promise<void> {
    this.pause();
    await this.move(step);
    this.tell();
  }

  async seek(what: Seek): Promise<void> {
    this.pause();
    const [first, second] = this.walkers;
    await first!.seek(what);
    await second?.go(first!.at);
    this.tell();
  }

  play(): void {
    if (this.at >= this.end) return;
    this.playing = true;
    this.next();
  }

  pause(): void {
    this.stop?.();
    this.stop = null;
    this.playing = false;
  }

  toggle(): void {
    if (this.playing) {
      this.pause();
      this.tell();
    } else this.play();
  }

  private async move(step: number): Promise<void> {
    await Promise.all(this.walkers.map((walker) => walker.go(step)));
  }

  /** The clock waits for the step, so that nothing piles up. */
  private next(): void {
    this.stop = this.around.clock.after(1000 / this.speed, () => {
      void this.move(this.at + 1).then(() => {
        if (!this.playing) return;
        if (this.at < this.end && !this.walkers.some(({ problem }) => problem)) this.next();
        else this.toggle();
      });
    });
  }

  private tell(): void {
    this.around.address(this.agents, this.at);
  }
}
