import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { checkoutServiceOf } from "../../../../src/server/pages/checkout/lane-service.js";
import { created } from "../../../support/client.js";
import { control, startTestSandbox, type TestSandbox } from "../../../support/sandbox.js";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox[Symbol.asyncDispose]());

const card = { number: "4111111111111111", holder: "A B", expiry: "12/30", cvc: "123" };

it("a payment uses the order that its page was looked up with", async () => {
  const { lane, client } = await sandbox.lane();
  const { id } = await created(client);
  const { session } = (await lane.store.views.order(id))!;
  const read = vi.spyOn(lane.store.views, "order");
  const service = checkoutServiceOf(lane, { hasTestPanel: false });
  const looked = (await service.look(session))!;
  expect(looked.view).toMatchObject({ orderId: id, status: "OPEN" });
  expect(await looked.pay({ method: "CARD", card })).toEqual({ kind: "paid" });
  expect(read).toHaveBeenCalledTimes(1);
  expect((await service.look(session))?.view).toMatchObject({ status: "SUCCESS" });
});

it("a payment of another session is of that session's order", async () => {
  const { lane, client } = await sandbox.lane();
  const orders = [await created(client), await created(client)];
  const [first, second] = await Promise.all(orders.map(async ({ id }) => (await lane.store.views.order(id))!.session));
  const service = checkoutServiceOf(lane, { hasTestPanel: false });
  await service.look(first!);
  const session = await service.look(second!);
  expect(await session!.pay({ method: "CARD", card })).toEqual({ kind: "paid" });
  expect((await service.look(first!))?.view).toMatchObject({ status: "OPEN" });
  expect((await service.look(second!))?.view).toMatchObject({ status: "SUCCESS" });
  for (const none of ["unknown", ""]) expect(await service.look(none)).toBeUndefined();
});

it("the order's timeline has each form that the page refused, and each step of a 3-D Secure challenge", async () => {
  const { lane, client, url } = await sandbox.lane();
  const { id } = await created(client);
  const page = `${url}/checkout/${(await lane.store.views.order(id))!.session}`;
  const token = fieldOf("token", await (await fetch(page)).text());
  const post = async (path: string, fields: Record<string, string>): Promise<string> =>
    (await fetch(`${page}/${path}`, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" })).text();
  const typed = { "card-holder": "A B", "card-expiry": "12/30", "card-cvc": "123" };
  await post("pay", { ...typed, "card-number": card.number });
  await post("pay", { ...typed, token, cardNumber: card.number });
  const sealed = fieldOf("sealed", await post("pay", { ...typed, token, "card-number": "4000000000003220" }));
  await post("challenge", { token, sealed, answer: "close" });
  await post("cancel", {});
  const { timeline } = (await control(url, "GET", `orders/${id}`)).body;
  const told = timeline.slice(2).map((entry: { what: string; why?: string }) => [entry.what, entry.why]);
  expect(told).toEqual([
    ["checkout/pay", "HTTP 403: send the page's hidden field token"],
    ["checkout/pay", "HTTP 422: card-number is missing"],
    ["checkout/challenge", undefined],
    ["checkout/challenge-closed", undefined],
    ["checkout/cancel", "HTTP 403: send the page's hidden field token"],
  ]);
  const calls = (await control(url, "GET", "requests?operation=checkout/challenge-closed")).body.requests;
  expect((await control(url, "GET", `requests/${calls[0].id}`)).body.explain.advice).toContain(
    "The shopper closed the 3-D Secure challenge. Nothing was charged",
  );
});

const fieldOf = (name: string, html: string): string =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? "";
