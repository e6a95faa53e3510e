import { describe, expect, it } from "vitest";
import { readBeliefs } from "../../../src/tools/judge/schema/beliefs.js";
import { beliefsSchema } from "../../../src/tools/judge/schema/beliefs-schema.js";
import { judgeReportSchema } from "../../../src/tools/judge/schema/report.js";

describe("beliefs", () => {
  it.each([
    ["only what was paid", { "A-1": { paid: 20 } }],
    ["not known yet", { "A-1": { paid: null, refunded: null } }],
    ["all that can be said", { "A-1": { paid: 20, refunded: 0.5, cart: "c1", shipped: true, currency: "USD" } }],
    ["reckoned with fractions", { "A-1": { paid: 156.64, refunded: 156.64 - 126.88 } }],
    ["reckoned to less than nothing", { "A-1": { paid: 0.3 - (0.1 + 0.2) } }],
    ["texts of digits", { "A-1": { paid: "20.50", refunded: "0", price: "20.50" } }],
    ["of no order", {}],
  ])("are taken: %s", (_, beliefs) => {
    expect(beliefsSchema.safeParse(beliefs).success).toBe(true);
  });

  it.each([
    ["below 0", { "A-1": { paid: -1 } }],
    ["three decimals", { "A-1": { paid: 0.125 } }],
    ["a cent below 0", { "A-1": { paid: -0.01 } }],
    ["more than can be counted", { "A-1": { paid: 1e15 } }],
    ["a text that is no amount", { "A-1": { paid: "2e1" } }],
    ["nothing paid", { "A-1": { refunded: 0 } }],
    ["a member that is not known", { "A-1": { paid: 20, payed: 20 } }],
    ["a list", [{ paid: 20 }]],
  ])("are refused: %s", (_, beliefs) => {
    expect(beliefsSchema.safeParse(beliefs).success).toBe(false);
  });
});

it("an amount that is a text is read as its number", () => {
  expect(readBeliefs('{"S-1": {"paid": "88.10"}}', "beliefs.json")).toEqual({
    beliefs: { "S-1": { paid: 88.1 } },
    unreadable: [],
  });
  expect(readBeliefs('{"S-1": {"paid": "88,10"}}', "beliefs.json")).toEqual({
    unreadable: [expect.stringContaining("expected an amount in the currency's main unit")],
  });
  expect(readBeliefs('{"S-1": {"paid": -1}}', "beliefs.json")).toEqual({
    unreadable: [expect.stringContaining("expected an amount in the currency's main unit, not below 0")],
  });
});

it("beliefs of another shape are told their own", () => {
  expect(readBeliefs('{"orders": [{"merchantReference": "S-1", "paid": 50}]}', "beliefs.json")).toEqual({
    unreadable: [expect.stringMatching(/expected an object such as \{"paid":88\}$/)],
  });
  expect(readBeliefs('[{"paid": 50}]', "beliefs.json")).toEqual({
    unreadable: [expect.stringMatching(/expected an object such as \{"TEA-1":\{"paid":88\}\}$/)],
  });
});

it("a report without a mutant can be written down", () => {
  const run = { books: {}, beliefs: null, exitCode: 0, why: null, timeline: [] };
  const report = {
    version: "0.1.0",
    format: 1,
    command: ["npm", "test"],
    seed: 1,
    startedAt: "2026-01-05T02:00:00.000Z",
    durationMs: 1,
    exitCode: 0,
    isStopped: false,
    hasBeliefs: false,
    dryRun: { problems: [], run },
    mutants: [],
    pruned: [],
    inconclusive: {},
    findings: [],
    harm: [],
    unproven: [],
    notTried: [],
    practices: [],
    notes: [],
    counts: {
      planned: 0,
      run: 0,
      pruned: 0,
      notRun: 0,
      found: 0,
      unresolved: 0,
      unreadable: 0,
      unstable: 0,
      noticed: 0,
      survived: 0,
    },
  };
  expect(judgeReportSchema.parse(report)).toEqual(report);
});
