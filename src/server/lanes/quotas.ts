import type { PaymentOperation } from "../../core/scenario/values/operations.js";
import type { LaneLimit, LaneUsage } from "../../lane/ports/lane-storage.js";
import type { Log } from "../../lane/ports/log.js";
import { QuotaExceeded } from "../../lane/ports/store-errors.js";
import { type AdminToken, opens, type Quota } from "../control-api/access/admin-token.js";

/** The calls that make orders. */
const makesOrders: ReadonlySet<string> = new Set<PaymentOperation>([
  "hosted-checkout/create",
  "hosted-checkout/recurring",
  "tokenization/sale",
  "tokenization/recurring",
  "direct/sale",
]);

/**
 * How old a count may be, in milliseconds, and how many calls it may admit. Before a refusal, everything is counted
 * again.
 */
const COUNTED_MS = 1000;
const CALLS_A_COUNT = 20;
/** How often the log says that a team has reached a quota, in milliseconds. */
const SAY_AGAIN_MS = 60_000;

export interface QuotaOptions {
  /** The current teams. */
  readonly tokens: () => readonly AdminToken[];
  /** The orders and bytes of each lane, by its name. */
  readonly usage: () => Promise<ReadonlyMap<string, LaneUsage>>;
  readonly now: () => number;
  readonly log: Log;
}

type TeamWithQuota = AdminToken & { readonly quota: Quota };

/** A call that makes an order, or a new lane. */
interface Admitted {
  readonly lane: string;
  /** How many counts had begun when it ended. */
  endedIn?: number;
}

/** The use of a team's lanes, with what this process admitted since the count. */
interface Use extends LaneUsage {
  readonly lanes: number;
}

/**
 * Refuses a call before anything of it is done, if a team that owns its lane has reached a quota. Exact for lanes, and
 * for orders in one process. Processes that share a database may together admit a few more orders.
 */
export class Quotas {
  readonly #options: QuotaOptions;
  #usage: ReadonlyMap<string, LaneUsage> = new Map();
  #countedAt = Number.NEGATIVE_INFINITY;
  /** Calls whose orders the latest count may not include. */
  #admitted: Admitted[] = [];
  /** How many counts have begun, and the number of the latest one that has ended. */
  #counts = 0;
  #counted = 0;
  #calls = 0;
  /** New lanes that the latest count may not include. */
  #made: Admitted[] = [];
  readonly #saidAt = new Map<string, number>();
  /** By quota: how many calls were refused. */
  readonly refused = new Map<string, number>();

  constructor(options: QuotaOptions) {
    this.#options = options;
  }

  /** Admits a call of the payment API. Call the returned function when it is over. Throws QuotaExceeded. */
  async admitCall(lane: string, operation: string): Promise<() => void> {
    const teams = this.#teamsOf(lane);
    if (teams.length === 0) return over;
    if (!this.#isFresh) await this.#count();
    const hasRoom = (): boolean => teams.every((team) => !this.#reachedBy(team, operation));
    if (!hasRoom()) await this.#count();
    for (const team of teams) this.#refuseIf(this.#reachedBy(team, operation), team);
    this.#calls++;
    if (!makesOrders.has(operation)) return over;
    return this.#ends(this.#admitted, lane);
  }

  /** Admits a new lane. Always admits an existing one. Call the returned function when the lane is made. */
  async admitLane(name: string): Promise<() => void> {
    const teams = this.#teamsOf(name);
    if (teams.length === 0) return over;
    await this.#count();
    if (this.#usage.has(name)) return over;
    for (const team of teams) {
      const lanes = this.#useOf(team).lanes;
      const { quota } = team;
      this.#refuseIf(
        quota.lanes !== undefined && lanes >= quota.lanes ? { quota: "lanes", used: lanes } : undefined,
        team,
      );
    }
    return this.#ends(this.#made, name);
  }

  /** The limits of a new lane. A storage that several processes share checks them when it publishes the lane. */
  limitsOf(lane: string): readonly LaneLimit[] {
    return this.#teamsOf(lane).flatMap(({ lanes, quota }) =>
      quota.lanes === undefined ? [] : [{ lanes, most: quota.lanes }],
    );
  }

  #teamsOf(lane: string): readonly TeamWithQuota[] {
    return this.#options
      .tokens()
      .filter((token): token is TeamWithQuota => token.quota !== undefined && opens(token, lane));
  }

  get #isFresh(): boolean {
    return this.#calls < CALLS_A_COUNT && Math.abs(this.#options.now() - this.#countedAt) < COUNTED_MS;
  }

  async #count(): Promise<void> {
    const count = ++this.#counts;
    const usage = await this.#options.usage();
    if (count < this.#counted) return;
    [this.#usage, this.#counted, this.#countedAt, this.#calls] = [usage, count, this.#options.now(), 0];
    // The count includes everything that ended before it began.
    const mayLack = ({ endedIn }: Admitted): boolean => endedIn === undefined || endedIn >= count;
    this.#admitted = this.#admitted.filter(mayLack);
    this.#made = this.#made.filter(mayLack);
  }

  /** Records a call or lane that the latest count may not include. Call the returned function when it has ended. */
  #ends(to: Admitted[], lane: string): () => void {
    const one: Admitted = { lane };
    to.push(one);
    return () => {
      one.endedIn = this.#counts;
    };
  }

  #useOf(team: TeamWithQuota): Use {
    let [lanes, orders, bytes] = [0, 0, 0];
    for (const [name, usage] of this.#usage) {
      if (!opens(team, name)) continue;
      lanes++;
      orders += usage.orders;
      bytes += usage.bytes;
    }
    for (const { lane } of this.#made) if (opens(team, lane) && !this.#usage.has(lane)) lanes++;
    return { lanes, bytes, orders: orders + this.#admitted.filter(({ lane }) => opens(team, lane)).length };
  }

  #reachedBy(team: TeamWithQuota, operation: string): Reached | undefined {
    const { quota } = team;
    const { orders, bytes } = this.#useOf(team);
    if (quota.bytes !== undefined && bytes >= quota.bytes) return { quota: "bytes", used: bytes };
    if (quota.orders === undefined || orders < quota.orders || !makesOrders.has(operation)) return undefined;
    return { quota: "orders", used: orders };
  }

  #refuseIf(reached: Reached | undefined, { name, lanes, quota }: TeamWithQuota): void {
    if (!reached) return;
    const error = new QuotaExceeded({ team: name, lanes, limit: quota[reached.quota]!, ...reached });
    this.refused.set(reached.quota, (this.refused.get(reached.quota) ?? 0) + 1);
    const key = `${name} ${reached.quota}`;
    const { now, log } = this.#options;
    if (now() - (this.#saidAt.get(key) ?? Number.NEGATIVE_INFINITY) >= SAY_AGAIN_MS) {
      this.#saidAt.set(key, now());
      log.warn(error.message);
    }
    throw error;
  }
}

interface Reached {
  readonly quota: keyof Quota;
  readonly used: number;
}

const over = (): void => {};
