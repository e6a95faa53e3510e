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
  const changed = (path: string, params: Json, given: HttpAnswer): HttpAnswer => {
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
    call: async (path, params) => changed(path, params, await target.call(path, params)),
    post: async (path, body) => changed(path, {}, await target.post(path, body)),
  };
}

const orderOf = ({ body }: AlienCall): Json | undefined =>
  typeof body.order === "object" && body.order !== null ? (body.order as Json) : undefined;

/** Changes the order of an answer that has one. */
export const withOrder =
  (change: (order: Json, call: AlienCall) => Json) =>
  (call: AlienCall): Json | undefined => {
    const order = orderOf(call);
    return order && { ...call.body, order: change(order, call) };
  };

/** Changes the transaction of an answer that has one. */
export const withTransaction =
  (change: (transaction: Json, call: AlienCall) => Json) =>
  (call: AlienCall): Json | undefined => {
    const { transaction } = call.body;
    if (typeof transaction !== "object" || transaction === null) return undefined;
    return { ...call.body, transaction: change(transaction as Json, call) };
  };

const inUtc = (date: unknown): string => new Date(String(date).replace(/([+-]\d\d)(\d\d)$/, "$1:$2")).toISOString();

const at =
  (path: RegExp, answer: Alien["answer"]): Alien["answer"] =>
  (call) =>
    path.test(call.path) ? answer(call) : undefined;
const isRefused = ({ body }: AlienCall): boolean =>
  typeof body.responseCode === "string" && body.responseCode !== "0000";
const reversed = (part: Json): Json => Object.fromEntries(Object.entries(part).reverse());
const refusal = (message: string): Json => ({ responseCode: "7777", message });

/** Dates end in Z. */
export const zuluDates: Alien = {
  name: "dates end in Z",
  answer: withOrder((order) => ({
    ...order,
    ...(order.createTime !== undefined && { createTime: inUtc(order.createTime) }),
    ...(order.updateTime !== undefined && { updateTime: inUtc(order.updateTime) }),
  })),
};

/** A stan has nine digits, another one each time. */
export const longStans: Alien = {
  name: "a stan has nine digits",
  answer: withTransaction((transaction, { calls }) => ({ ...transaction, stan: String(100_000_000 + calls * 7919) })),
};

const success =
  (change: (body: Json, call: AlienCall) => Json): Alien["answer"] =>
  (call) =>
    isRefused(call) ? undefined : change(call.body, call);

/** Services that differ in one thing that no choice of the sandbox makes. */
export const aliens: readonly Alien[] = [
  zuluDates,
  longStans,
  { name: "success says OK", answer: success((body) => ({ ...body, ...("message" in body && { message: "OK" }) })) },
  { name: "success has no message", answer: success(({ message: _, ...body }) => body) },
  {
    name: "a refund says Refunded",
    answer: at(
      /refund$/,
      success((body) => ({ ...body, message: "Refunded" })),
    ),
  },
  {
    name: "a refund's netAmount is the amount",
    answer: at(
      /refund$/,
      withOrder((order) => ({ ...order, netAmount: order.amount })),
    ),
  },
  {
    name: "a refund's netAmount is a text",
    answer: at(
      /refund$/,
      withOrder((order) => ({ ...order, netAmount: String(order.netAmount) })),
    ),
  },
  {
    name: "a refunded order is PARTLY_REFUNDED",
    answer: at(
      /refund$/,
      withOrder((order) => ({ ...order, status: "PARTLY_REFUNDED" })),
    ),
  },
  {
    name: "a voided order is REVERSED",
    answer: at(
      /tokenization\/void$/,
      withOrder((order) => ({ ...order, ...(order.status === "VOIDED" && { status: "REVERSED" }) })),
    ),
  },
  {
    name: "a new order is CREATED",
    answer: at(
      /create$/,
      withOrder((order) => ({ ...order, ...(order.status === "OPEN" && { status: "CREATED" }) })),
    ),
  },
  {
    name: "a sale's order is PAID",
    answer: at(
      /sale$/,
      withOrder((order) => ({ ...order, ...(order.status === "SUCCESS" && { status: "PAID" }) })),
    ),
  },
  {
    name: "a sale's transaction is a CHARGE",
    answer: at(
      /tokenization\/sale$/,
      withTransaction((one) => ({ ...one, type: "CHARGE" })),
    ),
  },
  {
    name: "direct/query has a code of its own for unknown orders",
    answer: at(/^direct\/query$/, (call) => (isRefused(call) ? refusal("no such order") : undefined)),
  },
  {
    name: "direct/void has a code of its own for unknown orders",
    answer: at(/^direct\/void$/, (call) =>
      isRefused(call) && call.params.orderId === 2_147_483_599 ? refusal("no such order") : undefined,
    ),
  },
  {
    name: "tokenization/void has a code of its own for unknown orders",
    answer: at(/^tokenization\/void$/, (call) =>
      isRefused(call) && call.params.orderId === 2_147_483_599 ? refusal("gone") : undefined,
    ),
  },
  {
    name: "refunds have a code of their own for unknown orders",
    answer: at(/refund$/, (call) =>
      isRefused(call) && call.params.orderId === 2_147_483_599 ? refusal("gone") : undefined,
    ),
  },
  {
    name: "an amount above 5,000,000.00 is refused",
    answer: at(/create$/, (call) => (Number(call.params.amount) > 5_000_000 ? refusal("too much") : undefined)),
  },
  {
    name: "a reference of more than 32 characters is refused",
    answer: at(/create$/, (call) =>
      String(call.params.merchantReference).length > 32 ? refusal("too long") : undefined,
    ),
  },
  { name: "order members in another order", answer: withOrder(reversed) },
  { name: "a create's members in another order", answer: at(/create$/, success(reversed)) },
  { name: "amounts are in cents", answer: withOrder((order) => ({ ...order, amount: Number(order.amount) * 100 })) },
  {
    name: "currencies are in lower case",
    answer: withOrder((order) => ({ ...order, currency: String(order.currency).toLowerCase() })),
  },
  {
    name: "a query by reference alone finds nothing",
    answer: at(/query$/, ({ params }) => (params.orderId === undefined ? refusal("no such order") : undefined)),
  },
  { name: "amounts are texts", answer: withOrder((order) => ({ ...order, amount: String(order.amount) })) },
  { name: "ids are texts", answer: withOrder((order) => ({ ...order, id: String(order.id) })) },
  { name: "an order has a channel", answer: withOrder((order) => ({ ...order, channel: "WEB" })) },
  { name: "an order has no netAmount", answer: withOrder(({ netAmount: _, ...order }) => order) },
  { name: "an order has no recurring", answer: withOrder(({ recurring: _, ...order }) => order) },
  { name: "a refusal carries a trace", answer: (call) => (isRefused(call) ? { ...call.body, trace: "x" } : undefined) },
  {
    name: "a sale has no transaction",
    answer: at(
      /tokenization\/sale$/,
      success(({ transaction: _, ...body }) => body),
    ),
  },
  {
    name: "each second equal sale is refused",
    answer: at(/^tokenization\/sale$/, ({ equal }) => (equal % 2 === 1 ? refusal("duplicate transaction") : undefined)),
  },
  {
    name: "an equal sale is refused",
    answer: at(/^tokenization\/sale$/, ({ equal }) => (equal > 0 ? refusal("duplicate transaction") : undefined)),
  },
  {
    name: "a create answers with its request's id",
    answer: at(
      /create$/,
      success((body) => ({ ...body, requestId: "r" })),
    ),
  },
];
