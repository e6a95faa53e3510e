import type { PlannedMutant } from "./mutants/mutant.js";
import { type CallFact, callsOf, isQuery, type LaneFacts } from "./observe/facts.js";
import { callOf } from "./reports/words.js";
import type { ShopRun } from "./run/shop-runner.js";
import type { Family } from "./schema/families.js";

/** How many more times to run a mutant whose survival proves nothing, because a notification was handled late. */
export const LATE_AGAIN = 3;

export const MORE_AT_A_TIME =
  "If the shop can do more in production, start it so here too (php -S: PHP_CLI_SERVER_WORKERS=4)";

/** Families whose change hides an answer from the shop. */
const hiding: ReadonlySet<Family> = new Set(["after-commit", "before-commit", "lost", "slow"]);

/**
 * A shop that does one thing at a time may handle the notification of an earlier call only after the changed call. That
 * handler then learns what the change hid, by chance. So the run proves nothing, unless the shop always goes this way.
 */
export class LateNotices {
  readonly #dry: ShopRun;
  /** By call: how many runs were late. */
  readonly #late = new Map<string, number>();
  /** Calls before which the shop had handled its notifications, in at least one run. */
  readonly #inTime = new Set<string>();

  constructor(dry: ShopRun) {
    this.#dry = dry;
  }

  /** Whether the survival of this run counts. */
  proves(mutant: PlannedMutant, { lanes }: Pick<ShopRun, "lanes">): boolean {
    if (!hiding.has(mutant.family)) return true;
    const call = callOf(mutant);
    if (!lanes.some(isLate)) {
      this.#inTime.add(call);
      return true;
    }
    const times = (this.#late.get(call) ?? 0) + 1;
    this.#late.set(call, times);
    return times > LATE_AGAIN && !this.#inTime.has(call) && this.#wasLate(mutant);
  }

  #wasLate({ slot, operation, call }: PlannedMutant): boolean {
    const lane = this.#dry.lanes.find((one) => one.slot === slot);
    const changed = lane && callsOf(lane).filter((one) => one.operation === operation && one.asksRules)[call - 1];
    return lane !== undefined && changed !== undefined && isHeardAfter(lane, changed);
  }
}

/** Up to its first change, an order went as in the first run. A query loses nothing that the next one does not tell. */
const isLate = (lane: LaneFacts): boolean => {
  const changed = callsOf(lane).filter(({ isMutated }) => isMutated);
  const first = [...Map.groupBy(changed, ({ orderId }) => orderId).values()].map(([call]) => call!);
  return first.some((call) => call.by === "shop" && !isQuery(call) && isHeardAfter(lane, call));
};

/** True if a genuine notification of an earlier call about the same order was handled only after this call. */
function isHeardAfter(lane: LaneFacts, { id, orderId, ms }: CallFact): boolean {
  const earlier = lane.notifications.filter((one) => one.orderId === orderId && one.causedBy < id);
  const ids = new Set(orderId === undefined ? [] : earlier.map((one) => one.id));
  return lane.facts.some(
    (fact) =>
      fact.kind === "notification" &&
      fact.attempt === 1 &&
      fact.forged === undefined &&
      ids.has(fact.id) &&
      fact.handledMs > ms,
  );
}

/** Why such a mutant counts as not applied, as a clause. */
export const HANDLED_LATE =
  "the shop handled a notification from before the call only after it, and so learned by chance what was lost";

export const lateNote = (mutant: PlannedMutant): string =>
  `${mutant.id}: it proves nothing, because in each run the shop handled a notification from before ${callOf(mutant)} only after it. Let your driver wait for the notification (POST /_sandbox/wait). ${MORE_AT_A_TIME}`;
