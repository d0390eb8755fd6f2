// What the page must know of a game. A game is one folder beside this file, and one line in index.ts.
import type { Component } from "svelte";
import type { Board, Hint, LegalMove, MoveView, PositionView, Rules } from "../api";
import type { Noise } from "../lib/settings.svelte";
import type { Worth } from "../lib/study/worth";

/** What a board to play on is given. It knows no rules: the server says what can be played and where a piece comes to rest. */
export type BoardProps = {
  position: PositionView;
  /** How each player is called. */
  names: string[];
  /** Who may move here, or null when nobody may. */
  mover: number | null;
  /** A move on its way that the server has not confirmed. */
  pending?: MoveView | null;
  /** A move that is pointed out. */
  hint?: Pick<Hint, "move" | "cell"> | null;
  /** What each move is worth, by its text: to be shown at it. */
  worths?: Map<string, Worth>;
  /** Told which move the pointer or the focus is at. */
  aim?: (move: string | null) => void;
  play: (move: LegalMove) => void;
  /** Told why a choice cannot be played, in a sentence. */
  refuse: (sentence: string) => void;
};

/** What a board can be asked. Its moves carry their text in `data-move`, so that they can be found. */
export type BoardHandle = {
  /** A key that was pressed wherever the focus is; whether it means something here. */
  press?: (key: string) => boolean;
};

/** A choice of the form for a new game. */
export type Variant = {
  /** Under which the form keeps it. */
  name: string;
  title: () => string;
  about: () => string;
  players: number;
  /** Some moves on the usual board, for its picture. */
  sample: string;
};

/** How a move sounds; the delay in seconds. */
export type Cue = { noise: Noise; pitch: number; delay: number };

export type GamePage = {
  /** As the server names it. */
  name: string;
  /** As people name it. */
  title: () => string;
  /** With the size of its board. */
  describe: (rules: Rules) => string;
  /** What there is to choose in the form, the first one first. */
  variants: Variant[];
  /** The rules in a few sentences. */
  rules: () => string;
  /** Keys of this game alone, and what they do. */
  keys?: { keys: string[]; does: () => string }[];

  Board: Component<BoardProps, BoardHandle>;
  /** The board in a list. */
  Picture: Component<{ board: Board; small: true }>;
  /** Width over height of the board to play on. */
  ratio: (rules: Rules) => number;
  /** The board as numbers, top row first: who stands or owns where. */
  numbers: (board: Board) => (number | null)[][];
  /** What is counted during the game, if anything is. */
  scores?: { title: () => string; of: (board: Board) => number[] };

  /** A move by name: "column 4". */
  moveName: (move: string) => string;
  /** A move in the list of moves. */
  moveLabel: (move: string) => string;
  /** A move where many stand side by side: as the board labels it. */
  moveSign: (move: string) => string;
  /** A move as it is told. */
  moveSaid: (move: MoveView, who: string) => string;
  cue: (move: MoveView, rules: Rules) => Cue;
  /** Why the same player moves again, where that happens; `who` is null for the person at the page. */
  again?: (who: string | null) => string;
  /** What the winner has: "4 in a row". */
  margin: (position: PositionView) => string;
};
