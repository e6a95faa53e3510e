import { assumptions } from "../../facts/assumptions.js";
import type { Assume } from "../../scenario/assume-schema.js";
import { type Trace, type Walked, type World, walkOnce } from "./walk.js";

/** Choices that were tried, and what the answers under them rest on. */
interface Tried {
  readonly chosen: Assume;
  readonly restsOn: ReadonlySet<string>;
}

const built = assumptions.filter(({ choices }) => choices.length > 1);
const everything: ReadonlySet<string> = new Set(built.map(({ id }) => id));
const none: Assume = {};

/**
 * The fewest choices under which a lane answers all of the calls as the service did: one or two of what its answers say that they
 * rest on, else any one. Undefined where these do not.
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

/** Widens what was tried by one choice: the first that fits, else those that change something of the difference. */
async function round(
  tried: readonly Tried[],
  { calls, lines, prefix }: Trace,
  laneUnder: (chosen: Assume) => Promise<World>,
): Promise<{ readonly fits?: Assume; readonly closer: readonly Tried[] }> {
  const steps = calls.map(({ step }) => step);
  const closer: Tried[] = [];
  for (const chosen of tried.flatMap(widened)) {
    const here = await laneUnder(chosen);
    const again = await walkOnce(steps, { there: asRecorded(calls, here.tokenId), here, prefix });
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

/** Answers once more what was answered. */
function asRecorded(calls: readonly Walked[], tokenId: number | undefined): World {
  const left = [...calls];
  return { tokenId, takes: () => true, call: async () => left.shift()!.there, end: async () => {} };
}
