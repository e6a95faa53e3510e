import type { Mutant } from "./mutate.ts";

/** Changes that no test could see, by source file: the code as it is and as changed, and why. */
const equivalents: Readonly<Record<string, readonly (readonly [before: string, after: string, because: string])[]>> = {
  "src/core/scenario/matching/choose.ts": [
    [
      "rule.until === undefined",
      "false",
      "what is no instant is NaN, and no time is after that: the rule has no end either way",
    ],
    ["rules.length === 0", "false", "it spares work: without rules the loop finds none"],
  ],
  "src/core/signing/diagnose.ts": [['"right"', '""', "it is a mark of our own that is only compared"]],
  "src/lane/notifications/host-queue.ts": [
    ["1024", "1025", "it says when the list is made shorter, which nobody sees"],
    ["this.#next > 1024", "(this.#next) >= (1024)", "it says when the list is made shorter, which nobody sees"],
  ],
  "src/core/scenario/document/covering.ts": [
    [
      'isRegex(value) || !value.includes("*")',
      '(isRegex(value)) && (!value.includes("*"))',
      "it chooses the quicker of two ways to the same findings",
    ],
    ["above ?? rules.length", "above", "no index is at or above undefined, and none is at or above the length either"],
    ["value === undefined", "false", "what is looked up then is a text that no rule is found by"],
    ["low === high", "true", "a rule is found by the lowest amount, and covers says that it covers none of a range"],
  ],
  "src/lane/shopper/complete-page.ts": [
    ['result.kind === "refused"', "true", "it is for the compiler: no other result has a detail"],
  ],
  "src/server/payment-api/endpoints/tokenization/add-token.ts": [
    ['result.kind !== "card-entry"', "false", "it is for the compiler: a result of any other kind would be a defect"],
  ],
  "src/server/payment-api/http/debug-headers.ts": [
    ["name.slice(0, 2 * NAME_MAX + 1)", "name", "it spares work: what is cut off there is cut off again"],
    ["1", "2", "it spares work: what is cut off there is cut off again"],
  ],
  "src/server/payment-api/http/payment-api.ts": [
    ["found instanceof Promise", "true", "what is awaited and is no promise is itself, a moment later"],
  ],
  "src/core/scenario/document/shadow.ts": [
    [
      "star === -1 || !inner.startsWith(outer.slice(0, star))",
      "(star === -1) && (!inner.startsWith(outer.slice(0, star)))",
      "it spares work: the whole pattern says the same",
    ],
    [
      "star === -1 || !inner.startsWith(outer.slice(0, star))",
      "false",
      "it spares work: the whole pattern says the same",
    ],
    ['"*"', '""', "it saves compiling a pattern that takes no other text"],
  ],
  "src/lane/choices.ts": [
    ["known", "false", "it spares work: what is found there is found by its text as well"],
    ["this.#known.set(assumptions, made);", "", "it spares work: what is found there is found by its text as well"],
  ],
  "src/lane/commands/carry.ts": [
    [
      '!fired || typeof outcome !== "string"',
      '(!fired) && (typeof outcome !== "string")',
      "it is for the compiler: what is no text is no decline's name",
    ],
  ],
  "src/core/domain/read-amount.ts": [['"0"', '""', "an empty text is below every digit, as 0 is"]],
};

export const isEquivalent = ({ file, before, after }: Mutant): boolean =>
  equivalents[file]?.some((one) => one[0] === before && one[1] === after) ?? false;
