import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pathText } from "../../src/core/scenario/values/issues.js";
import { placeIn, scanJson } from "../../src/package/json-scan.js";

/** Each value as written, by its path. */
function valuesIn(text: string): readonly (readonly [path: string, written: string])[] {
  const found: (readonly [string, string])[] = [];
  expect(scanJson(text, { value: (path, start, end) => found.push([pathText(path), text.slice(start, end)]) })).toBe(
    undefined,
  );
  return found;
}

function duplicatesIn(text: string): readonly string[] {
  const found: string[] = [];
  scanJson(text, { duplicate: (path) => found.push(pathText(path)) });
  return found;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("a scan of JSON", () => {
  it("reports each value as it is written, with its path", () => {
    expect(valuesIn('{"a": 1.0, "b":[ 1e3 ,{"c":"x\\u0041"}],"d":{},"e":[]}')).toEqual([
      ["a", "1.0"],
      ["b[0]", "1e3"],
      ["b[1].c", '"x\\u0041"'],
      ["b[1]", '{"c":"x\\u0041"}'],
      ["b", '[ 1e3 ,{"c":"x\\u0041"}]'],
      ["d", "{}"],
      ["e", "[]"],
      ["", '{"a": 1.0, "b":[ 1e3 ,{"c":"x\\u0041"}],"d":{},"e":[]}'],
    ]);
  });

  it.each([
    ['{"a":1,"b":2}', []],
    ['{"a":1,"a":2,"a":3}', ["a", "a"]],
    ['{"a":1,"\\u0061":2}', ["a"]],
    ['{"a":{"x":1},"b":[{"x":1},{"x":1,"x":1}]}', ["b[1].x"]],
    ['{"__proto__":1,"__proto__":1}', ["__proto__"]],
  ])("%s has the duplicates %j", (text, duplicates) => {
    expect(duplicatesIn(text)).toEqual(duplicates);
  });

  it.each([
    ["", 0],
    ['{"a":NaN}', 5],
    ['{"a":.50}', 5],
    ['{"a":0100}', 5],
    ['{"a":100.}', 5],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{"a":1', 6],
    ["[1 2]", 3],
    ["{} {}", 3],
    ['["a\nb"]', 3],
    ['{"a":"b', 7],
    [String.raw`{"a":"b\x"}`, 7],
    ['{"a', 3],
    ['{"a":1 "b"}', 7],
    ["{'a':1}", 1],
  ])("%s is wrong at %d", (text, offset) => {
    expect(scanJson(text)).toBe(offset);
  });

  it("tells the line and column", () => {
    expect(placeIn('{\n  "a": NaN}', 9)).toEqual({ line: 2, column: 8 });
  });

  it("takes what JSON.parse takes, and refuses what it refuses", () => {
    const token = fc.constantFrom(...'{}[],: \n"\\0123456789.-+eE', '"a"', "true", "null", "NaN", "\\u00e9", "1e5");
    const tokens = fc.array(token, { maxLength: 12 }).map((all) => all.join(""));
    fc.assert(
      fc.property(
        fc.oneof(
          tokens,
          fc.json(),
          fc.json().map((text) => text.slice(0, -1)),
        ),
        (text) => {
          expect(scanJson(text) === undefined).toBe(isJson(text));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("reads a megabyte, and a hundred thousand levels", () => {
    const long = JSON.stringify({ plain: "x".repeat(500_000), escaped: "\n".repeat(250_000) });
    expect(scanJson(long)).toBe(undefined);
    expect(scanJson("[".repeat(100_000) + "]".repeat(100_000))).toBe(undefined);
    expect(scanJson("[".repeat(100_000))).toBe(100_000);
  });
});
