import { type Json, objectOf } from "../../../package/json.js";

/** The members that differ, among those determined by assumptions and the order's state. Others are not compared, nor what an answer shows by itself. */
export function differingMembers(operation: string, there: Json, here: Json): readonly string[] {
  const [left, right] = [aspectsOf(operation, there), aspectsOf(operation, here)];
  return Object.keys(left).filter((name) => left[name] !== UNKNOWN && left[name] !== right[name]);
}

/** A value that the log can't show. It matches anything. */
const UNKNOWN = "(unknown)";

function aspectsOf(operation: string, body: Json): Record<string, string> {
  const order = objectOf(body.order);
  const transaction = objectOf(body.transaction);
  const recurs = operation.endsWith("/recurring");
  return {
    order: String(order !== undefined),
    transaction: transaction === undefined ? "left out" : `${transaction.type} ${Number(transaction.amount)}`,
    ...(order && {
      status: String(order.status),
      amount: String(Number(order.amount)),
      netAmount: order.netAmount === undefined ? "left out" : String(Number(order.netAmount)),
      currency: String(order.currency),
      cardType: order.cardType === undefined ? "left out" : JSON.stringify(order.cardType),
      // On a page, the shopper may have typed an email. A recurring payment has no page.
      email: emailOf(order.email, recurs),
    }),
  };
}

function emailOf(email: unknown, isCompared: boolean): string {
  if (email === undefined) return "left out";
  if (email === "" || isCompared) return JSON.stringify(email);
  return UNKNOWN;
}
