import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { silentLog } from "../../../../src/lane/ports/log.js";
import { defaultSettings } from "../../../../src/server/options/settings.js";
import { startServer } from "../../../../src/server/server.js";
import { activityHooks } from "../../../../src/tools/cli/server/live-log.js";
import { telemetryOf } from "../../../../src/tools/cli/server/telemetry.js";
import { clientOf, requests } from "../../../support/client.js";
import { KeptLog } from "../../../support/lane-parts.js";
import { listening } from "../../../support/listening.js";
import { control } from "../../../support/sandbox.js";
import { startShop } from "../../../support/shop.js";

const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = "00f067aa0ba902b7";
const traced = (flags = "01") => ({ headers: { traceparent: `00-${TRACE_ID}-${CALLER}-${flags}` } });

interface Collector extends AsyncDisposable {
  readonly endpoint: string;
  /** The path and body of each request. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for.
  readonly got: { readonly path: string; readonly headers: IncomingMessage["headers"]; readonly body: any }[];
}

/** An OTLP receiver on loopback. */
async function startCollector(http = 200): Promise<Collector> {
  const got: Collector["got"] = [];
  const server = await listening(async (request, response) => {
    let text = "";
    for await (const piece of request.setEncoding("utf8")) text += piece;
    got.push({ path: request.url!, headers: request.headers, body: JSON.parse(text) });
    response.writeHead(http, { "Content-Type": "application/json" }).end("{}");
  });
  return { ...server, endpoint: server.url, got };
}

const spansIn = ({ got }: Collector) =>
  got
    .filter(({ path }) => path.endsWith("/v1/traces"))
    .flatMap(({ body }) => body.resourceSpans[0].scopeSpans.flatMap(({ spans }: { spans: object[] }) => spans));
// biome-ignore lint/suspicious/noExplicitAny: spans as they came.
const named = (spans: readonly any[], name: string) => spans.find((span) => span.name === name);

/** A sandbox that exports to an endpoint, while `use` calls it; everything is sent when it is over. */
async function exporting(env: NodeJS.ProcessEnv, use: (url: string) => Promise<void>, log = new KeptLog()) {
  const telemetry = (await telemetryOf(env, log))!;
  const server = await startServer({ ...defaultSettings, port: 0 }, silentLog, {
    ...activityHooks(telemetry.listener),
    ...telemetry.hooks,
  });
  try {
    await use(server.url);
    await (await server.lanes.ready("default")).deliveries.drain();
    await telemetry.stop();
  } finally {
    await server.stop();
  }
}

const told = (url: string) => control(url, "POST", "wait", { for: "notification", match: { acknowledged: true } });

describe("with OTEL_EXPORTER_OTLP_ENDPOINT", () => {
  it("a trace goes from the shop through the sandbox to the shop", async () => {
    await using collector = await startCollector();
    await using shop = await startShop();
    await exporting({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint }, async (url) => {
      const params = requests.sale({ callbackUrl: { notify: shop.notifyUrl } });
      await clientOf(url)("tokenization/sale", params, traced());
      await told(url);
    });
    const spans = spansIn(collector);
    const call = named(spans, "tokenization/sale");
    const attempt = named(spans, "notification payment");
    expect(call).toMatchObject({ traceId: TRACE_ID, parentSpanId: CALLER, kind: 2 });
    expect(attempt).toMatchObject({ traceId: TRACE_ID, parentSpanId: call.spanId, kind: 3 });
    expect(shop.heard[0]!.headers.traceparent).toBe(`00-${TRACE_ID}-${attempt.spanId}-01`);
    expect(BigInt(call.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(call.startTimeUnixNano));
    expect(call.attributes).toContainEqual({ key: "payment_sandbox.lane", value: { stringValue: "default" } });
    const { hostname, port } = new URL(shop.notifyUrl);
    expect(attempt.attributes).toContainEqual({ key: "server.address", value: { stringValue: hostname } });
    expect(attempt.attributes).toContainEqual({ key: "server.port", value: { intValue: Number(port) } });
  });

  it("an act on a page stands in the trace of the call that opened the page", async () => {
    await using collector = await startCollector();
    await exporting({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint }, async (url) => {
      const { headers } = await clientOf(url)("hosted-checkout/create", requests.create(), traced());
      const { body } = await control(url, "GET", `requests/${headers.get("X-Sandbox-Request-Id")}`);
      await control(url, "POST", `orders/${body.request.orderId}/simulate`, { action: "pay" });
    });
    expect(named(spansIn(collector), "checkout/pay")).toMatchObject({ traceId: TRACE_ID, parentSpanId: CALLER });
  });

  it("a call without a traceparent begins a trace, which its notification continues", async () => {
    await using collector = await startCollector();
    await using shop = await startShop();
    await exporting({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint }, async (url) => {
      await clientOf(url)("tokenization/sale", requests.sale({ callbackUrl: { notify: shop.notifyUrl } }));
      await told(url);
    });
    const call = named(spansIn(collector), "tokenization/sale");
    expect(call.parentSpanId ?? "").toBe("");
    expect(named(spansIn(collector), "notification payment")).toMatchObject({
      traceId: call.traceId,
      parentSpanId: call.spanId,
    });
  });

  it("a trace that the shop does not sample is not exported, and keeps its flags", async () => {
    await using collector = await startCollector();
    await using shop = await startShop();
    await exporting({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint }, async (url) => {
      const params = requests.sale({ callbackUrl: { notify: shop.notifyUrl } });
      await clientOf(url)("tokenization/sale", params, traced("00"));
      await told(url);
    });
    expect(spansIn(collector)).toEqual([]);
    expect(shop.heard[0]!.headers.traceparent).toMatch(new RegExp(`^00-${TRACE_ID}-[0-9a-f]{16}-00$`));
  });

  it("sends the metrics of /metrics by the same names, and nothing to other paths", async () => {
    await using collector = await startCollector();
    // Shorter than an export may take.
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/otlp/`, OTEL_METRIC_EXPORT_INTERVAL: "5000" };
    let text = "";
    await exporting(env, async (url) => {
      await clientOf(url)("hosted-checkout/create", requests.create());
      text = await (await fetch(`${url}/metrics`)).text();
    });
    expect(new Set(collector.got.map(({ path }) => path))).toEqual(new Set(["/otlp/v1/traces", "/otlp/v1/metrics"]));
    const { body } = collector.got.find(({ path }) => path === "/otlp/v1/metrics")!;
    const { metrics } = body.resourceMetrics[0].scopeMetrics.at(-1);
    const names = text.split("\n").flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []);
    const sampled = names.filter((name) => new RegExp(`^${name}(_count)?[ {]`, "m").test(text));
    expect(metrics.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(sampled));
    const duration = metrics.find(({ name }: { name: string }) => name === "payment_sandbox_call_duration_seconds");
    const [point] = duration.histogram.dataPoints;
    expect(point.bucketCounts.reduce((sum: number, count: number) => sum + Number(count), 0)).toBe(1);
    expect(Number(point.count)).toBe(1);
  });

  it.each([
    ["OTEL_TRACES_EXPORTER", "/v1/metrics", CALLER],
    ["OTEL_METRICS_EXPORTER", "/v1/traces", "[0-9a-f]{16}"],
  ])("%s=none leaves only %s, and a notification with a parent that exists", async (name, path, parent) => {
    await using collector = await startCollector();
    await using shop = await startShop();
    await exporting({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, [name]: "none" }, async (url) => {
      const params = requests.sale({ callbackUrl: { notify: shop.notifyUrl } });
      await clientOf(url)("tokenization/sale", params, traced());
      await told(url);
    });
    expect(new Set(collector.got.map((one) => one.path))).toEqual(new Set([path]));
    expect(shop.heard[0]!.headers.traceparent).toMatch(new RegExp(`^00-${TRACE_ID}-${parent}-01$`));
  });

  it("calls are answered while the collector refuses, and the log says so once", async () => {
    await using collector = await startCollector(400);
    const log = new KeptLog();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint.replace("//", "//user:secret@") };
    await exporting(
      env,
      async (url) => {
        const { body } = await clientOf(url)("hosted-checkout/create", requests.create());
        expect(body.responseCode).toBe("0000");
      },
      log,
    );
    expect(log.lines.filter((line) => line.includes("telemetry"))).toHaveLength(1);
    expect(log.lines.join()).not.toContain("secret");
  });
});

describe("without it", () => {
  it.each([
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: "" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: "http://x", OTEL_SDK_DISABLED: "true" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: "http://x", OTEL_SDK_DISABLED: "True" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: "http://x", OTEL_TRACES_EXPORTER: "none", OTEL_METRICS_EXPORTER: "none" },
  ])("%j exports nothing", async (env) => {
    expect(await telemetryOf(env, silentLog)).toBeUndefined();
  });

  it.each(["localhost:4318", "grpc://localhost:4317", "x"])("refuses %s as an endpoint", async (endpoint) => {
    await expect(telemetryOf({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, silentLog)).rejects.toThrow(
      "OTEL_EXPORTER_OTLP_ENDPOINT: expected",
    );
  });
});
