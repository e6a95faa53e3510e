import { describe, expect, it } from "vitest";
import { cardNumbersIn, withoutCardNumbers } from "../../../src/core/domain/card-text.js";

describe("a card number in a text", () => {
  it.each([
    ["alone", "4111111111111111", "4111111111111111"],
    ["in JSON", '{"pan":"5555555555554444"}', "5555555555554444"],
    ["a JSON number", '{"pan":4111111111111111}', "4111111111111111"],
    ["apart by spaces", "paid with 4111 1111 1111 1111.", "4111111111111111"],
    ["apart by hyphens", "4111-1111-1111-1111", "4111111111111111"],
    ["of fifteen digits", "3782 822463 10005", "378282246310005"],
    ["in a URL", "https://shop.example/?card=4111%201111%201111%201111&a=1", "4111111111111111"],
    ["behind an escape of a URL", "a%204111111111111111", "4111111111111111"],
    ["behind an escape of JSON", String.raw`{"a":"x\n4111111111111111"}`, "4111111111111111"],
    ["with an escaped digit", String.raw`{"a":"\u0034111111111111111"}`, "4111111111111111"],
    ["in escaped JSON", String.raw`{"request":"{\"pan\":\"4111111111111111\"}"}`, "4111111111111111"],
    ["behind a group that is none", "1234 4111 1111 1111 1111", "4111111111111111"],
    ["at the end of a sentence", "it was 6200000000000005.", "6200000000000005"],
  ])("is found %s", (_, text, digits) => {
    expect(cardNumbersIn(text).map((card) => card.digits)).toEqual([digits]);
  });

  it.each([
    ["a reference behind a hyphen", "ORD-4111111111111111"],
    ["a reference behind letters", "ORD4111111111111111"],
    ["a reference with the time", "ORD-1795363016198"],
    ["the time in milliseconds", '{"at":1795363016198}'],
    ["a wrong check digit", "4111111111111112"],
    ["first digits of no brand", "9111111111111111"],
    ["a longer number", "41111111111111110000000"],
    ["decimals", "0.4111111111111111"],
    ["a number with decimals", "4111111111111111.25"],
    ["a masked one", "4111********1111"],
  ])("is not %s", (_, text) => {
    expect(cardNumbersIn(text)).toEqual([]);
  });
});

describe("a text without card numbers", () => {
  it.each([
    ["keeps six and four digits", "4111 1111 1111 1111", "4111 11** **** 1111"],
    ["of a URL", "?a=4111%201111%201111%201111", "?a=4111%2011**%20****%201111"],
    ["of JSON", '{"pan":"4111111111111111"}', '{"pan":"411111******1111"}'],
    ["keeps a JSON number one", '{"a":1,"pan": 4111111111111111 }', '{"a":1,"pan": 4111110000001111 }'],
    ["keeps all else", '{"amount":"50.00"}', '{"amount":"50.00"}'],
  ])("%s", (_, text, expected) => {
    expect(withoutCardNumbers(text)).toBe(expected);
  });

  it("keeps a number that is the order's reference", () => {
    const text = '{"merchantReference":"4111111111111111","pan":"5555555555554444"}';
    expect(withoutCardNumbers(text, "4111111111111111")).toBe(
      '{"merchantReference":"4111111111111111","pan":"555555******4444"}',
    );
  });

  it("of many thousand characters loses every long number, card or not", () => {
    const text = `{"a":"${"x".repeat(70_000)}","b":"4111 1111 1111 1111","c":9000001111111111}`;
    const read = JSON.parse(withoutCardNumbers(text));
    expect([read.b, read.c]).toEqual(["4111 11** **** 1111", 9000000000001111]);
  });
});
