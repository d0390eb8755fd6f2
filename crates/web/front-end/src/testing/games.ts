// Games as the server would tell them, for tests.
import type { GameView, MoveView, Plays, Rules, SeatView } from "../api";

export function rulesOf(game: string, changes: Partial<Rules> = {}): Rules {
  return { spec: `${game}:6x7`, game, rows: 6, columns: 7, run: 4, players: 2, ...changes };
}

const sits = (as: "human" | "named"): SeatView => ({ name: as === "human" ? "human" : "random", plays: { as } as Plays });

/** A Connect 4 game after these columns were played; pieces are counted, not judged. */
export function connect4(line: string, { seats = ["human", "named"] as ("human" | "named")[], ...changes }: Partial<Omit<GameView, "seats">> & { seats?: ("human" | "named")[] } = {}): GameView {
  const heights = new Map<string, number>();
  const moves = [...line].map((move, at): MoveView => {
    const row = heights.get(move) ?? 0;
    heights.set(move, row + 1);
    return { move, player: at % 2, cell: { row, column: Number(move) - 1 }, closed: 0 };
  });
  return {
    id: "g1",
    version: moves.length,
    seats: seats.map(sits),
    holds: seats.map(() => "mine" as const),
    yours: true,
    position: {
      rules: rulesOf("connect4"),
      moves,
      board: { kind: "grid", gravity: true, cells: [], last: moves.at(-1)?.cell ?? null, winning: [] },
      to_move: moves.length % 2,
      again: false,
      legal: [1, 2, 3, 4, 5, 6, 7].map((move) => ({ move: String(move), cell: { row: heights.get(String(move)) ?? 0, column: move - 1 } })),
      ending: null,
      link: `connect4/${line}`,
    },
    undone: [],
    can_undo: false,
    can_redo: false,
    ending: null,
    thinking: false,
    paused: false,
    analysis: true,
    findings: [],
    next: null,
    created: 0,
    changed: 0,
    ...changes,
  };
}

/** A Dots and Boxes game of two people whose last move closed so many boxes. */
export function dots(moves: { move: string; player: number; closed?: number }[], toMove: number, changes: Partial<GameView> = {}): GameView {
  const told = moves.map(({ closed = 0, ...move }): MoveView => ({ ...move, cell: null, closed }));
  const from = connect4("");
  return {
    ...from,
    version: moves.length,
    seats: [sits("human"), sits("human")],
    position: {
      ...from.position,
      rules: rulesOf("dots", { rows: 2, columns: 2, run: 0 }),
      moves: told,
      board: { kind: "boxes", boxes: [], edges: [], scores: [3, 1] },
      to_move: toMove,
      again: told.at(-1)?.player === toMove,
      legal: [],
    },
    ...changes,
  };
}
