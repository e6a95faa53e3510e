import type { Currency, Instant, MinorUnits } from "../../../../core/domain/money.js";
import type { Order } from "../../../../core/domain/order.js";
import { foldUserId } from "../../../../core/domain/token.js";
import type { Counter } from "../../../../core/scenario/matching/choose.js";
import type { LaneState } from "../../../ports/lane-record.js";
import type { Changes, Fresh, Named, RuleCount, SettleablePage, Tx } from "../../../ports/store.js";
import { changesNothing } from "../../../views/changed-parts.js";
import type { Asking } from "../connection/connection.js";
import { COUNTS_AT_ONCE, laneRows, type Reads, readsOf } from "../views/reads.js";

/** Thrown by a read whose answer isn't known. Once it was fetched, the unit of work runs again from its start. */
export class Missing extends Error {
  constructor(readonly fetch: () => Promise<unknown>) {
    super("an answer must be fetched first");
  }
}

type Answer<Name extends keyof Reads> = Awaited<ReturnType<Reads[Name]>>;

const keyOf = (name: keyof Reads, given: readonly unknown[]): string => JSON.stringify([name, ...given]);

/** What a unit of work sees of a lane whose lock is held. Answers from what was read, or throws Missing. */
export class LaneTx implements Tx {
  fresh!: Fresh;
  state!: LaneState;
  /** True once a rule asked for its counts. */
  hasCounts = false;
  readonly #reads: Reads;
  readonly #known = new Map<string, unknown>();

  constructor(laneId: number, asked: Asking) {
    this.#reads = readsOf(laneRows(asked, laneId));
  }

  readonly lane = (): LaneState => this.state;
  readonly order = (id: number): Order | undefined => this.#read("order", id);
  readonly merchant: Tx["merchant"] = (id) => this.#read("merchant", id);
  readonly token: Tx["token"] = (merchantId, tokenId) => this.#read("token", merchantId, tokenId);
  readonly cardEntry: Tx["cardEntry"] = (id) => this.#read("cardEntry", id);
  readonly hasHistory = (): boolean => this.#read("hasHistory")!;
  readonly dueTask: Tx["dueTask"] = (now) => this.#read("dueTask", now);
  readonly expired = (now: Instant, limit: number): readonly Order[] => this.#read("expired", now, limit);
  readonly orderInAnyCase: Tx["orderInAnyCase"] = (merchantId, reference) =>
    this.#read("orderInAnyCase", merchantId, reference);
  readonly orderByReference: Tx["orderByReference"] = (merchantId, reference) =>
    this.#read("orderByReference", merchantId, reference);
  readonly unsettled = (merchantId: number, currency: Currency): MinorUnits =>
    this.#read("balances", merchantId)[currency];
  readonly tokens: Tx["tokens"] = (merchantId, userId) =>
    this.#read("tokensOf", merchantId, userId === undefined ? null : foldUserId(userId));
  readonly settleable = ({ merchantId, afterId, limit }: SettleablePage): readonly Order[] =>
    this.#read("settleable", afterId, merchantId, limit);

  ruleCount(ruleId: string, key: string): Counter {
    this.hasCounts = true;
    const some = this.#read("someCounts");
    const isWanted = (count: RuleCount): boolean => count.ruleId === ruleId && count.key === key;
    const found = some.find(isWanted) ?? (some.length < COUNTS_AT_ONCE ? undefined : this.#read("count", ruleId, key));
    return found ? { seen: found.seen, fired: found.fired } : NO_COUNTS;
  }

  /** True if a tester has chosen this id for a token. `after`: the newest id that the sandbox chose. */
  isTokenTaken(id: number, after: number): boolean {
    return this.#read("takenTokens", after).includes(id);
  }

  /** Fetches what a unit names, and the counts of rules if they are wanted. Ids that can't be any need no query. */
  async fetch(
    { merchantId = Number.NaN, orderIds = [], reference, tokenId, hasBalances }: Named,
    hasCounts: boolean,
  ): Promise<void> {
    await Promise.all([
      ...orderIds.map((id) => id !== undefined && this.#fetch("order", id)),
      this.#fetch("merchant", merchantId),
      reference !== undefined && this.#fetch("orderByReference", merchantId, reference),
      tokenId !== undefined && this.#fetch("token", merchantId, tokenId),
      hasBalances && this.#fetch("balances", merchantId),
      hasCounts && this.#fetch("someCounts"),
    ]);
  }

  /** A unit of work has written these changes. The next one reads again what they may have changed. */
  forget(changes: Changes): void {
    if (changesNothing(changes)) this.#known.delete(keyOf("hasHistory", []));
    else this.#known.clear();
  }

  #read<Name extends keyof Reads>(name: Name, ...given: Parameters<Reads[Name]>): Answer<Name> {
    const key = keyOf(name, given);
    if (!this.#known.has(key)) throw new Missing(() => this.#fetch(name, ...given));
    return this.#known.get(key) as Answer<Name>;
  }

  async #fetch<Name extends keyof Reads>(name: Name, ...given: Parameters<Reads[Name]>): Promise<void> {
    const key = keyOf(name, given);
    if (this.#known.has(key)) return;
    const answer = await (this.#reads[name] as (...given: unknown[]) => Promise<unknown>)(...given);
    this.#known.set(key, answer);
    if (name === "orderByReference" && answer) this.#known.set(keyOf("order", [(answer as Order).id]), answer);
  }
}

const NO_COUNTS: Counter = { seen: 0, fired: 0 };
