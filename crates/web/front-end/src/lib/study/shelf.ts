// Variations are kept in this browser, as lines of moves; the server says whether they can still be played.
import { keep } from "../settings.svelte";

const key = "poda.studies";
/** So many studies, and so many lines of each: the oldest go first. */
const most = { studies: 20, lines: 40 };

type Kept = [name: string, lines: string[]];

function studies(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(found) ? found.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(entry: unknown): entry is Kept {
  if (!Array.isArray(entry) || typeof entry[0] !== "string" || !Array.isArray(entry[1])) return false;
  return entry[1].every((line) => typeof line === "string");
}

export type Shelf = { lines: (name: string) => string[]; keep: (name: string, lines: string[]) => void };

export const shelf: Shelf = {
  /** The lines that were kept under a name, the main one first. */
  lines: (name) => studies().find(([other]) => other === name)?.[1] ?? [],
  keep: (name, lines) => {
    const others = studies().filter(([other]) => other !== name);
    keep(key, [[name, lines.slice(0, most.lines)], ...others].slice(0, most.studies));
  },
};
