import type { CheckoutOptions } from "../../src/core/domain/checkout-options.js";
import type { CreateOrder } from "../../src/core/domain/commands.js";
import { minorUnits } from "../../src/core/domain/money.js";
import type { Order, OrderStatus } from "../../src/core/domain/order.js";
import type { Policy } from "../../src/core/facts/assumptions.js";
import type { Then } from "../../src/core/scenario/rule/rule.js";
import { assume } from "../../src/lane/choices.js";
import type { Command } from "../../src/lane/commands/command.js";
import { execute } from "../../src/lane/commands/execute.js";
import type { Result } from "../../src/lane/journal/result.js";
import type { Lane } from "../../src/lane/lane.js";
import { putRule } from "../../src/lane/rules/rule-changes.js";
import {
  cancelOrder,
  expireOrder,
  payOrder,
  refundByHand,
  type ShopperPayment,
  settleOrder,
} from "../../src/lane/shopper/checkout.js";
import { createOrder } from "./orders.js";

/** An order, and what has happened in its lane before the page is opened. The rest is that of an ordinary shop. */
export interface HostedOrder
  extends Partial<Pick<CreateOrder, "reference" | "amount" | "email" | "expiresAt">>,
    Pick<CheckoutOptions, "callbackUrl" | "lineItems" | "direct"> {
  readonly options?: CheckoutOptions;
  readonly status?: OrderStatus;
  readonly paidWith?: ShopperPayment;
  readonly policy?: Partial<Policy>;
  /** What a rule does when the shopper opens the page. */
  readonly opened?: Then;
}

/** Makes the order by the lane's commands. */
export async function hostedOrder(lane: Lane, wanted: HostedOrder = {}): Promise<Order> {
  const { callbackUrl, lineItems, direct, options, status = "OPEN", paidWith = {}, policy, opened, ...over } = wanted;
  if (policy) await assume(lane, policy);
  if (opened) await putRule(lane, { name: "r", when: { operation: "checkout/open" }, then: opened }, "control");
  const command = createOrder({
    reference: "ORDER-2026-0001",
    amount: minorUnits(10600),
    ...over,
    options: {
      callbackUrl: callbackUrl ?? {
        success: "https://shop.example/thanks",
        fail: "https://shop.example/fail",
        cancel: "https://shop.example/cart",
      },
      lineItems: lineItems ?? [
        { name: "Milk tea", quantity: 2, unitAmountMinor: minorUnits(2800) },
        { name: "Egg tart (box of 6)", quantity: 1, unitAmountMinor: minorUnits(5000) },
      ],
      direct,
      ...options,
    },
  });
  const made = await commanded(lane, "hosted-checkout/create", command);
  if (made.kind !== "order") throw new Error(`expected an order, found ${JSON.stringify(made)}`);
  const { id, merchantId, amount } = made.order;
  const key = { merchantId, orderId: id };
  if (["SUCCESS", "SETTLED", "REFUNDED", "VOIDED"].includes(status)) await payOrder(lane, key, paidWith);
  if (status === "SETTLED") await settleOrder(lane, key);
  if (status === "REFUNDED") await refundByHand(lane, key, amount);
  if (status === "VOIDED") await commanded(lane, "hosted-checkout/void", { kind: "void-order", key });
  if (status === "CLOSED") await expireOrder(lane, key);
  if (status === "CANCELLED") {
    await assume(lane, { cancel: "cancelled" });
    await cancelOrder(lane, key);
  }
  return made.order;
}

/** Executes a command as a call of the merchant. */
export async function commanded(lane: Lane, operation: string, command: Command): Promise<Result> {
  const answer = () => ({ http: 200, responseCode: "0000", body: "", assumed: [] });
  const subject = { operation, merchantId: "3" };
  return (await execute(lane, { operation, command, subject, request: "{}", answer })).result;
}
