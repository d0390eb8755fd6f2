// Earlier positions of a game, each asked for once.
import type { GameView, PositionView } from "../../api";

/** The position after so many moves. */
export type Past = { ply: number; position: PositionView };

export class History {
  private readonly found = new Map<string, Promise<PositionView>>();

  constructor(private readonly ask: (spec: string, moves: string) => Promise<PositionView>) {}

  /** The position after so many moves; null for the newest, which needs no looking back. */
  async at(game: GameView, ply: number): Promise<Past | null> {
    const { rules, moves } = game.position;
    const to = Math.max(0, Math.min(ply, moves.length));
    if (to === moves.length) return null;
    const line = moves.slice(0, to).map(({ move }) => move).join("");
    let position = this.found.get(line);
    if (!position) {
      position = this.ask(rules.spec, line);
      this.found.set(line, position);
      // A question that was not answered may be asked again.
      position.catch(() => this.found.delete(line));
    }
    return { ply: to, position: await position };
  }
}
