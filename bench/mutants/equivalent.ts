import type { Mutant } from "./mutate.ts";

/** A change that no test could see, and why. */
interface Equivalent {
  readonly file: string;
  /** Of the source, as it is. */
  readonly before: string;
  readonly after: string;
  readonly because: string;
}

const equivalents: readonly Equivalent[] = [
  {
    file: "src/core/scenario/matching/choose.ts",
    before: "rule.until === undefined",
    after: "false",
    because: "what is no instant is NaN, and no time is after that: the rule has no end either way",
  },
  {
    file: "src/core/signing/diagnose.ts",
    before: '"right"',
    after: '""',
    because: "it is a mark of our own that is only compared",
  },
  {
    file: "src/lane/notifications/host-queue.ts",
    before: "1024",
    after: "1025",
    because: "it says when the list is made shorter, which nobody sees",
  },
  {
    file: "src/core/domain/decision.ts",
    before: "detail === undefined",
    after: "false",
    because: "a detail that is undefined is told as one that is not there",
  },
  {
    file: "src/core/scenario/document/covering.ts",
    before: 'isRegex(value) || !value.includes("*")',
    after: '(isRegex(value)) && (!value.includes("*"))',
    because: "it chooses the quicker of two ways to the same findings",
  },
  {
    file: "src/lane/shopper/complete-page.ts",
    before: 'result.kind === "refused"',
    after: "true",
    because: "it is for the compiler: no other result has a detail",
  },
  {
    file: "src/server/payment-api/endpoints/tokenization/add-token.ts",
    before: 'result.kind !== "card-entry"',
    after: "false",
    because: "it is for the compiler: a result of any other kind would be a defect",
  },
  {
    file: "src/core/scenario/matching/choose.ts",
    before: "rules.length === 0",
    after: "false",
    because: "it spares work: without rules the loop finds none",
  },
  {
    file: "src/core/scenario/document/covering.ts",
    before: "above ?? rules.length",
    after: "above",
    because: "no index is at or above undefined, and none is at or above the length either",
  },
  {
    file: "src/core/scenario/document/covering.ts",
    before: "value === undefined",
    after: "false",
    because: "what is looked up then is a text that no rule is found by",
  },
  {
    file: "src/core/scenario/document/covering.ts",
    before: "low === high",
    after: "true",
    because: "a rule is found by the lowest amount, and covers says that it covers none of a range",
  },
  {
    file: "src/server/payment-api/http/debug-headers.ts",
    before: "name.slice(0, 2 * NAME_MAX + 1)",
    after: "name",
    because: "it spares work: what is cut off there is cut off again",
  },
  {
    file: "src/server/payment-api/ladder/pipeline.ts",
    before: "known instanceof Promise",
    after: "true",
    because: "what is awaited and is no promise is itself, a moment later",
  },
  {
    file: "src/server/payment-api/ladder/pipeline.ts",
    before: "checked instanceof Promise",
    after: "true",
    because: "what is awaited and is no promise is itself, a moment later",
  },
  {
    file: "src/server/payment-api/http/payment-api.ts",
    before: "found instanceof Promise",
    after: "true",
    because: "what is awaited and is no promise is itself, a moment later",
  },
  {
    file: "src/server/payment-api/ladder/pipeline.ts",
    before: 'signature === "valid"',
    after: "false",
    because: "it spares work: of a valid one nothing is found",
  },
  {
    file: "src/server/payment-api/ladder/pipeline.ts",
    before: '"valid"',
    after: '""',
    because: "it spares work: of a valid one nothing is found",
  },
  {
    file: "src/server/payment-api/http/debug-headers.ts",
    before: "1",
    after: "2",
    because: "it spares work: what is cut off there is cut off again",
  },
  {
    file: "src/core/scenario/document/shadow.ts",
    before: "star === -1 || !inner.startsWith(outer.slice(0, star))",
    after: "(star === -1) && (!inner.startsWith(outer.slice(0, star)))",
    because: "it spares work: the whole pattern says the same",
  },
  {
    file: "src/core/scenario/document/shadow.ts",
    before: "star === -1 || !inner.startsWith(outer.slice(0, star))",
    after: "false",
    because: "it spares work: the whole pattern says the same",
  },
  {
    file: "src/lane/choices.ts",
    before: "known",
    after: "false",
    because: "it spares work: what is found there is found by its text as well",
  },
  {
    file: "src/lane/choices.ts",
    before: "this.#known.set(assumptions, made);",
    after: "",
    because: "it spares work: what is found there is found by its text as well",
  },
  {
    file: "src/lane/commands/record.ts",
    before: '"order" in result && result.order',
    after: '("order" in result) || (result.order)',
    because: "it is for the compiler: no result says that it has an order and has none",
  },
  {
    file: "src/lane/commands/carry.ts",
    before: '!fired || typeof outcome !== "string"',
    after: '(!fired) && (typeof outcome !== "string")',
    because: "it is for the compiler: what is no text is no decline's name",
  },
  {
    file: "src/lane/notifications/host-queue.ts",
    before: "this.#next > 1024",
    after: "(this.#next) >= (1024)",
    because: "it says when the list is made shorter, which nobody sees",
  },
  {
    file: "src/core/domain/read-amount.ts",
    before: '"0"',
    after: '""',
    because: "an empty text is below every digit, as 0 is",
  },
  {
    file: "src/core/scenario/document/positions.ts",
    before: "!json || patternsProblem(patternsCost(json.value)) !== undefined",
    after: "true",
    because: "the slow reader finds the same, only later",
  },
  {
    file: "src/core/scenario/document/shadow.ts",
    before: '"*"',
    after: '""',
    because: "it saves compiling a pattern that takes no other text",
  },
];

export const isEquivalent = ({ file, before, after }: Mutant): boolean =>
  equivalents.some((one) => one.file === file && one.before === before && one.after === after);
