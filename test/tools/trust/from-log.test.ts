import { expect, it } from "vitest";
import { defaultPolicy } from "../../../src/core/facts/assumptions.js";
import { calibrationFromLog } from "../../../src/tools/trust/from-log/from-log.js";
import type { Recorded } from "../../../src/tools/trust/recording/exchange.js";
import { requests } from "../../support/client.js";
import { startTestSandbox } from "../../support/sandbox.js";

const create = requests.create();
const { merchantId, merchantReference } = create;
type Named = (id: number | undefined) => readonly [operation: string, params: object];
const textId: Named = (id) => ["hosted-checkout/query", { merchantId, orderId: String(id) }];
const emptyId: Named = () => ["hosted-checkout/query", { merchantId, orderId: "", merchantReference }];
const longUser: Named = () => ["tokenization/query-token", { merchantId, userId: "u".repeat(57) }];
const numericUser: Named = () => ["tokenization/query-token", { merchantId, userId: 1001 }];

it.each([
  ["text-ids", "accept", textId],
  ["text-ids", "refuse", textId],
  ["empty-order-id", "refuse-both", emptyId],
  ["user-id-length", "up-to-56", longUser],
  ["user-id-length", "up-to-64", longUser],
  ["text-numbers", "digits", numericUser],
  ["text-numbers", "refuse", numericUser],
] as const)("a log with an unusual id settles %s: %s, and is no finding", async (id, choice, named) => {
  await using service = await startTestSandbox({ signature: "off", policy: { ...defaultPolicy, [id]: choice } });
  const recorded: Recorded[] = [];
  const call = async (operation: string, params: object) => {
    const request = JSON.stringify({ request: JSON.stringify(params), signature: "***" });
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`${service.url}/${operation}`, { method: "POST", headers, body: request });
    const response = { status: answer.status, contentType: "application/json", body: await answer.text() };
    const path = `/${operation}`;
    recorded.push({ at: "2026-01-05T02:00:00Z", durationMs: 5, method: "POST", path, request, response });
    return JSON.parse(response.body);
  };
  // Mistakes that show the code of an invalid parameter.
  for (const wrong of [{ amount: "a lot" }, { lineItems: [] }])
    await call("hosted-checkout/create", { ...create, merchantReference: "wrong", ...wrong });
  const { order } = await call("hosted-checkout/create", create);
  await call("hosted-checkout/query", { merchantId, orderId: order?.id });
  await call(...named(order?.id));
  const { calibration } = await calibrationFromLog({ recorded, target: service.url, now: 0 });
  expect(calibration.assumptions[id]?.choice).toBe(choice);
  expect(calibration.findings).toEqual({});
});
