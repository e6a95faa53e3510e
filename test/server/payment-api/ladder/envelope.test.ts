import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { faultyAnswer } from "../../../../src/core/scenario/effects/faults.js";
import { bodyText } from "../../../../src/package/bounded-body.js";
import { parseLeniently, readEnvelope } from "../../../../src/server/payment-api/ladder/envelope.js";

describe("an envelope", () => {
  it.each<[string, object]>([
    ['{"request":"{}"}', { request: "{}", params: {}, signature: undefined }],
    ['{"request":"{\\"a\\":1}","signature":"s"}', { request: '{"a":1}', params: { a: 1 }, signature: "s" }],
    ['{"request":" {} ","signature":"","more":1}', { request: " {} ", params: {}, signature: "" }],
    ['{"request":"{}","signature":1}', { request: "{}", params: {}, signature: undefined }],
    ['{"request":"{}","signature":null}', { request: "{}", params: {}, signature: undefined }],
  ])("%s is read", (body, read) => expect(readEnvelope(body)).toEqual(read));

  const outer = 'expected {"request": "<JSON as text>", "signature": "<base64>"}';
  const inner = "expected a JSON object serialised into a text";
  it.each<[string, string]>([
    ["", `the body is empty; ${outer}`],
    ['{"request":', `the body is not valid JSON: it breaks off after 11 characters; ${outer}`],
    ["{'request':1}", `the body is not valid JSON: unexpected "'" at line 1, column 2; ${outer}`],
    [gzipSync("{}").toString("utf8"), `the body is compressed (gzip), not JSON; ${outer}`],
    [deflateSync("{}").toString("utf8"), `the body is compressed (deflate), not JSON; ${outer}`],
    [Buffer.from("\ufeff{}", "utf16le").toString("utf8"), `the body is in UTF-16, not UTF-8; ${outer}`],
    [Buffer.from("{}", "utf16le").swap16().toString("utf8"), `the body is in UTF-16, not UTF-8; ${outer}`],
    [btoa('{"request":"{}"}'), `the body is base64 of JSON, not JSON; ${outer}`],
    [
      JSON.stringify({ request: btoa('{"a":1}') }),
      "the text of request is base64 of JSON, not JSON; expected a JSON object",
    ],
    ["merchantId", `the body is not valid JSON: unexpected merchantId at line 1, column 1; ${outer}`],
    ['{"specversion":"1.0","data":{"request":"{}"}}', `request is missing: it stands inside "data"; ${inner}`],
    ['{"data":null}', `request is missing; ${inner}`],
    ["[]", `the body is not a JSON object; ${outer}`],
    ["null", `the body is not a JSON object; ${outer}`],
    ["5", `the body is not a JSON object; ${outer}`],
    ["{}", `request is missing; ${inner}`],
    ['{"request":null}', `request is not a text; ${inner}`],
    ['{"request":5}', `request is not a text; ${inner}`],
    ['{"request":""}', "the text of request is empty; expected a JSON object"],
    ...["NaN", ".50", "0000050.00", "100.", "Infinity"].map((amount): [string, string] => [
      JSON.stringify({ request: `{"merchantId":3,\n "amount":${amount}}` }),
      `the text of request is not valid JSON: unexpected ${amount} at line 2, column 11; expected a JSON object`,
    ]),
    [
      JSON.stringify({ request: '{"a":“1”}' }),
      'the text of request is not valid JSON: unexpected "“" (U+201C) at line 1, column 6; expected a JSON object',
    ],
    [
      '{"request":"{}","request":5}',
      `request is not a text; ${inner}; the body has request twice, and the last one counts`,
    ],
    ['{"request":"null"}', "the text of request is not a JSON object; expected a JSON object"],
    ['{"request":"[1]"}', "the text of request is not a JSON object; expected a JSON object"],
  ])("%s is none: %s", (body, what) => expect(readEnvelope(body)).toBe(what));

  it.each([
    ['{"request":"{\\"a\\":1}"}', { a: 1 }],
    ['{"request":{"a":1}}', { request: { a: 1 } }],
    ['{"merchantId":3}', { merchantId: 3 }],
    ['{"request":"x","a":1}', {}],
    ['{"request":"[]"}', {}],
    ["x", {}],
    ["[1]", {}],
  ])("%s is read leniently as %j", (body, read) => expect(parseLeniently(body)).toEqual(read));
});

describe("a body", () => {
  const bytes = (...list: number[]) => Uint8Array.from(list);

  it.each<[string, readonly Uint8Array[], string]>([
    ["none", [], ""],
    ["one piece", [Buffer.from("茶")], "茶"],
    ["one piece that is no Buffer", [bytes(0xe8, 0x8c, 0xb6)], "茶"],
    ["a character over two pieces", [bytes(0xe8), bytes(0x8c, 0xb6)], "茶"],
    ["a byte order mark", [bytes(0xef, 0xbb, 0xbf, 0x61)], "a"],
    ["two of them", [bytes(0xef, 0xbb, 0xbf), bytes(0xef, 0xbb, 0xbf, 0x61)], "\ufeffa"],
    ["no UTF-8", [bytes(0x61, 0xff)], "a\ufffd"],
  ])("of %s is a text", (_, chunks, text) => expect(bodyText(chunks).text).toBe(text));

  it.each<[string, Buffer, string | undefined]>([
    ["ISO-8859-1", Buffer.from('{"name":"Caf\xe9"}', "latin1"), 'byte 0xE9 at offset 12 (after {"name":"Caf)'],
    [
      "an ISO-8859-1 byte that UTF-8 begins U+FFFD with",
      Buffer.from("na\xefve", "latin1"),
      "byte 0xEF at offset 2 (after na)",
    ],
    ["a wrong first byte", Buffer.of(0xff, 0x61), "byte 0xFF at offset 0"],
    ["half a character", Buffer.from("茶茶").subarray(0, 5), "byte 0xE8 at offset 3 (after 茶)"],
    [
      "a wrong byte after U+FFFD",
      Buffer.concat([Buffer.from("\ufeff\ufffd茶"), Buffer.of(0x80)]),
      "byte 0x80 at offset 9 (after \ufffd茶)",
    ],
    ["U+FFFD, as the client sent it", Buffer.from("a\ufffdb"), undefined],
    ["UTF-8", Buffer.from("Café 茶 😀"), undefined],
  ])("of %s says where it is not UTF-8", (_, bytes, where) =>
    expect(bodyText([bytes]).notUtf8).toBe(where && `the body is not UTF-8: ${where} was read as U+FFFD`),
  );
});

describe("a fault", () => {
  const page = (title: string) =>
    `<html>\r\n<head><title>${title}</title></head>\r\n<body><center><h1>${title}</h1></center></body>\r\n</html>\r\n`;
  const html = (http: number, title: string) => ({ kind: "answer", http, body: page(title), contentType: "text/html" });

  it.each([
    ["connection-reset", { kind: "hang-up", how: "reset" }],
    ["no-response", { kind: "hang-up", how: "silence" }],
    ["empty-response", { kind: "hang-up", how: "empty" }],
    ["truncated-head", { kind: "hang-up", how: "head" }],
    ["truncated-body", { kind: "hang-up", how: "truncated" }],
    ["empty-body", { kind: "answer", http: 200, body: "", contentType: "application/json" }],
    [
      "garbage-body",
      { kind: "answer", http: 200, body: "\u0000\u0001{]garbage\u007f", contentType: "application/json" },
    ],
    ["wrong-content-type", { kind: "answer", http: 200, body: "{}", contentType: "text/html" }],
    ["http-429", html(429, "429 Too Many Requests")],
    ["http-500", html(500, "500 Internal Server Error")],
    ["http-502", html(502, "502 Bad Gateway")],
    ["http-503", html(503, "503 Service Unavailable")],
    ["http-504", html(504, "504 Gateway Timeout")],
  ] as const)("%s looks like %j", (name, looks) => expect(faultyAnswer(name, "{}")).toEqual(looks));

  it("of the wrong type has a page where there is no answer", () => {
    expect(faultyAnswer("wrong-content-type", "")).toMatchObject({ body: "<html></html>" });
  });
});
