// Where we are, read from what follows the # of the address.

export type Route =
  | { at: "menu" }
  | { at: "new"; from: string | null }
  | { at: "games" }
  | { at: "settings" }
  | { at: "lab" }
  | { at: "experiment"; name: string }
  | { at: "game"; id: string }
  | { at: "position"; game: string; moves: string }
  | { at: "nowhere" };

export function parse(hash: string): Route {
  const path = decode(hash.replace(/^#/, ""));
  if (path === "" || path === "/") return { at: "menu" };
  const [place, ...rest] = path.split("/").filter((part) => part !== "");
  if (path.startsWith("/")) {
    if (place === "new") return { at: "new", from: rest.length > 0 ? rest.join("/") : null };
    if (place === "games" || place === "settings") return { at: place };
    if (place === "lab") return rest[0] ? { at: "experiment", name: rest[0] } : { at: "lab" };
    if (place === "game" && rest[0]) return { at: "game", id: rest[0] };
    return { at: "nowhere" };
  }
  // A link to a position: the game, then its moves.
  return place ? { at: "position", game: place, moves: rest[0] ?? "" } : { at: "nowhere" };
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
}

export const router = new Router();
