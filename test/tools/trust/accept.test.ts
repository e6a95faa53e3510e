import { expect, it } from "vitest";
import type { Calibration } from "../../../src/server/options/calibration.js";
import { accepted, calibrationDiff, driftBetween } from "../../../src/tools/trust/calibrate/results/drift.js";
import { questionsText } from "../../../src/tools/trust/calibrate/results/summary.js";

const evidence: never[] = [];
const settled = (choice: string) => ({ choice, confidence: "sure" as const, evidence });
const base: Calibration = {
  version: 1,
  madeBy: "0.1.0",
  date: "2026-01-05T02:00:00.000Z",
  target: "http://localhost:4655",
  merchantId: 3,
  userId: "user1",
  assumptions: { cancel: settled("closed"), stan: settled("no-zeros") },
  responseCodes: { "order-not-found": { code: "2001", message: "gone", confidence: "sure", evidence } },
  findings: { "date-spelling": { text: "createTime is a number", evidence } },
  answers: { "hosted-checkout/create": 'HTTP 200 "Success"' },
  limits: { "amount-minor": { accepts: 999_999_999, refuses: 1_000_000_000 } },
  undetermined: {},
};
const now: Calibration = {
  ...base,
  date: "2026-02-05T02:00:00.000Z",
  assumptions: { cancel: settled("stay-open"), "date-spelling": settled("colon") },
  responseCodes: { "order-not-found": { code: "4404", message: "gone", confidence: "sure", evidence } },
  findings: {},
  answers: { "hosted-checkout/create": 'HTTP 200 "OK"' },
  limits: { "amount-minor": { accepts: 500, refuses: 501 } },
};

it("accepted changes are written with date and reason, and are no drift any more", () => {
  const both = accepted(base, now, "release 7");
  expect(driftBetween(both, now)).toEqual([]);
  expect(both.findings).toEqual({});
  expect(both.assumptions.stan?.choice).toBe("no-zeros");
  expect(both.accepted?.map(({ about }) => about)).toEqual([
    "date-spelling",
    "cancel",
    "limits.amount-minor",
    "responseCodes.order-not-found",
    "answers.hosted-checkout/create",
  ]);
  expect(both.accepted?.[1]).toEqual({
    about: "cancel",
    before: "closed",
    now: "stay-open",
    date: now.date,
    reason: "release 7",
  });
});

it("a limit that decides an assumption is told by it alone, and accepted with it", () => {
  const before = { ...base, assumptions: { "amount-digits": settled("nine-in-all") } };
  const limits = { "amount-minor": { accepts: 99_999_999_999, refuses: 100_000_000_000 } };
  const wider = { ...before, assumptions: { "amount-digits": settled("nine-before-point") }, limits };
  expect(driftBetween(before, wider).map(({ about }) => about)).toEqual(["amount-digits"]);
  expect(accepted(before, wider, "").limits).toEqual(limits);
  expect(driftBetween(before, { ...before, limits }).map(({ about }) => about)).toEqual(["limits.amount-minor"]);
});

it("a diff tells limits by what was tried, and what one side alone settled", () => {
  const { text, count } = calibrationDiff(base, now);
  expect(count).toBe(5);
  expect(text).toContain("  - accepts 9,999,999.99, refuses 10,000,000.00\n  + accepts 5.00, refuses 5.01\n");
  expect(text).toContain("only in the first: stan\n");
});

it("questions name what is open, and nothing that was settled", () => {
  const text = questionsText(base);
  expect(text).toContain("duplicate-reference");
  expect(text).not.toContain(". cancel\n");
  expect(text).not.toContain(". date-spelling\n");
});
