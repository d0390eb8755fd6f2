// What the person prefers, kept in this browser.

export type Theme = "system" | "light" | "dark";
export type Motion = "system" | "full" | "less";
export type Pieces = "orchard" | "classic";
export const noises = ["drop", "box", "win", "loss", "draw", "illegal"] as const;
export type Noise = (typeof noises)[number];

const key = "poda.settings";

const standard = {
  theme: "system" as Theme,
  motion: "system" as Motion,
  pieces: "orchard" as Pieces,
  shapes: true,
  coordinates: true,
  numbers: false,
  thoughts: false,
  muted: false,
  quiet: [] as Noise[],
};

/** Something stored by an older page, or nothing at all, must not break this one. */
export function stored<Kept extends object>(name: string, otherwise: Kept): Kept {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(name) ?? "{}");
    if (typeof found !== "object" || found === null) return { ...otherwise };
    const known = Object.entries(found).filter(
      ([entry, value]) => entry in otherwise && typeof value === typeof otherwise[entry as keyof Kept],
    );
    return { ...otherwise, ...Object.fromEntries(known) };
  } catch {
    return { ...otherwise };
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Private windows may refuse to store: the setting then lasts as long as the page.
  }
}

class Settings {
  now = $state(stored(key, standard));
  private dark = matchMedia("(prefers-color-scheme: dark)");
  private still = matchMedia("(prefers-reduced-motion: reduce)");

  constructor() {
    for (const query of [this.dark, this.still]) query.addEventListener("change", () => this.apply());
    // Another tab may change them, too.
    addEventListener("storage", (event) => {
      if (event.key === key) {
        this.now = stored(key, standard);
        this.apply();
      }
    });
  }

  change(changes: Partial<typeof standard>): void {
    this.now = { ...this.now, ...changes };
    keep(key, this.now);
    this.apply();
  }

  apply(): void {
    const root = document.documentElement.dataset;
    root["theme"] = this.paper();
    root["pieces"] = this.now.pieces;
    root["motion"] = this.moves() ? "full" : "less";
  }

  /** Light or dark, whoever decides it. */
  paper(): "light" | "dark" {
    const { theme } = this.now;
    return theme === "system" ? (this.dark.matches ? "dark" : "light") : theme;
  }

  /** Whether things may move. */
  moves(): boolean {
    return this.now.motion === "full" || (this.now.motion === "system" && !this.still.matches);
  }

  hears(noise: Noise): boolean {
    return !this.now.muted && !this.now.quiet.includes(noise);
  }
}

export const settings = new Settings();
