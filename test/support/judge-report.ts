import { coverageOf } from "../../src/coverage/coverage.js";
import { defaultPolicy } from "../../src/facts/assumptions.js";
import type { JudgedMutant, JudgedRun, JudgeReport, TimelineEvent } from "../../src/library/language.js";

const at = "2026-01-05T10:00:00.000+08:00";

const call = (ms: number, over: Partial<Extract<TimelineEvent, { kind: "call" }>> = {}): TimelineEvent => ({
  kind: "call",
  ms,
  at,
  lane: 0,
  orderId: 1000001,
  reference: "TEA-1",
  request: "req-1",
  operation: "tokenization/sale",
  by: "shop",
  amount: 88,
  http: 200,
  responseCode: "0000",
  message: "Success",
  fault: null,
  placed: null,
  isMutated: false,
  orderStatus: null,
  ...over,
});

const twice: JudgedRun = {
  books: {
    "TEA-1": { paid: 88, refunded: 0, voided: false, currency: "HKD", status: "SUCCESS", orderIds: [1000001] },
    "TEA-2": { paid: 88, refunded: 0, voided: false, currency: "HKD", status: "SUCCESS", orderIds: [1000002] },
  },
  beliefs: { "TEA-2": { paid: 88, refunded: 0, cart: "tea", shipped: true, currency: "HKD" } },
  exitCode: 0,
  why: null,
  timeline: [
    call(3, { isMutated: true, fault: "connection-reset", placed: "after-commit" }),
    {
      kind: "money",
      ms: 3,
      at,
      lane: 0,
      orderId: 1000001,
      reference: "TEA-1",
      what: "charged",
      amount: 88,
      currency: "HKD",
      request: "req-1",
    },
    call(9, { request: "req-2", orderId: 1000002, reference: "TEA-2" }),
    {
      kind: "money",
      ms: 9,
      at,
      lane: 0,
      orderId: 1000002,
      reference: "TEA-2",
      what: "charged",
      amount: 88,
      currency: "HKD",
      request: "req-2",
    },
    {
      kind: "notice",
      ms: 12,
      at,
      lane: 0,
      orderId: 1000002,
      reference: "TEA-2",
      notification: 2,
      attempt: 1,
      isGenuine: false,
      forged: "amount",
      says: { status: "SUCCESS", amount: "880.00" },
      status: 400,
      answer: "refused",
      tookMs: 2,
      why: "answered 400",
    },
    { kind: "redirect", ms: 14, at, lane: 0, orderId: 1000002, reference: "TEA-2", to: "success", status: 200 },
  ],
};

const mutant = (id: string, over: Partial<JudgedMutant>): JudgedMutant => {
  const [call = "", family = "notice"] = id.split("/");
  return {
    id,
    verdict: "survived",
    ms: 31,
    lane: 0,
    operation: call.startsWith("refund") ? "hosted-checkout/refund" : "tokenization/sale",
    call: 1,
    family: family as JudgedMutant["family"],
    change: id.split("/").at(-1)!,
    about: "The sale goes through, and its answer is lost.",
    replay: `payment-sandbox exec --scenario '${id}.scenario.yaml' --seed 1 -- node shop.mjs`,
    run: { ...twice, timeline: [call_] },
    ...over,
  };
};
const call_ = call(2);

/** A small report with one of each that the pages tell apart. */
export const judgeReport: JudgeReport = {
  version: "0.1.0",
  format: 1,
  command: ["node", "shop.mjs"],
  seed: 1,
  startedAt: "2026-01-05T10:00:00.000Z",
  durationMs: 41_200,
  exitCode: 6,
  isStopped: false,
  hasBeliefs: true,
  dryRun: { problems: [], run: { ...twice, timeline: [call_] } },
  mutants: [
    mutant("sale#1/after-commit/connection-reset", { verdict: "charged-twice", run: twice }),
    mutant("sale#1/after-commit/no-response", {}),
    mutant("sale#1/decline/do-not-honour", { verdict: "noticed" }),
    mutant("refund#1/refusal/insufficient-unsettled-balance", { verdict: "unresolved" }),
    mutant("refund#1/after-commit/connection-reset", { verdict: "notRun", ms: 0, run: null }),
  ],
  findings: [
    {
      verdict: "charged-twice",
      mutant: "sale#1/after-commit/connection-reset",
      references: ["TEA-1", "TEA-2"],
      cart: "tea",
      books: twice.books,
      beliefs: { "TEA-1": null, "TEA-2": twice.beliefs!["TEA-2"]! },
      requests: ["req-1", "req-2"],
      why: "Cart tea was charged 176.00 HKD in two orders; without the change it was charged 88.00 HKD.",
      replay: "payment-sandbox exec --scenario 'sale#1.scenario.yaml' --seed 1 -- node shop.mjs",
    },
  ],
  manners: [
    {
      id: "retried-under-new-reference",
      grave: true,
      evidence: [
        {
          mutant: "sale#1/after-commit/connection-reset",
          requests: ["req-1", "req-2"],
          what: "TEA-1 had no answer, and TEA-2 was charged without a query.",
        },
      ],
      seen: 1,
      cause: "A sale is sent again under a new reference though nobody knows whether the first one went through.",
      cure: "Query the first reference; send it again under the same one.",
    },
    {
      id: "slow-to-answer-notices",
      grave: false,
      evidence: [{ mutant: null, requests: [], what: "A notice was answered after 6.1 s." }],
      seen: 3,
      cause: "The shop works before it answers a notice.",
      cure: "Answer OK when the notice is written down, and work afterwards.",
    },
  ],
  notes: ["What only a later query could mend is unresolved."],
  counts: { planned: 7, run: 4, pruned: 2, notRun: 1, found: 1, unresolved: 1, unstable: 0, noticed: 1, survived: 1 },
  coverage: coverageOf(new Set(["charge-token none approve", "refund-order SUCCESS approve"]), defaultPolicy),
};
