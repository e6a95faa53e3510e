import { expect, it } from "vitest";
import { created } from "../support/client.js";
import { KeptLog } from "../support/lane-parts.js";
import { control, startTestSandbox } from "../support/sandbox.js";

it("a page that cannot be completed as its rule wants is said in the log, on the order and why", async () => {
  const log = new KeptLog();
  await using sandbox = await startTestSandbox({}, log);
  const { url, client } = await sandbox.lane();
  const rule = { name: "pays by itself", then: { page: { auto: "pay", card: "visa" } } };
  await control(url, "POST", "rules", { when: { operation: "hosted-checkout/create" }, ...rule });
  const { id } = await created(client, { allowedCardType: "MASTER" });
  await control(url, "PUT", "clock", { action: "advance", by: "0s" });

  const { order, timeline } = (await control(url, "GET", `orders/${id}`)).body;
  expect(order.status).toBe("OPEN");
  const { requestId, ...told } = timeline.at(-1);
  expect(told).toMatchObject({ what: "checkout/pay", why: expect.stringContaining("allowedCardType is MASTER") });
  const { explain } = (await control(url, "GET", `requests/${requestId}`)).body;
  expect(explain).toMatchObject({
    outcome: "invalid-parameter",
    detail: expect.stringContaining("allowedCardType is MASTER"),
    advice: "pay with another card, such as 5555555555554444",
  });
  expect(log.lines).toContainEqual(
    `rule "pays by itself" cannot pay order ${id}: allowedCardType is MASTER, and the card is of VISA`,
  );
});

it("a page that completes itself at once does so before the shop's next call", async () => {
  await using sandbox = await startTestSandbox();
  const { url, client } = await sandbox.lane();
  await control(url, "POST", "rules", { then: { page: { auto: "pay" } } });
  for (let i = 0; i < 5; i++) {
    const { id } = await created(client);
    const { body } = await client("hosted-checkout/query", { merchantId: 3, orderId: id });
    expect(body.order.status).toBe("SUCCESS");
  }
});

it("a page that completes itself without a card pays by one that the order allows", async () => {
  await using sandbox = await startTestSandbox();
  const { url, client } = await sandbox.lane();
  await control(url, "POST", "next", { page: { auto: "pay" } });
  const { id } = await created(client, { allowedCardType: "UNIONPAY" });
  await control(url, "PUT", "clock", { action: "advance", by: "0s" });
  const { transactions } = (await control(url, "GET", `orders/${id}`)).body;
  expect(transactions).toMatchObject([{ status: "SUCCESS", cardType: "UNIONPAY" }]);
});

it.each(["pay", "decline", "cancel"])(
  "a page that would %s itself after its order is closed says why not",
  async (auto) => {
    const log = new KeptLog();
    await using sandbox = await startTestSandbox({}, log);
    const { url, client } = await sandbox.lane();
    const rule = { name: "comes late", then: { page: { auto, after: "1h" } } };
    await control(url, "POST", "rules", { when: { operation: "hosted-checkout/create" }, ...rule });
    const { id } = await created(client);
    await control(url, "PUT", "clock", { action: "advance", by: "2h" });

    const { timeline } = (await control(url, "GET", `orders/${id}`)).body;
    const why = `order ${id} is CLOSED`;
    expect(timeline).toContainEqual(expect.objectContaining({ responseCode: "2003", why }));
    const { requestId } = timeline.find((entry: { readonly why?: string }) => entry.why === why);
    const { explain } = (await control(url, "GET", `requests/${requestId}`)).body;
    expect(explain).toMatchObject({ outcome: "order-not-payable", detail: why });
    expect(log.lines).toContainEqual(`rule "comes late" cannot ${auto} order ${id}: ${why}`);
  },
);
