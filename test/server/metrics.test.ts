import { expect, it } from "vitest";
import { requests, sold } from "../support/client.js";
import { testStore } from "../support/postgres.js";
import { startTestSandbox } from "../support/sandbox.js";
import { startShop } from "../support/shop.js";

const read = async (url: string): Promise<Map<string, number>> => {
  const answer = await fetch(`${url}/metrics`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  const lines = (await answer.text()).trimEnd().split("\n");
  for (const line of lines)
    expect(line).toMatch(/^(# (HELP|TYPE) payment_sandbox_\w+ .+|payment_sandbox_\w+(\{[^{}]+\})? [\d.e+-]+)$/);
  return new Map(
    lines
      .filter((line) => !line.startsWith("#"))
      .map((line) => [line.slice("payment_sandbox_".length, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]),
  );
};

it.each(["sqlite", "postgres"])("tells in Prometheus text what was called, on %s", async (kind) => {
  await using sandbox = await startTestSandbox(kind === "postgres" ? { store: await testStore() } : {});
  await sold(sandbox.client);
  await sandbox.client("tokenization/sale", requests.sale({ merchantReference: "M-1" }));
  await sandbox.client("tokenization/sale", requests.sale({ merchantReference: "M-1" }));
  await sandbox.client("tokenization/sale", { merchantId: 3 });
  const found = await read(sandbox.url);
  const sale = 'operation="tokenization/sale"';
  expect(found.get(`calls_total{${sale}}`)).toBe(4);
  expect(found.get(`refusals_total{${sale},code="2002"}`)).toBe(1);
  expect([...found].filter(([name]) => name.startsWith("refusals_total")).map(([, count]) => count)).toEqual([1, 1]);
  expect(found.get(`failures_total{${sale}}`)).toBe(0);
  expect(found.get(`call_duration_seconds_bucket{${sale},le="+Inf"}`)).toBe(4);
  expect(found.get(`call_duration_seconds_count{${sale}}`)).toBe(4);
  expect(found.get(`call_duration_seconds_sum{${sale}}`)).toBeGreaterThan(0);
  expect(found.get("lanes")).toBe(1);
  expect(found.has("pool_max")).toBe(kind === "postgres");
});

it.each(["sqlite", "postgres"])("tells how the notifications stand, on %s", async (kind) => {
  await using sandbox = await startTestSandbox(kind === "postgres" ? { store: await testStore() } : {});
  await using shop = await startShop(() => false);
  await sandbox.control("PUT", "clock", { action: "freeze" });
  await sold(sandbox.client, { callbackUrl: { notify: shop.notifyUrl } });
  await sandbox.control("POST", "wait", { for: "notification", match: {} });
  const found = await read(sandbox.url);
  expect([found.get("notifications_due"), found.get("notifications_in_flight")]).toEqual([1, 0]);
  expect(found.get("notifications_oldest_due_seconds")).toBe(0);
});

it("counts a call that met a defect or a store that is away", async () => {
  const { CallCounts } = await import("../../src/server/call-counts.js");
  const { metricsText } = await import("../../src/server/metrics.js");
  const counts = new CallCounts();
  counts.failed("a/b");
  counts.answered("a/b", { http: 503, body: "" }, 6000);
  const text = metricsText({
    version: "1",
    store: "memory",
    uptimeMs: 1,
    lanes: 1,
    counts,
    measures: { due: 0, inFlight: 0, oldestDueMs: 0 },
  });
  expect(text).toContain('payment_sandbox_failures_total{operation="a/b"} 1\n');
  expect(text).toContain('payment_sandbox_refusals_total{operation="a/b",code="http-503"} 1\n');
  expect(text).toContain('payment_sandbox_call_duration_seconds_bucket{operation="a/b",le="5"} 0\n');
  expect(text).toContain('payment_sandbox_call_duration_seconds_bucket{operation="a/b",le="+Inf"} 1\n');
});
