import { describe, expect, it } from "vitest";
import * as z from "zod";
import { storyOf } from "../../../src/lane/views/history/order-story.js";
import { mermaidOf } from "../../../src/lane/views/history/sequence-text.js";
import { textDifferences } from "../../../src/lane/views/history/text-diff.js";
import { schemaFields } from "../../../src/server/pages/console/lane/schema-fields.js";
import { curlOf, literal } from "../../../src/server/pages/islands/console/command-text.js";
import { relative, span } from "../../../src/server/pages/islands/console/times.js";

describe("a story", () => {
  const at = (second: number) => `2026-01-05T02:00:${String(second).padStart(2, "0")}.000+00:00`;
  const paid = { type: "SALE", amount: 50, currency: "HKD", declined: undefined } as const;
  const told = {
    timeline: [
      { at: at(0), what: "hosted-checkout/create", requestId: "req-1", responseCode: "0000" },
      { at: at(5), what: "checkout/pay", requestId: "req-2", responseCode: "3051" },
      { at: at(5), what: "checkout/pay", requestId: "req-3", responseCode: "0000" },
      { at: at(6), what: "notification", notificationId: 1, status: null, why: "connection refused; x\n# y" },
      { at: at(9), what: "settled" },
    ],
    transactions: [
      { ...paid, at: at(5), declined: "insufficient-funds" },
      { ...paid, at: at(5) },
    ],
  } as unknown as Parameters<typeof storyOf>[0];

  it("tells who told whom what, what the issuer said, what money moved, and the time between", () => {
    const story = storyOf(told);
    expect(story.map(({ from, to, what, answer, gapMs }) => [from, to, what, answer, gapMs])).toEqual([
      ["shop", "sandbox", "hosted-checkout/create", "0000", 0],
      ["shopper", "sandbox", "checkout/pay", "3051", 5000],
      ["shopper", "sandbox", "checkout/pay", "0000", 0],
      ["sandbox", "shop", "notification 1", "no answer: connection refused; x\n# y", 1000],
      ["sandbox", "sandbox", "settled", undefined, 3000],
    ]);
    expect(story.map(({ issuer, money }) => [issuer?.said, money])).toEqual([
      [undefined, undefined],
      ["declined: insufficient-funds", undefined],
      ["approved", "+ HKD 50.00"],
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it("tells what a refund and a void ask of the issuer, and that money goes back", () => {
    for (const [what, type, asked] of [
      ["hosted-checkout/refund", "REFUND", "refund HKD 50.00"],
      ["direct/void", "SALE_VOID", "void HKD 50.00"],
    ] as const) {
      const [step] = storyOf({
        timeline: [{ at: at(0), what, requestId: "req-1", responseCode: "0000" }],
        transactions: [{ ...paid, type, at: at(0) }],
      } as unknown as Parameters<typeof storyOf>[0]);
      expect(step).toMatchObject({ issuer: { asked, said: "approved" }, money: "− HKD 50.00" });
    }
  });

  it("is Mermaid, a message a line, whatever stands in it", () => {
    const lines = mermaidOf(storyOf(told)).split("\n");
    expect(lines[0]).toBe("sequenceDiagram");
    expect(lines).toContain("  sandbox->>issuer: sale HKD 50.00");
    expect(lines).toContain("  issuer-->>sandbox: declined: insufficient-funds");
    expect(lines).toContain("  shop-->>sandbox: no answer: connection refused  x  y");
    expect(lines.at(-1)).toBe("  Note over sandbox: settled");
    expect(lines).toHaveLength(18);
  });
});

describe("two texts differ", () => {
  it.each([
    ['{"a":1,"b":[{"c":2}]}', '{"b":[{"c":3}],"a":1}', [["b[0].c", "2", "3"]]],
    ['{"a":1}', '{"a":1,"d":{}}', [["d", undefined, "{}"]]],
    [
      "no JSON",
      '{"a":1}',
      [
        ["", "no JSON", undefined],
        ["a", undefined, "1"],
      ],
    ],
    ['{"a":"1"}', '{"a":1}', [["a", '"1"', "1"]]],
    ['{"a":[1,2]}', '{ "a": [1, 2] }', []],
    [`${"[".repeat(100_000)}${"]".repeat(100_000)}`, "1", [["", expect.stringContaining("[[["), "1"]]],
  ])("%.40s and %s in what is told", (here, there, expected) => {
    expect(textDifferences(here, there).map((one) => [one.path, one.here, one.there])).toEqual(expected);
  });
});

describe("a form's fields", () => {
  it("are what the schema takes, nested members by their path", () => {
    const schema = {
      text: z.string().describe("a word").optional(),
      kind: z.enum(["a", "b"]).optional(),
      when: z.strictObject({ amount: z.union([z.number(), z.strictObject({ gt: z.number() })]).optional() }).optional(),
      times: z.int().optional(),
      drop: z.literal(true).optional(),
      isSo: z.boolean().optional(),
    };
    expect(schemaFields(schema, "x.").map(({ name, type, options, hint }) => [name, type, options, hint])).toEqual([
      ["x.text", undefined, undefined, "a word"],
      ["x.kind", undefined, ["a", "b"], undefined],
      ["x.when.amount", "json", undefined, undefined],
      ["x.times", "number", undefined, undefined],
      ["x.drop", "flag", undefined, undefined],
      ["x.isSo", "json", ["true", "false"], undefined],
    ]);
  });
});

describe("what is shown to be copied", () => {
  it.each([
    [{ a: 1, "b-c": "it's", d: [true, null] }, `{ a: 1, "b-c": "it's", d: [true, null] }`],
    [{}, "{}"],
    ["x", '"x"'],
    [undefined, "undefined"],
  ])("%j is %s in a library line", (value, expected) => {
    expect(literal(value)).toBe(expected);
  });

  it("is one word of a shell, whatever stands in it", () => {
    const command = { method: "POST", path: "rules", body: { name: "it's $HOME `x`" }, code: "", ask: undefined };
    expect(curlOf(command, "http://localhost:1")).toBe(
      `curl -X POST 'http://localhost:1/_sandbox/rules' -H 'Content-Type: application/json' -d '{"name":"it'\\''s $HOME \`x\`"}'`,
    );
  });
});

describe("times", () => {
  it.each([
    [0, 0, "now"],
    [0, 61_000, "1 min ago"],
    [7_200_000, 0, "in 2 h"],
    [0, 172_800_000, "2 d ago"],
  ])("%i seen from %i is %s", (at, now, expected) => {
    expect(relative(at, now)).toBe(expected);
  });

  it.each([
    [250, "250 ms"],
    [1500, "1.5 s"],
    [1_200_000, "20 min"],
  ])("%i ms is %s", (ms, expected) => {
    expect(span(ms)).toBe(expected);
  });
});
