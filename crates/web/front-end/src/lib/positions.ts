// Positions by their moves, each asked for once.
import type { PositionView } from "../api";

/** So many are kept; the one that was asked for first goes first. */
const most = 400;

export class Positions {
  private readonly found = new Map<string, Promise<PositionView>>();

  constructor(private readonly ask: (spec: string, moves: string) => Promise<PositionView>) {}

  at(spec: string, moves: string[]): Promise<PositionView> {
    const line = moves.join("");
    const key = `${spec}/${line}`;
    let position = this.found.get(key);
    if (!position) {
      position = this.ask(spec, line);
      this.found.set(key, position);
      if (this.found.size > most) this.found.delete(this.found.keys().next().value!);
      // A question that was not answered may be asked again.
      position.catch(() => this.found.delete(key));
    }
    return position;
  }
}
