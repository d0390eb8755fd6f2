// Seats, turns, verdicts and results in words. Those of a particular game are in its folder.
import type { Ending, Finding, GameView, Hint, PositionView, SeatView, Thought, Verdict } from "../api";
import { gameOf } from "../games";
import { number, roughly, t } from "./text";

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
      return t(plays.exact ? "seat-perfect" : "seat-strongest");
    case "character":
      return plays.exact ? t("seat-character-perfect", { name: characterOf(name) }) : characterOf(name);
    case "nodes":
    case "named":
      return name.startsWith("program:") ? t("seat-program", { name: programOf(name) }) : t("seat-agent", { agent: name });
  }
}

/** `program:alice`, or `program:cmd:./bot,name=alice` as the terminal game has it: by its name, or else by its command without options. */
const programOf = (seat: string) => {
  const command = seat.replace(/^program:(cmd:)?/, "");
  return /,name=([^,]+)/.exec(command)?.[1] ?? command.replace(/(,[a-z]+=[^,]*)+$/, "");
};

/** `character:hazel` as people call it. */
const characterOf = (agent: string) => t(`character-${agent.replace("character:", "")}`);

export function colour(player: number, pieces: string): string {
  return t(`colour-${pieces}-${player}`);
}

/** All players of a game by colour, which everybody sees. */
export const colours = (players: number, pieces: string) => Array.from({ length: players }, (_, player) => colour(player, pieces));

export const isHuman = (seat: SeatView | undefined) => seat?.plays.as === "human";

/** The seats of people that whoever looks may play for. */
export function ownSeats({ seats, holds }: Pick<GameView, "seats" | "holds">): number[] {
  return seats.flatMap((seat, player) => (isHuman(seat) && (holds[player] === "mine" || holds[player] === "anybody") ? [player] : []));
}

/** Whether exactly one seat is theirs: then the page says "you". */
export function ownSeat(game: Pick<GameView, "seats" | "holds">): number | null {
  const own = ownSeats(game);
  return own.length === 1 ? own[0]! : null;
}

/** Whether people at other devices play, too, or are expected. */
export const isShared = ({ seats, holds }: GameView) => seats.some((seat, player) => isHuman(seat) && (holds[player] === "taken" || holds[player] === "free"));

/** Who sits there, as whoever looks knows them. */
export function sitter(game: GameView, player: number): string {
  const seat = game.seats[player]!;
  if (!isHuman(seat) || !isShared(game)) return seatName(seat);
  return t(`sits-${game.holds[player]!}`);
}

/** Whose turn it is, and why. */
export function turnWords(game: GameView, names: string[]): string {
  const { position, seats, holds } = game;
  const player = position.to_move;
  if (player === null) return "";
  const who = names[player]!;
  const mine = player === ownSeat(game);
  const { again } = gameOf(position.rules);
  if (position.again && again) return again(mine ? null : who);
  if (mine) return t("turn-you");
  return isHuman(seats[player]) && holds[player] === "free" ? t("turn-free", { who }) : t("turn", { who, seat: sitter(game, player) });
}

/** What a computer's thought rests on, so that its figures explain themselves. */
export function thoughtWords({ source, depth, nodes }: Pick<Thought, "source" | "depth" | "nodes">): string {
  if (source === "search") return `${t("thinking-depth", { depth })} · ${t("thinking-nodes", { nodes: roughly(nodes) })}`;
  const basis = t(`thought-${source}`);
  return nodes > 0 ? `${basis} · ${t("thinking-nodes", { nodes: roughly(nodes) })}` : basis;
}

/** What a computer found before it moved: on what it rests, how long that took, what it expected. */
export function findingWords(finding: Finding, { rules }: PositionView, who: string): string {
  const { moveName } = gameOf(rules);
  const time = t("thought-time", { seconds: number(finding.elapsed_ms / 1000) });
  const line = finding.line.length > 1 ? ` ${t("thought-line", { line: finding.line.map(moveName).join("; ") })}` : "";
  return `${capital(thoughtWords(finding))} · ${time}. ${verdictWords(finding.verdict, who, rules.players)}${line}`;
}

export const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** What is expected. What is only an opinion weighs a player against all others: among three, against two. */
export function verdictWords(verdict: Verdict, who: string, players = 2): string {
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
      return t(players > 2 ? "verdict-opinion-several" : "verdict-opinion", { who, how: opinion(verdict.percent) });
  }
}

/** How good something looks that nobody has proved. */
export function opinion(percent: number): string {
  const size = Math.abs(percent);
  return size < 10 ? "even" : `${percent > 0 ? "up" : "down"}-${size < 45 ? "a-little" : "much"}`;
}

export function reasonWords({ reason }: Pick<Hint, "reason">): string {
  const boxes = "boxes" in reason ? reason.boxes : 0;
  const moves = "moves" in reason ? reason.moves : 0;
  return t(`reason-${reason.why}`, { boxes, moves });
}

/** Whether a reason says the verdict itself. */
export const saysVerdict = ({ why }: Hint["reason"]) => why === "wins-now" || why === "keeps-draw";

/** Why a move is right and what comes of it, nothing twice. */
export function whyWords(reason: Hint["reason"] | null | undefined, verdict: Verdict, who: string, players = 2): string {
  const comes = verdictWords(verdict, who, players);
  if (!reason) return comes;
  return saysVerdict(reason) ? reasonWords({ reason }) : `${reasonWords({ reason })} ${comes}`;
}

/** A hint as it is told: the move, why, and what comes of it. */
export function hintWords(hint: Hint, { rules }: PositionView, who: string): string {
  const move = t("hint-title", { move: gameOf(rules).moveName(hint.move) });
  return `${move}. ${whyWords(hint.reason, hint.verdict, who, rules.players)}`;
}

export type Result = { tone: "won" | "lost" | "draw" | "watched"; words: string };

/** How it ended, from the chair of the one person who played, or told to everybody. */
export function result(game: GameView, ending: Ending, names: string[]): Result {
  const me = ownSeat(game);
  if (ending.how === "draw") return { tone: "draw", words: t("result-draw") };
  if (ending.how === "resigned") {
    const words = t(ending.player === me ? "result-you-resigned" : "result-resigned", { who: names[ending.player]! });
    return { tone: ending.player === me ? "lost" : "watched", words };
  }
  const who = names[ending.winner]!;
  const margin = gameOf(game.position.rules).margin(game.position);
  if (me === null) return { tone: "watched", words: t("result-won", { who, margin }) };
  return ending.winner === me
    ? { tone: "won", words: t("result-you-won", { margin }) }
    : { tone: "lost", words: t("result-you-lost", { who, margin }) };
}
