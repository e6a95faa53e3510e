import * as z from "zod";
import { type Order, saleOf, statusOf } from "../../../core/domain/order.js";
import { named, namedObject } from "../../../core/scenario/values/public-schemas.js";
import {
  declineSchema,
  expirySchema,
  instantWords,
  methodSchema,
  statusSchema,
} from "../../../core/scenario/values/schema-parts.js";
import type { Reply } from "../../../lane/journal/reply.js";
import type { Lane } from "../../../lane/lane.js";
import { readId } from "../../../lane/ports/name.js";
import { cancelOrder, expireOrder, paySeenOrder, settleOrder } from "../../../lane/shopper/checkout.js";
import { pageNamed } from "../../../lane/shopper/page-address.js";
import { wholeOrder } from "../../../lane/views/history/whole-order.js";
import { each, newestOf, picked } from "../../../lane/views/list-pages.js";
import { orderSummary } from "../../../lane/views/order-json.js";
import { isWithin, periodOf } from "../../../lane/views/period.js";
import { orderDetailsSchema, orderSchema } from "../../../lane/views/schemas/order-schema.js";
import { call, ok } from "../call.js";
import { type ControlRefusal, notFound, refuse } from "../http/errors.js";
import { before, fromOne, limit, next } from "../http/parameters.js";
import { cardNumber, fitsAction, reasonToDecline, simulatedCard } from "./cards.js";

const moment = z
  .string()
  .refine((text) => periodOf(text, undefined), {
    error: (issue) => `a day (UTC) such as 2026-01-05, or ${instantWords(issue)}`,
  })
  .optional();

export const orderFilters = namedObject("OrderFilter", {
  merchantId: fromOne.optional().describe("orders of this merchant"),
  merchantReference: z.string().optional().describe("orders with this reference, * allowed"),
  status: statusSchema.optional().describe("orders with this status at the lane's time"),
  from: moment.describe("created on this day (UTC, the lane's clock) or later, or from this instant on"),
  to: moment.describe("created on this day or earlier, or up to this instant"),
  before,
  limit,
});

const actions = ["pay", "decline", "cancel", "expire", "settle"] as const;

/** What the shopper or time can do to an order. */
export const simulateBody = named(
  "Simulation",
  z
    .strictObject({
      action: z.enum(actions).describe("an act of the shopper or of time"),
      card: simulatedCard
        .optional()
        .describe("a test card's name, or a card number; a card that the order allows when left out"),
      expiryDate: expirySchema.optional().describe("the card's last month, YYYYMM; a future month when left out"),
      method: methodSchema.optional().describe("the payment method; CARD when left out, if the order accepts cards"),
      reason: declineSchema
        .optional()
        .describe("why the issuer declines: by the test card, or do-not-honour, when left out"),
    })
    .superRefine(fitsAction(actions)),
);
type Simulation = z.output<typeof simulateBody>;

/** Calls about orders. They can act as the shopper, without a browser. */
export const orderCalls = [
  call("GET /orders", "Orders, newest first", {
    query: orderFilters,
    answers: { 200: z.strictObject({ orders: z.array(orderSchema), next }) },
    run: async ({ lane, query }) => {
      const { from, to, before, limit, merchantReference, ...asked } = query;
      const period = periodOf(from, to);
      const { text, fits } = picked(merchantReference);
      const { items, next } = await newestOf(
        (part) => lane.store.views.orders({ ...asked, merchantReference: text, ...part }),
        { before, limit },
        each<Order>(
          fits && (({ reference }) => fits(reference)),
          period && ((order) => isWithin(order.createdAt, period)),
        ),
      );
      const now = await lane.clock.now();
      return ok({ orders: items.map((order) => orderSummary(order, now)), next });
    },
  }),
  call("GET /orders/{id}", "An order and its history", {
    params: { id: "the order's id, its merchantReference, or its checkoutUrl" },
    answers: { 200: orderDetailsSchema },
    run: async ({ lane, params }) => {
      const order = await orderNamed(lane, params.id);
      return "refusal" in order ? order : ok(await wholeOrder(lane, order));
    },
  }),
  call("POST /orders/{id}/simulate", "Acts as the shopper, without a browser", {
    params: { id: "the order's id, its merchantReference, or its checkoutUrl" },
    body: simulateBody,
    looks: true,
    answers: { 200: z.strictObject({ order: orderSchema }) },
    run: async ({ lane, make, params, body }) => {
      const order = await orderNamed(lane, params.id);
      if ("refusal" in order) return order;
      const done = await simulate(await make(), order, body);
      done.release?.();
      // A rule's `meanwhile` may have changed what was found.
      const after = done.result.kind === "refused" ? await lane.store.views.order(order.id) : undefined;
      return simulationAnswer(after ?? order, body.action, done);
    },
  }),
];

/** The order with this id, else the newest one with this reference. */
export const orderByText = async ({ store: { views } }: Lane, text: string): Promise<Order | undefined> =>
  (await views.order(readId(text) ?? 0)) ?? (await views.orders({ merchantReference: text, limit: 1 }))[0];

/** The same, also by the address of its page. */
async function orderNamed(lane: Lane, text: string): Promise<Order | ControlRefusal> {
  const page = await pageNamed(lane, text);
  if (page && "none" in page) return refuse(404, "not-found", page.none, page.fix);
  const order = page?.isCardEntry ? undefined : await orderByText(lane, String(page?.id ?? text));
  if (order) return order;
  const entry = page?.id ?? readId(text);
  const isPage = entry !== undefined && (await lane.store.views.cardEntry(entry)) !== undefined;
  const fix = isPage
    ? `it is a page that stores a card: POST /_sandbox/card-entries/${entry}/simulate {"action": "save"} saves it`
    : text.startsWith("http")
      ? "the address of a page is …/checkout/<session>"
      : "GET /_sandbox/orders lists them; check the lane";
  return notFound(`order ${text}`, fix);
}

const acts = {
  pay: "be paid",
  decline: "be declined",
  cancel: "be cancelled",
  expire: "expire",
  settle: "be settled",
} as const satisfies Record<Simulation["action"], string>;

/** A committed act is answered from the commit itself: reading the lane again could fail. */
function simulationAnswer(order: Order, action: Simulation["action"], { result, notAllowed, at, rule }: Reply) {
  if (notAllowed)
    return refuse(409, "not-allowed", `the order could not ${acts[action]}: ${notAllowed.message}`, notAllowed.fix);
  if (result.kind === "order" || result.kind === "declined")
    return ok({ order: orderSummary(result.order ?? order, at) });
  const isRefused = result.kind === "refused";
  const notPayable =
    isRefused && result.reason === "order-not-payable" ? whyNot(action, order, statusOf(order, at)) : undefined;
  const fired = rule === undefined ? "" : `; rule ${JSON.stringify(rule)} fired`;
  if (notPayable) return refuse(409, "order-not-payable", `${notPayable.message}${fired}`, notPayable.fix);
  const detail = isRefused && result.detail !== undefined ? `: ${result.detail}` : "";
  return refuse(
    409,
    isRefused ? result.reason : "forced",
    `the order could not ${acts[action]}: ${isRefused ? result.reason : result.kind}${detail}`,
    `GET /_sandbox/orders/${order.id} shows its state`,
  );
}

const GIVEN_BACK: Readonly<Record<string, string>> = {
  REFUNDED: "was paid and then refunded",
  VOIDED: "was paid and then voided",
};

/** Why an act does not fit the order's state. */
function whyNot(action: Simulation["action"], order: Order, status: ReturnType<typeof statusOf>) {
  const named = `order ${order.id} (${order.reference})`;
  const look = `GET /_sandbox/orders/${order.id} shows its state`;
  if (action === "settle")
    return {
      message: `the order could not be settled: ${named} is ${status}, and only a paid order that is not settled can be`,
      fix: status === "OPEN" ? "pay it first" : look,
    };
  if (action === "expire" || action === "cancel")
    return {
      message: `the order could not ${acts[action]}: ${named} is ${status}, and only an OPEN order can ${acts[action]}`,
      fix: saleOf(order) ? "a paid order is given back by a void or a refund" : look,
    };
  if (saleOf(order))
    return {
      message: `${named} ${GIVEN_BACK[status] ?? "is paid already"}`,
      fix: `GET /_sandbox/orders/${order.id} says why; create another order to pay or to decline`,
    };
  if (order.session !== "")
    return {
      message: `the order could not ${acts[action]}: ${named} is ${status}`,
      fix: "create another order: only an OPEN one can be paid",
    };
  return {
    message: `${named} has no payment page: its stored card was declined`,
    fix: "charge again under a new merchantReference, because this one is used up",
  };
}

async function simulate(
  lane: Lane,
  order: Order,
  { action, card, expiryDate, method, reason }: Simulation,
): Promise<Reply> {
  const key = { merchantId: order.merchantId, orderId: order.id };
  const seen = { order, now: await lane.clock.now() };
  const payment = { method, expiryDate, cardNumber: card === undefined ? undefined : cardNumber(card) };
  switch (action) {
    case "pay":
      return paySeenOrder(lane, seen, payment);
    case "decline":
      return paySeenOrder(lane, seen, { ...payment, declined: reasonToDecline({ card, reason }) });
    case "cancel":
      return cancelOrder(lane, key);
    case "expire":
      return expireOrder(lane, key);
    case "settle":
      return settleOrder(lane, key);
  }
}
