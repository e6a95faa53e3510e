import type { Lane } from "../../app/lane.js";
import { type JudgedOrder, keepJudged } from "../../app/views/judged.js";
import type { Belief } from "../../library/language.js";
import type { Wrong } from "../oracle/money.js";
import type { PlannedMutant } from "../plan/mutant.js";
import type { ShopRun } from "./lab.js";

/** A lane of a run that went wrong, left open to be looked at. */
export interface LeftOpen {
  readonly mutant: string;
  readonly verdicts: readonly string[];
  /** Its console. */
  readonly url: string;
}

/** Puts what the shop believed, and what is wrong with it, beside the lanes of a run. */
export function tellBeliefs(
  lanes: readonly Lane[],
  { id }: PlannedMutant,
  run: ShopRun,
  wrong: readonly Wrong[],
): void {
  const references = new Set([...Object.keys(run.beliefs ?? {}), ...wrong.flatMap((one) => one.references)]);
  const orders = [...references].map((reference) => orderOf(reference, run.beliefs?.[reference], wrong));
  for (const lane of lanes) keepJudged(lane, { mutant: id, orders });
}

function orderOf(merchantReference: string, belief: Belief | undefined, wrong: readonly Wrong[]): JudgedOrder {
  const found = wrong.find(({ references }) => references.includes(merchantReference));
  return {
    merchantReference,
    believed: belief && beliefWords(belief),
    verdict: found?.verdict,
    why: found?.why,
  };
}

/** `paid 20, refunded not known` */
const beliefWords = (belief: Belief): string =>
  Object.entries(belief)
    .map(([member, value]) => `${member} ${value ?? "not known"}`)
    .join(", ");
