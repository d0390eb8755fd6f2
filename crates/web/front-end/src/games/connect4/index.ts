// Connect 4, for two and for three.
import type { GamePage } from "../contract";
import { t } from "../../lib/text";
import { fallTime } from "../../board/fall";
import { gridOf } from "../../board/grid";
import Picture from "../../board/Plate.svelte";
import { plateRatio } from "../../board/plate";
import { settings } from "../../lib/settings.svelte";
import Board from "./Board.svelte";

/** Columns are 1 to 9, then a, b, c. */
const column = (move: string) => parseInt(move, 36);

const connect4: GamePage = {
  name: "connect4",
  title: () => t("connect4"),
  describe: ({ rows, columns, players, run }) => {
    if (players > 2) return t("connect4-three-size", { rows, columns });
    return run === 4 ? t("connect4-size", { rows, columns }) : t("connect4-run-size", { rows, columns, run });
  },
  variants: [
    { name: "connect4", title: () => t("connect4"), about: () => t("connect4-about"), players: 2, sample: "4435265" },
    { name: "three", title: () => t("connect4-three"), about: () => t("connect4-three-about"), players: 3, sample: "443526574" },
  ],
  rules: () => t("connect4-rules"),
  keys: [{ keys: ["1", "…", "9"], does: () => t("connect4-keys") }],

  Board,
  Picture,
  ratio: (rules) => plateRatio(rules, true, settings.now.coordinates),
  numbers: (board) => [...gridOf(board).cells].reverse(),

  moveName: (move) => t("connect4-column", { column: column(move) }),
  moveLabel: (move) => t("connect4-column", { column: column(move) }),
  moveSign: (move) => String(column(move)),
  moveSaid: ({ move, cell }, who) => t("connect4-said", { who, column: column(move), row: (cell?.row ?? 0) + 1 }),
  // A piece is heard when it lands, higher up at a higher pitch.
  cue: ({ cell }, { rows }) => {
    const row = cell?.row ?? 0;
    return { noise: "drop", pitch: 1 + 0.06 * row, delay: fallTime(rows - row) };
  },
  margin: ({ rules }) => t("connect4-margin", { run: rules.run }),
};

export default connect4;
