// Requests to the server. A refusal becomes an error with the server's own sentence.
import type {
  Analysis,
  Catalogue,
  Checked,
  CutBranch,
  Deleted,
  ExerciseView,
  GameList,
  GameResult,
  GameView,
  Hint,
  Judgement,
  LessonList,
  NewGame,
  PositionView,
  PuzzleList,
  PuzzleView,
  Refusal,
  Review,
  Solution,
  TreeNodes,
  TreePart,
} from "../api";
import type { LabEntry, LabList, LabReport, PaperPage } from "../lab";
import { t } from "./text";

export class Refused extends Error {
  constructor(
    readonly status: number,
    sentence: string,
    /** The game as it is, when it has moved on. */
    readonly game: GameView | null = null,
  ) {
    super(sentence);
  }
}

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(`/api/${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused(0, t("no-server"));
  }
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as Answer;
  const refusal: Partial<Refusal> = await response.json().catch(() => ({}));
  throw new Refused(response.status, refusal.error ?? t("refused", { status: response.status }), refusal.game ?? null);
}

/** Which games to list: of one game, by its name and players; that ended so for the person; older than one. */
export type ListFilter = { game?: string; players?: string; result?: GameResult; before?: string };

const game = (id: string) => `games/${encodeURIComponent(id)}`;

/** A search of a position. */
export type Searched = { game: string; moves: string; agent: string };
/** What to look for from a step on. */
export type Seek = "step" | "cut" | "root" | "cut-before" | "root-before";

/** The result that comes with Poda, the whole experiment played here, or its quick try. */
export type Which = "reference" | "full" | "quick";
const query = (which: Which) => `quick=${which === "quick"}&reference=${which === "reference"}`;

export type Client = typeof client;

export const client = {
  catalogue: () => ask<Catalogue>("GET", "catalogue"),
  check: (game: NewGame) => ask<Checked>("POST", "check", game),
  create: (game: NewGame) => ask<GameView>("POST", "games", game),
  /** Games that somebody has begun to play, the one that changed last first. */
  list: (state: "open" | "over", { before, ...filter }: ListFilter = {}) =>
    ask<GameList>("GET", `games?${new URLSearchParams({ state, begun: "true", limit: "12", ...filter, ...(before ? { before } : {}) })}`),
  get: (id: string) => ask<GameView>("GET", game(id)),
  remove: (ids: string[]) => ask<Deleted>("POST", "games/delete", { ids }),
  play: (id: string, version: number, move: string) => ask<GameView>("POST", `${game(id)}/moves`, { version, move }),
  undo: (id: string, version: number) => ask<GameView>("POST", `${game(id)}/undo`, { version }),
  redo: (id: string, version: number) => ask<GameView>("POST", `${game(id)}/redo`, { version }),
  resign: (id: string, version: number) => ask<GameView>("POST", `${game(id)}/resign`, { version }),
  pause: (id: string, paused: boolean) => ask<GameView>("POST", `${game(id)}/pause`, { paused }),
  step: (id: string, version: number) => ask<GameView>("POST", `${game(id)}/step`, { version }),
  moveNow: (id: string, version: number) => ask<GameView>("POST", `${game(id)}/move-now`, { version }),
  hint: (id: string, version: number) => ask<Hint>("POST", `${game(id)}/hint`, { version }),
  take: (id: string, seat?: number) => ask<GameView>("POST", `${game(id)}/take`, seat === undefined ? {} : { seat }),
  leave: (id: string, seat: number) => ask<GameView>("POST", `${game(id)}/leave`, { seat }),
  rematch: (id: string, swap: boolean) => ask<GameView>("POST", `${game(id)}/rematch`, { swap }),
  position: (spec: string, moves: string) =>
    ask<PositionView>("GET", `position?${new URLSearchParams({ game: spec, moves })}`),
  /** What follows `/api/` for a question about a position; the same address is a stream. */
  about: (what: "analysis" | "review", spec: string, moves: string, id: string | null) =>
    `${what}?${new URLSearchParams({ game: spec, moves, ...(id ? { id } : {}) })}`,
  /** `id` names the game on this server that it belongs to, if it belongs to one. */
  analysis: (spec: string, moves: string, id: string | null) => ask<Analysis>("GET", client.about("analysis", spec, moves, id)),
  review: (spec: string, moves: string, id: string | null) => ask<Review>("GET", client.about("review", spec, moves, id)),
  /** The steps of a walk through a search, around one or around the next that is looked for. */
  tree: (asked: Searched, step: number, seek: Seek) => ask<TreePart>("GET", `tree?${new URLSearchParams({ ...asked, step: String(step), seek })}`),
  treeNode: (asked: Searched, node: number) => ask<TreeNodes>("GET", `tree/node?${new URLSearchParams({ ...asked, node: String(node) })}`),
  treeBranch: (asked: Searched, node: number, cut: string) =>
    ask<CutBranch>("GET", `tree/branch?${new URLSearchParams({ ...asked, node: String(node), cut })}`),
  treePicture: (asked: Searched) => `/api/tree.svg?${new URLSearchParams(asked)}`,
  puzzles: () => ask<PuzzleList>("GET", "puzzles"),
  puzzle: (id: string) => ask<PuzzleView>("GET", `puzzles/${encodeURIComponent(id)}`),
  lessons: () => ask<LessonList>("GET", "lessons"),
  exercise: (lesson: string, step: number) => ask<ExerciseView>("GET", `lesson?${new URLSearchParams({ lesson, step: String(step) })}`),
  /** Whether an answer is right, and why. */
  answer: (lesson: string, step: number, answer: string) =>
    ask<Judgement>("GET", `lesson/answer?${new URLSearchParams({ lesson, step: String(step), answer })}`),
  solution: (lesson: string, step: number) => ask<Solution>("GET", `lesson/solution?${new URLSearchParams({ lesson, step: String(step) })}`),
  /** Moves as other programs write them, or a board drawn with letters. */
  read: (text: string, game: string | null) => ask<{ game: string; moves: string }>("POST", "read", game ? { text, game } : { text }),
  lab: () => ask<LabList>("GET", "lab"),
  paper: (name: string) => ask<PaperPage>("GET", `lab/papers/${encodeURIComponent(name)}`),
  labReport: (name: string, which: Which) => ask<LabReport>("GET", `lab/${encodeURIComponent(name)}?${query(which)}`),
  labRun: (name: string, quick: boolean) => ask<LabEntry>("POST", `lab/${encodeURIComponent(name)}/run`, { quick }),
  labStop: () => ask<LabList>("POST", "lab/stop", {}),
  labFile: (name: string, file: string, which: Which) => `/api/lab/${encodeURIComponent(name)}/${file}?${query(which)}`,
  /** A picture as text, to stand in the page and take its colours. */
  labPicture: async (name: string, file: string, which: Which) => {
    const response = await fetch(client.labFile(name, file, which));
    return response.ok ? response.text() : "";
  },
  quit: () => ask<void>("POST", "quit", {}),
  /** Looks like this page. */
  gif: (id: string, theme: string, pieces: string) => `/api/${game(id)}/game.gif?theme=${theme}&pieces=${pieces}`,
  text: (id: string) => `/api/${game(id)}/game.txt`,
  /** The address of a screen as a QR code, for devices that can reach this server. */
  qr: (hash: string) => `/api/qr.svg?${new URLSearchParams({ path: hash })}`,
  events: (id: string) => `/api/${game(id)}/events`,
};
