// Dots and Boxes.
import type { GamePage } from "../contract";
import { t } from "../../lib/text";
import Board from "./Board.svelte";
import { boxesOf, edgeLabel, edgeName } from "./edges";
import Picture from "./Picture.svelte";

const dots: GamePage = {
  name: "dots",
  title: () => t("dots"),
  describe: ({ rows, columns }) => t("dots-size", { rows, columns }),
  variants: [{ name: "dots", title: () => t("dots"), about: () => t("dots-about"), players: 2, sample: "h11 v11 v12 h22 h33 v33 h21 v44 h43" }],
  rules: () => t("dots-rules"),

  Board,
  Picture,
  ratio: ({ rows, columns }) => (columns + 0.68) / (rows + 0.68),
  numbers: (board) => boxesOf(board).boxes,
  scores: { title: () => t("dots-score"), of: (board) => boxesOf(board).scores },

  moveName: edgeName,
  moveLabel: edgeLabel,
  moveSign: edgeLabel,
  moveSaid: ({ move, closed }, who) => {
    const drawn = t("dots-said", { who, edge: edgeName(move) });
    return closed > 0 ? `${drawn} ${t("dots-closed", { boxes: closed })}` : drawn;
  },
  cue: ({ closed, player }) => ({ noise: closed > 0 ? "box" : "drop", pitch: closed > 0 ? 1 + 0.06 * player : 1, delay: 0 }),
  again: (who) => (who === null ? t("dots-again-you") : t("dots-again", { who })),
  margin: ({ board }) => {
    const { scores } = boxesOf(board);
    return t("dots-margin", { more: Math.max(...scores), less: Math.min(...scores) });
  },
};

export default dots;
