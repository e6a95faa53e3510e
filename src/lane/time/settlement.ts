import { decideSettleOrder } from "../../core/domain/decide/settle-order.js";
import { evolve } from "../../core/domain/evolve.js";
import { type LedgerLine, ledgerOf } from "../../core/domain/ledger.js";
import {
  type Currency,
  difference,
  type Instant,
  instant,
  type MinorUnits,
  minorUnits,
  negated,
} from "../../core/domain/money.js";
import { type Order, saleOf } from "../../core/domain/order.js";
import type { Choices } from "../choices.js";
import { journalEvent } from "../journal/journal-event.js";
import type { Transactions, Tx, UnitResult, Views } from "../ports/store.js";
import { quiet } from "./expiry.js";

export interface SettlementLane {
  readonly store: Transactions & { readonly views: Pick<Views, "lane"> };
  readonly choices: Choices;
  /** Settles automatically at 00:00 Hong Kong time. */
  readonly dailySettlement?: boolean | undefined;
}

const A_COMMIT = 500;
const DAY_MS = 86_400_000;
const HONG_KONG_AHEAD_MS = 8 * 3_600_000;

export interface Settlement {
  /** How many orders. */
  readonly settled: number;
  readonly paidOut: Readonly<Record<Currency, MinorUnits>>;
}

/**
 * Settles the paid orders of one merchant, or of all. With `dueAt`, it settles as of that instant: only orders paid
 * before it, and none if the lane's clock hasn't reached it. The next run finishes an interrupted one.
 */
export async function settlement(lane: SettlementLane, merchantId?: number, dueAt?: Instant): Promise<Settlement> {
  let page: Page = { dueAt, afterId: 0, ...(merchantId !== undefined && { merchantId }) };
  let settled = 0;
  const paidOut = { HKD: minorUnits(0), USD: minorUnits(0) };
  for (;;) {
    const some = await lane.store.transact((tx) => settleSome(lane, page, tx));
    settled += some.moved.length;
    for (const { currency, amount } of some.moved) paidOut[currency] = difference(paidOut[currency], negated(amount));
    if (some.lastId === undefined) {
      if (settled > 0) await note(lane, merchantId, settled, some.at);
      return { settled, paidOut };
    }
    page = { ...page, afterId: some.lastId };
  }
}

/** The same. Returns how many orders it settled. */
export const settle = async (...asked: Parameters<typeof settlement>): Promise<number> =>
  (await settlement(...asked)).settled;

/** A page of orders. */
interface Page {
  /**
   * The instant as of which to settle. Orders paid at it or later belong to the next settlement. Undefined: settle
   * all paid orders now.
   */
  readonly dueAt: Instant | undefined;
  readonly afterId: number;
  readonly merchantId?: number;
}

/** Writes a settlement that moved money to the journal, because a replay of the journal needs it. */
async function note(lane: SettlementLane, merchantId: number | undefined, settled: number, at: Instant): Promise<void> {
  const subject = { operation: "settlement", ...(merchantId !== undefined && { merchantId: String(merchantId) }) };
  await lane.store.transact((tx) => journalEvent({ at, subject, request: { merchantId }, body: { settled } }, tx));
}

function settleSome(
  { choices }: SettlementLane,
  { dueAt, ...page }: Page,
  tx: Tx,
): UnitResult<{
  at: Instant;
  moved: readonly { readonly currency: Currency; readonly amount: MinorUnits }[];
  lastId: number | undefined;
}> {
  const state = tx.lane();
  const now = dueAt ?? state.now;
  // The clock may have been moved back since it was due.
  if (now > state.now) return { result: { at: now, moved: [], lastId: undefined } };
  const c = quiet(choices.inForce(state).policy, now, tx.fresh);
  const found: readonly Order[] = tx.settleable({ ...page, limit: A_COMMIT });
  const balances = new Map<string, MinorUnits>();
  const moved: { before: Order; after: Order; ledger: readonly LedgerLine[] }[] = [];
  for (const before of found.filter((order) => dueAt === undefined || isPaidBefore(order, dueAt))) {
    const { merchantId, currency } = before;
    const key = `${merchantId} ${currency}`;
    const unsettled = balances.get(key) ?? tx.unsettled(merchantId, currency);
    const decision = decideSettleOrder(before, { ...c, unsettled });
    if (decision.kind !== "accepted") continue;
    const ledger = decision.events.flatMap((event) => ledgerOf(before, event));
    balances.set(key, difference(unsettled, paidOutBy(ledger)));
    moved.push({ before, after: decision.events.reduce(evolve, before), ledger });
  }
  return {
    result: {
      at: now,
      moved: moved.map(({ before, ledger }) => ({ currency: before.currency, amount: paidOutBy(ledger) })),
      lastId: found.length < A_COMMIT ? undefined : found.at(-1)?.id,
    },
    orders: moved.map(({ before, after }) => ({ before, after })),
    ledger: moved.flatMap(({ ledger }) => ledger),
  };
}

const paidOutBy = (ledger: readonly LedgerLine[]): MinorUnits =>
  minorUnits(ledger.reduce((sum, { account, amount }) => (account === "payout" ? sum + amount : sum), 0));

const isPaidBefore = (order: Order, end: Instant): boolean => (saleOf(order)?.at ?? end) < end;

/** The first midnight in Hong Kong after `at`. */
export const nextMidnight = (at: Instant): Instant =>
  instant((Math.floor((at + HONG_KONG_AHEAD_MS) / DAY_MS) + 1) * DAY_MS - HONG_KONG_AHEAD_MS);

/** The lane's next daily settlement. Undefined if it has none. */
// ASSUMED(settlement): daily at 00:00 Hong Kong, if it is wanted at all.
export async function settlementDue(lane: SettlementLane): Promise<Instant | undefined> {
  if (!lane.dailySettlement) return undefined;
  const { nextSettlement, now } = await lane.store.views.lane();
  return nextSettlement ?? expectSettlementAfter(lane, now);
}

/** Schedules the next daily settlement for the first midnight after `at`. */
export const expectSettlementAfter = ({ store }: SettlementLane, at: Instant): Promise<Instant> =>
  store.transact((): UnitResult<Instant> => {
    const nextSettlement = nextMidnight(at);
    return { result: nextSettlement, lane: { nextSettlement } };
  });

/**
 * Marks the settlement that was due at `due` as done. The next one is after `at`. If the clock was moved back in the
 * meantime, it stays due.
 */
export const settlementDone = ({ store }: SettlementLane, due: Instant, at: Instant): Promise<void> =>
  store.transact((tx): UnitResult<void> => {
    const { now, nextSettlement } = tx.lane();
    const isDone = now >= due && nextSettlement === due;
    return { result: undefined, ...(isDone && { lane: { nextSettlement: nextMidnight(at) } }) };
  });
