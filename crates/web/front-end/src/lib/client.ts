// Requests to the server. A refusal becomes an error with the server's own sentence.
import type {
  Analysis,
  Catalogue,
  Checked,
  GameList,
  GameView,
  Hint,
  NewGame,
  PositionView,
  Refusal,
  Review,
} from "../api";
import type { LabEntry, LabList, LabReport } from "../lab";
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

const game = (id: string) => `games/${encodeURIComponent(id)}`;

export type Client = typeof client;

export const client = {
  catalogue: () => ask<Catalogue>("GET", "catalogue"),
  check: (game: NewGame) => ask<Checked>("POST", "check", game),
  create: (game: NewGame) => ask<GameView>("POST", "games", game),
  list: (state: "open" | "over", before?: string) =>
    ask<GameList>("GET", `games?state=${state}&limit=12${before ? `&before=${encodeURIComponent(before)}` : ""}`),
  get: (id: string) => ask<GameView>("GET", game(id)),
  remove: (id: string) => ask<void>("DELETE", game(id)),
  play: (id: string, version: number, move: string) => ask<GameView>("POST", `${game(id)}/moves`, { version, move }),
  undo: (id: string, version: number) => ask<GameView>("POST", `${game(id)}/undo`, { version }),
  redo: (id: string, version: number) => ask<GameView>("POST", `${game(id)}/redo`, { version }),
  resign: (id: string, version: number) => ask<GameView>("POST", `${game(id)}/resign`, { version }),
  pause: (id: string, paused: boolean) => ask<GameView>("POST", `${game(id)}/pause`, { paused }),
  step: (id: string, version: number) => ask<GameView>("POST", `${game(id)}/step`, { version }),
  moveNow: (id: string, version: number) => ask<GameView>("POST", `${game(id)}/move-now`, { version }),
  hint: (id: string, version: number) => ask<Hint>("POST", `${game(id)}/hint`, { version }),
  rematch: (id: string, swap: boolean) => ask<GameView>("POST", `${game(id)}/rematch`, { swap }),
  position: (spec: string, moves: string) =>
    ask<PositionView>("GET", `position?${new URLSearchParams({ game: spec, moves })}`),
  /** What follows `/api/` for a question about a position; the same address is a stream. */
  about: (what: "analysis" | "review", spec: string, moves: string, id: string | null) =>
    `${what}?${new URLSearchParams({ game: spec, moves, ...(id ? { id } : {}) })}`,
  /** `id` names the game on this server that it belongs to, if it belongs to one. */
  analysis: (spec: string, moves: string, id: string | null) => ask<Analysis>("GET", client.about("analysis", spec, moves, id)),
  review: (spec: string, moves: string, id: string | null) => ask<Review>("GET", client.about("review", spec, moves, id)),
  /** Moves as other programs write them, or a board drawn with letters. */
  read: (text: string, game: string | null) => ask<{ game: string; moves: string }>("POST", "read", game ? { text, game } : { text }),
  lab: () => ask<LabList>("GET", "lab"),
  labReport: (name: string, quick: boolean) => ask<LabReport>("GET", `lab/${encodeURIComponent(name)}?quick=${quick}`),
  labRun: (name: string, quick: boolean) => ask<LabEntry>("POST", `lab/${encodeURIComponent(name)}/run`, { quick }),
  labStop: () => ask<LabList>("POST", "lab/stop", {}),
  labFile: (name: string, file: string, quick: boolean) => `/api/lab/${encodeURIComponent(name)}/${file}?quick=${quick}`,
  quit: () => ask<void>("POST", "quit", {}),
  /** Looks like this page. */
  gif: (id: string, theme: string, pieces: string) => `/api/${game(id)}/game.gif?theme=${theme}&pieces=${pieces}`,
  text: (id: string) => `/api/${game(id)}/game.txt`,
  events: (id: string) => `/api/${game(id)}/events`,
};
