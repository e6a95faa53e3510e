import { setTimeout as pause } from "node:timers/promises";
import { defectsIn, end, type Ran, run } from "../../../test/crash/process.js";
import type { Random } from "../random.js";

const NODES = 3;
/** Long enough for a node that has just gone to be replaced. */
const LOOKS_MAX = 2_000;

/** Three nodes on one store, behind a balancer that keeps most calls of a lane on one of them. */
export class Nodes {
  readonly #ran: Ran[] = [];
  readonly #gone: Ran[] = [];

  constructor(readonly args: readonly string[]) {}

  async start(): Promise<void> {
    this.#ran.push(...(await Promise.all(Array.from({ length: NODES }, () => run(...this.args)))));
  }

  /** The lane's own node, or in one of ten calls any. */
  for(lane: number, random: Random): string {
    return this.#ran[random.isOneIn(10) ? random.below(NODES) : lane % NODES]!.url;
  }

  any(random: Random): string {
    return random.pick(this.#ran).url;
  }

  /** Ends one in the midst of its calls and puts a new one in its place; answers the exit code. */
  async replace(n: number, signal: "SIGKILL" | "SIGTERM"): Promise<number | null> {
    const old = this.#ran[n]!;
    const code = await end(old, signal);
    this.#gone.push(old);
    this.#ran[n] = await run(...this.args);
    return code;
  }

  /** What went wrong inside a node, by its log. */
  defects(): readonly string[] {
    return [...this.#ran, ...this.#gone].flatMap(defectsIn);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#ran.map((one) => end(one, "SIGTERM")));
  }
}

/** Tries again as long as nobody listens at the node that was drawn: such a call reached nobody. */
export async function reached<T>(ask: (isFirst: boolean) => Promise<T>): Promise<T> {
  for (let look = 0; ; look++)
    try {
      return await ask(look === 0);
    } catch (error) {
      if (codeIn(error) !== "ECONNREFUSED" || look === LOOKS_MAX) throw error;
      await pause(10);
    }
}

/** Of a name that has several addresses, each failure has its own. */
function codeIn(error: unknown): unknown {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return code ?? (cause === undefined ? undefined : codeIn(cause));
}
