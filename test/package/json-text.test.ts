import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indented, withMerchantId, withValueAt } from "../../src/package/json-text.js";

describe("a value that is set in a JSON text", () => {
  it.each<[string, string, string, string]>([
    ["{}", "amount", "50.10", '{"amount":50.10}'],
    ['{"amount":1e3, "b":1.0}', "amount", "50.10", '{"amount":50.10, "b":1.0}'],
    ['{ "a": 9912345678901234567 }', "amount", "50.10", '{ "a": 9912345678901234567,"amount":50.10 }'],
    ["{\n}", "amount", "50.10", '{"amount":50.10\n}'],
    ['{"a":1,"a":2}', "a", "3", '{"a":1,"a":3}'],
    ['{"a":{"b":0.10}}', "a.c", '"x"', '{"a":{"b":0.10,"c":"x"}}'],
    ['{"a":1}', "b.c.d", "2", '{"a":1,"b":{"c":{"d":2}}}'],
    ['{"a":1}', "a.b", "2", '{"a":{"b":2}}'],
    ['{"a":[{"q":1},{"q":2.0}]}', "a.1.q", "3", '{"a":[{"q":1},{"q":3}]}'],
    ['{"a":[{"q":1}]}', "a.1.q", "3", '{"a":[{"q":1},{"q":3}]}'],
    ["{}", "a.0.q", "3", '{"a":[{"q":3}]}'],
    ['{"a":[ ]}', "a.0", "3", '{"a":[3 ]}'],
  ])("%s with %s set to %s", (text, path, json, expected) => {
    expect(withValueAt(text, path.split("."), json)).toBe(expected);
  });

  it.each(["a.2", "a.q", "a.01"])("is not put into a list at %s", (path) => {
    expect(() => withValueAt('{"a":[1]}', path.split("."), "3")).toThrow("an item of the list from 0 to 1, found");
  });
});

it.each([
  ['{"amount":50.10,"amount":50.20}', '{"merchantId":3,"amount":50.10,"amount":50.20}'],
  [' { "a" : 1 }', ' {"merchantId":3, "a" : 1 }'],
  ["{ }", '{"merchantId":3 }'],
  ['{"merchantId":7.0}', '{"merchantId":7.0}'],
  ['{"merchantID":4}', '{"merchantID":4}'],
  ['{"merchant_id":4}', '{"merchant_id":4}'],
  ["[1]", "[1]"],
  ["no JSON {", "no JSON {"],
])("%s with its merchant is %s", (text, expected) => {
  expect(withMerchantId(text, 3)).toBe(expected);
});

describe("a JSON text over lines", () => {
  it("keeps its digits and escapes", () => {
    expect(indented('{"a":50.10,"b":[ ],"c":[1e3,"\\/: {"]}')).toBe(
      '{\n  "a": 50.10,\n  "b": [],\n  "c": [\n    1e3,\n    "\\/: {"\n  ]\n}',
    );
  });

  it("is laid out as JSON.stringify does it", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(indented(text)).toBe(JSON.stringify(JSON.parse(text), null, 2));
      }),
    );
  });

  it("that is no JSON stays as it is", () => {
    expect(indented("<html>{ }</html>")).toBe("<html>{ }</html>");
  });

  it("that is nested deeper than 200 levels stays as it is", () => {
    const nested = (levels: number): string => `${"[".repeat(levels)}1${"]".repeat(levels)}`;
    expect(indented(nested(200)).split("\n")).toHaveLength(401);
    expect(indented(nested(100_000))).toBe(nested(100_000));
  });
});
