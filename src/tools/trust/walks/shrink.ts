import type { WalkStep } from "./generate.js";
import { differenceKindOf, type Trace } from "./walk.js";

/** Makes the calls. The trace ends with the first different answer. */
export type ShrinkAttempt = (steps: readonly WalkStep[]) => Promise<Trace>;

/**
 * The fewest calls that show a difference: each is needed, and only the last has a different answer. Undefined if
 * there is no difference when the calls are repeated.
 */
export async function shrunk(
  steps: readonly WalkStep[],
  seen: Trace,
  attempt: ShrinkAttempt,
): Promise<Trace | undefined> {
  const shows = async (fewer: readonly WalkStep[]): Promise<Trace | undefined> => {
    const trace = await attempt(fewer);
    const isSame = trace.calls.at(-1)?.step === steps.at(-1) && differenceKindOf(trace) === differenceKindOf(seen);
    return isSame ? trace : undefined;
  };
  let fewest = namedBy(steps);
  let shown = await shows(fewest);
  if (!shown && fewest.length < steps.length) {
    fewest = steps;
    shown = await shows(fewest);
  }
  if (!shown) return undefined;
  for (let i = fewest.length - 2; i >= 0; ) {
    const fewer = fewest.filter((_, at) => at !== i);
    const tried = await shows(fewer);
    if (tried) [fewest, shown] = [fewer, tried];
    // An earlier call may no longer be needed.
    i = tried ? fewer.length - 2 : i - 1;
  }
  return withFewestParams(fewest, shown, async (simpler) => {
    const trace = await attempt(simpler);
    return trace.calls.length === simpler.length && differenceKindOf(trace) === differenceKindOf(seen)
      ? trace
      : undefined;
  });
}

/** How many members to try at most. */
const MEMBERS_MAX = 40;

/** The same calls without the members that don't matter, from the last call to the first. */
async function withFewestParams(
  steps: readonly WalkStep[],
  seen: Trace,
  shows: (steps: readonly WalkStep[]) => Promise<Trace | undefined>,
): Promise<Trace> {
  let [fewest, shown] = [steps, seen];
  let tries = 0;
  for (let i = steps.length - 1; i >= 0; i--)
    for (const name of Object.keys(steps[i]!.params)) {
      if (tries++ >= MEMBERS_MAX) return shown;
      const { [name]: _, ...params } = fewest[i]!.params;
      const simpler = fewest.with(i, { ...fewest[i]!, params });
      const tried = await shows(simpler);
      if (tried) [fewest, shown] = [simpler, tried];
    }
  return shown;
}

/** The last call, and the calls that create the orders in it. Usually no other call matters. */
function namedBy(steps: readonly WalkStep[]): readonly WalkStep[] {
  const last = steps.at(-1)!;
  const named = ordersIn(last);
  return steps.filter((step) => step === last || (step.makes !== undefined && named.has(step.makes)));
}

/** The numbers of the orders that a call uses. */
const ordersIn = ({ params }: WalkStep): ReadonlySet<number> =>
  new Set(
    Object.values(params).flatMap((value) => {
      const { idOf, referenceOf } = (typeof value === "object" && value !== null ? value : {}) as Record<
        string,
        unknown
      >;
      return [idOf, referenceOf].filter((order) => typeof order === "number");
    }),
  );
