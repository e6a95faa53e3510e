import type { PlannedMutant } from "./mutant.js";

/** What each family can cost, gravest first: money that moved unseen, then lies, then the rest. */
const order = ["after-commit", "notice", "state", "page", "before-commit", "refusal", "decline", "slow"] as const;

/** Where a mutant stands among all: the lower, the sooner it is run. Calls that move money come before those that ask. */
export function gravity({ family, operation }: Pick<PlannedMutant, "family" | "operation">): number {
  const asks = /\/(query|query-token|add-token|delete-token|open)$/.test(operation);
  return order.indexOf(family) + (asks ? order.length : 0);
}
