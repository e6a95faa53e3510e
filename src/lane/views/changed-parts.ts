import type { Changes } from "../ports/store.js";

/** The parts of a lane that a commit changed manually, without a call. */
export const changedParts = ({ exchange, rules, lane, merchants = [], tokens = [] }: Changes): readonly string[] =>
  exchange
    ? []
    : [
        ...(rules || lane?.disabledRules || lane?.removedRules || lane?.replacedScenario ? ["rules"] : []),
        ...(lane && "gates" in lane ? ["gates"] : []),
        ...(merchants.length > 0 ? ["merchants"] : []),
        ...(tokens.length > 0 ? ["tokens"] : []),
      ];

/** True if the changes contain nothing but a journal entry. */
export const changesNothing = ({ exchange: _, ...changes }: Changes): boolean =>
  Object.values(changes).every((change) => change === undefined || (Array.isArray(change) && change.length === 0));
