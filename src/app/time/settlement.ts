import { decideSettleOrder } from "../../domain/decide/settle-order.js";
import { evolve } from "../../domain/evolve.js";
import { type LedgerLine, ledgerOf } from "../../domain/ledger.js";
import { difference, type Instant, instant, type MinorUnits } from "../../domain/money.js";
import { netAmount, type Order } from "../../domain/order.js";
import { SUCCESS_CODE } from "../../facts/codes.js";
import type { Choices } from "../choices.js";
import type { Explanation } from "../ports/explanation.js";
import { laneState, unsettledOf } from "../ports/reads.js";
import type { Fresh, Transactions, Views, Work } from "../ports/store.js";
import { quiet } from "./expiry.js";

export interface SettlementLane {
  readonly store: Transactions & { readonly views: Pick<Views, "lane"> };
  readonly choices: Choices;
  /** Settles by itself at 00:00 Hong Kong. */
  readonly dailySettlement?: boolean | undefined;
}

const A_COMMIT = 500;
const DAY_MS = 86_400_000;
const HONG_KONG_AHEAD_MS = 8 * 3_600_000;

/**
 * Settles all paid orders, of one merchant or of all, and tells how many: now, or as of `dueAt`, and none where the lane's
 * clock is not there. An interrupted run is finished by the next one.
 */
export async function settle(lane: SettlementLane, merchantId?: number, dueAt?: Instant): Promise<number> {
  let page: Page = { at: dueAt, afterId: 0, ...(merchantId !== undefined && { merchantId }) };
  let settled = 0;
  for (;;) {
    const some = await lane.store.transact((fresh) => settleSome(lane, page, fresh));
    settled += some.settled;
    if (some.lastId === undefined) {
      if (settled > 0) await note(lane, merchantId, settled, some.at);
      return settled;
    }
    page = { ...page, at: some.at, afterId: some.lastId };
  }
}

/** Orders after this one; all pages are settled at the instant of the first. */
interface Page {
  readonly at: Instant | undefined;
  readonly afterId: number;
  readonly merchantId?: number;
}

/** A settlement that moved money stands in the journal as a call does: a replay of the journal needs it. */
async function note(lane: SettlementLane, merchantId: number | undefined, settled: number, at: Instant): Promise<void> {
  const subject = { operation: "settlement", ...(merchantId !== undefined && { merchantId: String(merchantId) }) };
  await lane.store.transact(function* (fresh): Work<void> {
    yield* laneState();
    return {
      result: undefined,
      exchange: {
        id: fresh.exchangeId(),
        at,
        operation: subject.operation,
        merchantId,
        signature: "unchecked",
        responseCode: SUCCESS_CODE,
        http: 200,
        request: JSON.stringify({ merchantId }),
        response: JSON.stringify({ settled }),
        explain: JSON.stringify({ scenarios: "", subject, matched: [] } satisfies Explanation),
      },
    };
  });
}

function* settleSome(
  { choices }: SettlementLane,
  { at, ...page }: Page,
  fresh: Fresh,
): Work<{ at: Instant; settled: number; lastId: number | undefined }> {
  const state = yield* laneState();
  const now = at ?? state.now;
  // The clock may have been put back since it was due.
  if (now > state.now) return { result: { at: now, settled: 0, lastId: undefined } };
  const c = quiet(choices.inForce(state).policy, now, fresh);
  const found: readonly Order[] = yield { read: "settleable", ...page, limit: A_COMMIT };
  const balances = new Map<string, MinorUnits>();
  const moved: { before: Order; after: Order; ledger: readonly LedgerLine[] }[] = [];
  for (const before of found) {
    const { merchantId, currency } = before;
    const key = `${merchantId} ${currency}`;
    const unsettled = balances.get(key) ?? (yield* unsettledOf(merchantId, currency));
    const decision = decideSettleOrder(before, { ...c, unsettled });
    const isSettled = decision.kind === "accepted";
    balances.set(key, isSettled ? difference(unsettled, netAmount(before)) : unsettled);
    if (!isSettled) continue;
    const ledger = decision.events.flatMap((event) => ledgerOf(before, event));
    moved.push({ before, after: decision.events.reduce(evolve, before), ledger });
  }
  return {
    result: { at: now, settled: moved.length, lastId: found.length < A_COMMIT ? undefined : found.at(-1)?.id },
    orders: moved.map(({ before, after }) => ({ before, after })),
    ledger: moved.flatMap(({ ledger }) => ledger),
  };
}

/** The first 00:00 in Hong Kong after `at`. */
export const nextMidnight = (at: Instant): Instant =>
  instant((Math.floor((at + HONG_KONG_AHEAD_MS) / DAY_MS) + 1) * DAY_MS - HONG_KONG_AHEAD_MS);

/** When the lane settles next by itself; undefined where it does not. */
// ASSUMED(settlement): daily at 00:00 Hong Kong, if it is wanted at all.
export async function settlementDue(lane: SettlementLane): Promise<Instant | undefined> {
  if (!lane.dailySettlement) return undefined;
  const { nextSettlement, now } = await lane.store.views.lane();
  return nextSettlement ?? expectSettlementAfter(lane, now);
}

/** Puts the next daily settlement to the first midnight after `at`. */
export const expectSettlementAfter = ({ store }: SettlementLane, at: Instant): Promise<Instant> =>
  store.transact(function* (): Work<Instant> {
    yield* laneState();
    const nextSettlement = nextMidnight(at);
    return { result: nextSettlement, lane: { nextSettlement } };
  });

/** What was due at `due` is done: the next one comes after `at`. Where the clock was put back meanwhile, it is still to come. */
export const settlementDone = ({ store }: SettlementLane, due: Instant, at: Instant): Promise<void> =>
  store.transact(function* (): Work<void> {
    const { now, nextSettlement } = yield* laneState();
    const isDone = now >= due && nextSettlement === due;
    return { result: undefined, ...(isDone && { lane: { nextSettlement: nextMidnight(at) } }) };
  });
