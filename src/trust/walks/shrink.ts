import type { Step } from "./generate.js";
import { kindOf, type Trace } from "./walk.js";

/** Makes the calls; the trace ends with the first that is answered otherwise. */
export type Attempt = (steps: readonly Step[]) => Promise<Trace>;

/**
 * The fewest calls that show a difference: none of them can be left out, and the last is answered otherwise. Undefined where the
 * same calls, made once more, are answered alike.
 */
export async function shrunk(steps: readonly Step[], seen: Trace, attempt: Attempt): Promise<Trace | undefined> {
  const shows = async (fewer: readonly Step[]): Promise<Trace | undefined> => {
    const trace = await attempt(fewer);
    const isSame = trace.calls.at(-1)?.step === steps.at(-1) && kindOf(trace) === kindOf(seen);
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
    // What was needed before may be needed no more.
    i = tried ? fewer.length - 2 : i - 1;
  }
  return shown;
}

/** The last call, and those that make the orders which it names: mostly no other matters. */
function namedBy(steps: readonly Step[]): readonly Step[] {
  const last = steps.at(-1)!;
  const named = ordersIn(last);
  return steps.filter((step) => step === last || (step.makes !== undefined && named.has(step.makes)));
}

/** The numbers of the orders that a call names. */
const ordersIn = ({ params }: Step): ReadonlySet<number> =>
  new Set(
    Object.values(params).flatMap((value) => {
      const { idOf, referenceOf } = (typeof value === "object" && value !== null ? value : {}) as Record<
        string,
        unknown
      >;
      return [idOf, referenceOf].filter((order) => typeof order === "number");
    }),
  );
