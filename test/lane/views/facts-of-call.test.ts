import { expect, it } from "vitest";
import type { Exchange } from "../../../src/lane/ports/exchange.js";
import { callFacts, callMoney } from "../../../src/lane/views/facts-of-call.js";

const exchange = (over: Partial<Exchange>) =>
  ({ id: 1, at: 0, request: "", explain: "", orderId: 7, ...over }) as Exchange;

it.each([
  ["an amount of the call", '{"amount":12.5,"currency":"USD"}', [12.5, "USD"]],
  ["no amount", "{}", [undefined, undefined]],
  ["no JSON", '{"amount":', [undefined, undefined]],
  ["an amount that is sent as text", '{"amount":"12.50","currency":"USD"}', [12.5, "USD"]],
  ["an empty amount", '{"amount":" "}', [undefined, undefined]],
  ["an amount that is no number", '{"amount":"=1+1","currency":"USD"}', [undefined, "USD"]],
  ["an amount past any order", '{"amount":1e300}', [undefined, undefined]],
  ["a currency that is none", '{"amount":1,"currency":"\\u001b[31m"}', [1, undefined]],
] as const)("tells of a call with %s only what can be read", (_, request, told) => {
  const { amount, currency } = callFacts(exchange({ request }), []);
  expect([amount, currency]).toEqual(told);
});

it("takes the status before the call if the call changed no order", () => {
  expect(callFacts(exchange({ orderStatus: "SUCCESS" }), []).orderStatus).toBe("SUCCESS");
});

it.each([
  [{ amount: 5, currency: "HKD" }, "HKD 5.00"],
  [{ amount: 5.123, currency: "HKD" }, "HKD 5.123"],
  [{ amount: 0.001 }, "0.001"],
  [{ currency: "USD" }, ""],
])("the money of %j is %j: no digit of a refused amount is lost", (call, text) => {
  expect(callMoney(call)).toBe(text);
});
