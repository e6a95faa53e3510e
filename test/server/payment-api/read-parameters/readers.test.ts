import { describe, expect, it } from "vitest";
import { minorUnits } from "../../../../src/core/domain/money.js";
import { Expected } from "../../../../src/core/domain/read-field.js";
import { defaultPolicy, type Policy } from "../../../../src/core/facts/assumptions.js";
import { limits } from "../../../../src/core/facts/limits.js";
import {
  amountReader,
  binReader,
  booleanReader,
  colourReader,
  emailReader,
  instantReader,
  methodsReader,
  oneOfReader,
  type Reader,
  textReader,
  unpublishedTextReader,
  wholeReader,
} from "../../../../src/server/payment-api/read-parameters/readers.js";
import { instant } from "../tables.js";

const under = (over: Partial<Policy> = {}): Policy => ({ ...defaultPolicy, ...over });
const ISO = instant("an ISO 8601 date-time with offset");
const NUMBER = instant("an ISO 8601 date-time, not a number");
const DAY = "expected a day of the calendar";
const TIME = "expected a time of day up to 23:59:59, and an offset up to 23:59";
const YEARS = "expected an instant of the years 0 to 9999, in UTC";
const DIGITS = "expected 4 to 8 digits";
const METHODS = "expected a comma-separated list of CARD, APPLEPAY, GOOGLEPAY, ALIPAYHK, ALIPAYCN, WECHATPAY";
const strict = under({ "email-form": "address" });
const long = (chars: number): string => "x".repeat(chars);
const at = (text: string): number => Date.parse(text);

/** The value that a reader makes of another, or what it expected. */
const cases: readonly (readonly [string, Reader<unknown>, readonly (readonly [unknown, unknown])[]])[] = [
  [
    "text",
    textReader(3, under()),
    [
      ["a", "a"],
      ["abc", "abc"],
      ["abcd", "expected a text of 1 to 3 characters"],
      ["", "expected a text of 1 to 3 characters"],
      [12, "12"],
      [null, "expected a text"],
    ],
  ],
  [
    "id",
    wholeReader(limits.idMax.value),
    [
      [1, 1],
      ["2147483647", 2_147_483_647],
      [2_147_483_648, "expected a whole number from 1 to 2147483647"],
      ["0", "expected a whole number from 1 to 2147483647"],
      ...["0000000005", "00000000005", "5.0", "5e0", "50E-1"].map((value) => [value, 5] as const),
      ...["5.5", "-5", "1e400", " 5", "+5", "0x5", "5n", "", [5], true].map(
        (value) => [value, "expected a whole number from 1 to 2147483647"] as const,
      ),
    ],
  ],
  [
    "whole number",
    wholeReader(9),
    [
      [9, 9],
      ["9", 9],
      [10, "expected a whole number from 1 to 9"],
      [0, "expected a whole number from 1 to 9"],
      ["", "expected a whole number from 1 to 9"],
    ],
  ],
  [
    "boolean",
    booleanReader(defaultPolicy),
    [
      ...[true, 1, "true", "1", "1.0"].map((value) => [value, true] as const),
      ...[false, 0, "false", "0", "0.0"].map((value) => [value, false] as const),
      ...["TRUE", 2, "", "no"].map((value) => [value, "expected true or false"] as const),
    ],
  ],
  [
    "boolean, never as a text",
    booleanReader(under({ "text-flags": "refuse" })),
    [
      [true, true],
      [0, false],
      ["true", "expected true or false, not a text"],
      ["", "expected true or false"],
    ],
  ],
  [
    "name",
    oneOfReader(["a", "b"]),
    [
      ["a", "a"],
      ["b", "b"],
      ["c", "expected one of a, b"],
      [["a"], "expected one of a, b"],
    ],
  ],
  [
    "instant",
    instantReader(under()),
    [
      ["2026-01-05T02:00Z", at("2026-01-05T02:00:00Z")],
      ["2026-01-05T02:00:01z", at("2026-01-05T02:00:01Z")],
      ["2026-01-05t02:00:01.5Z", at("2026-01-05T02:00:01.500Z")],
      ["2026-01-05T02:00:01.123999999Z", at("2026-01-05T02:00:01.123Z")],
      ["2026-01-05T10:00:00+08:00", at("2026-01-05T02:00:00Z")],
      ["2026-01-05T10:00:00+0830", at("2026-01-05T01:30:00Z")],
      ["2026-01-05T10:00:00-08", at("2026-01-05T18:00:00Z")],
      ["2028-02-29T00:00Z", at("2028-02-29T00:00:00Z")],
      ["2026-01-01T00:00Z", at("2026-01-01T00:00:00Z")],
      ["2026-01-31T00:00Z", at("2026-01-31T00:00:00Z")],
      ["2026-12-31T23:59:59.999Z", at("2026-12-31T23:59:59.999Z")],
      ["9999-12-31T23:59:59Z", at("9999-12-31T23:59:59Z")],
      ["9999-12-31T23:59:59-00:01", YEARS],
      ["2026-01-00T00:00Z", `${DAY}: 2026-01 has no day 00`],
      ["2026-01-32T00:00Z", `${DAY}: 2026-01 has no day 32`],
      ["2026-02-29T00:00Z", `${DAY}: 2026-02 has no day 29`],
      ["2026-00-01T00:00Z", `${DAY}: there is no month 00`],
      ["2026-13-01T00:00Z", `${DAY}: there is no month 13`],
      [{ toString: 1 }, ISO],
      ["2026-01-05T24:01Z", TIME],
      ["2026-01-05T24:00:00Z", TIME],
      ["2026-01-05T24:00+08:00", TIME],
      ["2026-01-05T02:60Z", TIME],
      ["2026-01-05T02:00", instant("an offset (+08:00 or Z) at the end")],
      ["2026-01-05 02:00Z", instant("a T between the date and the time, not a space")],
      ["2026-01-05T02:00:00.1234567890Z", instant("at most nine digits in the fraction of a second")],
      ["2026-01-05T02:00:00,5Z", instant("a point before the fraction of a second, not a comma")],
      [
        "2026-01-05T10:00:00+08:00[Asia/Hong_Kong]",
        instant("an offset at the end, without the name of a time zone in brackets"),
      ],
      ["+2026-01-05T02:00:00Z", instant("a year of four digits without a sign")],
      ["2026-01-05T02:00:00+00:00Z", instant("one offset at the end: Z or, for example, +08:00")],
      ["2026-01-05T02+00:00", instant("hours and minutes in the time")],
      ["2026-01-05", instant("a time and an offset after the date")],
      ["2026-01-05T02:00:00.Z", instant("digits after the point of the seconds")],
      ["2026-01-05T02:00:00 +08:00", instant("no space before the offset")],
      ["2026-01-05T02:00:00.123 Z", instant("no space before the offset")],
      ["2026-01-05T02:00:00Z ", instant("a text without white space before or after it")],
      ["\n2026-01-05T02:00:00Z", instant("a text without white space before or after it")],
      ...[1_767_578_400, 1_767_578_400_000, "1767578400", 1.5].map((value) => [value, NUMBER] as const),
      ...["x2026-01-05T02:00Z", "2026-01-05T02:00Zx", true, null].map((value) => [value, ISO] as const),
    ],
  ],
  [
    "instant whose offset must have minutes",
    instantReader(under({ "hour-offset": "refuse" })),
    [
      ["2026-01-05T10:00:00+08", "expected hours and minutes in the offset, such as +08:00"],
      ["2026-01-05T10:00:00+08:00", at("2026-01-05T02:00:00Z")],
      ["2026-01-05T10:00:00Z", at("2026-01-05T10:00:00Z")],
    ],
  ],
  [
    "list of methods",
    methodsReader,
    [
      ["CARD", ["CARD"]],
      [" CARD , ALIPAYHK,CARD ", ["CARD", "ALIPAYHK"]],
      ["", METHODS],
      [",", METHODS],
      ["CARD,", METHODS],
      ["CARD;ALIPAYHK", METHODS],
      [["CARD"], METHODS],
      [1, METHODS],
    ],
  ],
  [
    "colour",
    colourReader,
    [
      ["#fff", "#fff"],
      ["Navy", "Navy"],
      ["nav", "expected a colour such as #RRGGBB"],
      [0, "expected a colour such as #RRGGBB"],
    ],
  ],
  [
    "BIN",
    binReader,
    [
      ["4111", "4111"],
      [4111, "4111"],
      ["41111111", "41111111"],
      ["411", DIGITS],
      ["411111111", DIGITS],
      [411, DIGITS],
      ["41 1", DIGITS],
      ["٤١١١", DIGITS],
      [true, DIGITS],
    ],
  ],
  [
    "address of any form",
    emailReader(limits.emailMaxChars, under()),
    [
      ["x", "x"],
      ["a\nb", "expected a text without line breaks"],
      ["a\u2028b", "expected a text without line breaks"],
      ["a\u0085b", "expected a text without line breaks"],
      ["a\vb", "expected a text without line breaks"],
      [long(254), long(254)],
      [long(255), "expected a text of 1 to 254 characters"],
      [true, "expected a text"],
    ],
  ],
  [
    "address",
    emailReader(limits.emailMaxChars, strict),
    [
      ["a@b.c", "a@b.c"],
      ["a@b.c.d", "a@b.c.d"],
      ...["a@b", "a@b.", "a@.b", "@b.c", "a@@b.c", "a b@c.d", "a@b.c@d.e", "a@b..c"].map(
        (value) => [value, "expected an e-mail address"] as const,
      ),
    ],
  ],
  [
    "text of a length that holds",
    unpublishedTextReader({ value: 3 }, under()),
    [
      ["abc", "abc"],
      ["abcd", "expected a text of 1 to 3 characters"],
      ["", "expected a text of 1 to 3 characters"],
    ],
  ],
  [
    "text of a length that nobody published",
    unpublishedTextReader({ value: 3 }, under({ "unpublished-lengths": "unlimited" })),
    [
      ["abc", "abc"],
      ["abcd", "abcd"],
      ["", "expected a text that is not empty"],
      ["abc\0d", "expected well-formed Unicode text without null characters"],
      [7, "7"],
    ],
  ],
  [
    "amount",
    amountReader((value) => (value === 1 ? minorUnits(100) : "expected 1"), {}),
    [
      [1, 100],
      [2, "expected 1"],
    ],
  ],
];

describe("a reader", () => {
  it.each(cases)("of a %s", (_, { read }, values) => {
    const found = values.map(([value]) => {
      const result = read(value);
      return [value, result instanceof Expected ? result.what : result];
    });
    expect(found).toEqual(values);
  });
});
