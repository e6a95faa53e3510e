import { assumptions, type Policy } from "../../facts/assumptions.js";
import type { CurrentChoices } from "../choices.js";

/** All assumptions with their choices and observations. With `ids`, only these. */
export const assumptionSummaries = ({ policy, observed }: CurrentChoices, ids?: readonly string[]) =>
  assumptions
    .filter(({ id }) => ids === undefined || ids.includes(id))
    .map((row) => ({
      ...row,
      choices: row.choices as readonly string[],
      alternatives: row.alternatives as readonly string[],
      chosen: row.id in policy ? policy[row.id as keyof Policy] : row.choices[0],
      status: observed.has(row.id) ? ("observed" as const) : ("assumed" as const),
    }));
