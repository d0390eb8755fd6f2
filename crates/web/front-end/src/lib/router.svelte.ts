// Where we are, read from what follows the # of the address.

export type Route =
  | { at: "menu" }
  | { at: "new"; from: string | null }
  | { at: "games" }
  | { at: "settings" }
  | { at: "lab" }
  | { at: "experiment"; name: string }
  | { at: "paper"; name: string }
  | { at: "game"; id: string }
  | { at: "analysis"; game: string; moves: string; of: string | null }
  | { at: "tree"; game: string; moves: string; query: string }
  | { at: "learn" }
  | { at: "lesson"; lesson: string; step: number }
  | { at: "review"; subject: { id: string } | { game: string; moves: string } }
  | { at: "puzzles"; id: string | null }
  | { at: "nowhere" };

export function parse(hash: string): Route {
  const [path = "", query] = decode(hash.replace(/^#/, "")).split("?");
  if (path === "" || path === "/") return { at: "menu" };
  const [place, ...rest] = path.split("/").filter((part) => part !== "");
  if (path.startsWith("/")) {
    if (place === "new") return { at: "new", from: rest.length > 0 ? rest.join("/") : null };
    if (place === "games" || place === "settings") return { at: place };
    if (place === "lab" && rest[0] === "papers" && rest[1]) return { at: "paper", name: rest[1] };
    if (place === "lab") return rest[0] ? { at: "experiment", name: rest[0] } : { at: "lab" };
    if (place === "game" && rest[0]) return { at: "game", id: rest[0] };
    if (place === "analysis") return analysis(rest, query);
    if (place === "tree" && rest[0]) return { at: "tree", game: rest[0], moves: rest[1] ?? "", query: query ?? "" };
    if (place === "learn") return learn(rest);
    if (place === "review" && rest[0]) return { at: "review", subject: rest[1] ? { game: rest[0], moves: rest[1] } : { id: rest[0] } };
    if (place === "puzzles") return { at: "puzzles", id: rest[0] ?? null };
    return { at: "nowhere" };
  }
  // A link to a position: the game, then its moves.
  return place ? analysis([place, ...rest], query) : { at: "nowhere" };
}

/** The list of lessons, or a step of one; steps count from 1, as people do. */
function learn([lesson, step = "1"]: string[]): Route {
  if (!lesson) return { at: "learn" };
  return /^[1-9]\d?$/.test(step) ? { at: "lesson", lesson, step: Number(step) - 1 } : { at: "nowhere" };
}

/** A position, and the game on this server that it belongs to, if it belongs to one: `NAME/MOVES?game=ID`. */
function analysis([game = "", moves = ""]: string[], query = ""): Route {
  return { at: "analysis", game, moves, of: new URLSearchParams(query).get("game") };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "/nowhere";
  }
}

class Router {
  route = $state<Route>(parse(location.hash));

  constructor() {
    addEventListener("hashchange", () => {
      this.route = parse(location.hash);
    });
  }

  go(hash: string): void {
    location.hash = hash;
  }

  /** The same screen shows something else: the address says so, and going back leads to where one was before this screen. */
  show(hash: string): void {
    history.replaceState(history.state, "", hash);
  }
}

export const router = new Router();
