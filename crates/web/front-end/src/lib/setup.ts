// The game that is to be made, as the form holds it and as the server reads it.
import type { GameOffer, RunOffer, Size } from "../api";
import { choices, type Choice } from "../games";

/** How a computer plays: as a character, by its name; at a level, by its number; as another program, by the server's name for it; or one of these. */
export const searches = ["depth", "time", "perfect"] as const;
export const levels = ["1", "2", "3", "4"] as const;
export type How = string;
/** The character that anybody beats, and the one that plays best; every game has them. */
export const gentlest = "pip";
export const strongest = "oak";
export type SeatSetup = { human: boolean; how: How; depth: number; seconds: number };
/** `run` is how many in a row win, where that is what wins. */
export type BoardSetup = Size & { own: boolean; run: number };
/** Boards and seats are kept for each variant, by its name. A board that was never chosen is the game's usual one. */
export type GameSetup = { variant: string; boards: Record<string, BoardSetup>; seats: Record<string, SeatSetup[]> };

const person: SeatSetup = { human: true, how: gentlest, depth: 4, seconds: 2 };
const computer: SeatSetup = { ...person, human: false };

/** The first player is a person, the others are computers. */
export function firstSetup(): GameSetup {
  const seats = ({ variant }: Choice) => Array.from({ length: variant.players }, (_, player) => ({ ...(player === 0 ? person : computer) }));
  return {
    variant: choices[0]!.variant.name,
    boards: {},
    seats: Object.fromEntries(choices.map((choice) => [choice.variant.name, seats(choice)])),
  };
}

/** What of a stored setup is whole; it may come from an older page. */
export function setupFrom(stored: unknown): GameSetup {
  const setup = firstSetup();
  const found = (stored ?? {}) as Partial<GameSetup>;
  for (const { variant } of choices) {
    const { name, players } = variant;
    if (found.variant === name) setup.variant = name;
    const board = found.boards?.[name];
    if (isBoard(board)) setup.boards[name] = board;
    const seats = found.seats?.[name];
    if (Array.isArray(seats) && seats.length === players && seats.every(isSeat)) setup.seats[name] = seats;
  }
  return setup;
}

function isBoard(board: BoardSetup | undefined): board is BoardSetup {
  return [board?.rows, board?.columns, board?.run].every((value) => typeof value === "number") && typeof board?.own === "boolean";
}

function isSeat(seat: SeatSetup): boolean {
  return typeof seat?.human === "boolean" && isHow(seat.how) && typeof seat.depth === "number" && typeof seat.seconds === "number";
}

function isHow(how: unknown): boolean {
  return typeof how === "string" && (/^([a-z]+|[1-4])$/.test(how) || isProgram(how));
}

/** A person's seat that is free for whoever opens the link. */
const isFriend = ({ human, how }: SeatSetup) => human && how === "friend";

export const isProgram = (how: How) => how.startsWith("program:");
export const isCharacter = (how: How) => !/^\d$/.test(how) && !isProgram(how) && !(searches as readonly string[]).includes(how);

/** The opponent that everybody but one person is: a character, "human" beside the person, or a "friend" elsewhere; null if the seats are mixed. */
export function opponentOf(seats: SeatSetup[]): string | null {
  const computers = seats.filter(({ human }) => !human);
  const friends = seats.filter(isFriend);
  if (computers.length === 0) return friends.length === 0 ? "human" : friends.length === seats.length - 1 ? "friend" : null;
  const [{ how }] = computers as [SeatSetup];
  const alike = computers.every((seat) => seat.how === how) && isCharacter(how);
  return alike && computers.length === seats.length - 1 ? how : null;
}

/** The same seats with this opponent; the person stays where they sit, or starts. */
export function against(seats: SeatSetup[], opponent: string): SeatSetup[] {
  const person = Math.max(0, seats.findIndex((seat) => seat.human && !isFriend(seat)));
  return seats.map((seat, player) => {
    if (player === person || opponent === "human") return { ...seat, human: true, how: isFriend(seat) ? gentlest : seat.how };
    return { ...seat, human: opponent === "friend", how: opponent };
  });
}

export function usualBoard({ usual, run }: GameOffer): BoardSetup {
  return { ...usual, own: false, run: run?.usual ?? 0 };
}

/** `NAME:6x7,players=3`: the size, then what differs from the usual. */
export function gameSpec(offer: GameOffer, players: number, board: BoardSetup): string {
  const options = [
    players === offer.players.least ? "" : `,players=${players}`,
    board.own && offer.run ? runOption(offer.run, board.run) : "",
  ];
  return `${offer.name}:${board.rows}x${board.columns}${options.join("")}`;
}

function runOption({ key, usual }: RunOffer, run: number): string {
  return run === usual ? "" : `,${key}=${run}`;
}

/** A seat as it can be: where nobody plays perfectly, the character is of another game, or the program is not there, the strongest does. */
export function possible(seat: SeatSetup, noPerfect: string, ladder: { name: string }[], programs: string[]): SeatSetup {
  const known = isProgram(seat.how) ? programs.includes(seat.how) : !isCharacter(seat.how) || ladder.some(({ name }) => name === seat.how);
  const stranger = !seat.human && ladder.length > 0 && !known;
  return stranger || (noPerfect && seat.how === "perfect") ? { ...seat, how: strongest } : seat;
}

export function seatSpec(players: number, seat: SeatSetup): string {
  if (seat.human) return isFriend(seat) ? "friend" : "human";
  const many = players > 2;
  switch (seat.how) {
    case "depth":
      return `${many ? "paranoid" : "alphabeta"}:depth=${seat.depth}`;
    case "time":
      return `${many ? "maxn" : "strong"}:time=${Math.round(seat.seconds * 1000)}ms`;
    case "perfect":
      return "perfect";
    default:
      if (isProgram(seat.how)) return seat.how;
      return isCharacter(seat.how) ? `character:${seat.how}` : `level:${seat.how}`;
  }
}
