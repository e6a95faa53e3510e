import { checkInvariants } from "../app/invariants.js";
import type { Lane } from "../app/lane.js";
import { journalOf } from "../app/ports/journal.js";
import type { ReadScenario } from "../app/rules/read-scenario.js";
import { ruleIdOf } from "../app/rules/rule-book.js";
import { firedTimes, rulesInForce } from "../app/rules/rule-changes.js";
import { pulse } from "../app/time/pulse.js";
import { factsOf } from "../app/views/facts-of-lane.js";
import { forbiddenIn } from "../app/views/forbidden.js";
import { factJson, scenariosOf } from "../app/views/verify-lane.js";
import type { CheckedLane, CheckedRule } from "../reports/run.js";
import { check } from "../scenario/expectations.js";
import { DEFAULT_LANE } from "../server/lane-path.js";
import type { Lanes } from "../server/lanes.js";

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

const isUsed = async (lane: Lane): Promise<boolean> =>
  (await lane.store.views.lane()).replacedScenario !== undefined || (await callsIn(lane)) > 0;

/** How often something was asked of a lane, by a call or on a page. */
export const callsIn = async ({ store: { views } }: Lane): Promise<number> =>
  // Ids are dense: the latest one counts them.
  (await views.exchanges({ limit: 1 }))[0]?.id ?? 0;

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
  const rulesOf = await ruleChecker(lane);
  return {
    lane: lane.name,
    scenarios: (await scenariosOf(lane)).map((read) => ({
      name: read.scenario.name,
      file: read.file,
      rules: rulesOf(read),
      clauses: read.scenario.expect.map((clause, i) => {
        const line = read.expectLines?.[i];
        const [failure] = check([clause], facts).failures;
        return failure
          ? { clause, line, failure: { ...failure, nearest: failure.nearest.map(factJson) } }
          : { clause, line };
      }),
    })),
    unable: await unableRules(lane),
    invariants: await checkInvariants(lane),
  };
}

/** Tells how often the rules of a scenario fired; those that were taken away meanwhile are left out. */
async function ruleChecker(lane: Lane): Promise<(read: ReadScenario) => readonly CheckedRule[]> {
  const fired = await firedTimes(lane);
  const inForce = new Set((await rulesInForce(lane)).map(({ id }) => id));
  return ({ scenario, file, ruleLines }) =>
    scenario.rules.flatMap(({ name }, i) => {
      const id = ruleIdOf(scenario, i);
      const called = `rule ${name === undefined ? i + 1 : `"${name}"`} of ${scenario.name}`;
      const place = file === undefined ? "" : `${file}:${ruleLines?.[i] ?? 1}: `;
      return inForce.has(id) ? [{ name: place + called, fired: fired(id) }] : [];
    });
}

/** Rules that wanted a page to complete itself as the order's options forbid. */
async function unableRules({ store: { views } }: Lane): Promise<readonly string[]> {
  const unable: string[] = [];
  for await (const exchange of journalOf(views)) {
    const { rule, why } = forbiddenIn(exchange) ?? {};
    if (rule !== undefined) unable.push(`rule "${rule}" could not act: ${why}`);
  }
  return unable;
}
