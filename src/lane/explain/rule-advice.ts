import { isDeclineName } from "../../core/facts/codes.js";
import { isOnlyNotify } from "../../core/scenario/rule/fit.js";
import type { Explanation } from "../ports/explanation.js";
import type { RuleSummary } from "./request-schema.js";
import { ruleName } from "./rules.js";

/** True if a rule answered for the issuer, but the call was refused before the issuer was asked. */
export function isOverruled({ ended, effects }: Explanation): boolean {
  const outcome = effects?.outcome;
  if (typeof outcome !== "string" || ended === undefined || isDeclineName(ended)) return false;
  return outcome === "approve" || isDeclineName(outcome);
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
  if (!fired || ended === undefined || effects?.fault !== undefined) return [];
  const name = `Rule ${ruleName(fired)} fired`;
  if (isOverruled(explanation))
    return [
      `${name}, but its outcome ${effects?.outcome} was overruled: the call was refused before the issuer was asked.${keptBy(fired, usedUp)}`,
    ];
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
