// What a step of a lesson says: its numbers as words, and why an answer is right or wrong.
import type { ChoiceView, ExerciseView, MoveScore, TreeNodeView, Why } from "../../api";
import { gameOf } from "../../games";
import { list, number, t } from "../text";
import { settingsOf } from "../tree/agent";
import { brief, scoreWords, worth, worthWords } from "../tree/scores";
import { reasonWords, verdictWords } from "../words";

type Words = Record<string, string | number>;

/** Everything that the words of a step may need. What is not known there is not asked for. */
export function stepWords({ position, facts, task }: ExerciseView, names: string[]): Words {
  const { title, moveName } = gameOf(position.rules);
  const mover = position.to_move ?? 0;
  const words: Words = {
    game: title(),
    who: names[mover]!,
    other: names[(mover + 1) % names.length]!,
    third: names[(mover + 2) % names.length]!,
    moves: position.legal.length,
  };
  for (const name of ["depth", "nodes", "leaves", "minimax", "cut", "natural", "most"] as const) {
    const found = facts[name];
    if (found !== null) words[name] = number(found);
  }
  if (facts.nodes !== null && facts.minimax) words["share"] = number(Math.round((100 * facts.nodes) / facts.minimax));
  if (facts.value) words["value"] = scoreWords(facts.value);
  if (facts.choice !== null) words["choice"] = moveName(facts.choice);
  if (facts.verdict) words["verdict"] = verdictWords(facts.verdict, names[mover]!);
  if (facts.best.length > 0) words["best"] = list(facts.best.map(moveName));
  if (facts.line[0] !== undefined) words["move"] = moveName(facts.line[0]);
  if (facts.line[1] !== undefined) words["then"] = moveName(facts.line[1]);
  if (facts.count !== null) words["count"] = facts.count;
  if (task.do === "order") words["count"] = task.moves.length;
  return words;
}

/** What a search is called. */
export function agentName(agent: string): string {
  const { algorithm, depth, evaluation, order, window, prune } = settingsOf(agent);
  const parts = [t(`tree-algorithm-${algorithm}`), t("learn-depth", { depth })];
  if (evaluation) parts.push(t("learn-evaluation", { evaluation }));
  if (/order=/.test(agent)) parts.push(t("learn-order-of", { order: t(`tree-order-${order}`) }));
  if (window === "full") parts.push(t("learn-window-full"));
  if (!prune) parts.push(t("learn-no-pruning"));
  if (/ties=bounds/.test(agent)) parts.push(t("learn-ties-bounds"));
  return parts.join(", ");
}

export function choiceName(choice: ChoiceView, names: string[]): string {
  switch (choice.is) {
    case "score":
      return choice.score.is === "points" ? brief(choice.score) : scoreWords(choice.score);
    case "agent":
      return agentName(choice.agent);
    case "player":
      return names[choice.player]!;
    case "nobody":
      return t("learn-nobody");
  }
}

/** So many moves of a line are told. */
const longest = 16;

/** The node that some moves lead to. */
const nodeAt = (tree: TreeNodeView[], moves: string[]) =>
  moves.reduce((node, move) => tree[node.children.find((child) => tree[child]!.move === move)!]!, tree[0]!);

/** The sentences of a reason. */
export function whyWords(why: Why, { position, tree }: Pick<ExerciseView, "position" | "tree">, names: string[], right: boolean): string[] {
  const { moveName, moveSign } = gameOf(position.rules);
  const line = (moves: string[]) => [...moves.slice(0, longest).map(moveSign), ...(moves.length > longest ? ["…"] : [])].join(moves.some((move) => moveSign(move).includes(" ")) ? "; " : " ");
  const came = ({ move, ...found }: MoveScore) => t("learn-move-worth", { move: moveSign(move), value: worth(found) });
  switch (why.why) {
    case "chooses": {
      const values = { who: names[why.player]!, moves: list(why.moves.map(came)), value: scoreWords(why.value) };
      if (why.moves.some(({ scores }) => scores.length > 0)) return [t("learn-why-own", { ...values, place: why.player + 1 })];
      // A wrong answer is told what there is to choose from, not what is chosen.
      return [t(why.max ? "learn-why-max" : "learn-why-min", values), ...(right ? [t("learn-why-so", values)] : [])];
    }
    case "ends":
      return [t(why.over ? "learn-why-over" : "learn-why-leaf", { value: scoreWords(why.value) })];
    case "solved":
      return [
        `${moveName(why.move)}: ${why.reason ? reasonWords({ reason: why.reason }) : ""}`.trim(),
        verdictWords(why.verdict, names[position.to_move ?? 0]!),
        ...(why.line.length > 0 ? [t("learn-why-line", { line: line([why.move, ...why.line]) })] : []),
      ].filter((words) => !words.endsWith(":"));
    case "searched": {
      const value = why.scores.length > 0 ? `(${why.scores.map(brief).join(", ")})` : scoreWords(why.value);
      const said = right ? [t("learn-why-best", { move: moveName(why.move), value })] : [t("learn-why-less", { move: moveName(why.move), value, best: scoreWords(why.best) })];
      return why.line.length > 0 ? [...said, t("learn-why-line", { line: line([why.move, ...why.line]) })] : said;
    }
    case "visited":
      return [t("learn-why-visited", { line: line(why.line), alpha: brief(why.alpha), beta: brief(why.beta) })];
    case "cut":
      return [
        t(why.max ? "learn-why-cut-max" : "learn-why-cut-min", {
          place: why.line.length > 0 ? t("learn-after", { line: line(why.line) }) : t("learn-at-root"),
          who: names[why.player]!,
          value: scoreWords(why.value),
          limit: scoreWords(why.limit),
          left: line(why.left),
        }),
      ];
    case "ordered":
      return [t("learn-why-ordered", { nodes: number(why.nodes), most: number(why.most) })];
    case "levels":
      return [t("learn-why-levels", { levels: why.levels.map((nodes) => number(nodes)).join(" + ") })];
    case "found": {
      const values = { agent: agentName(why.agent), move: moveName(why.choice), value: scoreWords(why.value), nodes: number(why.nodes) };
      const said = [t("learn-why-found", values)];
      if (why.verdict) said.push(t("learn-why-really", { verdict: verdictWords(why.verdict, names[position.to_move ?? 0]!) }));
      if (why.false_ties.length > 0) said.push(t("learn-why-false-ties", { moves: list(why.false_ties.map(moveName)), count: why.false_ties.length }));
      return [said.join(" ")];
    }
    case "node": {
      const turns = why.player !== null && why.before !== null ? [t("learn-why-turns", { who: names[why.player]!, before: names[why.before]! })] : [t("learn-why-no-turn")];
      // Where every value is exact, it is asked who moves.
      if (tree.every(({ bound }) => bound === "exact")) return turns;
      const value = worthWords({ value: why.value, bound: why.bound, scores: [] });
      const said = why.line.length > 0 ? [t("learn-why-node", { place: line(why.line), value, best: scoreWords(why.best) })] : [t("learn-why-root", { value })];
      if (why.truth) said.push(t("learn-why-truth", { value: scoreWords(why.truth) }));
      if (why.left.length > 0) said.push(t("learn-why-left", { left: line(why.left) }));
      else if (why.bound === "exact" && !right) said.push(t(nodeAt(tree, why.line).children.length > 0 ? "learn-why-whole" : "learn-why-end"));
      return said;
    }
    case "turn":
      return [t(why.closed > 0 ? "learn-why-again" : position.board.kind === "boxes" ? "learn-why-next" : "learn-why-turn", { who: names[why.player]!, by: names[why.by]!, move: moveName(why.move), boxes: why.closed })];
    case "known":
      return [verdictWords(why.verdict, names[why.player]!), ...(why.line.length > 0 ? [t("learn-why-line", { line: line(why.line) })] : [])];
  }
}
