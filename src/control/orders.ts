import { Hono } from "hono";
import * as z from "zod";
import type { Lane } from "../app/lane.js";
import { cancelOrder, expireOrder, payOrder, settleOrder } from "../app/shopper/checkout.js";
import type { ShopperDone } from "../app/shopper/shopper-action.js";
import { orderSummary } from "../app/views/order-json.js";
import { wholeOrder } from "../app/views/whole-order.js";
import { type Order, statusOf } from "../domain/order.js";
import { testCard } from "../facts/cards.js";
import { type DeclineName, declines } from "../facts/codes.js";
import { type PaymentMethod, paymentMethods } from "../facts/methods.js";
import type { ControlContext } from "./context.js";
import { failure, notFound, readJson, readQuery } from "./errors.js";

const whole = z.coerce.number().int().min(1);
export const orderFilters = z.strictObject({
  merchantId: whole.optional(),
  merchantReference: z.string().optional(),
  status: z.enum(["OPEN", "SUCCESS", "REFUNDED", "VOIDED", "CLOSED", "SETTLED", "CANCELLED"]).optional(),
  limit: whole.max(1000).optional(),
});

export const simulateBody = z.strictObject({
  action: z.enum(["pay", "decline", "cancel", "expire", "settle"]),
  card: z.string().optional(),
  method: z.enum(paymentMethods as readonly [PaymentMethod, ...PaymentMethod[]]).optional(),
  expiryDate: z
    .string()
    .regex(/^\d{4}(0[1-9]|1[0-2])$/, { error: "expected YYYYMM" })
    .optional(),
  reason: z.enum(Object.keys(declines) as [DeclineName, ...DeclineName[]]).optional(),
});
type Simulation = z.output<typeof simulateBody>;

/** Orders, and the shopper without a browser. */
export function orderCalls({ laneOf }: ControlContext): Hono {
  const app = new Hono();
  app.get("/orders", async (c) => {
    const query = readQuery(c, orderFilters);
    if ("response" in query) return query.response;
    const lane = laneOf(c);
    const now = await lane.clock.now();
    const { status, limit = 100 } = query.value;
    const found = (await lane.store.views.orders(query.value)).filter(
      (order) => status === undefined || statusOf(order, now) === status,
    );
    return c.json({ orders: found.slice(0, limit).map((order) => orderSummary(order, now)) });
  });
  app.get("/orders/:id", async (c) => {
    const lane = laneOf(c);
    const order = await named(lane, c.req.param("id"));
    return order
      ? c.json(await wholeOrder(lane, order))
      : notFound(c, `order ${c.req.param("id")}`, "GET /_sandbox/orders lists them; mind the lane");
  });
  app.post("/orders/:id/simulate", async (c) => {
    const lane = laneOf(c);
    const body = await readJson(c, simulateBody);
    if ("response" in body) return body.response;
    const order = await named(lane, c.req.param("id"));
    if (!order) return notFound(c, `order ${c.req.param("id")}`, "GET /_sandbox/orders lists them; mind the lane");
    const { card } = body.value;
    if (card !== undefined && cardNumber(card) === undefined)
      return failure(
        c,
        400,
        "invalid-body",
        `card: ${card} is neither a test card's name nor a card number`,
        "payment-sandbox magic lists them",
      );
    const done = await simulate(lane, order, body.value);
    done.release?.();
    const { result, notAllowed } = done;
    if (notAllowed)
      return failure(
        c,
        409,
        "not-allowed",
        `the order could not ${body.value.action}: ${notAllowed.message}`,
        notAllowed.fix,
      );
    const now = await lane.clock.now();
    if (result.kind === "order" || result.kind === "declined")
      return c.json({ order: orderSummary(result.order ?? order, now) });
    const why =
      result.kind === "refused"
        ? `${result.reason}${result.detail === undefined ? "" : `: ${result.detail}`}`
        : result.kind;
    return failure(
      c,
      409,
      result.kind === "refused" ? result.reason : "forced",
      `the order could not ${body.value.action}: ${why}`,
      "GET the order to see how it stands",
    );
  });
  return app;
}

/** By id or by reference: a test knows the one, a person the other. */
const named = async (lane: Lane, id: string): Promise<Order | undefined> =>
  /^\d{1,10}$/.test(id) ? lane.store.views.order(Number(id)) : undefined;

const cardNumber = (card: string): string | undefined => {
  const digits = card.replaceAll(" ", "");
  return testCard(card)?.number ?? (/^\d{12,19}$/.test(digits) ? digits : undefined);
};

function simulate(
  lane: Lane,
  order: Order,
  { action, card, method, expiryDate, reason }: Simulation,
): Promise<ShopperDone> {
  const key = { merchantId: order.merchantId, orderId: order.id };
  const payment = { method, cardNumber: card === undefined ? undefined : cardNumber(card), expiryDate };
  switch (action) {
    case "pay":
      return payOrder(lane, key, payment);
    case "decline":
      return payOrder(lane, key, { ...payment, declined: reason ?? "do-not-honour" });
    case "cancel":
      return cancelOrder(lane, key);
    case "expire":
      return expireOrder(lane, key);
    case "settle":
      return settleOrder(lane, key);
  }
}
