import { isDeclineName } from "../../core/facts/codes.js";
import { isOnlyNotify } from "../../core/scenario/rule/fit.js";
import type { Explanation } from "../ports/explanation.js";
import type { RuleSummary } from "./request-schema.js";
import { ruleName } from "./rules.js";

/** Why the issuer was not asked, if a rule answered for it. Undefined if the rule's outcome counted, or there was none. */
export function whyOverruled({ ended, effects, isRepeated }: Explanation): string | undefined {
  const outcome = effects?.outcome;
  if (typeof outcome !== "string" || !(outcome === "approve" || isDeclineName(outcome))) return undefined;
  if (isRepeated) return "the earlier order was answered again, and the issuer was not asked";
  return ended === undefined || isDeclineName(ended) ? undefined : "the call was refused before the issuer was asked";
}

/** How to keep an overruled rule for another call. A header's rule and a magic value have no `when` to change. */
function keptBy({ ruleId, origin }: RuleSummary, usedUp: ReadonlySet<string> | undefined): string {
  if (origin === "header" || origin === "magic") return "";
  const isOver = origin === "next" || usedUp?.has(ruleId);
  return `${isOver ? " It counts as fired: add it again, or" : " It stays in force:"} leave such calls out by when.orderStatus.`;
}

/** What the rule of a call that succeeded had to do with it. */
export const changeBy = (fired: RuleSummary): string =>
  fired.then?.meanwhile === undefined
    ? `Rule ${ruleName(fired)} changed this call.`
    : `Rule ${ruleName(fired)} fired just before this call (meanwhile: ${fired.then.meanwhile}).`;

interface Fired {
  readonly rules: readonly RuleSummary[];
  readonly explanation: Explanation;
  /** The ids of the rules that have fired as often as they may. */
  readonly usedUp?: ReadonlySet<string>;
}

/** What the rule of a refused call had to do with it, if the refusal itself doesn't say. */
export function firedWithoutSaying({ rules, explanation, usedUp }: Fired): readonly string[] {
  const fired = rules.find((rule) => rule.outcome === "fired");
  const { ended, effects } = explanation;
  if (!fired || effects?.fault !== undefined) return [];
  const name = `Rule ${ruleName(fired)} fired`;
  const why = whyOverruled(explanation);
  if (why) return [`${name}, but its outcome ${effects?.outcome} was overruled: ${why}.${keptBy(fired, usedUp)}`];
  if (ended === undefined) return [];
  const isOnly = isOnlyNotify(fired.then ?? {});
  return [
    ...(fired.then?.notify === undefined
      ? []
      : [
          `${name}, but ${isOnly ? "changed nothing: its `notify`" : "its `notify` changed nothing: it"} needs a call that succeeds.`,
        ]),
    ...(effects?.meanwhile === undefined ? [] : [`${name} just before this call (meanwhile: ${effects.meanwhile}).`]),
  ];
}
