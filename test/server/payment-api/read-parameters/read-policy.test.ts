import { expect, it } from "vitest";
import { defaultPolicy, type Policy } from "../../../../src/core/facts/assumptions.js";
import { paramsOf } from "../../../../src/server/payment-api/read-parameters/params.js";

/** The assumptions that were read while these parameters were. */
function readFor(path: "hosted-checkout/create" | "hosted-checkout/query", params: object): readonly string[] {
  const read = new Set<string>();
  const policy = new Proxy<Policy>(defaultPolicy, {
    get: (of, id) => {
      read.add(String(id));
      return of[id as keyof Policy];
    },
  });
  paramsOf(path, policy)(params);
  return [...read].filter((id) => id.startsWith("empty-"));
}

it.each([
  ["hosted-checkout/create", { amount: 1 }, []],
  ["hosted-checkout/create", { amount: 1, currency: "HKD" }, []],
  ["hosted-checkout/create", { amount: 1, currency: "" }, ["empty-currency"]],
  ["hosted-checkout/query", { merchantReference: "A-1" }, []],
  ["hosted-checkout/query", { orderId: "" }, ["empty-order-id"]],
] as const)("%s with %j rests on %j", (path, params, expected) => {
  expect(readFor(path, params)).toEqual(expected);
});
