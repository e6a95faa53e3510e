import type { OrderDetails, TimelineEntry, TransactionJson } from "./order-schema.js";

/** Who takes part in an order, from left to right. */
export const participants = ["shopper", "shop", "sandbox", "issuer"] as const;
export type Participant = (typeof participants)[number];

/** One thing that happened: a message from one to another, or something that time or money did. */
export interface StoryStep {
  /** ISO 8601, on the lane's clock. */
  readonly at: string;
  /** Since the step before, in milliseconds; 0 for the first. */
  readonly gapMs: number;
  readonly kind: "call" | "shopper" | "notification" | "time" | "money";
  readonly from: Participant;
  readonly to: Participant;
  readonly what: string;
  /** How it was answered; absent where nothing answers. */
  readonly answer?: string | undefined;
  readonly isGood: boolean;
  readonly requestId?: string | undefined;
  readonly notificationId?: number | undefined;
  /** What the issuer was asked on the way, and said. */
  readonly issuer?: { readonly asked: string; readonly said: string; readonly isGood: boolean } | undefined;
  /** Money that the step moved. */
  readonly money?: string | undefined;
}

const amountText = (amount: number, currency: string): string => `${currency} ${amount.toFixed(2)}`;

/** An order's timeline as messages between those who take part, oldest first. */
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

/** The first transaction of a kind that was made at an instant, each once. */
function takeOf(left: TransactionJson[], { at, type }: Parameters<Took>[0]): TransactionJson | undefined {
  const index = left.findIndex((one) => one.at === at && one.type === type);
  return index === -1 ? undefined : left.splice(index, 1)[0];
}

type Step = Omit<StoryStep, "at" | "gapMs">;

function stepOf(entry: TimelineEntry, took: Took): Step {
  if ("notificationId" in entry) {
    const { notificationId, why } = entry;
    const answer = entry.status === null ? "no answer" : String(entry.status);
    return {
      kind: "notification",
      from: "sandbox",
      to: "shop",
      what: `notification ${notificationId}`,
      answer: why === null ? answer : `${answer}: ${why}`,
      isGood: why === null,
      notificationId,
    };
  }
  if (!("requestId" in entry)) {
    const { what } = entry;
    return { kind: "time", from: "sandbox", to: "sandbox", what, isGood: what === "settled" };
  }
  return callStep(entry, took);
}

type CallEntry = Extract<TimelineEntry, { requestId: string }>;

function callStep({ what, requestId, responseCode, why, at }: CallEntry, took: Took): Step {
  const isShopper = /^(checkout|card-entry)\/(open|pay|cancel|save)$/.test(what);
  const isTester = /^checkout\/(expire|settle)$/.test(what);
  const charge = took({ at, type: typeOf(what) });
  const answer = responseCode === "" ? "lost" : responseCode;
  return {
    kind: isShopper ? "shopper" : isTester ? "time" : "call",
    from: isShopper ? "shopper" : isTester ? "sandbox" : "shop",
    to: "sandbox",
    what,
    answer: why === undefined ? answer : `${answer}: ${why}`,
    isGood: responseCode === "0000",
    requestId,
    issuer: charge && askedOf(charge),
    money: charge && charge.declined === undefined ? movedBy(charge) : undefined,
  };
}

const typeOf = (operation: string): TransactionJson["type"] =>
  operation.endsWith("/refund") ? "REFUND" : operation.endsWith("/void") ? "SALE_VOID" : "SALE";

const askedOf = ({ type, amount, currency, declined }: TransactionJson) => ({
  asked: `${type === "SALE_VOID" ? "void" : type.toLowerCase()} ${amountText(amount, currency)}`,
  said: declined === undefined ? "approved" : `declined: ${declined}`,
  isGood: declined === undefined,
});

const movedBy = ({ type, amount, currency }: TransactionJson): string =>
  `${type === "SALE" ? "+" : "−"} ${amountText(amount, currency)}`;
