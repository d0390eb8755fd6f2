// A walk through a search: where it is, and what is loaded of it. Parts come as they are needed, and the next before it is.
import type { CutBranch, StepView, TreeNodeView, TreePart, TreeView } from "../../api";
import type { Client, Searched, Seek } from "../client";
import { frame, type Rung } from "./frame";

export type TreeAround = Pick<Client, "tree" | "treeNode" | "treeBranch">;

/** How near the end of what is loaded the next part is asked for. */
const ahead = 12;

export class Walker {
  tree = $state.raw<TreeView | null>(null);
  at = $state(0);
  problem = $state("");
  /** Nodes that were loaded; a new map for each change, so that what is drawn follows. */
  nodes = $state.raw<ReadonlyMap<number, TreeNodeView>>(new Map());
  private steps = $state.raw<ReadonlyMap<number, StepView>>(new Map());
  private loading = new Map<number, Promise<void>>();
  /** Only the answer to the last question counts. */
  private question = 0;

  constructor(
    readonly asked: Searched,
    private readonly around: TreeAround,
  ) {}

  readonly step = $derived(this.steps.get(this.at) ?? null);
  readonly rungs = $derived.by((): Rung[] => (this.step ? frame(this.step, this.nodes) : []));
  readonly end = $derived(this.tree ? this.tree.steps - 1 : 0);

  /** Opens the walk at a step; one that is not there is the last. */
  async open(step: number): Promise<void> {
    await this.look(0, "step");
    if (step > 0 && this.tree) await this.go(step);
  }

  /** Goes to a step, at once if it is loaded. */
  async go(step: number): Promise<void> {
    if (!this.tree) return;
    const to = Math.min(Math.max(step, 0), this.end);
    if (!this.steps.has(to)) return this.look(to, "step");
    this.question += 1;
    this.at = to;
    for (const near of [to + ahead, to - ahead]) if (near >= 0 && near <= this.end && !this.steps.has(near)) void this.load(near);
  }

  /** Goes to the next thing of a kind, or the one before. */
  seek(what: Seek): Promise<void> {
    return this.tree ? this.look(this.at, what) : Promise.resolve();
  }

  /** The children of a node. */
  async children(node: TreeNodeView): Promise<TreeNodeView[]> {
    if (node.children.some((child) => !this.nodes.has(child))) {
      try {
        this.keep([], (await this.around.treeNode(this.asked, node.at)).nodes);
      } catch (refused) {
        this.problem = (refused as Error).message;
      }
    }
    return node.children.flatMap((child) => this.nodes.get(child) ?? []);
  }

  branch(node: TreeNodeView, move: string): Promise<CutBranch> {
    return this.around.treeBranch(this.asked, node.at, move);
  }

  private async look(from: number, what: Seek): Promise<void> {
    this.question += 1;
    const { question } = this;
    try {
      const part = await this.around.tree(this.asked, from, what);
      if (question !== this.question) return;
      this.take(part);
      this.at = part.step;
      this.problem = "";
    } catch (refused) {
      if (question === this.question) this.problem = (refused as Error).message;
    }
  }

  /** Loads the steps around one, once. */
  private load(step: number): Promise<void> {
    const loading = this.loading.get(step) ?? this.fetch(step);
    this.loading.set(step, loading);
    return loading;
  }

  private async fetch(step: number): Promise<void> {
    try {
      this.take(await this.around.tree(this.asked, step, "step"));
    } catch {
      // Whoever goes there asks again, and is told.
    } finally {
      this.loading.delete(step);
    }
  }

  private take(part: TreePart): void {
    this.tree = part.tree;
    this.keep(part.steps, part.nodes);
  }

  private keep(steps: StepView[], nodes: TreeNodeView[]): void {
    if (steps.length > 0) this.steps = new Map([...this.steps, ...steps.map((step) => [step.step, step] as const)]);
    this.nodes = new Map([...this.nodes, ...nodes.map((node) => [node.at, node] as const)]);
  }
}
