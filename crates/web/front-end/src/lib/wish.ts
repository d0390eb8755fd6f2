// The game that a person wishes for, as the form holds it and as the server reads it.
import type { Size } from "../api";

export type GameKind = "connect4" | "three" | "dots";
export type How = "1" | "2" | "3" | "4" | "depth" | "time" | "perfect";
export type SeatWish = { human: boolean; how: How; depth: number; seconds: number };
export type BoardWish = Size & { own: boolean; connect: number };
export type Wish = { kind: GameKind; boards: Record<GameKind, BoardWish>; seats: Record<GameKind, SeatWish[]> };

const person: SeatWish = { human: true, how: "2", depth: 4, seconds: 2 };
const computer: SeatWish = { ...person, human: false };

export const firstWish: Wish = {
  kind: "connect4",
  boards: {
    connect4: { rows: 6, columns: 7, own: false, connect: 4 },
    three: { rows: 6, columns: 7, own: false, connect: 4 },
    dots: { rows: 4, columns: 4, own: false, connect: 4 },
  },
  seats: { connect4: [person, computer], three: [person, computer, computer], dots: [person, computer] },
};

export function gameSpec(kind: GameKind, board: BoardWish): string {
  const size = `${board.rows}x${board.columns}`;
  if (kind === "dots") return `dots:${size}`;
  const players = kind === "three" ? ",players=3" : "";
  const connect = board.own && board.connect !== 4 ? `,connect=${board.connect}` : "";
  return `connect4:${size}${players}${connect}`;
}

export function seatSpec(kind: GameKind, seat: SeatWish): string {
  if (seat.human) return "human";
  const three = kind === "three";
  switch (seat.how) {
    case "depth":
      return `${three ? "paranoid" : "alphabeta"}:depth=${seat.depth}`;
    case "time":
      return `${three ? "maxn" : "strong"}:time=${Math.round(seat.seconds * 1000)}ms`;
    case "perfect":
      return "perfect";
    default:
      return `level:${seat.how}`;
  }
}

/** A stored wish is taken only if it is whole: it may come from an older page. */
export function isWish(found: unknown): found is Wish {
  const wish = found as Wish;
  const whole = (kind: GameKind) => wish.boards[kind].rows > 0 && wish.seats[kind].every((seat) => typeof seat.how === "string");
  try {
    return ["connect4", "three", "dots"].includes(wish.kind) && whole("connect4") && whole("three") && whole("dots");
  } catch {
    return false;
  }
}
