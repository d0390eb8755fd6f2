// What a move is worth: a few signs for the board, a sentence for whoever wants to know.
import type { MoveWorth, Verdict } from "../../api";
import { signed, t } from "../text";
import { capital, opinion, reasonWords, saysVerdict, verdictWords } from "../words";

/** As a board shows it. */
export type Worth = {
  /** A few signs: "W5". */
  short: string;
  /** The same as a sentence. */
  words: string;
  /** Whether it is certain. */
  exact: boolean;
  /** How far was seen; nothing where it is certain, or a bound that is. */
  depth: string;
  /** Whether the move keeps what the position is worth. */
  best: boolean;
};

/** Whether a value is certain, or how far it was seen. */
export type Certainty = { exact: boolean; depth: number };

/** A bound that is proved rests on no depth, and is not exact either. */
export const certaintyWords = ({ exact, depth }: Certainty) => (exact ? t("worth-exact") : depth > 0 ? t("worth-depth", { depth }) : "");

export function short(verdict: Verdict): string {
  switch (verdict.is) {
    case "wins":
      return t("short-wins", { moves: verdict.moves });
    case "loses":
      return t("short-loses", { moves: verdict.moves });
    case "draw":
      return t("short-draw");
    case "boxes":
      return signed(verdict.margin);
    case "opinion":
      return t("short-opinion", { points: signed(verdict.percent) });
  }
}

/** A value that is only known to be so much or more, or so much or less, never goes without its sign. */
const bounded = (bound: MoveWorth["bound"], text: string) => (bound === "exact" ? text : t(`bound-${bound}`, { text }));
/** The same on the board. */
const boundedShort = (bound: MoveWorth["bound"], text: string) => (bound === "exact" ? text : t(`short-${bound}`, { text }));

/** In a list of moves, where it is clear whose they are: "wins in 5 moves". */
export function worthWords({ verdict, bound }: Pick<MoveWorth, "verdict" | "bound">): string {
  return verdict ? bounded(bound, phrase(verdict)) : "";
}

function phrase(verdict: Verdict): string {
  switch (verdict.is) {
    case "wins":
    case "loses":
      return t(`worth-${verdict.is}`, { moves: verdict.moves });
    case "draw":
      return t("worth-draw");
    case "boxes":
      return t("worth-boxes", { boxes: Math.abs(verdict.margin), side: Math.sign(verdict.margin) });
    case "opinion":
      return t("worth-opinion", { how: opinion(verdict.percent), points: signed(verdict.percent) });
  }
}

/** Who is ahead and by how much, in a few words, where the verdict is for the one to move; nobody where it is even. */
export function lead(verdict: Verdict, mover: number, players: number, names: string[]): { leader: number | null; words: string } {
  const sign = goodness(verdict);
  // Of three players who lose to the others, nobody can say which one leads.
  const leader = sign === 0 || (sign < 0 && players > 2) ? null : sign > 0 ? mover : 1 - mover;
  if (leader === null) return { leader, words: verdict.is === "draw" ? t("lead-draw") : t("lead-even") };
  const who = names[leader] ?? "";
  switch (verdict.is) {
    case "wins":
    case "loses":
      return { leader, words: t("lead-wins", { who, moves: verdict.moves }) };
    case "boxes":
      return { leader, words: t("lead-boxes", { who, boxes: Math.abs(verdict.margin) }) };
    case "draw":
      return { leader: null, words: t("lead-draw") };
    case "opinion":
      return { leader, words: t("lead-opinion", { who, points: signed(Math.abs(verdict.percent)) }) };
  }
}

/** More than nothing where the verdict is good for the player, less where it is bad. */
function goodness(verdict: Verdict): number {
  switch (verdict.is) {
    case "wins":
      return 1;
    case "loses":
      return -1;
    case "draw":
      return 0;
    case "boxes":
      return Math.sign(verdict.margin);
    case "opinion":
      return Math.sign(verdict.percent);
  }
}

/** What is known of each move, by its text; moves of which nothing is known yet are left out. */
export function worths(moves: MoveWorth[], best: string[], mover: number, names: string[]): Map<string, Worth> {
  const known = moves.flatMap((worth): [string, Worth][] => {
    const { move, verdict, bound, exact, depth } = worth;
    if (!verdict) return [];
    const words = capital(bounded(bound, verdictWords(verdict, names[mover] ?? "", names.length)));
    return [
      [
        move,
        {
          short: boundedShort(bound, short(verdict)),
          words: [words, certaintyWords(worth), worth.reason && !saysVerdict(worth.reason) ? reasonWords({ reason: worth.reason }) : ""].filter(Boolean).join(" "),
          exact,
          depth: depth > 0 ? t("short-depth", { depth }) : "",
          best: best.includes(move),
        },
      ],
    ];
  });
  return new Map(known);
}
