import { type Fact, isQuery } from "../observe/facts.js";
import { isForSameAmount } from "./books.js";
import type { BothSides } from "./carts.js";
import { answerTells } from "./knowledge.js";
import type { Ended } from "./wrong.js";

/**
 * True if a fault of other carts' orders keeps the shop from learning of this payment: in the first run it learned of each such
 * payment by its own query, and here it takes this one for unpaid without asking. One that is left open accuses nobody.
 */
export function hasStoppedAsking({ reference, book, belief }: BothSides, run: Ended, dryRun: Ended): boolean {
  if (!run.sparesOthers || book === undefined || belief?.paid !== 0) return false;
  const { cart } = belief;
  const isOfOther = ({ reference: one }: Fact): boolean =>
    one !== undefined && one !== reference && (cart === undefined || run.beliefs.get(one)?.cart !== cart);
  const mutated = run.facts.filter((fact) => fact.kind === "call" && fact.isMutated);
  if (mutated.length === 0 || !mutated.every(isOfOther)) return false;
  const alike = [...dryRun.books.values()].filter((one) => isForSameAmount(one, book));
  const same = alike.filter((one) => one.reference === reference);
  const planned = same.length > 0 ? same : alike;
  const references = new Set(planned.map((one) => one.reference));
  return references.size > 0 && hasAskedFor(references, dryRun);
}

/** True if, for each of these orders, its own query was the only thing that told the shop of the payment. */
function hasAskedFor(references: ReadonlySet<string | undefined>, { facts }: Ended): boolean {
  const asked = new Set<string | undefined>();
  for (const fact of facts) {
    const { reference } = fact;
    if (!references.has(reference)) continue;
    if ((fact.kind === "notification" || fact.kind === "redirect") && fact.status !== null) return false;
    if (fact.kind !== "call" || asked.has(reference) || !answerTells(fact, "charged")) continue;
    if (!isQuery(fact)) return false;
    asked.add(reference);
  }
  return asked.size === references.size;
}
