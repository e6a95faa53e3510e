import { refusals } from "../../facts/codes.js";
import { afterwards, type HistoryCall, isQuery, isRefund, isVoid, makesOrder } from "./history.js";

export type Place = "before-commit" | "after-commit";

/**
 * Whether a call without a complete answer was carried out, according to the first later call that shows it.
 * Undefined if none does.
 */
export function placeOf(history: readonly HistoryCall[], index: number): Place | undefined {
  const lost = history[index]!;
  const shows = isRefund(lost) ? refundShown : isVoid(lost) ? voidShown : makesOrder(lost) ? orderShown : undefined;
  if (!shows) return undefined;
  for (const later of afterwards(history, index)) {
    const isDone = shows(later);
    if (isDone !== undefined) return isDone ? "after-commit" : "before-commit";
  }
  return undefined;
}

/** Whether an answer shows that an earlier refund was carried out. An order can be refunded only once. */
function refundShown(later: HistoryCall): boolean | undefined {
  if (later.isSuccess && (isRefund(later) || isVoid(later))) return false;
  if (isRefund(later) && isRefusal(later, "already-refunded", /already refunded|refunded before/i)) return true;
  if (!later.isSuccess || !isQuery(later)) return undefined;
  const { status } = later.order;
  if (status === "REFUNDED") return true;
  return status === "SUCCESS" || status === "SETTLED" || status === "VOIDED" ? false : undefined;
}

function voidShown(later: HistoryCall): boolean | undefined {
  if (later.isSuccess && (isRefund(later) || isVoid(later))) return false;
  if (!later.isSuccess || !isQuery(later)) return undefined;
  const { status } = later.order;
  if (status === "VOIDED") return true;
  // A CLOSED order may have expired, so it proves nothing.
  return ["SUCCESS", "SETTLED", "REFUNDED", "OPEN"].includes(String(status)) ? false : undefined;
}

function orderShown(later: HistoryCall): boolean | undefined {
  if (later.isSuccess) return !makesOrder(later);
  if (makesOrder(later) && isRefusal(later, "duplicate-reference", /used before|duplicate|already exist/i)) return true;
  return isRefusal(later, "order-not-found", /order.*not found/i) ? false : undefined;
}

/** Compares with the sandbox's own codes, or with the message, because the service's codes aren't published. */
const isRefusal = ({ body }: HistoryCall, name: keyof typeof refusals, message: RegExp): boolean =>
  body?.responseCode === refusals[name].code || message.test(String(body?.message ?? ""));
