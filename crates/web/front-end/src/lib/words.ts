// Games, seats, moves and results in words.
import type { Ending, GameView, Hint, MoveView, Rules, SeatView, Verdict } from "../api";
import { t } from "./text";

export function gameName(rules: Rules): string {
  const { game, rows, columns, players, run } = rules;
  if (game === "dots") return t("name-dots", { rows, columns });
  if (players === 3) return t("name-three", { rows, columns });
  return run === 4 ? t("name-connect4", { rows, columns }) : t("name-connect", { rows, columns, connect: run });
}

/** A seat as people know it: a person, a level, or how the computer searches. */
export function seatName({ name, plays }: SeatView): string {
  switch (plays.as) {
    case "human":
      return t("seat-human");
    case "level":
      return t("seat-level", { level: plays.level });
    case "depth":
      return t("seat-depth", { depth: plays.depth });
    case "time":
      return t("seat-time", { seconds: plays.ms / 1000 });
    case "perfect":
      return t("seat-perfect");
    case "nodes":
    case "named":
      return t("seat-agent", { agent: name });
  }
}

export function colour(player: number, pieces: string): string {
  return t(`colour-${pieces}-${player}`);
}

/** Whether exactly one seat is a person's: then the page says "you". */
export function onlyHuman(seats: SeatView[]): number | null {
  const humans = seats.flatMap((seat, player) => (seat.plays.as === "human" ? [player] : []));
  return humans.length === 1 ? humans[0]! : null;
}

export function moveWords(move: MoveView, who: string): string {
  if (move.cell) return t("said-drop", { who, column: move.cell.column + 1, row: move.cell.row + 1 });
  return `${t("said-edge", { who, edge: edgeWords(move.move) })} ${move.closed > 0 ? t("said-closed", { boxes: move.closed }) : ""}`.trim();
}

export function edgeWords(edge: string): string {
  const [way, row, column] = [edge[0], edge[1], edge[2]];
  return t(way === "h" ? "edge-horizontal" : "edge-vertical", { row: Number(row), column: Number(column) });
}

export function moveShort(move: string): string {
  return /^[hv]/.test(move) ? edgeWords(move) : t("column", { column: columnNumber(move) });
}

/** Columns are 1-9, then a, b, c. */
export function columnNumber(move: string): number {
  return parseInt(move, 36);
}

export function verdictWords(verdict: Verdict, who: string): string {
  switch (verdict.is) {
    case "wins":
      return t("verdict-wins", { who, moves: verdict.moves });
    case "loses":
      return t("verdict-loses", { who, moves: verdict.moves });
    case "draw":
      return t("verdict-draw");
    case "boxes":
      if (verdict.margin === 0) return t("verdict-boxes-even");
      return t(verdict.margin > 0 ? "verdict-boxes-up" : "verdict-boxes-down", { who, boxes: Math.abs(verdict.margin) });
    case "opinion":
      return t("verdict-opinion", { who, how: opinion(verdict.percent) });
  }
}

function opinion(percent: number): string {
  const size = Math.abs(percent);
  return size < 10 ? "even" : `${percent > 0 ? "up" : "down"}-${size < 45 ? "a-little" : "much"}`;
}

export function reasonWords(hint: Hint): string {
  const boxes = "boxes" in hint.reason ? hint.reason.boxes : 0;
  return t(`reason-${hint.reason.why}`, { boxes });
}

export type Result = { tone: "won" | "lost" | "draw" | "watched"; words: string };

/** How it ended, from the chair of the one person who played, or told to everybody. */
export function result(game: GameView, ending: Ending, names: string[]): Result {
  const me = onlyHuman(game.seats);
  if (ending.how === "draw") return { tone: "draw", words: t("result-draw") };
  if (ending.how === "resigned") {
    const words = t(ending.player === me ? "result-you-resigned" : "result-resigned", { who: names[ending.player]! });
    return { tone: ending.player === me ? "lost" : "watched", words };
  }
  const who = names[ending.winner]!;
  const board = game.position.board;
  const margin =
    board.kind === "boxes"
      ? t("result-boxes", { more: Math.max(...board.scores), less: Math.min(...board.scores) })
      : t("result-row", { connect: game.position.rules.run });
  if (me === null) return { tone: "watched", words: t("result-won", { who, margin }) };
  return ending.winner === me
    ? { tone: "won", words: t("result-you-won", { margin }) }
    : { tone: "lost", words: t("result-you-lost", { who, margin }) };
}
