import { expect, it } from "vitest";
import { otherTexts } from "../../../src/core/signing/other-texts.js";

const isRewritten = (text: string): boolean => otherTexts(text).some(({ what }) => what.startsWith("re-serialised"));
const nested = (depth: number): string => `${'{"a":[1],"b":'.repeat(depth)}1${"}".repeat(depth)}`;
const sized = (chars: number): string => JSON.stringify({ a: "x".repeat(chars - 8) });

it("write a text anew up to its bounds of depth and size, and not beyond", () => {
  expect([isRewritten(nested(49)), isRewritten(nested(50))]).toEqual([true, false]);
  expect(sized(20_000)).toHaveLength(20_000);
  expect([isRewritten(sized(20_000)), isRewritten(sized(20_001))]).toEqual([true, false]);
});

it("count how deep brackets are, not how many", () => {
  const many = (one: string): string => `{"a":[${Array(60).fill(one).join(",")}]}`;
  expect([isRewritten(many("{}")), isRewritten(many("[]"))]).toEqual([true, true]);
});

it.each(["5", "null", '"text"', "no JSON"])("write no text anew that is no object: %s", (text) => {
  expect(otherTexts(text).map(({ what }) => what)).toEqual([
    "the text with a line break at its end",
    "the text with a line break (CRLF) at its end",
    "the text without the white space around it",
    "the text as it stands inside the body, its inner quotes escaped",
    "the text as a JSON string, in quotes",
    "the whole body, with `request` as a text",
    "the text in base64",
    "the text in UTF-16",
    "the text in Latin-1",
    "the SHA-256 digest of the text (so it is hashed twice)",
    "the SHA-256 digest of the text in hexadecimal (so it is hashed twice)",
    "a JWS (JSON Web Signature) over the text",
    "nothing (an empty text)",
  ]);
});

it("sort members by their names, each way round", () => {
  const texts = new Map(otherTexts('{ "b":1,"c":2,"a":{"e":3,"d":4},"ab":5}').map(({ what, text }) => [what, text]));
  expect(texts.get("re-serialised JSON, without white space, its members sorted")).toBe(
    '{"a":{"d":4,"e":3},"ab":5,"b":1,"c":2}',
  );
  expect(texts.get("re-serialised JSON, without white space, its outer members sorted")).toBe(
    '{"a":{"e":3,"d":4},"ab":5,"b":1,"c":2}',
  );
  expect(texts.get("the fields as sorted key=value joined by &, which is how notifications are signed")).toBe(
    'a={"e":3,"d":4}&ab=5&b=1&c=2',
  );
});

it("write lists and objects within, in each way, order and escaping", () => {
  const texts = new Map(otherTexts('{ "b":[1,{"d":"é","c":"x/y"}],"a":null}').map(({ what, text }) => [what, text]));
  const way = (rest: string) => texts.get(`re-serialised JSON, ${rest}`);
  expect({
    plain: way("without white space"),
    spaced: way("with a space after each colon and comma"),
    "spaced and sorted": way("with a space after each colon and comma, its members sorted"),
    sorted: way("without white space, its members sorted"),
    slashes: way("without white space, slashes escaped (in PHP no JSON_UNESCAPED_SLASHES)"),
    ascii: way("without white space, non-ASCII characters escaped"),
    both: way(
      "without white space, its members sorted, slashes and non-ASCII characters escaped (in PHP no JSON_UNESCAPED_SLASHES, no JSON_UNESCAPED_UNICODE)",
    ),
    "indented by 2": way("indented by 2"),
    "indented by 4": way("indented by 4"),
  }).toEqual({
    plain: '{"b":[1,{"d":"é","c":"x/y"}],"a":null}',
    spaced: '{"b": [1, {"d": "é", "c": "x/y"}], "a": null}',
    "spaced and sorted": '{"a": null, "b": [1, {"c": "x/y", "d": "é"}]}',
    sorted: '{"a":null,"b":[1,{"c":"x/y","d":"é"}]}',
    slashes: '{"b":[1,{"d":"é","c":"x\\/y"}],"a":null}',
    ascii: '{"b":[1,{"d":"\\u00e9","c":"x/y"}],"a":null}',
    both: '{"a":null,"b":[1,{"c":"x\\/y","d":"\\u00e9"}]}',
    "indented by 2": '{\n  "b": [\n    1,\n    {\n      "d": "é",\n      "c": "x/y"\n    }\n  ],\n  "a": null\n}',
    "indented by 4": JSON.stringify({ b: [1, { d: "é", c: "x/y" }], a: null }, null, 4),
  });
});
