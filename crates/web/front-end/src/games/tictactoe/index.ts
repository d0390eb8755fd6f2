// Tic-tac-toe.
import type { GamePage } from "../contract";
import { t } from "../../lib/text";
import { gridOf } from "../../board/grid";
import Picture from "../../board/Plate.svelte";
import { plateRatio } from "../../board/plate";
import { settings } from "../../lib/settings.svelte";
import Board from "./Board.svelte";

const tictactoe: GamePage = {
  name: "tictactoe",
  title: () => t("tictactoe"),
  describe: ({ rows, columns, run }) =>
    run === 3 ? t("tictactoe-size", { rows, columns }) : t("tictactoe-run-size", { rows, columns, run }),
  variants: [{ name: "tictactoe", title: () => t("tictactoe"), about: () => t("tictactoe-about"), players: 2, sample: "b2 a1 c1 a3" }],
  rules: () => t("tictactoe-rules"),

  Board,
  Picture,
  ratio: (rules) => plateRatio(rules, false, settings.now.coordinates),
  numbers: (board) => [...gridOf(board).cells].reverse(),

  moveName: (square) => t("tictactoe-square", { square }),
  moveLabel: (square) => square,
  moveSign: (square) => square,
  moveSaid: ({ move }, who) => t("tictactoe-said", { who, square: move }),
  cue: ({ player }) => ({ noise: "drop", pitch: 1 + 0.2 * player, delay: 0 }),
  margin: ({ rules }) => t("tictactoe-margin", { run: rules.run }),
};

export default tictactoe;
