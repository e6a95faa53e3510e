import { expect, it, vi } from "vitest";
import { created } from "../../../support/client.js";
import { hostedOrder } from "../../../support/hosted-orders.js";
import { cardFields, orderPages } from "../../../support/hosted-pages.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";

it("a payment uses the order that its page was looked up with", async () => {
  const { lane, order, post } = orderPages();
  const read = vi.spyOn((await lane()).store.views, "order");
  expect((await post("/pay", cardFields)).status).toBe(303);
  expect(read).toHaveBeenCalledTimes(1);
  expect(await order()).toMatchObject({ status: "SUCCESS" });
});

it("a payment is of its own session's order alone", async () => {
  const { lane, order, post } = orderPages();
  const other = await hostedOrder(await lane(), { reference: "OTHER" });
  await post("/pay", cardFields);
  expect(await order()).toMatchObject({ status: "SUCCESS" });
  expect(await (await lane()).store.views.order(other.id)).toEqual(other);
});

it("a session that is unknown, or lacks a part of its proof, has no page", async () => {
  const { get, order } = orderPages();
  const { session } = await order();
  for (const none of ["unknown", "-", session.slice(0, -1)]) expect((await get("", none)).status).toBe(404);
});

it("the order's timeline has each form that the page refused, and each step of a 3-D Secure challenge", async () => {
  await using sandbox = await startTestSandbox();
  const { lane, client, url } = await sandbox.lane();
  const { id } = await created(client);
  const page = `${url}/checkout/${(await lane.store.views.order(id))!.session}`;
  const token = fieldOf("token", await (await fetch(page)).text());
  const post = async (path: string, fields: Record<string, string>): Promise<string> =>
    (await fetch(`${page}/${path}`, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" })).text();
  const typed = { "card-holder": "A B", "card-expiry": "12/30", "card-cvc": "123" };
  await post("pay", { ...typed, "card-number": cardFields["card-number"] });
  await post("pay", { ...typed, token, cardNumber: cardFields["card-number"] });
  await post("pay", { ...cardFields, token, method: "PAYPAL" });
  await post("challenge", { token, sealed: "cut", answer: "ok" });
  const sealed = fieldOf("sealed", await post("pay", { ...typed, token, "card-number": "4000000000003220" }));
  await post("challenge", { token, sealed, answer: "close" });
  await post("cancel", {});
  const { timeline } = (await control(url, "GET", `orders/${id}`)).body;
  const told = timeline.slice(2).map((entry: { what: string; why?: string }) => [entry.what, entry.why]);
  expect(told).toEqual([
    ["checkout/pay", "HTTP 403: send the page's hidden field token"],
    ["checkout/pay", "HTTP 422: card-number is missing"],
    ["checkout/pay", 'HTTP 422: method is "PAYPAL"'],
    ["checkout/pay", "HTTP 422: sealed is missing, changed, of another page, or of a sandbox that has restarted"],
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
