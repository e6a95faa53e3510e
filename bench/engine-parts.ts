// What the engine does in each call where there are no rules; bundled by engine.ts, as ours is.

import { instant, minorUnits } from "../src/core/domain/money.js";
import { choose } from "../src/core/scenario/matching/choose.js";
import type { Subject } from "../src/core/scenario/values/subject.js";
import { RuleBook } from "../src/lane/rules/rule-book.js";

const CALLS = 1_000_000;

/** µs for each call: the subject, the choice, and what is kept of it. */
export function noRulesUs(): number {
  const book = new RuleBook();
  const record = { rules: [] };
  let kept = 0;
  const once = (n: number): void => {
    const subject: Subject = {
      operation: "hosted-checkout/create",
      merchantId: "3",
      merchantReference: `R-${n}`,
      amountMinor: minorUnits(n),
      currency: "HKD",
      isRecurring: false,
    };
    const { rules, scenarios } = book.inForce(record);
    const value = choose(rules, subject, { now: instant(n), seed: 1, counters: noCounters }, "command");
    kept += JSON.stringify({ scenarios, subject, matched: value.matched() }).length + value.counts.length;
  };
  for (let n = 0; n < CALLS; n++) once(n);
  const began = performance.now();
  for (let n = 0; n < CALLS; n++) once(n);
  const us = ((performance.now() - began) * 1000) / CALLS;
  if (kept === 0) throw new Error("nothing was kept");
  return us;
}

const noCounters = {
  ruleCount: (): never => {
    throw new Error("expected no counter to be read");
  },
};
