import { describe, expect, it } from "vitest";
import { caretAfter, typedCvc, typedExpiry, typedNumber } from "../../../../src/server/pages/islands/typing.js";

describe("while it is typed", () => {
  it.each([
    ["", ""],
    ["1", "1"],
    ["7", "07"],
    ["12", "12"],
    ["12/", "12/"],
    ["123", "12/3"],
    ["730", "07/30"],
    ["12/30", "12/30"],
    ["12/3x", "12/3"],
    ["12/305", "12/30"],
    ["12/2030", "12/30"],
    ["122030", "12/30"],
    ["12 / 30", "12/30"],
  ])("an expiry date of %j shows as %j", (typed, shown) => {
    expect(typedExpiry(typed)).toBe(shown);
  });

  it.each([
    ["4111", "4111"],
    ["41111", "4111 1"],
    ["4111-1111 1111x1111", "4111 1111 1111 1111"],
    ["1".repeat(25), "1111 1111 1111 1111 111"],
  ])("a number of %j shows as %j", (typed, shown) => {
    expect(typedNumber(typed)).toBe(shown);
  });

  it("a CVC has four digits at most", () => {
    expect(typedCvc("12a345")).toBe("1234");
  });

  it.each([
    ["4111 1", 0, 0],
    ["4111 1", 4, 4],
    ["4111 1", 5, 6],
    ["4111 1", 9, 6],
  ])("in %j the caret after digit %d stands at %d", (text, digits, at) => {
    expect(caretAfter(text, digits)).toBe(at);
  });
});
