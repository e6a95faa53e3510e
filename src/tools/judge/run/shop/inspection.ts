import type { Lane } from "../../../../lane/lane.js";
import { type JudgedOrder, keepJudged } from "../../../../lane/views/judged.js";
import type { PlannedMutant } from "../../mutants/mutant.js";
import type { Wrong } from "../../oracle/wrong.js";
import type { Belief } from "../../schema/beliefs-schema.js";
import type { ShopRun } from "../shop-runner.js";

/** The lane of a failed run, left open for inspection. */
export interface LeftOpen {
  readonly mutant: string;
  readonly verdicts: readonly string[];
  /** The address of its console page. */
  readonly url: string;
}

/** Stores the shop's beliefs and mistakes with a run's lanes, so that the console shows them. */
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

/** For example `paid 20, refunded not known`. */
const beliefWords = (belief: Belief): string =>
  Object.entries(belief)
    .map(([member, value]) => `${member} ${value ?? "not known"}`)
    .join(", ");
