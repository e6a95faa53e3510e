import { expect, it } from "vitest";
import { type CheckTrace, ladderOf } from "../../../src/lane/explain/ladder.js";
import type { RuleSummary } from "../../../src/lane/explain/request-schema.js";
import type { Exchange } from "../../../src/lane/ports/exchange.js";
import type { Explanation } from "../../../src/lane/ports/explanation.js";
import { exchange } from "../../support/exchange.js";

type Told = readonly [outcome: string, found: string];

const fits: readonly Told[] = [
  ["passed", "a JSON object whose `request` is the text of a JSON object"],
  ["passed", "it fits the text of `request` and a public key of the merchant"],
  ["passed", "merchant 3, public keys now: 2"],
  ["passed", "every parameter is valid (see the operation's table in payment-api)"],
];
const [envelopeFits, signatureFits, merchantKnown, parametersFit] = fits as readonly [Told, Told, Told, Told];
const noRules: Told = ["passed", "there are no rules"];
const noOrder: Told = ["passed", "no order"];
const done: Told = ["passed", "done, and written with the journal in one transaction"];
const onlyRead: Told = ["passed", "nothing was to be changed"];
const ANSWERED_AGAIN = "nothing was changed: the order of the call's merchantReference was answered again";
const notAsked: Told = ["skipped", "an action of the shopper or the tester, not a call of the merchant"];
const unread: Told = ["not-reached", "a rule cut the call before it was read"];
const unsigned: readonly Told[] = [notAsked, notAsked, merchantKnown, notAsked];
const after = (step: string): Told => ["not-reached", `the call ended at: ${step}`];
const many = (count: number, told: Told): readonly Told[] => Array(count).fill(told);

const rule = (over: Partial<RuleSummary> = {}): RuleSummary => ({
  ruleId: "rule-1",
  origin: "control",
  outcome: "fired",
  why: "fired",
  clauses: [],
  ...over,
});

interface Case {
  readonly call?: Partial<Exchange>;
  readonly explanation?: Partial<Explanation>;
  readonly rules?: readonly RuleSummary[];
  readonly keys?: number | undefined;
}
const traceOf = ({ call, explanation, rules = [], ...rest }: Case): CheckTrace => ({
  exchange: exchange({ operation: "hosted-checkout/refund", merchantId: 3, ...call }),
  explanation: { subject: { operation: "x" }, matched: [], ...explanation },
  rules,
  keys: "keys" in rest ? rest.keys : 2,
});
const toldOf = (one: Case): readonly Told[] => ladderOf(traceOf(one)).map(({ outcome, found }) => [outcome, found]);
const faultAt = (placed: string) => ({ fault: "http-502", placed });

it("names the steps in the order of the checks", () => {
  const steps = ["envelope", "signature", "merchant", "parameters", "scenario", "state", "commit"];
  expect(ladderOf(traceOf({})).map(({ step }) => step)).toEqual(steps);
});

it.each<[string, Case, readonly Told[]]>([
  ["a call that went through", {}, [...fits, noRules, noOrder, done]],
  [
    "a call about an order",
    { call: { orderId: 7, orderStatus: "SUCCESS" } },
    [...fits, noRules, ["passed", "order 7 was SUCCESS"], done],
  ],
  ["a call that made an order", { call: { orderId: 7 } }, [...fits, noRules, ["passed", "order 7"], done]],
  ["a query", { call: { operation: "direct/query" } }, [...fits, noRules, noOrder, onlyRead]],
  ["a query of tokens", { call: { operation: "tokenization/query-token" } }, [...fits, noRules, noOrder, onlyRead]],
  ["a page that was opened", { call: { operation: "checkout/open" } }, [...unsigned, noRules, noOrder, onlyRead]],
  ["a page's payment", { call: { operation: "checkout/pay" } }, [...unsigned, noRules, noOrder, done]],
  ["a card that was saved", { call: { operation: "card-entry/save" } }, [...unsigned, noRules, noOrder, done]],
  ["a refund by hand", { call: { operation: "back-office/refund" } }, [...unsigned, noRules, noOrder, done]],
  [
    "a settlement of all",
    { call: { operation: "settlement", merchantId: undefined } },
    [notAsked, notAsked, ["skipped", "every merchant"], notAsked, noRules, noOrder, done],
  ],
  [
    "no envelope",
    { explanation: { ended: "malformed-envelope", detail: "the body is no JSON" } },
    [["refused", "the body is no JSON"], ...many(6, after("envelope"))],
  ],
  [
    "no envelope, of which nothing more is known",
    { explanation: { ended: "malformed-envelope" } },
    [["refused", "no envelope"], ...many(6, after("envelope"))],
  ],
  [
    "a wrong signature that is refused",
    {
      call: { signature: "invalid" },
      explanation: { ended: "invalid-signature", signatureFault: "it is cut short" },
    },
    [
      envelopeFits,
      ["refused", "it fits none of the merchant's public keys, over the exact text of `request`: it is cut short"],
      ...many(5, after("signature")),
    ],
  ],
  [
    "a wrong signature that is let through",
    { call: { signature: "invalid" } },
    [
      envelopeFits,
      ["flagged", "it fits none of the merchant's public keys, over the exact text of `request`"],
      merchantKnown,
      parametersFit,
      noRules,
      noOrder,
      done,
    ],
  ],
  [
    "a missing key that is refused",
    { call: { signature: "no-key" }, explanation: { ended: "no-public-key" } },
    [envelopeFits, ["refused", "the merchant has no public key registered"], ...many(5, after("signature"))],
  ],
  [
    "a missing merchantId that is refused",
    { call: { signature: "no-key", merchantId: undefined }, explanation: { ended: "no-public-key" } },
    [
      envelopeFits,
      ["refused", "no merchantId could be read, so no public key was found"],
      ...many(5, after("signature")),
    ],
  ],
  [
    "a missing key that is let through",
    { call: { signature: "no-key" }, keys: 0 },
    [
      envelopeFits,
      ["skipped", "the merchant has no public key registered"],
      ["passed", "merchant 3, public keys now: 0"],
      parametersFit,
      noRules,
      noOrder,
      done,
    ],
  ],
  [
    "a signature that nobody looks at",
    { call: { signature: "unchecked" } },
    [
      envelopeFits,
      ["skipped", "signatures are not checked (--signature off)"],
      merchantKnown,
      parametersFit,
      noRules,
      noOrder,
      done,
    ],
  ],
  [
    "a merchant that is not known",
    { keys: undefined, explanation: { ended: "merchant-not-found", detail: "merchant 3" } },
    [
      envelopeFits,
      signatureFits,
      ["flagged", "merchant 3 is not known"],
      parametersFit,
      noRules,
      ["refused", "no order; merchant-not-found: merchant 3"],
      after("state"),
    ],
  ],
  [
    "a merchant that could not be read",
    { call: { merchantId: undefined }, explanation: { ended: "invalid-parameter", detail: "merchantId is missing" } },
    [
      envelopeFits,
      signatureFits,
      ["flagged", "no merchantId could be read"],
      ["refused", "merchantId is missing"],
      ...many(3, after("parameters")),
    ],
  ],
  [
    "a wrong parameter of which nothing more is known",
    { explanation: { ended: "invalid-parameter" } },
    [envelopeFits, signatureFits, merchantKnown, ["refused", "a parameter is wrong"], ...many(3, after("parameters"))],
  ],
  [
    "a header that forces what cannot be",
    { explanation: { ended: "invalid-parameter", detail: "X-Sandbox-Outcome: no such outcome" } },
    [...fits, ["refused", "X-Sandbox-Outcome: no such outcome"], ...many(2, after("scenario"))],
  ],
  [
    "a header that forces what cannot be, beside a rule that did not fire",
    {
      explanation: { ended: "invalid-parameter", detail: "X-Sandbox-Outcome: no such outcome" },
      rules: [rule({ outcome: "no-match" })],
    },
    [...fits, ["refused", "X-Sandbox-Outcome: no such outcome"], ...many(2, after("scenario"))],
  ],
  [
    "what the order's options forbid on its page",
    {
      call: { operation: "checkout/pay", orderId: 7, orderStatus: "OPEN" },
      explanation: { ended: "invalid-parameter", detail: "the page takes no wallet" },
    },
    [
      ...unsigned,
      noRules,
      ["refused", "order 7 was OPEN; invalid-parameter: the page takes no wallet"],
      after("state"),
    ],
  ],
  [
    "a refusal by the state of which nothing more is known",
    { explanation: { ended: "order-not-found" } },
    [...fits, noRules, ["refused", "no order; order-not-found"], after("state")],
  ],
  [
    "a decline",
    { explanation: { ended: "lost-card" } },
    [...fits, noRules, noOrder, ["declined", "a DECLINED transaction was recorded: lost-card"]],
  ],
  [
    "a decline by a test card",
    {
      call: { request: '{"maskedPan":"400000XXXXXX9995"}' },
      explanation: { ended: "insufficient-funds" },
    },
    [
      ...fits,
      noRules,
      noOrder,
      [
        "declined",
        "a DECLINED transaction was recorded: insufficient-funds, as the test card insufficient-funds always does",
      ],
    ],
  ],
  [
    "a decline that a rule forces: it is recorded like any other",
    { explanation: { ended: "lost-card", effects: { outcome: "lost-card" } }, rules: [rule({ name: "no" })] },
    [
      ...fits,
      ["fired", 'rule "no" fired: {"outcome":"lost-card"}'],
      noOrder,
      ["declined", "a DECLINED transaction was recorded: lost-card"],
    ],
  ],
  [
    "a refusal that a rule forces",
    { explanation: { ended: "maintenance", effects: { outcome: "maintenance" } }, rules: [rule()] },
    [...fits, ["refused", 'rule "rule-1" fired: {"outcome":"maintenance"}'], ...many(2, after("scenario"))],
  ],
  [
    "a refusal of a parameter that a rule forces",
    { explanation: { ended: "invalid-parameter", effects: { outcome: "invalid-parameter" } }, rules: [rule()] },
    [...fits, ["refused", 'rule "rule-1" fired: {"outcome":"invalid-parameter"}'], ...many(2, after("scenario"))],
  ],
  [
    "a code of its own that a rule forces",
    { explanation: { effects: { outcome: { responseCode: "1" } } }, rules: [rule()] },
    [...fits, ["refused", 'rule "rule-1" fired: {"outcome":{"responseCode":"1"}}'], ...many(2, after("scenario"))],
  ],
  [
    "another refusal than the one that a rule wanted",
    { explanation: { ended: "order-not-found", effects: { outcome: "approve" } }, rules: [rule()] },
    [
      ...fits,
      [
        "fired",
        'rule "rule-1" fired: {"outcome":"approve"}; overruled: the call was refused before the issuer was asked',
      ],
      ["refused", "no order; order-not-found"],
      after("state"),
    ],
  ],
  [
    "a rule that wanted a delay",
    { explanation: { effects: { delayMs: 5 } }, rules: [rule({ outcome: "no-match" }), rule({ ruleId: "rule-2" })] },
    [...fits, ["fired", 'rule "rule-2" fired: {"delayMs":5}'], noOrder, done],
  ],
  [
    "a rule of which only the name is known",
    { rules: [rule()] },
    [...fits, ["fired", 'rule "rule-1" fired: {}'], noOrder, done],
  ],
  [
    "one rule that did not fire",
    { rules: [rule({ outcome: "skipped" })] },
    [...fits, ["passed", "the one checked rule did not fire"], noOrder, done],
  ],
  [
    "rules that did not fire",
    { rules: [rule({ outcome: "skipped" }), rule({ outcome: "no-match" })] },
    [...fits, ["passed", "none of the 2 checked rules fired"], noOrder, done],
  ],
  [
    "a reference whose order was answered again",
    { explanation: { isRepeated: true } },
    [...fits, noRules, noOrder, ["passed", ANSWERED_AGAIN]],
  ],
  [
    "a decline by a rule of a reference whose order was answered again",
    { explanation: { isRepeated: true, effects: { outcome: "lost-card" } }, rules: [rule()] },
    [
      ...fits,
      [
        "fired",
        'rule "rule-1" fired: {"outcome":"lost-card"}; overruled: the earlier order was answered again, and the issuer was not asked',
      ],
      noOrder,
      ["passed", ANSWERED_AGAIN],
    ],
  ],
  [
    "a reference whose decline was answered again",
    { explanation: { isRepeated: true, ended: "do-not-honour" } },
    [...fits, noRules, noOrder, ["declined", ANSWERED_AGAIN]],
  ],
  [
    "a fault before the parse",
    { explanation: { effects: faultAt("before-parse") }, rules: [rule()] },
    [
      ...many(4, unread),
      ["lost", 'rule "rule-1" fired: {"fault":"http-502","placed":"before-parse"}'],
      ...many(2, unread),
    ],
  ],
  [
    "a fault before the commit",
    { explanation: { effects: faultAt("before-commit") }, rules: [rule()] },
    [
      ...fits,
      ["lost", 'rule "rule-1" fired: {"fault":"http-502","placed":"before-commit"}'],
      ...many(2, after("scenario")),
    ],
  ],
  [
    "a fault after the commit",
    { explanation: { effects: faultAt("after-commit") }, rules: [rule()] },
    [
      ...fits,
      ["fired", 'rule "rule-1" fired: {"fault":"http-502","placed":"after-commit"}'],
      noOrder,
      ["lost", "done, and written with the journal in one transaction; its answer was lost on purpose"],
    ],
  ],
])("tells %s, step by step", (_, one, expected) => {
  expect(toldOf(one)).toEqual(expected);
});
