import type { Exchange } from "../../../../lane/ports/exchange.js";
import type { Explanation } from "../../../../lane/ports/explanation.js";
import type { PlannedMutant } from "../../plan/mutant.js";

/** True if this is the call that a mutant changes. */
export function isMeantBy(mutant: PlannedMutant, { operation, explain }: Exchange): boolean {
  if (operation !== mutant.operation || explain === "") return false;
  const { matched } = JSON.parse(explain) as Explanation;
  return matched.some(({ outcome, scenario }) => outcome === "fired" && scenario === mutant.id);
}
