import { checkInvariants } from "../app/invariants.js";
import type { Lane } from "../app/lane.js";
import { pulse } from "../app/time/pulse.js";
import { factsOf } from "../app/views/facts-of-lane.js";
import { scenariosOf, told } from "../app/views/verify-lane.js";
import type { CheckedLane } from "../reports/run.js";
import { check } from "../scenario/expectations.js";
import { DEFAULT_LANE, type Lanes } from "../server/lanes.js";

/** How long deliveries are waited for, in real milliseconds. */
const DELIVERIES_MAX_MS = 5000;

/** The lanes that something was done in. Where nothing was done it is the default lane: a run without a call is checked too. */
export async function usedLanes(lanes: Lanes): Promise<readonly Lane[]> {
  const used: Lane[] = [];
  for (const name of lanes.names()) {
    const lane = await lanes.ready(name);
    if (await isUsed(lane)) used.push(lane);
  }
  return used.length > 0 ? used : [await lanes.ready(DEFAULT_LANE)];
}

const isUsed = async ({ store: { views } }: Lane): Promise<boolean> =>
  (await views.lane()).replacedScenario !== undefined || (await views.exchanges({ limit: 1 })).length > 0;

/** Resolves when no delivery is in flight, or when they take too long. */
export async function deliveriesEnded(lanes: readonly Lane[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, DELIVERIES_MAX_MS);
  });
  await Promise.race([Promise.all(lanes.map(allDelivered)), tooLong]);
  clearTimeout(timer);
}

async function allDelivered(lane: Lane): Promise<void> {
  do {
    await pulse(lane, await lane.clock.now());
    await lane.deliveries.drain();
  } while (lane.deliveries.inFlight > 0);
}

/** Holds the expectations of a lane's scenarios against it, one by one, and checks its invariants. */
export async function checkLane(lane: Lane): Promise<CheckedLane> {
  const facts = await factsOf(lane);
  return {
    lane: lane.name,
    scenarios: (await scenariosOf(lane)).map(({ scenario, file }) => ({
      name: scenario.name,
      file,
      clauses: scenario.expect.map((clause) => {
        const [failure] = check([clause], facts).failures;
        return failure ? { clause, failure: { ...failure, nearest: failure.nearest.map(told) } } : { clause };
      }),
    })),
    invariants: await checkInvariants(lane),
  };
}
