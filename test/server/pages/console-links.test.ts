import { describe, expect, it } from "vitest";
import type { Lane } from "../../../src/lane/lane.js";
import { keepJudged } from "../../../src/lane/views/judged.js";
import { repeatOf } from "../../../src/server/pages/console/calls/fork.js";
import type { ConsoleVisit } from "../../../src/server/pages/console/context.js";
import { JudgedOrders } from "../../../src/server/pages/console/orders/judged.js";

describe("a call is made again", () => {
  const sale = { merchantId: 3, cardNumber: "411111XXXXXX1111" };
  it.each([
    [
      "direct/sale",
      sale,
      { method: "MERCHANT", path: "direct/sale", body: { ...sale, cardNumber: "4111111111111111" } },
    ],
    ["checkout/pay", {}, { method: "POST", path: "orders/7/simulate", body: { action: "pay" } }],
    ["checkout/open", {}, undefined],
    ["settlement", {}, undefined],
  ])("%s with %j is %j", (operation, request, expected) => {
    expect(repeatOf({ operation, request: JSON.stringify(request), orderId: 7 })).toEqual(expected);
  });

  it("is not, if its text cannot be read or names no order", () => {
    expect(repeatOf({ operation: "direct/sale", request: "{", orderId: 7 })).toBeUndefined();
    expect(repeatOf({ operation: "checkout/pay", request: "{}" })).toBeUndefined();
  });
});

it("a belief leads to its order, whatever its reference looks like", async () => {
  const orders = async ({ merchantReference }: { merchantReference: string }) =>
    merchantReference === "1000001" ? [{ id: 42 }] : [];
  const lane = { store: { views: { orders } } } as unknown as Lane;
  const of = (merchantReference: string) => ({
    merchantReference,
    believed: "paid",
    verdict: undefined,
    why: undefined,
  });
  keepJudged(lane, { mutant: "m", orders: [of("1000001"), of("<b>gone</b>")] });
  const html = String(await (await JudgedOrders({ visit: { lane, home: "/ui" } as ConsoleVisit }))?.toString());
  expect(html).toContain('<a href="/ui/orders/42">1000001</a>');
  expect(html).toContain("&lt;b&gt;gone&lt;/b&gt;");
});
