const { laneOfTest } = require("payment-sandbox/jest");
const { shopAt } = require("./shop.js");

/** A stored card of the demo merchant. */
const VISA = 351;

// All workers share one sandbox. Each test has a lane, a world of its own.
const lane = laneOfTest();

test("a stored card is charged", async () => {
  expect(await shopAt(lane.url).charge("A-1", VISA)).toBe("paid");
  expect(await lane.orders()).toMatchObject([{ merchantReference: "A-1", status: "SUCCESS" }]);
});

test("a card that is declined is told with its reason", async () => {
  const then = { outcome: "insufficient-funds" };
  await lane.force({ when: { operation: "tokenization/sale" }, times: 1, then });
  expect(await shopAt(lane.url).charge("A-1", VISA)).toMatch(/^not paid: .*insufficient funds/i);
});
