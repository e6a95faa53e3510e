import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { laneOfTest } from "payment-sandbox/node-test";
import { shopAt } from "./shop.js";

// All files share one sandbox. Each test has a lane, a world of its own.
const lane = laneOfTest();
let shop;
beforeEach(() => {
  shop = shopAt(lane.url);
});

test("a paid order is refunded", async () => {
  const order = await shop.order("A-1");
  await lane.simulate(order.id, "pay");
  assert.equal(await shop.refund(order), "refunded");
});

test("a refund that is refused is told as not done", async () => {
  const order = await shop.order("A-1");
  await lane.simulate(order.id, "pay");
  const then = { outcome: "insufficient-unsettled-balance" };
  await lane.force({ when: { operation: "*/refund" }, times: 1, then });
  assert.equal(await shop.refund(order), "not yet");
});

test("a refund whose answer was lost is found done", async () => {
  const order = await shop.order("A-1");
  await lane.simulate(order.id, "pay");
  const then = { fault: "connection-reset", placed: "after-commit" };
  await lane.force({ when: { operation: "*/refund" }, times: 1, then });
  assert.equal(await shop.refund(order), "refunded");
  const report = await lane.verify([{ calls: { operation: "*/refund", count: 1 } }]);
  assert.deepEqual(report.failures, []);
});
