import type { PlannedMutant } from "./mutants/mutant.js";
import { firstDetectives } from "./mutants/order.js";
import type { Pools, RunTogether } from "./mutants/pools.js";
import { isBase, secondFaults } from "./mutants/second-faults.js";
import { type Jobs, onlyWaits } from "./run/jobs.js";
import type { ShopRun } from "./run/shop-runner.js";
import type { JudgedMutant } from "./schema/report.js";

/** Callbacks for progress while the mutants run. */
export interface Progress {
  /** Called before each pass of a proof, with its heading. */
  readonly pass?: ((heading: string) => void) | undefined;
  /** What the first run shows that the user may want to mend before the mutants run. */
  readonly note?: ((text: string) => void) | undefined;
  /** Called again if there are more. `running`: how many of them surely run. */
  readonly begin: (count: number, running?: number) => void;
  /** Called when a run starts. */
  readonly begun?: ((id: string) => void) | undefined;
  readonly ended: ((mutant: JudgedMutant) => void) | undefined;
  readonly pruned: (id: string) => void;
  /** Called when a run ended before the budget did, with how many mutants have run and wait for the result of an earlier one. */
  readonly ran?: ((waiting: number) => void) | undefined;
}

/** Which mutants the queue holds. */
export interface QueuedOptions {
  /** With 2, a survivor of a lost answer gets a second fault. */
  readonly depth: 1 | 2;
  /** True if the mutant is selected. Others run only as the base for a second fault. */
  readonly isWanted: (id: string) => boolean;
  /** Ids that the caller asked for one by one. These run at any place that the shop still has for them. */
  readonly named?: ReadonlySet<string> | undefined;
  readonly progress?: Partial<Progress> | undefined;
  /** Which mutants share a run. Undefined: none. */
  readonly pools?: Pools | undefined;
  /** Told of the second faults after a first one. Returns those that others stand for. Undefined: each runs. */
  readonly represented?: ((seconds: readonly PlannedMutant[]) => ReadonlySet<PlannedMutant>) | undefined;
}

interface RunOptions {
  readonly jobs: Jobs;
  /** Once aborted, no new run starts. */
  readonly signal: AbortSignal;
}

/** How many second faults of one kind to try. */
const OF_A_KIND = 3;
/** Once the telling ones have run, a run of second faults starts after so many of first faults. */
const FIRSTS = 3;

/** The planned mutants in order, and what their runs add: second faults, and mutants that others can't represent. */
export function queued(
  whole: readonly PlannedMutant[],
  represented: ReadonlySet<PlannedMutant>,
  dry: ShopRun,
  options: QueuedOptions,
) {
  const { pools } = options;
  const together = (mutants: readonly PlannedMutant[], open: readonly RunTogether[] = []): readonly RunTogether[] =>
    pools?.formed(mutants, open) ?? [...open, ...mutants.map((mutant) => [mutant])];
  const planned = [...together(whole.filter((mutant) => !represented.has(mutant)))];
  const seconds: PlannedMutant[] = [];
  const leftOut = new Map<PlannedMutant, number>();
  /** Runs of second faults, which wait for more to run with until it is their turn. */
  let open: readonly RunTogether[] = [];
  /** Runs of second faults that may start. */
  const added: RunTogether[] = [];
  const close = (count: number): void => {
    added.push(...open.slice(0, count));
    open = open.slice(count);
  };
  /** They run at their own place in the plan, and wait until then for others to run with. */
  let released: PlannedMutant[] = [];
  const places = new Map(whole.map((mutant, i) => [mutant, i]));
  const placeOf = (mutant: PlannedMutant | undefined): number => places.get(mutant!) ?? whole.length;
  /** The place of what settles now. It depends on no run's duration, so neither does the place of what is released. */
  let cursor = 0;
  const insert = (mutants: RunTogether, from: number): void => {
    const place = planned.findIndex(([other], i) => i >= from && placeOf(other) > placeOf(mutants[0]));
    planned.splice(place === -1 ? planned.length : place, 0, mutants);
  };
  const kinds = new Map<string, number>();
  const taken = new Set<RunTogether>();
  let nextAdded = 0;
  // The set that finds each mistake we know comes before all second faults.
  const firsts = firstDetectives(whole);
  const leading = planned.findLastIndex((run) => run.some((mutant) => firsts.has(mutant))) + 1;
  const take = (): RunTogether | undefined => {
    const isAdded = nextAdded < added.length && taken.size >= leading;
    const run = isAdded ? added[nextAdded++] : planned.find((one) => !taken.has(one));
    if (run) taken.add(run);
    return run;
  };
  const isRare = ({ id, operation, family, then }: PlannedMutant): boolean => {
    const kind = [operation, family, then, id.slice(id.lastIndexOf("#")).replace(/^#\d+/, "")].join(" ");
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    return kinds.get(kind)! <= OF_A_KIND;
  };
  return {
    survived: (mutant: PlannedMutant, run: ShopRun): void => {
      if (options.depth < 2 || !isBase(mutant)) return;
      const { isWanted, named } = options;
      const possible = secondFaults(mutant, run.lanes, dry.lanes, named);
      const selected = possible.filter(({ id }) => isWanted(id));
      if (possible.length > 0 && selected.length === 0 && isWanted(mutant.id)) leftOut.set(mutant, possible.length);
      const more = selected.filter((one) => named?.has(one.id) || isRare(one));
      pools?.add(more, run);
      seconds.push(...more);
      const waiting = options.represented?.(more);
      open = together(
        more.filter((one) => !waiting?.has(one)),
        open,
      );
      if (more.length > 0) options.progress?.begin?.(all().filter(({ id }) => options.isWanted(id)).length);
    },
    /** Runs a mutant that was represented, or whose pool does not count. */
    release: (mutant: PlannedMutant): void => {
      if (mutant.then !== undefined) added.push([mutant]);
      else if (pools?.memberOf(mutant)) released.push(mutant);
      else insert([mutant], cursor + 1);
    },
    all,
    /** Survivors without a second fault because none is selected, with how many there would be. */
    leftOut,
    /** What runs at first, in order. */
    planned,
    /** What settles at this place, in any run in the same order. To be asked for one place after another. */
    at: (index: number): RunTogether | undefined => {
      if (index > cursor && index > leading && (index - leading) % FIRSTS === 0) close(1);
      cursor = index;
      const place = Math.min(...released.map(placeOf));
      if (released.length > 0 && place < placeOf(planned[index]?.[0])) {
        const waiting = released.toSorted((a, b) => placeOf(a) - placeOf(b));
        released = [];
        for (const mutants of together(waiting)) insert(mutants, cursor);
      }
      if (index >= planned.length) close(open.length);
      return planned[index] ?? added[index - planned.length];
    },
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
        } else if (active.size === 0) break;
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
    return [...whole, ...seconds.toSorted((a, b) => baseOf(a) - baseOf(b))];
  }
}
