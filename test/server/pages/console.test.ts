import { describe, expect, it } from "vitest";
import * as z from "zod";
import { schemaFields } from "../../../src/server/pages/console/lane/schema-fields.js";
import { curlOf, literal } from "../../../src/server/pages/islands/console/command-text.js";
import { relative, span } from "../../../src/server/pages/islands/console/times.js";

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
