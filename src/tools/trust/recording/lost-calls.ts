import { SUCCESS_CODE } from "../../../core/facts/codes.js";
import type { Json } from "../../../package/json.js";
import { isRefusedAs, makesOrder, queriesOrder, type Recorded, refundsOrder, voidsOrder } from "./exchange.js";
import { afterwards, isOutage, isSuccessful, type LogCall, logCallsOf } from "./log-call.js";

export type Placed = "before-commit" | "after-commit";

/**
 * The calls without a complete answer that the service carried out, each with what its answer must have said. Leaves out those about
 * whose order no later call was answered.
 */
export function lostCalls(recorded: readonly Recorded[]): ReadonlyMap<Recorded, Json> {
  if (recorded.every((one) => one.response && !isOutage(one))) return new Map();
  return new Map(
    logCallsOf(recorded)
      .filter((call) => call.outcome.kind === "lost" && isFollowed(call) && placementOf(call) === "after-commit")
      .map((call) => [call.recorded, presumedAnswer(call)]),
  );
}

const isFollowed = (call: LogCall): boolean =>
  call.reference === undefined || afterwards(call).some(({ outcome }) => outcome.kind !== "lost");

/** What the lost answer of a call that was carried out must have said, by later calls. */
export function presumedAnswer(call: LogCall): Json {
  const { id, cardType } = afterwards(call).find(isSuccessful)?.order ?? {};
  const order = { ...(id !== undefined && { id }), ...(cardType !== undefined && { cardType }) };
  // Only an order that was paid has a card, and a transaction that a void undoes.
  const isPaid = typeof cardType === "string" && cardType !== "";
  const isVoid = voidsOrder(call.operation);
  const status = isVoid ? { status: "VOIDED" } : refundsOrder(call.operation) ? { status: "REFUNDED" } : {};
  return { responseCode: SUCCESS_CODE, order: { ...order, ...status }, ...(isVoid && isPaid && { transaction: {} }) };
}

/** Whether a call without a complete answer was carried out. A gateway that answers has most likely not passed it on. */
export const placementOf = (call: LogCall): Placed =>
  placedOf(call) ?? (isOutage(call.recorded) ? "before-commit" : "after-commit");

/** The same according to its lane, or to the first later call that shows it. Undefined if none does. */
export function placedOf(call: LogCall): Placed | undefined {
  const { operation, recorded } = call;
  if (recorded.carriedOut !== undefined) return recorded.carriedOut ? "after-commit" : "before-commit";
  const shows = refundsOrder(operation)
    ? refundShown
    : voidsOrder(operation)
      ? voidShown
      : makesOrder(operation)
        ? orderShown
        : undefined;
  if (!shows) return undefined;
  const showing = afterwards(call).find((later) => shows(later) !== undefined);
  if (!showing) return undefined;
  return shows(showing) && call === carriedOutOf(showing, shows, call) ? "after-commit" : "before-commit";
}

/** The one call that an answer shows, out of a lost call and its lost repetitions: the last one that no gateway answered, if any. */
function carriedOutOf(
  showing: LogCall,
  shows: (later: LogCall) => boolean | undefined,
  { operation: like, ofOrder = [] }: LogCall,
): LogCall | undefined {
  const before = ofOrder.filter(({ index }) => index < showing.index);
  const since = before.slice(before.findLastIndex((one) => shows(one) !== undefined) + 1);
  const lost = since.filter(
    ({ operation, outcome, recorded }) =>
      outcome.kind === "lost" && isSameKind(operation, like) && recorded.carriedOut !== false,
  );
  return (
    lost.findLast(({ recorded }) => recorded.carriedOut) ??
    lost.findLast(({ recorded }) => !isOutage(recorded)) ??
    lost.at(-1)
  );
}

const isSameKind = (one: string, other: string): boolean =>
  [makesOrder, refundsOrder, voidsOrder].some((is) => is(one) && is(other));

/** Whether an answer shows that an earlier refund was carried out. An order can be refunded only once. */
function refundShown(later: LogCall): boolean | undefined {
  const isAgain = refundsOrder(later.operation);
  if (isAgain && isRefusedAs(later.body, "already-refunded", /already refunded|refunded before/i)) return true;
  return reversalShown(later, "REFUNDED", ["SUCCESS", "SETTLED", "VOIDED"]);
}

/** A CLOSED order may have expired, so it proves nothing. */
const voidShown = (later: LogCall): boolean | undefined =>
  reversalShown(later, "VOIDED", ["SUCCESS", "SETTLED", "REFUNDED", "OPEN"]);

/** A later reversal that succeeds excludes an earlier one. Else a query shows it by the status. */
function reversalShown(later: LogCall, done: string, undone: readonly string[]): boolean | undefined {
  const { operation, order } = later;
  if (!isSuccessful(later)) return undefined;
  if (refundsOrder(operation) || voidsOrder(operation)) return false;
  if (!queriesOrder(operation)) return undefined;
  if (order.status === done) return true;
  return undone.includes(String(order.status)) ? false : undefined;
}

function orderShown(later: LogCall): boolean | undefined {
  const makes = makesOrder(later.operation);
  if (isSuccessful(later)) return !makes;
  if (makes && isRefusedAs(later.body, "duplicate-reference", /used before|duplicate|already exist/i)) return true;
  return isRefusedAs(later.body, "order-not-found", /order.*not found/i) ? false : undefined;
}
