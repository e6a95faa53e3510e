import { expect, it } from "vitest";
import { tellsCalls, tellsNotifications } from "./metrics.js";

it("tells in Prometheus text what was called", () => tellsCalls());

it("tells how the notifications stand", () => tellsNotifications());

it("counts a call that met a defect or a store that is away", async () => {
  const { CallCounts } = await import("../../src/server/payment-api/http/call-counts.js");
  const { metricsText } = await import("../../src/server/metrics.js");
  const counts = new CallCounts();
  counts.failed("a/b");
  counts.answered("a/b", { http: 503, body: "" }, 6000);
  const text = metricsText({
    version: "1",
    store: "memory",
    uptimeMs: 1,
    counts,
    stored: undefined,
    database: undefined,
    quotaRefusals: undefined,
  });
  expect(text).toContain("payment_sandbox_store_up 0\n");
  expect(text).not.toContain("payment_sandbox_lanes");
  expect(text).toContain('payment_sandbox_failures_total{operation="a/b"} 1\n');
  expect(text).toContain('payment_sandbox_refusals_total{operation="a/b",code="http-503"} 1\n');
  expect(text).toContain('payment_sandbox_call_duration_seconds_bucket{operation="a/b",le="5"} 0\n');
  expect(text).toContain('payment_sandbox_call_duration_seconds_bucket{operation="a/b",le="+Inf"} 1\n');
});
