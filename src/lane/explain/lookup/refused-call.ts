import { type Currency, formatAmount, type Instant, type MinorUnits } from "../../../core/domain/money.js";
import { netAmount, type Order, saleOf } from "../../../core/domain/order.js";
import { type AnswerName, SUCCESS_CODE } from "../../../core/facts/codes.js";
import { isPaymentCall } from "../../../core/scenario/values/operations.js";
import { type Json, objectIn } from "../../../package/json.js";
import type { Lane } from "../../lane.js";
import { type Exchange, requestId } from "../../ports/exchange.js";
import { CALL_TOOL, type Explanation, reachedClient, readExplanation } from "../../ports/explanation.js";
import type { RequestFilter, Views } from "../../ports/store.js";
import { iso } from "../../views/order-json.js";
import { remarksOf } from "../../views/remarks.js";
import { lostAnswerText } from "../lost-answer.js";

/** A call that the lane's state refused, and what its explanation may read. */
export interface RefusedCall {
  readonly exchange: Exchange;
  readonly explanation: Explanation;
  readonly views: Views;
  /** The other lanes that the reader may see, as far as this process has them open. */
  readonly otherLanes: () => Promise<readonly Lane[]>;
}

/** What a refused call looked up, what is there, and what to do. */
export interface Lookup {
  /** What the call named. */
  readonly asked: string;
  /** What is there, in sentences. */
  readonly found: string;
  /** The call that made it so, if the shop may have made it. */
  readonly earlierCall?: string | undefined;
  readonly next: Next;
}

/** What to do. If the shop may have made the earlier call, that decides. */
export type Next = string | { readonly ifYours: string; readonly ifNot: string };

export const adviceOfLookup = ({ earlierCall, next }: Pick<Lookup, "earlierCall" | "next">): string =>
  typeof next === "string" ? next : `If your shop made ${earlierCall}: ${next.ifYours} If it did not: ${next.ifNot}`;

/** Only a call of the payment API can be the shop's. If nobody knows the call, or if it isn't one, `ifNot` is left. */
export function byWhom(
  earlier: Exchange | undefined,
  { ifYours, ifNot }: Exclude<Next, string>,
): Pick<Lookup, "earlierCall" | "next"> {
  if (!earlier || !isPaymentCall(earlier.operation)) return { next: `${ifNot[0]!.toUpperCase()}${ifNot.slice(1)}` };
  return { earlierCall: requestId(earlier.id), next: { ifYours, ifNot } };
}

export const merchantIdOf = ({ exchange }: RefusedCall): number => exchange.merchantId ?? 0;

/** How far back to look. */
const LOOKED_AT = 1000;

/** The calls before this one that fit, newest first. */
export const callsBefore = ({ exchange, views }: RefusedCall, filter: RequestFilter): Promise<readonly Exchange[]> =>
  views.exchanges({ before: exchange.id, limit: LOOKED_AT, ...filter });

const isDone = ({ responseCode }: Exchange): boolean => responseCode === SUCCESS_CODE;

/** The newest successful call about an order before this one whose operation fits. */
export async function earlierCall(
  call: RefusedCall,
  { id: orderId }: Pick<Order, "id">,
  operation: RegExp,
): Promise<Exchange | undefined> {
  return (await callsBefore(call, { orderId })).find((one) => isDone(one) && operation.test(one.operation));
}

/** Operations that create an order. */
export const CREATES = /\/(create|sale|recurring)$/;
/** In the explanation of a later call with the same reference. */
const REFUSED_AS_USED = '"ended":"duplicate-reference"';

/** The call that created an order, even after this one. A declined charge creates one, too. */
export async function creationOf({ views }: RefusedCall, { id: orderId }: Pick<Order, "id">) {
  const all = await views.exchanges({ orderId, limit: LOOKED_AT });
  return all.findLast(({ operation, explain }) => CREATES.test(operation) && !explain.includes(REFUSED_AS_USED));
}

/** Names a call and what became of its answer. */
export function callText(call: Exchange | undefined): string {
  if (!call) return "a call that the journal doesn't have (a scenario's `given`, or dropped)";
  const remarks = remarksOf(call);
  const isLost = remarks.reachedClient
    ? ""
    : `, ${lostAnswerText({ ...remarks, responseCode: call.responseCode }, "its answer")}`;
  return `${requestId(call.id)} (${call.operation} at ${iso(call.at)}${isLost})`;
}

/** Two calls that one action of a shopper or of the shop's code may send are at most this far apart, in milliseconds of real time. */
const ONE_ACTION_MS = 10_000;

/** Said if the shop sent a call again at once, though it was answered. */
export function sentTwiceText(
  { exchange, explanation: { arrival } }: RefusedCall,
  first: Exchange | undefined,
): string {
  const found = first && readExplanation(first);
  if (!arrival || !found?.arrival || !reachedClient(found)) return "";
  const afterMs = arrival.realAt - found.arrival.realAt;
  if (exchange.request === "" || exchange.request !== first?.request || Math.abs(afterMs) > ONE_ACTION_MS) return "";
  if (arrival.userAgent === CALL_TOOL) return "";
  return ` The same call came again ${Math.max(0, afterMs)} ms later, and nothing shows that the first answer was lost: look for a double click, React's StrictMode, an Observable (RxJS) with two subscribers, or a client that gave up as the answer came.`;
}

export const moneyText = (amount: MinorUnits, { currency }: { readonly currency: Currency }): string =>
  `${formatAmount(amount)} ${currency}`;

export const netText = (order: Order): string => moneyText(netAmount(order), order);

/** Why nobody has paid an unpaid order. */
export function unpaidText(order: Order, at: Instant): string {
  const declined = order.transactions.flatMap(({ declined }) => declined ?? []);
  const attempts = declined.length === 0 ? "" : ` (declined: ${declined.join(", ")})`;
  if (saleOf(order)) return "it is paid";
  if (order.cancelled) return `it was ended unpaid (${order.cancelled})${attempts}`;
  return at >= order.expiresAt || order.closedAt !== undefined
    ? `it expired unpaid at ${iso(order.closedAt ?? order.expiresAt)}${attempts}`
    : `nobody has paid it${attempts}`;
}

const LOST_FOR_GOOD: readonly AnswerName[] = ["lost-card", "stolen-card", "expired-card", "suspected-fraud"];
/** True for a decline after which the same card must not be charged again. */
export const needsOtherCard = (name: AnswerName): boolean => LOST_FOR_GOOD.includes(name);

/** After a decline that recorded an order without a page. */
export const chargeAgain = (declined: AnswerName): string =>
  `The order is kept, and cannot be paid: charge ${needsOtherCard(declined) ? "another card" : "again"} under a new merchantReference, because this one is used up.`;

/** The parameters of a call. Empty if they can't be read. */
export const sentParameters = ({ request }: Exchange): Json => objectIn(request) ?? {};
