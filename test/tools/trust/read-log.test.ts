import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { paramsIn } from "../../../src/tools/trust/recording/exchange.js";
import { readLogs } from "../../../src/tools/trust/recording/read-log.js";
import { testFolder } from "../../support/sandbox.js";

const params = '{"merchantId":3,"merchantReference":"A-1"}';
const envelope = JSON.stringify({ request: params, signature: "abc" });
const answer = '{"responseCode":"0000","message":"Success","order":{"id":7,"merchantReference":"A-1","status":"OPEN"}}';
const T = "2026-01-05T02:00:00";

function read(name: string, text: string, options = {}) {
  using folder = testFolder();
  const file = join(folder.path, name);
  writeFileSync(file, text);
  return readLogs([file], options);
}

const entry = (url: string) => ({
  startedDateTime: `${T}Z`,
  request: { method: "POST", url, postData: { text: envelope } },
  response: { status: 200, content: { text: answer } },
});

describe("the calls of a log", () => {
  it.each([
    [
      "a recording",
      "run.jsonl",
      JSON.stringify({
        at: `${T}.000Z`,
        durationMs: 1,
        method: "POST",
        path: "/api/hosted-checkout/query",
        request: envelope,
        response: { status: 200, contentType: "", body: answer },
      }),
    ],
    [
      "JSON lines of a logger",
      "app.jsonl",
      JSON.stringify({
        level: 30,
        time: Date.parse(`${T}Z`),
        req: { method: "POST", url: "https://pay.example/v1/hosted-checkout/query", body: JSON.parse(envelope) },
        res: { statusCode: 200, body: answer },
      }),
    ],
    [
      "JSON lines with plain parameters",
      "plain.jsonl",
      JSON.stringify({
        timestamp: `${T}Z`,
        url: "/hosted-checkout/query",
        request: JSON.parse(params),
        response: JSON.parse(answer),
        status: 200,
      }),
    ],
    [
      "a WooCommerce log",
      "wc-payments.log",
      `${T}+00:00 DEBUG POST https://pay.example/hosted-checkout/query ${envelope}\n${T}+00:00 DEBUG Response: 200 ${answer}\n`,
    ],
    [
      "a Laravel log",
      "laravel.log",
      `[${T.replace("T", " ")}] production.INFO: payment.request {"url":"https://pay.example/hosted-checkout/query","body":${envelope}} []\n[${T.replace("T", " ")}] production.INFO: payment.response {"status":200,"body":${answer}} []\n`,
    ],
    [
      "a Laravel log with both in one line",
      "laravel.log",
      `[${T.replace("T", " ")}] local.DEBUG: call {"url":"/hosted-checkout/query","request":${params},"response":${answer}} []\n`,
    ],
    [
      "a WooCommerce log with JSON over several lines",
      "wc-payments.log",
      `${T}+00:00 DEBUG POST https://pay.example/hosted-checkout/query ${JSON.stringify(JSON.parse(envelope), null, 2)}\n${T}+00:00 DEBUG Response: 200 ${JSON.stringify(JSON.parse(answer), null, 4)}\n${T}+00:00 INFO done\n`,
    ],
    [
      "JSON lines of nginx",
      "access.log",
      JSON.stringify({
        time_iso8601: `${T}+00:00`,
        request: "POST /v1/hosted-checkout/query HTTP/1.1",
        status: "200",
        request_body: envelope,
        resp_body: answer,
      }),
    ],
    [
      "JSON lines of nginx that write a quotation mark as \\x22",
      "access.log",
      `{"time_iso8601":"${T}+00:00","request_uri":"/hosted-checkout/query","status":"200","request_body":"${JSON.stringify(JSON.parse(envelope)).replaceAll("\\", "\\x5C").replaceAll('"', "\\x22")}","response_body":"${answer.replaceAll('"', "\\x22")}"}`,
    ],
    [
      "JSON lines the last of which is broken",
      "plain.jsonl",
      `${JSON.stringify({ timestamp: `${T}Z`, url: "/hosted-checkout/query", request: JSON.parse(params), response: JSON.parse(answer) })}\n{"timestamp":"2026`,
    ],
    [
      "JSON lines with the request in one and the answer in another",
      "app.jsonl",
      [
        { time: `${T}Z`, url: "/hosted-checkout/query", request: JSON.parse(params) },
        { time: `${T}Z`, message: "answered", response: JSON.parse(answer), status: 200 },
      ]
        .map((line) => JSON.stringify(line))
        .join("\n"),
    ],
    [
      "a log with plain parameters in a line",
      "shop.log",
      `${T}+00:00 POST /hosted-checkout/query ${params}\n${T}+00:00 ${answer}\n`,
    ],
    [
      "an archive with entries that Firefox and Safari leave half empty",
      "shop.har",
      JSON.stringify({
        log: {
          entries: [
            { ...entry("https://pay.example/hosted-checkout/query"), time: null },
            {
              startedDateTime: `${T}Z`,
              request: { method: "GET", url: "https://x.example/", postData: null },
              response: { status: 0 },
            },
            { request: {} },
          ],
        },
      }),
    ],
    [
      "an HTTP archive",
      "shop.har",
      JSON.stringify({
        log: {
          entries: [entry("https://pay.example/v1/hosted-checkout/query"), entry("https://pay.example/logo.png")],
        },
      }),
    ],
  ])("are read from %s", (_, name, text) => {
    const [call, ...others] = read(name, text);
    expect(others).toEqual([]);
    expect(call).toMatchObject({ path: "/hosted-checkout/query", method: "POST", response: { status: 200 } });
    expect(paramsIn(call!.request)).toEqual(JSON.parse(params));
    expect(JSON.parse(call!.response!.body)).toEqual(JSON.parse(answer));
    expect(Date.parse(call!.at)).toBe(Date.parse(`${T}Z`));
  });

  it.each([
    ["status 0, as browsers do", { status: 0 }],
    ["an empty text, as axios-har-tracker does", { status: "", content: { text: "", mimeType: "text/html" } }],
    ["-1", { status: -1 }],
    ["null", null],
    ["no response", undefined],
  ])("keep a call whose lost answer an archive writes as %s", (_, response) => {
    const lost = entry("/tokenization/sale");
    const one = { ...lost, time: "", request: { ...lost.request, method: "post" }, response };
    const [call] = read("a.har", JSON.stringify({ log: { entries: [one] } }));
    expect(call).toMatchObject({ path: "/tokenization/sale", method: "POST", durationMs: 0, fault: "no answer" });
    expect(call).not.toHaveProperty("response");
  });

  it.each([
    ["gzip", "run.jsonl.gz", (text: string) => gzipSync(text)],
    ["UTF-16, as Windows programs write it", "run.jsonl", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
    ["UTF-8 with a byte order mark", "run.jsonl", (text: string) => Buffer.from(`\ufeff${text}`)],
    ["an archive in gzip", "a.har.gz", () => gzipSync(JSON.stringify({ log: { entries: [entry("/direct/query")] } }))],
    [
      "an archive whose bodies are packed",
      "a.har",
      () => {
        const packed = { status: 200, content: { encoding: "base64", text: gzipSync(answer).toString("base64") } };
        return Buffer.from(JSON.stringify({ log: { entries: [{ ...entry("/direct/query"), response: packed }] } }));
      },
    ],
  ])("are read from %s", (_, name, bytes) => {
    const line = { time: `${T}Z`, url: "/direct/query", request: JSON.parse(params), response: JSON.parse(answer) };
    using folder = testFolder();
    const file = join(folder.path, name);
    writeFileSync(file, bytes(`${JSON.stringify(line)}\n`));
    const [call, ...others] = readLogs([file]);
    expect(others).toEqual([]);
    expect(JSON.parse(call!.response!.body)).toEqual(JSON.parse(answer));
  });

  it("that say to be gzip and are not are told in one line", () => {
    using folder = testFolder();
    const file = join(folder.path, "cut.gz");
    writeFileSync(file, gzipSync("x".repeat(10_000)).subarray(0, 20));
    expect(() => readLogs([file])).toThrow(/:1:1: it cannot be unpacked .*expected gzip/);
  });

  it("are those under --base, between --since and --until", () => {
    const har = JSON.stringify({
      log: {
        entries: [
          entry("https://pay.example/hosted-checkout/query"),
          entry("https://other.example/hosted-checkout/query"),
        ],
      },
    });
    expect(read("a.har", har, { base: "https://pay.example" })).toHaveLength(1);
    expect(read("a.har", har, { since: Date.parse(`${T}Z`) + 1 })).toEqual([]);
    expect(read("a.har", har, { until: Date.parse(`${T}Z`) })).toEqual([]);
  });

  it("have no answer if nobody can say whose it is", () => {
    const ask = (reference: string) =>
      `${T}+00:00 DEBUG POST /hosted-checkout/query ${JSON.stringify({ request: JSON.stringify({ merchantId: 3, merchantReference: reference }), signature: "x" })}`;
    const mixed = [ask("A-1"), ask("B-1"), `${T}+00:00 DEBUG ${answer}`, `${T}+00:00 DEBUG {"responseCode":"77"}`];
    expect(read("x.log", mixed.join("\n")).map(({ response, fault }) => response?.body ?? fault)).toEqual([
      answer,
      '{"responseCode":"77"}',
    ]);
    const unclear = [ask("A-1"), ask("B-1"), `${T}+00:00 DEBUG {"responseCode":"77"}`];
    expect(read("x.log", unclear.join("\n")).map(({ response }) => response)).toEqual([undefined, undefined]);
  });
});
