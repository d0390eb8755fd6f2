// Earlier positions of a game.
import type { GameView, PositionView } from "../../api";
import { Positions } from "../positions";

/** The position after so many moves. */
export type Past = { ply: number; position: PositionView };

export class History {
  private readonly positions: Positions;

  constructor(ask: (spec: string, moves: string) => Promise<PositionView>) {
    this.positions = new Positions(ask);
  }

  /** The position after so many moves; null for the newest, which needs no looking back. */
  async at(game: GameView, ply: number): Promise<Past | null> {
    const { rules, moves } = game.position;
    const to = Math.max(0, Math.min(ply, moves.length));
    if (to === moves.length) return null;
    const line = moves.slice(0, to).map(({ move }) => move);
    return { ply: to, position: await this.positions.at(rules.spec, line) };
  }
}
