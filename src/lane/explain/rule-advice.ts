import { isDeclineName } from "../../core/facts/codes.js";
import type { Explanation } from "../ports/explanation.js";
import type { RuleSummary } from "./request-schema.js";
import { ruleName } from "./rules.js";

/** True if a rule answered for the issuer, but the call was refused before the issuer was asked. */
export function isOverruled({ ended, effects }: Explanation): boolean {
  const outcome = effects?.outcome;
  if (typeof outcome !== "string" || ended === undefined || isDeclineName(ended)) return false;
  return outcome === "approve" || isDeclineName(outcome);
}

interface Fired {
  readonly rules: readonly RuleSummary[];
  readonly explanation: Explanation;
}

/** What the rule of a refused call had to do with it, if the refusal itself doesn't say. */
export function firedWithoutSaying({ rules, explanation }: Fired): readonly string[] {
  const fired = rules.find((rule) => rule.outcome === "fired");
  const { ended, effects } = explanation;
  if (!fired || ended === undefined || effects?.fault !== undefined) return [];
  const name = `Rule ${ruleName(fired)} fired`;
  if (isOverruled(explanation))
    return [
      `${name}, but its outcome ${effects?.outcome} was overruled: the call was refused before the issuer was asked. It counts as fired: add it again, or let it wait for such an order by when.orderStatus.`,
    ];
  const { notify, ...others } = fired.then ?? {};
  const isOnly = Object.values(others).every((effect) => effect === undefined);
  return [
    ...(notify === undefined
      ? []
      : [
          `${name}, but ${isOnly ? "changed nothing: its `notify`" : "its `notify` changed nothing: it"} needs a call that succeeds.`,
        ]),
    ...(effects?.meanwhile === undefined ? [] : [`${name} just before this call (meanwhile: ${effects.meanwhile}).`]),
  ];
}
