import { assumptions, type Policy } from "../../facts/assumptions.js";

/** A guess, with what was chosen for it. */

/** The register with what was chosen; of `ids` alone, if given. */
export const assumptionSummaries = (policy: Policy, ids?: readonly string[]) =>
  assumptions
    .filter(({ id }) => ids === undefined || ids.includes(id))
    .map((row) => ({
      ...row,
      choices: row.choices as readonly string[],
      alternatives: row.alternatives as readonly string[],
      chosen: row.id in policy ? policy[row.id as keyof Policy] : row.choices[0],
    }));
