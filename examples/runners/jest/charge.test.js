const { startSandbox } = require("payment-sandbox");
const { shopAt } = require("./shop.js");

/** A stored card of the demo merchant. */
const VISA = 351;

let sandbox;
let lane;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  // Each Jest worker has a sandbox of its own, each test a world of its own.
  lane = await sandbox.lane(expect.getState().currentTestName.replaceAll(" ", "-"));
});

test("a stored card is charged", async () => {
  expect(await shopAt(lane.url).charge("A-1", VISA)).toBe("paid");
  expect(await lane.orders()).toMatchObject([{ merchantReference: "A-1", status: "SUCCESS" }]);
});

test("a card that is declined is told with its reason", async () => {
  await lane.next({ outcome: "insufficient-funds" });
  expect(await shopAt(lane.url).charge("A-1", VISA)).toMatch(/^not paid: .*insufficient funds/i);
});
