import { describe, expect, it } from "vitest";
import * as z from "zod";
import { fault, objections, pathText, sentence } from "../../../../src/core/scenario/values/issues.js";
import type { SchemaNode } from "../../../../src/core/scenario/values/schema-node.js";
import { similar } from "../../../../src/core/scenario/values/similar.js";

/** What is said of a value that a schema does not take. */
const said = (schema: z.ZodType, value: unknown): readonly string[] => {
  const read = schema.safeParse(value);
  if (read.success) return [];
  return objections(read.error.issues, value, z.toJSONSchema(schema, { io: "input" }) as SchemaNode).map(sentence);
};
const member = (schema: z.ZodType, value: unknown) => said(z.strictObject({ a: schema }), { a: value });
const long = (chars: number): string => "x".repeat(chars);

const pair = z.strictObject({ min: z.int(), max: z.int() });
const textOrPair = z.union([z.string(), pair], { error: "a text, or {min, max}" });
const many = Array.from({ length: 60 }, (_, i) => (i === 0 ? "name-of-thirty-0" : "x".repeat(i + 30)));
const names = z.union([z.literal("approve"), z.enum(["decline", "refuse"])], { error: "a name" });

describe("what a schema does not take is said", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ["a text", member(z.string(), 1), ["a is 1, expected a text"]],
    ["a number", member(z.number(), "1"), ['a is "1", expected a number']],
    ["a whole number", member(z.int(), 1.5), ["a is 1.5, expected a whole number"]],
    ["true or false", member(z.boolean(), "yes"), ['a is "yes", expected true or false']],
    ["a list", member(z.array(z.string()), {}), ["a is {}, expected a list"]],
    [
      "an object",
      member(z.strictObject({}), []),
      ["a is [] (PHP: (object) [] is the empty object), expected an object"],
    ],
    ["nothing told", member(z.union([z.string(), z.number()]), null), ["a is null, expected another value"]],
    ["one name", member(z.literal("x"), "y"), ['a is "y", expected "x"']],
    ["one of names", member(z.enum(["one", "two"]), 3), ["a is 3, expected one of one, two"]],
    [
      "one of names, nearly",
      member(z.enum(["settled", "voided"]), "setled"),
      ['a is "setled", expected one of settled, voided; did you mean settled?'],
    ],
    ["a number's limit", member(z.number().min(1), 0), ["a is 0, expected a number of at least 1"]],
    ["a whole number's limit", member(z.int().max(99), 100), ["a is 100, expected a number of at most 99"]],
    ["a limit that is out", member(z.number().gt(0), 0), ["a is 0, expected a number of more than 0"]],
    ["a limit above that is out", member(z.number().lt(1), 1), ["a is 1, expected a number of less than 1"]],
    ["a text's limit", member(z.string().min(1), ""), ['a is "", expected a text of at least 1 character']],
    [
      "a longer text's limit",
      member(z.string().max(2), "abc"),
      ['a is "abc", expected a text of at most 2 characters'],
    ],
    ["a list's limit", member(z.array(z.int()).min(1), []), ["a is [], expected at least 1 entry"]],
    [
      "a longer list's limit",
      member(z.array(z.int()).max(2), [1, 2, 3]),
      ["a has 3 entries, expected at most 2 entries"],
    ],
    ["a schema's own words", member(z.string({ error: "a colour" }), 1), ["a is 1, expected a colour"]],
    ["a missing member", said(z.strictObject({ a: z.string() }), {}), ["a is missing, expected a text"]],
    ["nothing at all", said(z.strictObject({}), undefined), ["the document is nothing, expected an object"]],
    ["a whole document", said(z.strictObject({}), 5), ["the document is 5, expected an object"]],
    [
      "too many entries",
      member(z.array(z.int()).max(1, { error: "at most 1" }), [1, 2]),
      ["a has 2 entries, expected at most 1"],
    ],
    ["too long a text", member(z.string().max(1, { error: "a letter" }), "ab"), ['a is "ab", expected a letter']],
    ["just short enough to be told", member(z.int(), long(58)), [`a is "${long(58)}", expected a whole number`]],
    ["too long to be told", member(z.int(), long(59)), [`a is "${long(56)}…, expected a whole number`]],
    [
      "a fault that says it all",
      member(
        z.string().superRefine((_, check) => check.addIssue(fault("no such a", { expected: "b", didYouMean: "c" }))),
        "x",
      ),
      ["no such a, expected b; did you mean c?"],
    ],
    [
      "each of several",
      said(z.strictObject({ a: z.string(), b: z.int() }), { a: 1, b: "x" }),
      ["a is 1, expected a text", 'b is "x", expected a whole number'],
    ],
  ])("%s", (_, found, lines) => expect(found).toEqual(lines));

  it.each<[string, readonly string[], readonly string[]]>([
    [
      "of the document",
      said(z.strictObject({ name: z.string(), seed: z.int() }), { name: "x", seed: 1, nam: 2 }),
      ['unknown member "nam", expected one of name, seed; did you mean name?'],
    ],
    [
      "where there are none",
      member(z.strictObject({}), { b: 1 }),
      ['unknown member "b" in a, expected no such member'],
    ],
    [
      "of a record",
      member(z.partialRecord(z.enum(["CARD", "FPS"]), z.int()), { CARDS: 1 }),
      ['unknown member "CARDS" in a, expected one of CARD, FPS; did you mean CARD?'],
    ],
    [
      "within a list",
      member(z.array(z.strictObject({ one: z.int().optional() })), [{}, { zwei: 1 }]),
      ['unknown member "zwei" in a[1], expected one of one'],
    ],
    [
      "two at once",
      member(z.strictObject({ one: z.int().optional() }), { x: 1, y: 1 }),
      ['unknown member "x" in a, expected one of one', 'unknown member "y" in a, expected one of one'],
    ],
    [
      "of one of two kinds",
      member(textOrPair, { min: 1, max: 2, maks: 3 }),
      ['unknown member "maks" in a, expected one of min, max; did you mean max?'],
    ],
    [
      "of one of several objects that say which they are",
      member(
        z.discriminatedUnion("k", [
          z.strictObject({ k: z.literal("a"), one: z.int() }),
          z.strictObject({ k: z.literal("b") }),
        ]),
        { k: "a", one: 1, on: 1 },
      ),
      ['unknown member "on" in a, expected one of k, one; did you mean one?'],
    ],
    [
      "that is like one of very many",
      member(z.partialRecord(z.enum(many), z.int()), { "name-of-thirty": 1, nothing: 1 }),
      [
        'unknown member "name-of-thirty" in a; did you mean name-of-thirty-0?',
        `unknown member "nothing" in a, expected one of ${many.join(", ")}`,
      ],
    ],
  ])("an unknown member %s", (_, found, lines) => expect(found).toEqual(lines));

  it.each<[string, readonly string[], readonly string[]]>([
    ["no kind of it", member(textOrPair, 5), ["a is 5, expected a text, or {min, max}"]],
    [
      "one kind of it, with a fault inside",
      member(textOrPair, { min: 1, max: "x" }),
      ['a.max is "x", expected a whole number'],
    ],
    [
      "one kind of it, with two faults inside",
      member(textOrPair, { min: "y" }),
      ['a.min is "y", expected a whole number', "a.max is missing, expected a whole number"],
    ],
    [
      "a name that is nearly one of some",
      member(names, "aprove"),
      ['a is "aprove", expected a name; did you mean approve?'],
    ],
    [
      "a name that is nearly another",
      member(names, "refuze"),
      ['a is "refuze", expected a name; did you mean refuse?'],
    ],
    ["no name", member(names, 7), ["a is 7, expected a name"]],
    [
      "a rule of one kind",
      member(z.union([z.string(), z.strictObject({ a: z.int() }).refine(({ a }) => a > 1, { error: "a above 1" })]), {
        a: 1,
      }),
      ['a is {"a":1}, expected a above 1'],
    ],
    [
      "kinds within kinds",
      member(z.union([z.int(), z.strictObject({ b: textOrPair })]), { b: { min: 1, max: 0.5 } }),
      ["a.b.max is 0.5, expected a whole number"],
    ],
  ])("of a value of several kinds: %s", (_, found, lines) => expect(found).toEqual(lines));
});

it.each([
  [[], ""],
  [["rules"], "rules"],
  [["rules", 0], "rules[0]"],
  [["rules", 0, "when", "amount"], "rules[0].when.amount"],
  [[2, "x"], "[2].x"],
])("the path %j is written %s", (path, text) => expect(pathText(path)).toBe(text));

it.each<[string, readonly string[], string | undefined]>([
  ["maintenance", ["maintenance"], "maintenance"],
  ["MAINTENANCE", ["maintenance"], "maintenance"],
  ["maintenance", ["Maintenance"], "Maintenance"],
  // Two steps are near to any name, a third of a longer one.
  ["ab", ["abcd"], "abcd"],
  ["a", ["abcd"], undefined],
  ["abxyz", ["abcdefgh"], undefined],
  ["abcdefxyz", ["abcdefghi"], "abcdefghi"],
  ["abcdewxyz", ["abcdefghi"], undefined],
  ["abcdef", ["abcdefghi"], "abcdefghi"],
  ["abcde", ["abcdefghi"], undefined],
  ["abcdefghijkl", ["abcdefghi"], "abcdefghi"],
  // The beginning of one name only.
  ["merchantRef", ["merchantId", "merchantReference"], "merchantReference"],
  ["merchant", ["merchantId", "merchantReference"], "merchantId"],
  // Of near names, one that begins so.
  ["stat", ["start", "stop", "status"], "status"],
  // All its words, if only one name has them.
  ["insufficient-balance", ["insufficient-funds", "insufficient-unsettled-balance"], "insufficient-unsettled-balance"],
  ["balance-insufficient", ["insufficient-funds", "insufficient-unsettled-balance"], "insufficient-unsettled-balance"],
  ["not-found", ["token-not-found", "order-not-found"], undefined],
  // Two short names are always near.
  ["s2", ["w1"], undefined],
  ["sdk", ["s2"], undefined],
  // A name of one letter is near to everything short.
  ["x", ["0"], undefined],
  ["x", ["xy"], "xy"],
  // The nearest; the first of two that are as near.
  ["declin", ["declare", "decline", "declines"], "decline"],
  ["bat", ["cat", "hat"], "cat"],
  ["cats", ["cat", "cats"], "cats"],
  ["zzz", [], undefined],
  // A path's parts, each by itself; else the same act of another group.
  ["tokenization/query", ["tokenization/sale", "tokenization/query-token", "direct/query"], "direct/query"],
  ["tokenisation/sale", ["direct/sale", "tokenization/sale"], "tokenization/sale"],
  ["direct/viod", ["direct/sale", "direct/void"], "direct/void"],
  ["refund", ["direct/void", "direct/refund"], "direct/refund"],
  ["/none/5", ["/orders/5"], undefined],
  // Each word of a name, one of its letters wrong.
  ["refnd-short", ["refund-short-of-balance", "refund-lost"], "refund-short-of-balance"],
  ["refnd-shrt-x", ["refund-short-of-balance"], undefined],
  ["of-refund-shirt-x", ["of-refund-short-y-and-more", "of-refund-short-x-and-more"], "of-refund-short-x-and-more"],
  // The common word for it.
  ["timeout", ["connection-reset", "no-response"], "no-response"],
  ["Rate-Limit", ["http-404", "http-429"], "http-429"],
  ["PAID", ["OPEN", "SUCCESS"], "SUCCESS"],
  ["op", ["operation", "merchantId"], "operation"],
  ["timeout", ["connection-reset"], undefined],
])("%j among %j is taken for %s", (text, known, meant) => {
  expect(similar(text, known)).toEqual(meant === undefined ? {} : { didYouMean: meant });
});
