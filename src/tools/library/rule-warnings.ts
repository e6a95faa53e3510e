import type { PutRule } from "./language.js";
import type { SandboxLane } from "./types.js";

/** The rules that got warnings when they were added, by lane. */
const warned = new WeakMap<SandboxLane, PutRule[]>();

/** Keeps a new rule's warnings for the output of a failed test. */
export function keepWarnings(lane: SandboxLane, rule: PutRule): PutRule {
  if (rule.warnings?.length) warned.set(lane, [...(warned.get(lane) ?? []), rule]);
  return rule;
}

/** After a reset the ids of rules begin anew. */
export const forgetWarnings = (lane: SandboxLane): void => void warned.delete(lane);

/** The warnings of all rules that were added, fired or not. */
export const warningsText = (lane: SandboxLane): string =>
  (warned.get(lane) ?? [])
    .flatMap(({ id, warnings = [] }) =>
      warnings.map(({ where, message }) => `Rule ${id} has a warning: ${where && `${where}: `}${message}.\n`),
    )
    .join("");
