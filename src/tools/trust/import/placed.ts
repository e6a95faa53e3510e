import { refusals } from "../../../core/facts/codes.js";
import { makesOrder, queriesOrder, refundsOrder, voidsOrder } from "../recording/exchange.js";
import { afterwards, isSuccessful, type LogCall } from "../recording/log-call.js";

export type Placed = "before-commit" | "after-commit";

/**
 * Whether a call without a complete answer was carried out, according to its lane, or to the first later call that shows it.
 * Undefined if none does.
 */
export function placedOf(history: readonly LogCall[], call: LogCall): Placed | undefined {
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
  for (const later of afterwards(history, call)) {
    const isDone = shows(later);
    if (isDone !== undefined) return isDone ? "after-commit" : "before-commit";
  }
  return undefined;
}

/** Whether an answer shows that an earlier refund was carried out. An order can be refunded only once. */
function refundShown(later: LogCall): boolean | undefined {
  const isRefused = !isSuccessful(later) && refundsOrder(later.operation);
  if (isRefused && isRefusal(later, "already-refunded", /already refunded|refunded before/i)) return true;
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
  if (makes && isRefusal(later, "duplicate-reference", /used before|duplicate|already exist/i)) return true;
  return isRefusal(later, "order-not-found", /order.*not found/i) ? false : undefined;
}

/** Compares with the sandbox's own codes, or with the message, because the service's codes aren't published. */
const isRefusal = ({ body }: LogCall, name: keyof typeof refusals, message: RegExp): boolean =>
  body.responseCode === refusals[name].code || message.test(String(body.message ?? ""));
