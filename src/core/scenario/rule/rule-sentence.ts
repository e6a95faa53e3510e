import { conditions } from "../conditions/conditions.js";
import { effectsText } from "../effects/effects.js";
import { listText } from "../effects/member.js";
import type { Rule, When } from "./rule.js";

/** Describes a rule as a sentence, for people who don't know the file format. */
export const ruleSentence = ({ when = {}, then, ...counting }: Rule): string =>
  [`${callsText(when)}: ${effectsText(then)}.`, ...countTexts(counting)].join(" ");

function callsText({ operation, ...others }: When): string {
  const calls = operation === undefined || operation === "*" ? "Any call" : `A call of ${operation}`;
  const texts = Object.entries(others).flatMap(([member, value]) =>
    value === undefined ? [] : [conditionText(member as keyof When, value)],
  );
  return texts.length === 0 ? calls : `${calls} if ${listText(texts)}`;
}

const comparisons = {
  lt: "below",
  lte: "at most",
  gt: "above",
  gte: "at least",
  ne: "not",
  endsWith: "one that ends with",
} as const;

function conditionText(member: keyof When, value: unknown): string {
  const { called, sentence } = conditions[member];
  if (sentence) return sentence(value as never);
  if (typeof value !== "object" || value === null) return `${called} is ${String(value)}`;
  const told = Object.entries(value).map(([how, limit]) => `${comparisons[how as keyof typeof comparisons]} ${limit}`);
  return `${called} is ${told.join(" and ")}`;
}

function countTexts({ times, after, chance, until, key }: Omit<Rule, "when" | "then">): readonly string[] {
  return [
    after ? `Lets the first ${after === 1 ? "one" : after} pass.` : "",
    times === undefined ? "" : times === 1 ? "Fires once." : `Fires ${times} times.`,
    chance === undefined ? "" : `Fires in ${Number((chance * 100).toFixed(2))} % of cases.`,
    until === undefined ? "" : `Ends: ${until}.`,
    key === undefined || key === "rule" ? "" : `Counted for each ${key}.`,
  ].filter((text) => text !== "");
}
