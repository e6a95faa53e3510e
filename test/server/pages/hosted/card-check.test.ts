import { describe, expect, it } from "vitest";
import type { CardLimits } from "../../../../src/core/domain/card-limits.js";
import { acceptedBrands } from "../../../../src/core/domain/card-limits.js";
import { instant } from "../../../../src/core/domain/money.js";
import { cardBrands } from "../../../../src/core/facts/card-number.js";
import { testCards } from "../../../../src/core/facts/cards.js";
import { type CardRules, cardFaults, cardOf } from "../../../../src/server/pages/hosted/card-check.js";
import { sampleCards } from "../../../../src/server/pages/hosted/sample-cards.js";

const now = instant(Date.UTC(2026, 0, 5));
const faults = (
  typed: Partial<Parameters<typeof cardOf>[0]>,
  limits: CardLimits = {},
  { at = now, emptyHolder = "accept" as CardRules["emptyHolder"] } = {},
) =>
  cardFaults(cardOf({ number: "4111 1111 1111 1111", holder: "A", expiry: "12/30", cvc: "123", ...typed }), {
    limits,
    brands: acceptedBrands(limits),
    now: at,
    emptyHolder,
  });
const bins = (binStart: string, binEnd: string): CardLimits => ({ allowedBinRanges: [{ binStart, binEnd }] });

describe("a typed card", () => {
  it.each([
    ["is fine", {}, {}, {}],
    ["may have dashes", { number: "4111-1111-1111-1111" }, {}, {}],
    ["may have a long year", { expiry: "12/2030" }, {}, {}],
    ["may have no slash", { expiry: "1230" }, {}, {}],
    ["is empty", { number: "", expiry: "", cvc: "" }, {}, { number: "number", expiry: "expiry", cvc: "cvc" }],
    ["fails Luhn", { number: "4111111111111112" }, {}, { number: "number" }],
    ["is too long", { number: "4".repeat(20) }, {}, { number: "number" }],
    ["has letters", { number: "4111x11111111111" }, {}, { number: "number" }],
    ["is of no known brand", { number: "371449635398431" }, {}, { number: "brand" }],
    ["is of another type", {}, { allowedCardType: "MASTER" }, { number: "brand" }],
    ["is at a range's start", {}, bins("4111", "4112"), {}],
    ["is at a range's end", {}, bins("410000", "411111"), {}],
    ["is above the range", {}, bins("410000", "411110"), { number: "bin" }],
    ["is UnionPay while there are ranges", { number: "6200000000000005" }, bins("4111", "6299"), { number: "brand" }],
    ["is in month 13", { expiry: "13/30" }, {}, { expiry: "month" }],
    ["is in month 13 of a past year", { expiry: "13/20" }, {}, { expiry: "month" }],
    ["is in month 0", { expiry: "00/30" }, {}, { expiry: "month" }],
    ["has a date that is none", { expiry: "1230x" }, {}, { expiry: "expiry" }],
    ["has no holder", { holder: " " }, {}, {}],
    ["expired last month", { expiry: "12/25" }, {}, { expiry: "expired" }],
    ["expires this month", { expiry: "01/26" }, {}, {}],
    ["has two digits of CVC", { cvc: "12" }, {}, { cvc: "cvc" }],
  ] as const)(
    "%s",
    {
      tags: [
        "spec:4.1/allowedBinRanges",
        "spec:4.1/allowedBinRanges[i].binEnd",
        "spec:4.1/allowedBinRanges[i].binStart",
      ],
    },
    (_, typed, limits, expected) => {
      expect(faults(typed, limits as CardLimits)).toEqual(expected);
    },
  );

  it("is good until its month has ended", () => {
    expect(faults({ expiry: "01/26" }, {}, { at: instant(Date.UTC(2026, 1, 1, 11)) })).toEqual({});
    expect(faults({ expiry: "01/26" }, {}, { at: instant(Date.UTC(2026, 1, 1, 13)) })).toEqual({ expiry: "expired" });
  });

  it("needs a holder where the policy says so", () => {
    expect(faults({ holder: " " }, {}, { emptyHolder: "refuse" })).toEqual({ holder: "holder" });
    expect(faults({}, {}, { emptyHolder: "refuse" })).toEqual({});
  });
});

describe("sample cards", () => {
  it("are all test cards where there are no limits", () => {
    expect(sampleCards({}, cardBrands).map((card) => card.name)).toEqual(testCards.map((card) => card.name));
  });

  it("include one of each range, which fits it", () => {
    const limits: CardLimits = {
      allowedBinRanges: [
        { binStart: "22230", binEnd: "22239" },
        { binStart: "4999", binEnd: "4999" },
      ],
    };
    const cards = sampleCards(limits, acceptedBrands(limits));
    expect(cards.map((card) => card.name)).toEqual(["range-22230", "range-4999"]);
    for (const card of cards) expect(faults({ number: card.number }, limits)).toEqual({});
  });
});
