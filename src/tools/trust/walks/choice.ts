import { assumptions } from "../../../core/facts/assumptions.js";
import type { Assume } from "../../../core/scenario/rule/assume-schema.js";
import { type Trace, type Walked, type World, walkOnce } from "./walk.js";

type LaneUnder = (chosen: Assume) => Promise<World>;

/** Choices that were tried, and the assumptions behind the answers with them. */
interface Tried {
  readonly chosen: Assume;
  readonly restsOn: ReadonlySet<string>;
}

const built = assumptions.filter(({ choices }) => choices.length > 1);
const everything: ReadonlySet<string> = new Set(built.map(({ id }) => id));

/**
 * The fewest choices with which a lane answers every call as the service did: one or two on which its answers depend,
 * else any single one. Undefined if none does.
 */
export async function choiceFor(trace: Trace, laneUnder: LaneUnder): Promise<Assume | undefined> {
  const one = await round([{ chosen: {}, restsOn: restingOn(trace.calls) }], trace, laneUnder);
  if (one.fits) return one.fits;
  const two = await round(one.closer, trace, laneUnder);
  return two.fits ?? (await round([{ chosen: {}, restsOn: everything }], trace, laneUnder)).fits;
}

/** Adds one choice to the tried ones: the first that fits, else those that change the difference. */
async function round(
  tried: readonly Tried[],
  trace: Trace,
  laneUnder: LaneUnder,
): Promise<{ readonly fits?: Assume; readonly closer: readonly Tried[] }> {
  const closer: Tried[] = [];
  for (const chosen of tried.flatMap(widened)) {
    const again = await retraced(chosen, trace, laneUnder);
    if (again?.lines.length === 0) return { fits: chosen, closer };
    if (again && again.lines.join() !== trace.lines.join()) closer.push({ chosen, restsOn: restingOn(again.calls) });
  }
  return { closer };
}

/** True if a lane with these choices answers all calls as the service did. */
export const explains = async (chosen: Assume, trace: Trace, laneUnder: LaneUnder): Promise<boolean> =>
  (await retraced(chosen, trace, laneUnder))?.lines.length === 0;

/** The same calls to a lane with these choices. Undefined if an earlier answer than the last differs. */
async function retraced(
  chosen: Assume,
  { calls, prefix, compare }: Trace,
  laneUnder: LaneUnder,
): Promise<Trace | undefined> {
  const here = await laneUnder(chosen);
  const left = [...calls];
  // A service that repeats the recorded answers.
  const there: World = { ...here, mayCall: () => true, call: async () => left.shift()!.there };
  const steps = calls.map(({ step }) => step);
  const again = await walkOnce(steps, { there, here, prefix, compare });
  return again.calls.length === calls.length ? again : undefined;
}

const widened = ({ chosen, restsOn }: Tried): readonly Assume[] =>
  built
    .filter(({ id }) => restsOn.has(id) && !(id in chosen))
    .flatMap(({ id, choices }) => choices.map((choice) => ({ ...chosen, [id]: choice })));

const restingOn = (calls: readonly Walked[]): ReadonlySet<string> =>
  new Set(calls.flatMap(({ here }) => here.restsOn ?? []));
