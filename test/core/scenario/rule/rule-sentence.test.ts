import { expect, it } from "vitest";
import { ruleSchema } from "../../../../src/core/scenario/rule/rule.js";
import { ruleSentence } from "../../../../src/core/scenario/rule/rule-sentence.js";

it.each([
  [
    {
      when: { operation: "hosted-checkout/refund", merchantReference: "PAID-*", amount: { gt: 50 } },
      times: 1,
      then: { outcome: "insufficient-unsettled-balance" },
    },
    "A call of hosted-checkout/refund if the reference is PAID-* and the amount is above 50: the answer is insufficient-unsettled-balance. Fires once.",
  ],
  [
    { when: { operation: "tokenization/sale" }, after: 2, then: { fault: "connection-reset", placed: "after-commit" } },
    "A call of tokenization/sale: connection-reset after it happened. Lets the first 2 pass.",
  ],
  [
    { then: { outcome: "approve", delay: { min: "1s", max: "2s" } } },
    "Any call: it is approved and the answer takes 1s to 2s.",
  ],
  [
    { then: { notify: { copies: 3, hold: true } }, chance: 0.125, key: "orderId" },
    "Any call: its notification is sent 3 times and its notification waits until it is released. Fires in 12.5 % of cases. Counted for each orderId.",
  ],
  [
    { when: { isRecurring: true }, then: { outcome: "maintenance" } },
    "Any call if the order is recurring: the answer is maintenance.",
  ],
  [
    { when: { operation: "hosted-checkout/create", isRecurring: false }, then: { page: { auto: "pay", after: "5s" } } },
    "A call of hosted-checkout/create if the order is not recurring: the shopper's part is done (pay) after 5s.",
  ],
  [
    {
      then: { outcome: { responseCode: "7777", message: "<b>no</b>" }, gate: { name: "sale", idleMs: 900 } },
      until: "20m",
    },
    'Any call: the answer is 7777 "<b>no</b>" and the answer waits at gate sale, 900 ms at most. Ends: 20m.',
  ],
])("%j reads as a sentence", (rule, sentence) => {
  expect(ruleSentence(ruleSchema.parse(rule))).toBe(sentence);
});
