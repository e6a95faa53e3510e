import { expect } from "vitest";
import { later } from "../../src/core/domain/money.js";
import { checkInvariants } from "../../src/lane/invariants.js";
import type { Lane } from "../../src/lane/lane.js";
import { payOrder } from "../../src/lane/shopper/checkout.js";
import { moveClock } from "../../src/lane/time/clock-moves.js";
import { settle } from "../../src/lane/time/settlement.js";
import { endpoints } from "../../src/server/payment-api/endpoints/index.js";
import { answer } from "../../src/server/payment-api/ladder/pipeline.js";
import type { Params } from "../support/client.js";
import { type Calling, callOf, decimal } from "./foretold.js";
import type { Model } from "./model.js";
import type { Step } from "./steps.js";

const byPath = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]));

/** A call through the whole ladder, without a socket. Signatures have tests of their own. */
export async function call(lane: Lane, path: string, params: Params): Promise<string> {
  const reply = await answer(lane, "off", byPath.get(path)!, {
    body: JSON.stringify({ request: JSON.stringify(params), signature: "" }),
  });
  reply.release?.();
  return reply.body;
}

function called(lane: Lane, step: Calling, parentId?: number): Promise<string> {
  const { path, params } = callOf(step, parentId);
  return call(lane, path, params);
}

const orderIn = (lane: Lane, reference: string) => lane.store.views.orderByReference(3, reference);

/** Takes a step; answers what was said: the body of an answer, or a word. */
export async function take(lane: Lane, step: Step): Promise<string> {
  switch (step.kind) {
    case "recurring": {
      const parentId = step.parent === undefined ? undefined : ((await orderIn(lane, step.parent))?.id ?? 1);
      return called(lane, step, parentId);
    }
    case "create":
    case "sale":
    case "refund":
    case "void":
    case "query":
      return called(lane, step);
    case "pay": {
      const orderId = (await orderIn(lane, step.reference))?.id ?? 1;
      const done = await payOrder(lane, { merchantId: 3, orderId }, { method: step.method });
      done.release?.();
      return done.result.kind === "order" ? "paid" : "not paid";
    }
    case "settle":
      return `settled ${await settle(lane)}`;
    case "advance":
      await moveClock(lane, { action: "advance", byMs: step.byMs });
      return "moved";
    case "back":
      await moveClock(lane, { action: "set", at: later(await lane.clock.now(), -step.byMs) });
      return "moved";
    case "restart":
      return "restarted";
  }
}

/** The lane stands as the model says, and its books balance. */
export async function compare(lane: Lane, model: Model): Promise<void> {
  const balances = await lane.store.views.balances(3);
  expect(balances).toEqual(model.balance);
  // A reference that was used again names the newest order alone.
  for (const expected of model.orders.filter((order) => model.find(order.reference) === order)) {
    const { order } = JSON.parse(
      await call(lane, "hosted-checkout/query", { merchantId: 3, merchantReference: expected.reference }),
    );
    expect(order).toMatchObject({
      status: model.statusOf(expected),
      amount: decimal(expected.amount),
      netAmount: decimal(model.netOf(expected)),
      currency: expected.currency,
      recurring: expected.recurring,
    });
  }
  expect(await lane.store.views.orders({ limit: 1000 })).toHaveLength(model.orders.length);
  expect(await checkInvariants(lane)).toMatchObject({ holds: true, broken: [] });
}
