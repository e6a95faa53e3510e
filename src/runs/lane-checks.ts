import { checkInvariants } from "../app/invariants.js";
import type { Lane } from "../app/lane.js";
import { pulse } from "../app/time/pulse.js";
import { factsOf } from "../app/views/facts-of-lane.js";
import { told } from "../app/views/verify-lane.js";
import type { CheckedLane } from "../reports/run.js";
import { check } from "../scenario/expectations.js";
import { DEFAULT_LANE, type Lanes } from "../server/lanes.js";

const PATIENCE_MS = 5000;

/** The lanes that something was done in; the default lane where nothing was done at all, so that silence is no success. */
export function usedLanes(lanes: Lanes): readonly Lane[] {
  const used = lanes.names().map((name) => lanes.get(name));
  const some = used.filter(isUsed);
  return some.length > 0 ? some : [lanes.get(DEFAULT_LANE)];
}

const isUsed = ({ store, scenarios }: Lane): boolean =>
  scenarios.replaced !== undefined || store.views.exchanges({ limit: 1 }).length > 0;

/** Resolves when no delivery is in flight, or after a while. */
export async function settleDown(lanes: readonly Lane[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tired = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([Promise.all(lanes.map(comeToRest)), tired]);
  clearTimeout(timer);
}

async function comeToRest(lane: Lane): Promise<void> {
  do {
    await pulse(lane, lane.clock.now());
    await lane.deliveries.drain();
  } while (lane.deliveries.inFlight > 0);
}

/** Holds the expectations of a lane's scenarios against it, one by one, and looks at its books. */
export async function checkLane(lane: Lane): Promise<CheckedLane> {
  const facts = await factsOf(lane);
  return {
    lane: lane.name,
    scenarios: lane.scenarios.list.map(({ scenario, file }) => ({
      name: scenario.name,
      file,
      clauses: scenario.expect.map((clause) => {
        const [failure] = check([clause], facts).failures;
        return failure ? { clause, failure: { ...failure, nearest: failure.nearest.map(told) } } : { clause };
      }),
    })),
    invariants: checkInvariants(lane),
  };
}
