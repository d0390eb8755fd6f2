// The characters that people play against, in words. Who there is, how they play and how strong they are, the server says.
import type { CharacterView, Exactness } from "../api";
import { gentlest } from "./setup";
import { number, t } from "./text";

export const characterName = (name: string) => t(`character-${name}`);
export const characterAbout = (name: string) => t(`character-${name}-about`);

/** What the last of a ladder is called: perfect only where every move is. */
export function bestName(promise: Exactness): string {
  return t(promise.is === "exact" ? "new-perfect" : "new-strongest");
}

/** Why the last of a ladder is called what it is. */
export function bestWhy(promise: Exactness): string {
  switch (promise.is) {
    case "exact":
      return t("promise-exact");
    case "late":
      return t("promise-late", { plies: promise.plies });
    case "none":
      return t("promise-none");
  }
}

/** How strong a character is, as it was measured. */
export function strengthWords({ name, measured }: CharacterView, players: number): string {
  if (!measured) return unmeasured(name);
  const { against, percent, least, most, games } = measured;
  return t(players > 2 ? "strength-three" : "strength", {
    percent,
    least,
    most,
    games: number(games),
    against: characterName(against),
  });
}

/** The same in a few words. */
export function strengthShort({ name, measured }: CharacterView): string {
  return measured ? t("strength-short", { percent: measured.percent, against: characterName(measured.against) }) : unmeasured(name);
}

/** Nobody is before the first; another one without figures drew all its games. */
const unmeasured = (name: string) => t(name === gentlest ? "strength-first" : "strength-drawn");

/** How a character finds its moves. */
export function methodWords({ plays, slips, glance }: CharacterView): string {
  const careless = slips === 0 ? "" : t(glance ? "method-glances" : "method-slips", { slips });
  const looks = () => {
    switch (plays.as) {
      case "depth":
        return t("method-depth", { depth: plays.depth });
      case "nodes":
        return t("method-nodes", { nodes: number(plays.nodes) });
      case "perfect":
        return t("method-perfect");
      default:
        return t("method-obvious");
    }
  };
  return [looks(), careless].filter(Boolean).join(" ");
}
