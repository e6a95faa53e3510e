import type { PlannedMutant } from "./mutants/mutant.js";
import { isDetective } from "./mutants/order.js";
import type { Pools, RunTogether } from "./mutants/pools.js";
import { isBase, secondFaults } from "./mutants/second-faults.js";
import { type Jobs, onlyWaits } from "./run/jobs.js";
import type { ShopRun } from "./run/shop-runner.js";

/** Which mutants the queue holds. */
export interface QueuedOptions {
  /** With 2, a survivor of a lost answer gets a second fault. */
  readonly depth: 1 | 2;
  /** True if the mutant is selected. Others run only as the base for a second fault. */
  readonly isWanted: (id: string) => boolean;
  readonly onPlan?: ((count: number, running?: number) => void) | undefined;
  /** Which mutants share a run. Undefined: none. */
  readonly pools?: Pools | undefined;
}

interface RunOptions {
  readonly jobs: Jobs;
  /** Once aborted, no new run starts. */
  readonly signal: AbortSignal;
}

/** How many second faults of one kind to try. */
const OF_A_KIND = 3;
/** A second fault takes every fourth turn. So even a short budget covers some, and the first faults come soon enough. */
const TURNS = 4;

/** The planned mutants in order, and what their runs add: second faults, and mutants that others can't represent. */
export function queued(
  whole: readonly PlannedMutant[],
  represented: ReadonlySet<PlannedMutant>,
  dry: ShopRun,
  options: QueuedOptions,
) {
  const { pools } = options;
  const together = (mutants: readonly PlannedMutant[]): readonly RunTogether[] =>
    pools?.formed(mutants) ?? mutants.map((mutant) => [mutant]);
  const planned = together(whole.filter((mutant) => !represented.has(mutant)));
  const added: RunTogether[] = [];
  /** They wait for others to run with, until nothing else is left. */
  const released: PlannedMutant[] = [];
  const kinds = new Map<string, number>();
  let [next, nextAdded, turn] = [0, 0, 0];
  // The set that finds each mistake we know comes before all second faults.
  const others = planned.findIndex(([mutant]) => !isDetective(mutant!));
  const leading = others === -1 ? planned.length : others;
  const take = (): RunTogether | undefined => {
    const isAdded = nextAdded < added.length && next >= leading && (++turn % TURNS === 0 || next >= planned.length);
    return isAdded ? added[nextAdded++] : planned[next++];
  };
  const isRare = ({ id, operation, family, then }: PlannedMutant): boolean => {
    const kind = [operation, family, then, id.slice(id.lastIndexOf("#")).replace(/^#\d+/, "")].join(" ");
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    return kinds.get(kind)! <= OF_A_KIND;
  };
  return {
    survived: (mutant: PlannedMutant, run: ShopRun): void => {
      if (options.depth < 2 || !isBase(mutant)) return;
      const more = secondFaults(mutant, run.lanes, dry.lanes).filter((one) => options.isWanted(one.id) && isRare(one));
      added.push(...more.map((one) => [one]));
      if (more.length > 0) options.onPlan?.(all().filter(({ id }) => options.isWanted(id)).length);
    },
    /** Runs a mutant that was represented, or whose pool does not count. */
    release: (mutant: PlannedMutant): void => {
      if (pools?.memberOf(mutant)) released.push(mutant);
      else added.push([mutant]);
    },
    all,
    /** What runs at first, in order. */
    planned,
    /** The plan in the order in which it grows. */
    at: (index: number): RunTogether | undefined => planned[index] ?? added[index - planned.length],
    run: async ({ jobs, signal }: RunOptions, work: (run: RunTogether) => Promise<void>): Promise<void> => {
      const failed: unknown[] = [];
      const active = new Set<Promise<void>>();
      let busy = 0;
      const start = (mutants: RunTogether, isBeside: boolean): void => {
        const began = performance.now();
        if (!isBeside) busy++;
        const run: Promise<void> = work(mutants)
          .catch((error: unknown) => void failed.push(error))
          .then(() => {
            active.delete(run);
            if (isBeside) return;
            busy--;
            jobs.ended(performance.now() - began);
          });
        active.add(run);
      };
      let next: RunTogether | undefined;
      while (!signal.aborted && failed.length === 0) {
        const isFree = busy < jobs.limit;
        const hasRoom = active.size < jobs.most;
        if (hasRoom) next ??= take();
        const isBeside = !isFree && next !== undefined && next.every(onlyWaits);
        if (next !== undefined && hasRoom && (isFree || isBeside)) {
          start(next, isBeside);
          next = undefined;
        } else if (active.size === 0) {
          if (released.length === 0) break;
          added.push(...together(released.splice(0)));
        }
        // A run may add to the queue.
        else await Promise.race(active);
      }
      await Promise.all(active);
      if (failed.length > 0) throw failed[0];
    },
  };
  function all(): readonly PlannedMutant[] {
    const place = new Map(whole.map(({ id }, i) => [id, i]));
    const baseOf = ({ id }: PlannedMutant): number => place.get(id.slice(0, id.indexOf("+"))) ?? whole.length;
    const seconds = added.flat().filter(({ then }) => then !== undefined);
    return [...whole, ...seconds.toSorted((a, b) => baseOf(a) - baseOf(b))];
  }
}
