import { doerOf } from "../../../core/scenario/values/operations.js";
import type { OrderDetails, TimelineEntry, TransactionJson } from "../schemas/order-schema.js";

/** The participants in an order's timeline, from left to right. */
export const participants = ["shopper", "shop", "sandbox", "issuer"] as const;
export type Participant = (typeof participants)[number];

/** One step: a message from one participant to another, or an effect of time or money. */
export interface StoryStep {
  /** ISO 8601, on the lane's clock. */
  readonly at: string;
  /** Milliseconds since the previous step. 0 for the first. */
  readonly gapMs: number;
  readonly kind: "call" | "shopper" | "notification" | "time" | "money" | "span";
  readonly from: Participant;
  readonly to: Participant;
  readonly what: string;
  /** The answer. Absent if there is none. */
  readonly answer?: string | undefined;
  readonly isGood: boolean;
  /** For a span of the shop: its duration in real time. */
  readonly durationMs?: number | undefined;
  readonly requestId?: string | undefined;
  readonly notificationId?: number | undefined;
  /** The request to the issuer, and its answer. */
  readonly issuer?: { readonly asked: string; readonly said: string; readonly isGood: boolean } | undefined;
  /** Money that the step moved. */
  readonly money?: string | undefined;
}

const amountText = (amount: number, currency: string): string => `${currency} ${amount.toFixed(2)}`;

/** An order's timeline as messages between the participants, oldest first. */
export function storyOf({
  timeline,
  transactions,
}: Pick<OrderDetails, "timeline" | "transactions">): readonly StoryStep[] {
  const left = [...transactions];
  let before: number | undefined;
  return timeline.map((entry) => {
    const at = Date.parse(entry.at);
    const gapMs = before === undefined ? 0 : at - before;
    before = at;
    return { at: entry.at, gapMs, ...stepOf(entry, (of) => takeOf(left, of)) };
  });
}

type Took = (of: { readonly at: string; readonly type: TransactionJson["type"] }) => TransactionJson | undefined;

/** The first unused transaction of a type at an instant. Each is used once. */
function takeOf(left: TransactionJson[], { at, type }: Parameters<Took>[0]): TransactionJson | undefined {
  const index = left.findIndex((one) => one.at === at && one.type === type);
  return index === -1 ? undefined : left.splice(index, 1)[0];
}

type Step = Omit<StoryStep, "at" | "gapMs">;

function stepOf(entry: TimelineEntry, took: Took): Step {
  if ("notificationId" in entry) {
    const { notificationId, why, warning } = entry;
    const answer = entry.status === null ? "no answer" : String(entry.status);
    return {
      kind: "notification",
      from: "sandbox",
      to: "shop",
      what: `notification ${notificationId}`,
      answer: [answer, why ?? warning].filter(Boolean).join(": "),
      isGood: why === null && warning === undefined,
      notificationId,
    };
  }
  if ("spanId" in entry) {
    const { what, service, error, durationMs } = entry;
    const said = service === undefined ? what : `${service}: ${what}`;
    return {
      kind: "span",
      from: "shop",
      to: "shop",
      what: said,
      answer: error,
      isGood: error === undefined,
      durationMs,
    };
  }
  if (!("requestId" in entry)) {
    const { what } = entry;
    return { kind: "time", from: "sandbox", to: "sandbox", what, isGood: what === "settled" };
  }
  return callStep(entry, took);
}

type CallEntry = Extract<TimelineEntry, { requestId: string }>;

function callStep(entry: CallEntry, took: Took): Step {
  const { what, requestId, responseCode, why, at, fault, resendOf } = entry;
  const doer = doerOf(what);
  const type = transactionOf(what, responseCode);
  const charge = type && took({ at, type });
  const lost = fault === undefined ? "lost" : `lost (${fault})`;
  const answer = responseCode === "" ? lost : fault === undefined ? responseCode : `${responseCode}, ${lost}`;
  return {
    kind: doer === "shop" ? "call" : doer,
    from: doer === "time" ? "sandbox" : doer,
    to: "sandbox",
    what: resendOf === undefined ? what : `${what} (the same bytes as ${resendOf})`,
    answer: why === undefined ? answer : `${answer}: ${why}`,
    isGood: responseCode === "0000",
    requestId,
    issuer: charge && askedOf(charge),
    money: charge && charge.declined === undefined ? movedBy(charge) : undefined,
  };
}

/**
 * The type of transaction that a call makes, or undefined if it makes none. Needed because on a frozen clock all
 * instants are equal.
 */
function transactionOf(operation: string, responseCode: string): TransactionJson["type"] | undefined {
  const isGood = responseCode === "0000" || responseCode === "";
  if (operation.endsWith("/refund")) return isGood ? "REFUND" : undefined;
  if (operation.endsWith("/void")) return isGood ? "SALE_VOID" : undefined;
  return /\/(pay|sale|recurring)$/.test(operation) ? "SALE" : undefined;
}

const askedOf = ({ type, amount, currency, declined }: TransactionJson) => ({
  asked: `${type === "SALE_VOID" ? "void" : type.toLowerCase()} ${amountText(amount, currency)}`,
  said: declined === undefined ? "approved" : `declined: ${declined}`,
  isGood: declined === undefined,
});

const movedBy = ({ type, amount, currency }: TransactionJson): string =>
  `${type === "SALE" ? "+" : "−"} ${amountText(amount, currency)}`;
