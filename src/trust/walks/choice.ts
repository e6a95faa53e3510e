import { assumptions } from "../../facts/assumptions.js";
import type { Assume } from "../../scenario/rule/assume-schema.js";
import { type Trace, type Walked, type World, walkOnce } from "./walk.js";

/** The choices that were tried, and the assumptions behind the answers with them. */
interface Tried {
  readonly chosen: Assume;
  readonly restsOn: ReadonlySet<string>;
}

const built = assumptions.filter(({ choices }) => choices.length > 1);
const everything: ReadonlySet<string> = new Set(built.map(({ id }) => id));
const none: Assume = {};

/**
 * The fewest choices with which a lane answers every call as the service did: one or two on which its answers depend,
 * else any single one. Undefined if none does.
 */
export async function choiceFor(
  trace: Trace,
  laneUnder: (chosen: Assume) => Promise<World>,
): Promise<Assume | undefined> {
  const told = await round([{ chosen: none, restsOn: restingOn(trace.calls) }], trace, laneUnder);
  if (told.fits) return told.fits;
  const both = await round(told.closer, trace, laneUnder);
  return both.fits ?? (await round([{ chosen: none, restsOn: everything }], trace, laneUnder)).fits;
}

/** True if a lane with these choices answers all calls as the service did. */
export async function explains(
  chosen: Assume,
  { calls, prefix, compare }: Trace,
  laneUnder: (chosen: Assume) => Promise<World>,
): Promise<boolean> {
  const here = await laneUnder(chosen);
  const steps = calls.map(({ step }) => step);
  const again = await walkOnce(steps, { there: asRecorded(calls, here.tokenId), here, prefix, compare });
  return again.calls.length === calls.length && again.lines.length === 0;
}

/** Adds one choice to the tried ones: the first that fits, else those that change the difference. */
async function round(
  tried: readonly Tried[],
  { calls, lines, prefix, compare }: Trace,
  laneUnder: (chosen: Assume) => Promise<World>,
): Promise<{ readonly fits?: Assume; readonly closer: readonly Tried[] }> {
  const steps = calls.map(({ step }) => step);
  const closer: Tried[] = [];
  for (const chosen of tried.flatMap(widened)) {
    const here = await laneUnder(chosen);
    const again = await walkOnce(steps, { there: asRecorded(calls, here.tokenId), here, prefix, compare });
    const isWhole = again.calls.length === calls.length;
    if (isWhole && again.lines.length === 0) return { fits: chosen, closer };
    if (isWhole && again.lines.join() !== lines.join()) closer.push({ chosen, restsOn: restingOn(again.calls) });
  }
  return { closer };
}

const widened = ({ chosen, restsOn }: Tried): readonly Assume[] =>
  built
    .filter(({ id }) => restsOn.has(id) && !(id in chosen))
    .flatMap(({ id, choices }) => choices.map((choice) => ({ ...chosen, [id]: choice })));

const restingOn = (calls: readonly Walked[]): ReadonlySet<string> =>
  new Set(calls.flatMap(({ here }) => here.restsOn ?? []));

/** A service that repeats the recorded answers. */
function asRecorded(calls: readonly Walked[], tokenId: number | undefined): World {
  const left = [...calls];
  return { tokenId, mayCall: () => true, call: async () => left.shift()!.there, end: async () => {} };
}
