import type { Json } from "../../src/package/json.js";
import type { HttpAnswer, Target } from "../../src/tools/trust/target/target.js";

/** A service that differs from every sandbox in one thing. */
export interface Alien {
  readonly name: string;
  /** The answer that it gives instead of the sandbox's own. */
  readonly answer: (call: AlienCall) => Json | undefined;
}

export interface AlienCall {
  readonly path: string;
  readonly params: Json;
  readonly body: Json;
  /** Calls before this one. */
  readonly calls: number;
  /** Calls before this one that differ from it only in the reference. */
  readonly equal: number;
}

/** A target whose answers are an alien's. */
export function alienTarget(target: Target, { answer }: Alien): Target {
  let calls = 0;
  const counts = new Map<string, number>();
  const answered = (path: string, params: Json, given: HttpAnswer): HttpAnswer => {
    const key = JSON.stringify([path, { ...params, merchantReference: undefined }]);
    const equal = counts.get(key) ?? 0;
    counts.set(key, equal + 1);
    const body = answer({ path, params, body: given.body, calls: calls++, equal });
    if (body === undefined) return given;
    const { responseCode, message } = body;
    return {
      ...given,
      body,
      text: JSON.stringify(body),
      code: typeof responseCode === "string" ? responseCode : undefined,
      message: typeof message === "string" ? message : undefined,
    };
  };
  return {
    ...target,
    call: async (path, params) => answered(path, params, await target.call(path, params)),
    post: async (path, body) => answered(path, {}, await target.post(path, body)),
  };
}

const ANY = /(?:)/;
type Change = (part: Json, call: AlienCall) => Json;

/** Changes a part of the answers of some operations, if they have it. */
const changed =
  (member: "order" | "transaction") =>
  (path: RegExp, change: Change): Alien["answer"] =>
  (call) => {
    const part = call.body[member];
    if (!path.test(call.path) || typeof part !== "object" || part === null) return undefined;
    return { ...call.body, [member]: change(part as Json, call) };
  };
const order = changed("order");
const transaction = changed("transaction");
/** Changes the whole answer of a call that went well. */
const success =
  (path: RegExp, change: Change): Alien["answer"] =>
  (call) =>
    !path.test(call.path) || isRefused(call) ? undefined : change(call.body, call);
/** Refuses some calls with a code of its own. */
const refused =
  (path: RegExp, message: string, isMeant: (call: AlienCall) => boolean): Alien["answer"] =>
  (call) =>
    path.test(call.path) && isMeant(call) ? { responseCode: "7777", message } : undefined;

const isRefused = ({ body }: AlienCall): boolean =>
  typeof body.responseCode === "string" && body.responseCode !== "0000";
/** The id of an order that nobody made. */
const isUnknownOrder = (call: AlienCall): boolean => isRefused(call) && call.params.orderId === 2_147_483_599;
const reversed = (part: Json): Json => Object.fromEntries(Object.entries(part).reverse());
/** The order's members with a status in the place of another. */
const status = (was: string, is: string) => (one: Json) => ({ ...one, ...(one.status === was && { status: is }) });
const inUtc = (date: unknown): string => new Date(String(date).replace(/([+-]\d\d)(\d\d)$/, "$1:$2")).toISOString();

/** Dates end in Z. */
export const zuluDates: Alien = {
  name: "dates end in Z",
  answer: order(ANY, (one) => ({
    ...one,
    ...(one.createTime !== undefined && { createTime: inUtc(one.createTime) }),
    ...(one.updateTime !== undefined && { updateTime: inUtc(one.updateTime) }),
  })),
};

/** A stan has nine digits, another one each time. */
export const longStans: Alien = {
  name: "a stan has nine digits",
  answer: transaction(ANY, (one, { calls }) => ({ ...one, stan: String(100_000_000 + calls * 7919) })),
};

/** Services that differ in one thing that no choice of the sandbox makes. */
export const aliens: readonly Alien[] = [
  zuluDates,
  longStans,
  {
    name: "success says OK",
    answer: success(ANY, (body) => ({ ...body, ...("message" in body && { message: "OK" }) })),
  },
  { name: "success has no message", answer: success(ANY, ({ message: _, ...body }) => body) },
  { name: "a refund says Refunded", answer: success(/refund$/, (body) => ({ ...body, message: "Refunded" })) },
  {
    name: "a refund's netAmount is the amount",
    answer: order(/refund$/, (one) => ({ ...one, netAmount: one.amount })),
  },
  {
    name: "a refund's netAmount is a text",
    answer: order(/refund$/, (one) => ({ ...one, netAmount: String(one.netAmount) })),
  },
  {
    name: "a refunded order is PARTLY_REFUNDED",
    answer: order(/refund$/, (one) => ({ ...one, status: "PARTLY_REFUNDED" })),
  },
  { name: "a voided order is REVERSED", answer: order(/tokenization\/void$/, status("VOIDED", "REVERSED")) },
  { name: "a new order is CREATED", answer: order(/create$/, status("OPEN", "CREATED")) },
  { name: "a sale's order is PAID", answer: order(/sale$/, status("SUCCESS", "PAID")) },
  {
    name: "a sale's transaction is a CHARGE",
    answer: transaction(/tokenization\/sale$/, (one) => ({ ...one, type: "CHARGE" })),
  },
  {
    name: "direct/query has a code of its own for unknown orders",
    answer: refused(/^direct\/query$/, "no such order", isRefused),
  },
  {
    name: "direct/void has a code of its own for unknown orders",
    answer: refused(/^direct\/void$/, "no such order", isUnknownOrder),
  },
  {
    name: "tokenization/void has a code of its own for unknown orders",
    answer: refused(/^tokenization\/void$/, "gone", isUnknownOrder),
  },
  { name: "refunds have a code of their own for unknown orders", answer: refused(/refund$/, "gone", isUnknownOrder) },
  {
    name: "an amount above 5,000,000.00 is refused",
    answer: refused(/create$/, "too much", ({ params }) => Number(params.amount) > 5_000_000),
  },
  {
    name: "a reference of more than 32 characters is refused",
    answer: refused(/create$/, "too long", ({ params }) => String(params.merchantReference).length > 32),
  },
  { name: "order members in another order", answer: order(ANY, reversed) },
  { name: "a create's members in another order", answer: success(/create$/, reversed) },
  { name: "amounts are in cents", answer: order(ANY, (one) => ({ ...one, amount: Number(one.amount) * 100 })) },
  {
    name: "currencies are in lower case",
    answer: order(ANY, (one) => ({ ...one, currency: String(one.currency).toLowerCase() })),
  },
  {
    name: "a query by reference alone finds nothing",
    answer: refused(/query$/, "no such order", ({ params }) => params.orderId === undefined),
  },
  { name: "amounts are texts", answer: order(ANY, (one) => ({ ...one, amount: String(one.amount) })) },
  { name: "ids are texts", answer: order(ANY, (one) => ({ ...one, id: String(one.id) })) },
  { name: "an order has a channel", answer: order(ANY, (one) => ({ ...one, channel: "WEB" })) },
  { name: "an order has no netAmount", answer: order(ANY, ({ netAmount: _, ...one }) => one) },
  { name: "an order has no recurring", answer: order(ANY, ({ recurring: _, ...one }) => one) },
  { name: "a refusal carries a trace", answer: (call) => (isRefused(call) ? { ...call.body, trace: "x" } : undefined) },
  { name: "a sale has no transaction", answer: success(/tokenization\/sale$/, ({ transaction: _, ...body }) => body) },
  {
    name: "each second equal sale is refused",
    answer: refused(/^tokenization\/sale$/, "duplicate transaction", ({ equal }) => equal % 2 === 1),
  },
  {
    name: "an equal sale is refused",
    answer: refused(/^tokenization\/sale$/, "duplicate transaction", ({ equal }) => equal > 0),
  },
  {
    name: "a create answers with its request's id",
    answer: success(/create$/, (body) => ({ ...body, requestId: "r" })),
  },
];
