import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { instant } from "../../../../src/core/domain/money.js";
import { JournalBudget } from "../../../../src/lane/store/journal-budget.js";
import { SPANS_MAX } from "../../../../src/lane/traces/read-otlp.js";
import { ShopSpans, TRACE_MAX } from "../../../../src/lane/traces/shop-spans.js";
import { requests } from "../../../support/client.js";
import { control, FROZEN_AT, startTestSandbox, type TestLane } from "../../../support/sandbox.js";

const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = "00f067aa0ba902b7";
const traced = { headers: { traceparent: `00-${TRACE_ID}-${CALLER}-01` } };
const NOW_NS = `${FROZEN_AT}000000`;

/**
 * What npm's @opentelemetry/exporter-trace-otlp-proto 0.301.0 sent: the span below, at FROZEN_AT, with an event, the error "no" and
 * an attribute of each kind.
 */
const exported = Buffer.from(
  "CpcCCh4KGgoMc2VydmljZS5uYW1lEgoKCGNoZWNrb3V0EAAS9AEKCQoEaHR0cBIBMRLmAQoQS/kvNXezTaajzpKdDg5HNhIIAPBnqgupArciCKqqqqqqqqqqKghQT1NUIHBheTADOQBAp5Qws4cYQdRwp5Qws4cYShQKCmh0dHAucm91dGUSBgoEL3BheUoNCgdyZXRyaWVzEgIYA0oRCgRyYXRlEgkhAAAAAAAA4D9KDAoGY2FjaGVkEgIQAUoTCgRkZWJ0EgsY+f//////////AUoUCgRsaXN0EgwqCgoDCgFhCgMKAWJQAFobCQVAp5Qws4cYEgVyZXRyeRoHCgFuEgIYASAAYABwAHoGEgJubxgChQEBAQAA",
  "base64",
);

const span = (over: object = {}) => ({
  traceId: TRACE_ID,
  spanId: CALLER,
  name: "POST pay",
  kind: 3,
  startTimeUnixNano: NOW_NS,
  endTimeUnixNano: `${FROZEN_AT}012500`,
  ...over,
});
const posted = (...spans: readonly unknown[]) => ({
  resourceSpans: [
    {
      resource: { attributes: [{ key: "service.name", value: { stringValue: "checkout" } }] },
      scopeSpans: [{ scope: { name: "http" }, spans }],
    },
  ],
});

/** A traced sale, and the timeline of its order once these were posted. */
async function timelineAfter({ url, client }: TestLane, ...spans: readonly unknown[]): Promise<readonly object[]> {
  const { headers } = await client("tokenization/sale", requests.sale(), traced);
  const { body } = await control(url, "GET", `requests/${headers.get("X-Sandbox-Request-Id")}`);
  expect(await control(url, "POST", "traces", posted(...spans))).toEqual({ http: 200, body: {} });
  return (await control(url, "GET", `orders/${body.request.orderId}`)).body.timeline;
}

describe("POST /_sandbox/traces", () => {
  it("puts spans into the order's timeline: the callers before the call, the others behind it", async () => {
    await using sandbox = await startTestSandbox();
    const lane = await sandbox.lane();
    const timeline = await timelineAfter(
      lane,
      span({ spanId: "c".repeat(16), parentSpanId: "b".repeat(16), name: "after", status: { code: 2, message: "no" } }),
      span({ parentSpanId: "a".repeat(16), attributes: [{ key: "http.route", value: { stringValue: "/pay" } }] }),
      span({ spanId: "A".repeat(16), name: "GET checkout", startTimeUnixNano: `${FROZEN_AT - 5}000000` }),
      span({ traceId: "d".repeat(32), name: "of another trace" }),
    );
    const at = "2026-01-05T02:00:00.000+00:00";
    const common = { at, traceId: TRACE_ID, service: "checkout", durationMs: 0.012 };
    expect(timeline).toEqual([
      { ...common, what: "GET checkout", spanId: "a".repeat(16), durationMs: 5.012, attributes: {} },
      {
        ...common,
        what: "POST pay",
        spanId: CALLER,
        parentSpanId: "a".repeat(16),
        attributes: { "http.route": "/pay" },
      },
      expect.objectContaining({ what: "tokenization/sale" }),
      expect.objectContaining({ what: "after", spanId: "c".repeat(16), error: "no" }),
    ]);
  });

  it("takes spans of the default lane, and keeps lanes apart", async () => {
    await using sandbox = await startTestSandbox();
    const { url } = await sandbox.lane("other");
    await control(sandbox.url, "POST", "traces", posted(span()));
    expect((await sandbox.server.lanes.ready("default")).shopSpans.of([TRACE_ID])).toHaveLength(1);
    expect((await sandbox.server.lanes.ready("other")).shopSpans.of([TRACE_ID])).toEqual([]);
    await control(url, "POST", "traces", posted(span({ name: "of the other" })));
    expect((await sandbox.server.lanes.ready("other")).shopSpans.of([TRACE_ID])).toMatchObject([
      { name: "of the other" },
    ]);
  });

  it("drops them with the lane's state", async () => {
    await using sandbox = await startTestSandbox();
    await control(sandbox.url, "POST", "traces", posted(span()));
    await control(sandbox.url, "POST", "reset", {});
    expect((await sandbox.server.lanes.ready("default")).shopSpans.of([TRACE_ID])).toEqual([]);
  });

  it("keeps so many spans of a trace, and says how many it rejected", async () => {
    await using sandbox = await startTestSandbox();
    const many = Array.from({ length: TRACE_MAX + 3 }, (_, i) =>
      span({ spanId: (i + 1).toString(16).padStart(16, "0") }),
    );
    const { body } = await control(sandbox.url, "POST", "traces", posted(...many));
    expect(body.partialSuccess).toEqual({ rejectedSpans: "3", errorMessage: `a trace keeps ${TRACE_MAX} spans` });
  });

  it.each([
    ["no object", [], "body: expected an object"],
    ["no list", { resourceSpans: {} }, "resourceSpans: expected a list"],
    ["an empty object", {}, "resourceSpans: expected a list"],
    ["a resource that is text", { resourceSpans: ["x"] }, "resourceSpans[0]: expected an object"],
    ["a span that is null", posted(null), "resourceSpans[0].scopeSpans[0].spans[0]: expected an object"],
    ["a short trace id", posted(span({ traceId: "ab" })), 'spans[0].traceId is "ab", expected 32 hexadecimal digits'],
    ["no trace id", posted({ ...span(), traceId: undefined }), "spans[0].traceId is missing, expected a text"],
    [
      "a span id in base64",
      posted(span({ spanId: "APBnqgupArc=" })),
      'spans[0].spanId is "APBnqgupArc=", expected 16 hexadecimal digits',
    ],
    ["no name", posted(span(), span({ name: 7 })), "spans[1].name is 7, expected a text"],
    [
      "a negative time",
      posted(span({ startTimeUnixNano: "-1" })),
      'spans[0].startTimeUnixNano is "-1", expected nanoseconds',
    ],
    [
      "a huge number",
      posted(span({ endTimeUnixNano: 1e300 })),
      "spans[0].endTimeUnixNano is 1e+300, expected nanoseconds",
    ],
    ["too many spans", posted(...Array(SPANS_MAX + 1).fill(span())), `there are more than ${SPANS_MAX} spans`],
  ])("refuses %s, and keeps nothing of it", async (_, body, message) => {
    await using sandbox = await startTestSandbox();
    const refused = await control(sandbox.url, "POST", "traces", body);
    expect(refused).toMatchObject({ http: 400, body: { code: "invalid-traces" } });
    expect(refused.body.message).toContain(message);
    expect((await sandbox.server.lanes.ready("default")).shopSpans.bytes).toBe(0);
  });

  it.each([
    [
      "protobuf that breaks off",
      { "Content-Type": "application/x-protobuf" },
      "\n\u0012",
      "the body (2 bytes) is no OTLP in protobuf, or was cut off",
    ],
    [
      "a field of no kind",
      { "Content-Type": "application/x-protobuf" },
      "\u000f",
      "the body (1 byte) is no OTLP in protobuf, or was cut off",
    ],
    ["text that is no JSON", {}, "{", "not valid JSON"],
    ["gzip that is none", { "Content-Encoding": "gzip" }, "{}", "Content-Encoding is gzip, but the body is not"],
  ])("refuses %s", async (_, headers, body, message) => {
    await using sandbox = await startTestSandbox();
    const answered = await fetch(`${sandbox.url}/_sandbox/traces`, { method: "POST", headers, body });
    expect(answered.status).toBe(400);
    expect(((await answered.json()) as { message: string }).message).toContain(message);
  });

  it.each([
    ["as it is", exported, {}],
    ["compressed", gzipSync(exported), { "Content-Encoding": "gzip" }],
  ])("reads protobuf %s, and answers in protobuf", async (_, body, headers) => {
    await using sandbox = await startTestSandbox();
    const answered = await sendProtobuf(sandbox.url, body, headers);
    expect(answered).toEqual({ http: 200, type: "application/x-protobuf", bytes: Buffer.alloc(0) });
    expect((await sandbox.server.lanes.ready("default")).shopSpans.of([TRACE_ID])).toEqual([
      {
        traceId: TRACE_ID,
        spanId: CALLER,
        parentSpanId: "a".repeat(16),
        name: "POST pay",
        service: "checkout",
        startMs: FROZEN_AT,
        at: FROZEN_AT,
        durationMs: 0.012,
        error: "no",
        attributes: { "http.route": "/pay", retries: "3", rate: 0.5, cached: true, debt: "-7" },
      },
    ]);
  });

  it("takes a request in protobuf without a span", async () => {
    await using sandbox = await startTestSandbox();
    expect((await sendProtobuf(sandbox.url, Buffer.alloc(0), {})).http).toBe(200);
  });

  it("says in protobuf how many spans it rejected", async () => {
    await using sandbox = await startTestSandbox();
    const numbered = (_: unknown, i: number) => {
      const one = Buffer.from(exported);
      one.writeUInt32BE(i + 1, one.indexOf(CALLER, 0, "hex"));
      return one;
    };
    const full = Buffer.concat(Array.from({ length: TRACE_MAX + 3 }, numbered));
    const { bytes } = await sendProtobuf(sandbox.url, full, {});
    const message = `a trace keeps ${TRACE_MAX} spans`;
    expect(bytes).toEqual(
      Buffer.from(`\n${length(message.length + 4)}\b\u0003\u0012${length(message.length)}${message}`),
    );
  });

  it("refuses what is over 1 MB once it is uncompressed", async () => {
    await using sandbox = await startTestSandbox();
    const large = gzipSync(Buffer.alloc(2_000_000));
    const { http } = await sendProtobuf(sandbox.url, large, { "Content-Encoding": "gzip" });
    expect(http).toBe(413);
  });
});

const length = (bytes: number): string => String.fromCharCode(bytes);

async function sendProtobuf(url: string, body: Buffer, headers: Readonly<Record<string, string>>) {
  const answer = await fetch(`${url}/_sandbox/traces`, {
    method: "POST",
    headers: { "Content-Type": "application/x-protobuf", ...headers },
    body: new Uint8Array(body),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { http: answer.status, type: answer.headers.get("Content-Type"), bytes };
}

describe("the spans of a lane", () => {
  const kept = (trace: number, over: object = {}) => ({
    ...{
      traceId: trace.toString(16).padStart(32, "0"),
      spanId: "1".repeat(16),
      name: "n",
      startMs: trace,
      at: instant(0),
    },
    ...{ durationMs: 1, attributes: {} },
    ...over,
  });

  it("count towards the budget of the journals: the oldest traces go first", () => {
    const spans = new ShopSpans(new JournalBudget(5_000));
    spans.add([kept(1), kept(2)]);
    expect(spans.of([kept(1).traceId])).toHaveLength(1);
    for (let trace = 3; trace < 40; trace++) spans.add([kept(trace)]);
    expect(spans.bytes).toBeLessThanOrEqual(5_000);
    expect(spans.of([kept(1).traceId])).toEqual([]);
    expect(spans.of([kept(39).traceId])).toHaveLength(1);
  });

  it("are bounded in number", () => {
    const spans = new ShopSpans(new JournalBudget(1e9));
    for (let trace = 1; trace <= 10_001; trace++) spans.add([kept(trace)]);
    expect(spans.of([kept(1).traceId, kept(2).traceId])).toHaveLength(1);
  });

  it("sent twice are kept once", () => {
    const spans = new ShopSpans(new JournalBudget(1e9));
    spans.add([kept(1)]);
    const { bytes } = spans;
    spans.add([kept(1)]);
    expect(spans.bytes).toBe(bytes);
    spans.close();
    expect(spans.bytes).toBe(0);
  });
});
