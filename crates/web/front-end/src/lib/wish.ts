// The game that a person wishes for, as the form holds it and as the server reads it.
import type { GameOffer, RunOffer, Size } from "../api";
import { choices, type Choice } from "../games";

export const hows = ["1", "2", "3", "4", "depth", "time", "perfect"] as const;
export type How = (typeof hows)[number];
export type SeatWish = { human: boolean; how: How; depth: number; seconds: number };
/** `run` is how many in a row win, where that is what wins. */
export type BoardWish = Size & { own: boolean; run: number };
/** Boards and seats are kept for each variant, by its name. A board that was never chosen is the game's usual one. */
export type Wish = { variant: string; boards: Record<string, BoardWish>; seats: Record<string, SeatWish[]> };

const person: SeatWish = { human: true, how: "2", depth: 4, seconds: 2 };
const computer: SeatWish = { ...person, human: false };

/** The first player is a person, the others are computers. */
export function firstWish(): Wish {
  const seats = ({ variant }: Choice) => Array.from({ length: variant.players }, (_, player) => ({ ...(player === 0 ? person : computer) }));
  return {
    variant: choices[0]!.variant.name,
    boards: {},
    seats: Object.fromEntries(choices.map((choice) => [choice.variant.name, seats(choice)])),
  };
}

/** What of a stored wish is whole; it may come from an older page. */
export function wishFrom(stored: unknown): Wish {
  const wish = firstWish();
  const found = (stored ?? {}) as Partial<Wish>;
  for (const { variant } of choices) {
    const { name, players } = variant;
    if (found.variant === name) wish.variant = name;
    const board = found.boards?.[name];
    if (isBoard(board)) wish.boards[name] = board;
    const seats = found.seats?.[name];
    if (Array.isArray(seats) && seats.length === players && seats.every(isSeat)) wish.seats[name] = seats;
  }
  return wish;
}

function isBoard(board: BoardWish | undefined): board is BoardWish {
  return [board?.rows, board?.columns, board?.run].every((value) => typeof value === "number") && typeof board?.own === "boolean";
}

function isSeat(seat: SeatWish): boolean {
  return typeof seat?.human === "boolean" && hows.includes(seat.how) && typeof seat.depth === "number" && typeof seat.seconds === "number";
}

export function usualBoard({ usual, run }: GameOffer): BoardWish {
  return { ...usual, own: false, run: run?.usual ?? 0 };
}

/** `NAME:6x7,players=3`: the size, then what differs from the usual. */
export function gameSpec(offer: GameOffer, players: number, board: BoardWish): string {
  const options = [
    players === offer.players.least ? "" : `,players=${players}`,
    board.own && offer.run ? runOption(offer.run, board.run) : "",
  ];
  return `${offer.name}:${board.rows}x${board.columns}${options.join("")}`;
}

function runOption({ key, usual }: RunOffer, run: number): string {
  return run === usual ? "" : `,${key}=${run}`;
}

/** A seat as it can be: where nobody plays perfectly, the hardest level does. */
export function possible(seat: SeatWish, noPerfect: string): SeatWish {
  return noPerfect && seat.how === "perfect" ? { ...seat, how: "4" } : seat;
}

export function seatSpec(players: number, seat: SeatWish): string {
  if (seat.human) return "human";
  const many = players > 2;
  switch (seat.how) {
    case "depth":
      return `${many ? "paranoid" : "alphabeta"}:depth=${seat.depth}`;
    case "time":
      return `${many ? "maxn" : "strong"}:time=${Math.round(seat.seconds * 1000)}ms`;
    case "perfect":
      return "perfect";
    default:
      return `level:${seat.how}`;
  }
}
