import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { adviceOnMerchantId } from "../../../src/lane/explain/signature-advice.js";
import { adviceOnJson } from "../../../src/lane/explain/unread-request.js";
import { type Envelope, readEnvelope } from "../../../src/server/payment-api/ladder/envelope.js";

const detailOf = (request: string): string => {
  const read: Envelope | string = readEnvelope(JSON.stringify({ request }));
  if (typeof read !== "string") throw new Error(`expected a text that is no JSON, found ${request}`);
  return read;
};

it.each([
  ["NaN", "JSON has no such number. Look for an amount that was never set, or divided by zero."],
  [".50", "write a digit before the point, such as 0.50."],
  ["0000050.00", "a JSON number has no leading zeros. Leave them out, or send the amount as a text."],
  ["100.", "write digits after the point, such as 100.00, or leave the point out."],
  ["None", "write null, true or false: this is a word of a programming language."],
  ["'50.00'", "JSON has double quotes only."],
])("the advice on an amount of %s names the place and the cure", (amount, cure) => {
  const detail = detailOf(`{"merchantId":3,"amount":${amount}}`);
  expect(adviceOnJson(detail)).toBe(`In the text of \`request\` at line 1, column 26: ${cure}`);
});

it.each([
  [
    '{"a":1',
    "The text of `request` breaks off after 6 characters: it was cut, or lacks a bracket or a quote at its end.",
  ],
  [
    '{"a":"b',
    "The text of `request` breaks off after 7 characters: it was cut, or lacks a bracket or a quote at its end.",
  ],
  ['{"a":1}}', "Send nothing after the JSON in `request`: the rest begins at line 1, column 8."],
  ['{"a":1}\n x', "Send nothing after the JSON in `request`: the rest begins at line 2, column 2."],
  ['{"a":1,}', "In the text of `request` at line 1, column 8: write no comma before the bracket that closes."],
  ["{a:1}", "In the text of `request` at line 1, column 2: names and texts need double quotes, such as"],
  ["\ufeff{}", "In the text of `request` at line 1, column 1: a byte order mark stands there."],
  ['{"a":\u00a01}', "In the text of `request` at line 1, column 6: JSON allows nothing of the kind there."],
  ["{&quot;a&quot;:1}", "line 1, column 2: the text was escaped for HTML, as by htmlspecialchars."],
  ['{\\"a\\":1}', "line 1, column 2: the quotes were escaped, as by addslashes."],
  ["merchantId=3&amount=20.00", "The text of `request` is a form, such as http_build_query or URLSearchParams writes."],
  ['{"a":"b\nc"}', "at line 1, column 8: a text has no line break or tab in it. Write \\n,"],
  ["", "The text of `request` is empty: nothing was sent. PHP's json_encode returns false"],
  [JSON.stringify('{"merchantId":3}'), "The text of `request` was encoded once too often"],
  [gzipSync("{}").toString("utf8"), "Write `request` as JSON text, not compressed."],
  [btoa('{"merchantId":3}'), "The text of `request` is base64. Write the JSON text itself"],
])("the advice on the text %j fits it", (request, advice) => {
  expect(adviceOnJson(detailOf(request))).toContain(advice);
});

it.each([
  [gzipSync("{}").toString("utf8"), "Send the body uncompressed"],
  [btoa('{"request":"{}"}'), "The body is base64. Write the JSON text itself"],
  ["request=%7B%22merchantId%22%3A3%7D&signature=x", "The body is a form, such as http_build_query"],
  [Buffer.from("{}", "utf16le").toString("utf8"), "The body is in UTF-16. Write UTF-8"],
])("the advice on the body %j fits it", (body, advice) => {
  expect(adviceOnJson(String(readEnvelope(body)))).toContain(advice);
});

it.each(["[]"])("the advice on the text %j is about request, not about the body", (request) => {
  expect(adviceOnJson(detailOf(request))).toBe("Write `request` as a JSON object. The body around it is right.");
});

it.each([
  ["{'request': 'x'}", "In the body at line 1, column 2: JSON has double quotes only."],
  ['{"request": "x"} x', "Send nothing after the JSON in the body: the rest begins at line 1, column 18."],
  [
    '{"request": "{\\"merchantId\\":3',
    "The body breaks off after 30 characters: it was cut, or lacks a bracket or a quote at its end. Look for a limit of length, such as a column's or a buffer's, and for a Content-Length that counts characters in place of bytes.",
  ],
  ["[]", undefined],
  [
    "",
    "The body is empty: nothing was sent. PHP's json_encode returns false, so an empty text, if a text in it is not valid UTF-8: use JSON_THROW_ON_ERROR.",
  ],
  [
    '{"merchantId":3,"amount":"20.00"}',
    'Put the parameters into `request` as a JSON text, sign exactly that text, and send {"request": "…", "signature": "…"}.',
  ],
  [
    JSON.stringify('{"request":"{}","signature":"x"}'),
    "The body was encoded once too often, and is a JSON text with the object in it. Leave out one json_encode, json.dumps or JSON.stringify, or send the text as the body and not as JSON.",
  ],
])("the advice on the body %j", (body, advice) => {
  expect(adviceOnJson(readEnvelope(body) as string)).toBe(advice);
});

it("an envelope without a text has other advice", () => {
  expect(adviceOnJson("request is not a text; expected a JSON object serialised into a text")).toBe(undefined);
});

it.each([
  [
    '{"request":false,"signature":"x"}',
    /^`request` is false\. PHP's json_encode returns false .*UTF-8.*JSON_THROW_ON_ERROR/,
  ],
  ['{"request": true}', /^`request` is true\. Send/],
  ['{"request":null}', /^`request` is null: the text was never set/],
  ['{"signature":"x","request":{"merchantId":3,"amount":5}}', /^`request` is an object, expected a text\. Write it/],
  ['{"request":[{', /^`request` is an array, expected the text of an object/],
  ['{"request":-5}', /^`request` is a number\. Send/],
])("the advice on %s says what was found in place of the text", (body, advice) => {
  expect(adviceOnJson("request is not a text; expected a JSON object serialised into a text", body)).toMatch(advice);
});

it.each([
  [
    '{"merchantId":3.5}',
    "merchantId is 3.5. Send a whole number from 1 to 2147483647: it names the key that checks the signature.",
  ],
  [
    '{"merchantId":"shop"}',
    'merchantId is "shop". Send a whole number from 1 to 2147483647: it names the key that checks the signature.',
  ],
  ['{"merchantId":null}', undefined],
  ["{}", undefined],
])("%s: %s", (request, advice) => {
  expect(adviceOnMerchantId(request)).toBe(advice);
});
