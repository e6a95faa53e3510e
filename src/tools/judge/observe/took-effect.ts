import type { PlannedMutant, Witnessed } from "../mutants/mutant.js";
import { clientCopiesIn } from "./copies.js";
import { type CallFact, callsOf, type LaneFacts } from "./facts.js";

/** True if the mutant had an effect that the shop's code could see. */
export const tookEffect = ({ witness }: Pick<PlannedMutant, "witness">, run: Witnessed): boolean =>
  witness === undefined ? run.lanes.some(wasChanged) : witness(run);

/**
 * True if a rule of the mutant fired, or it has none. A shop that gave up before that call, on a busy machine, shows nothing
 * about it. The client's own copies count: they can charge twice where the shop's code saw no loss.
 */
export const hasFired = ({ scenario }: Pick<PlannedMutant, "scenario">, { lanes }: Pick<Witnessed, "lanes">): boolean =>
  scenario.rules.length === 0 || lanes.some((lane) => mutatedIn(lane).length > 0);

/** Why a mutant about the client's own copy has no effect. */
export const NO_COPY = "the shop's HTTP client did not send the lost call again by itself";

/** Why a mutant had no effect, as a clause. */
export function whyNoEffect(
  mutant: PlannedMutant,
  run: Witnessed & { readonly conducted?: { readonly hasMissed: boolean } | undefined },
): string {
  if (mutant.refused !== undefined) return "the service refused the call in the first run, too";
  if (!hasFired(mutant, run)) return "the shop made no such call in that run";
  if (mutant.family === "lost") return NO_COPY;
  if (run.conducted?.hasMissed || mutant.witness !== undefined) return "the event to try did not happen in that run";
  return "the same bytes came again at once, as HTTP clients send them by themselves, and were answered, so the shop's code saw no loss";
}

/** True if a rule of the mutant changed what the shop saw. The answer to its client's own copy hides a loss from it. */
const wasChanged = (lane: LaneFacts): boolean => mutatedIn(lane).length > answeredCopies(lane).length;

const mutatedIn = (lane: LaneFacts): readonly CallFact[] => callsOf(lane).filter(({ isMutated }) => isMutated);

/** Calls that the mutant lost and the shop's HTTP client sent again, with success. */
export const answeredCopies = (lane: LaneFacts): readonly unknown[] =>
  clientCopiesIn(lane).filter(({ lost, copy }) => lost.isMutated && copy.fault === undefined);
