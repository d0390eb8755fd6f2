// The settings of a search as people choose them, and as the server reads them: `alphabeta:depth=4,order=natural,ties=first`.

export const algorithms = ["minimax", "alphabeta", "strong", "paranoid", "maxn", "brs"] as const;
export type Algorithm = (typeof algorithms)[number];
export const orders = ["natural", "centre", "busy"] as const;
export const windows = ["narrow", "full"] as const;

export type Settings = {
  algorithm: Algorithm;
  depth: number;
  /** Empty: the one that plays best. */
  evaluation: string;
  order: (typeof orders)[number];
  prune: boolean;
  window: (typeof windows)[number];
};

export const usual: Settings = { algorithm: "alphabeta", depth: 4, evaluation: "", order: "centre", prune: true, window: "narrow" };

/** Which settings an algorithm has besides its depth and evaluation. */
export const hasSwitches = (algorithm: Algorithm) => algorithm === "alphabeta";

export function agentOf({ algorithm, depth, evaluation, order, prune, window }: Settings): string {
  const parts = [`depth=${depth}`];
  if (evaluation) parts.push(`eval=${evaluation}`);
  if (hasSwitches(algorithm)) {
    if (!prune) parts.push("prune=off");
    if (order !== usual.order) parts.push(`order=${order}`);
    if (window !== usual.window) parts.push(`window=${window}`);
  }
  // The order of the search is the order that was chosen, at the root, too.
  return `${algorithm}:${parts.join(",")},ties=first`;
}

const oneOf = <Word extends string>(words: readonly Word[], word: string | undefined, otherwise: Word): Word =>
  words.find((known) => known === word) ?? otherwise;

/** What can be read of an agent's name; what cannot has its usual value. */
export function settingsOf(agent: string): Settings {
  const [name, rest = ""] = agent.split(":");
  const values = new Map(rest.split(",").map((part) => part.split("=") as [string, string | undefined]));
  const depth = Number(values.get("depth"));
  return {
    algorithm: oneOf(algorithms, name, usual.algorithm),
    depth: Number.isInteger(depth) && depth > 0 ? depth : usual.depth,
    evaluation: values.get("eval") ?? "",
    order: oneOf(orders, values.get("order"), usual.order),
    prune: values.get("prune") !== "off",
    window: oneOf(windows, values.get("window"), usual.window),
  };
}
