import { expect, it } from "vitest";
import { netAmount, orderStatuses, statusOf } from "../../../src/core/domain/order.js";
import { givenSchema } from "../../../src/core/scenario/rule/rule.js";
import { give } from "../../../src/lane/scenarios/given.js";
import { testLanes } from "../../support/lanes.js";
import { control, startTestSandbox } from "../../support/sandbox.js";

it.each(orderStatuses)("an order that is given as %s is one", async (status) => {
  await using lanes = await testLanes();
  const lane = await lanes.ready("one");
  const order = { merchantId: 3, merchantReference: "A-1", amount: 10, status };
  await give(lane, givenSchema.parse({ orders: [order] }));
  const [given] = await lane.store.views.orders({});
  expect(statusOf(given!, await lane.clock.now())).toBe(status);
});

it("an order that is given as refunded in part keeps the rest", async () => {
  await using lanes = await testLanes();
  const lane = await lanes.ready("one");
  const order = { merchantId: 3, merchantReference: "A-1", amount: 10, status: "REFUNDED", refunded: 4 };
  await give(lane, givenSchema.parse({ orders: [order] }));
  const [given] = await lane.store.views.orders({});
  expect(netAmount(given!)).toBe(600);
});

it("a merchant that no call can name is refused, and nothing is given", async () => {
  await using sandbox = await startTestSandbox();
  const { url } = await sandbox.lane();
  const orders = [
    { merchantId: 3, merchantReference: "A-1", amount: 10 },
    { merchantId: "abc", merchantReference: "A-2", amount: 10 },
  ];
  expect(await control(url, "PUT", "scenario", { name: "x", given: { orders } })).toMatchObject({
    http: 400,
    body: { message: 'given.orders[1].merchantId: is "abc", expected a whole number from 1 to 2147483647' },
  });
  expect((await control(url, "GET", "orders")).body.orders).toEqual([]);
});
