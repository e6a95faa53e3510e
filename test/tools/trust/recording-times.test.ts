import { expect, it } from "vitest";
import { startSandbox } from "../../../src/tools/library/sandbox.js";
import type { SandboxLane } from "../../../src/tools/library/types.js";
import { calibrationFromLog } from "../../../src/tools/trust/from-log/from-log.js";
import { ownAnswers } from "../../../src/tools/trust/import/own-answers.js";
import type { Recorded } from "../../../src/tools/trust/recording/exchange.js";
import { compareRecording } from "../../../src/tools/trust/replay/compare.js";
import { requests } from "../../support/client.js";

/** A shop of last January: an order, which the shopper pays five minutes later, a query, and a refund. */
async function soldInJanuary(lane: SandboxLane, { more = {}, queriedAfter = "1m" } = {}): Promise<readonly Recorded[]> {
  await lane.clock.freeze("2026-01-05T10:00:00+08:00");
  const all: Recorded[] = [];
  const call = async (operation: string, params: object) => {
    const at = (await lane.clock.now()).toISOString();
    const request = JSON.stringify({ request: JSON.stringify({ merchantId: 3, ...params }), signature: "***" });
    const headers = { "Content-Type": "application/json" };
    const answer = await lane.fetch(`/${operation}`, { method: "POST", headers, body: request });
    const response = { status: answer.status, contentType: "application/json", body: await answer.text() };
    all.push({ at, durationMs: 5, method: "POST", path: `/${operation}`, request, response });
    return JSON.parse(response.body).order;
  };
  const { id: orderId } = await call("hosted-checkout/create", requests.create(more));
  await lane.clock.advance("5m");
  await lane.simulate(orderId, "pay");
  await lane.clock.advance(queriedAfter);
  await call("hosted-checkout/query", { orderId });
  await call("hosted-checkout/refund", { orderId, amount: 5 });
  return all;
}

it("an old recording whose order had a time to expire compares alike, and needs no choice", async () => {
  await using sandbox = await startSandbox({ signature: "off" });
  const recorded = await soldInJanuary(await sandbox.lane(), { more: { expiryTime: "2026-01-05T10:30:00.000+08:00" } });
  expect((await compareRecording(recorded)).differing).toEqual([]);
  const { assume, otherwise } = await ownAnswers(recorded);
  expect([assume, otherwise]).toEqual([{}, new Map()]);
});

it("an order that was paid in time, and that the log shows only after its time, is no finding", async () => {
  await using sandbox = await startSandbox({ signature: "off" });
  const recorded = await soldInJanuary(await sandbox.lane(), { queriedAfter: "3d" });
  const { calibration } = await calibrationFromLog({ recorded, target: "log", now: 0 });
  expect(calibration.findings).toEqual({});
});
