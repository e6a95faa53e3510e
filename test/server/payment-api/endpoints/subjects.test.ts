import { describe, expect, it } from "vitest";
import { type Params, reference, requests, sold } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox, type TestLane } from "../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

const hostedRecurring = async ({ client }: TestLane): Promise<Params> => {
  const { id } = await sold(client, { isRecurring: true });
  return { merchantId: 3, amount: 50, merchantReference: reference(), parentOrderId: id };
};

/** Each call that charges a card which the service knows before it is asked, with such a card's charge. */
const charges: readonly (readonly [string, (lane: TestLane) => Promise<Params>])[] = [
  ["tokenization/sale", async () => requests.sale()],
  ["tokenization/recurring", async () => requests.recurring()],
  ["hosted-checkout/recurring", hostedRecurring],
];

describe.each(charges)("a rule of %s", (operation, paramsOf) => {
  it.each([
    [{ cardType: "VISA" }, "3051"],
    [{ paymentMethod: "CARD" }, "3051"],
    [{ cardType: "MASTER" }, "0000"],
    [{ paymentMethod: "APPLEPAY" }, "0000"],
  ])("that says %j answers a Visa's charge with %s", async (when, code) => {
    const lane = await sandbox.lane();
    const params = await paramsOf(lane);
    await control(lane.url, "POST", "rules", { when: { operation, ...when }, then: { outcome: "insufficient-funds" } });
    expect((await lane.client(operation, params)).body.responseCode).toBe(code);
  });
});

it("a rule matches the brand of the token that is charged", async () => {
  const lane = await sandbox.lane();
  await control(lane.url, "POST", "rules", { when: { cardType: "MASTER" }, then: { outcome: "do-not-honour" } });
  const master = requests.sale({ userId: "user2", tokenId: 501 });
  expect((await lane.client("tokenization/sale", master)).body.responseCode).toBe("3005");
  expect((await lane.client("tokenization/sale", requests.sale())).body.responseCode).toBe("0000");
});
