import { type CallFact, endOf, type Fact, type MoneyFact, type NoticeFact } from "../observe/facts.js";

/** Whether a shop could know of something that happened to an order. */
export type Knowledge =
  /** An answer that arrived, or a genuine notice, said so. */
  | "told"
  /** Something told it to ask: an answer to a call on this order was lost, or the shopper came back. It could have asked. */
  | "could-ask"
  /** Only a later query, of its own accord, could have said so. */
  | "no";

/** What the shop could know of the last move of money of this kind on a reference. */
export function knowledgeOf(facts: readonly Fact[], reference: string, what: MoneyFact["what"]): Knowledge {
  const ofOrder = facts.filter((fact) => fact.reference === reference);
  const moved = ofOrder.findLast((fact): fact is MoneyFact => fact.kind === "money" && fact.what === what);
  if (!moved) return "no";
  const since = ofOrder.filter((fact) => isSince(fact, moved));
  if (since.some((fact) => tells(fact, what))) return "told";
  return since.some(asksToAsk) ? "could-ask" : "no";
}

/** The call that moved the money, and all that ended after it. */
const isSince = (fact: Fact, moved: MoneyFact): boolean =>
  fact.kind === "call" ? fact.id >= moved.call : endOf(fact) >= moved.ms;

const tells = (fact: Fact, what: MoneyFact["what"]): boolean =>
  (fact.kind === "call" && answerTells(fact, what)) || (fact.kind === "notice" && what === "charged" && isHeard(fact));

/** A genuine notice that reached the shop, whatever it answered. */
const isHeard = ({ forged, status }: NoticeFact): boolean => forged === undefined && status !== null;

const statusesOf = {
  charged: ["SUCCESS", "SETTLED", "REFUNDED", "VOIDED"],
  refunded: ["REFUNDED"],
  voided: ["VOIDED"],
} as const satisfies Record<MoneyFact["what"], readonly string[]>;

function answerTells(call: CallFact, what: MoneyFact["what"]): boolean {
  if (call.by !== "shop" || call.fault !== undefined) return false;
  if (what === "refunded" && call.ended === "already-refunded" && !call.isMutated) return true;
  const status = statusIn(call.response);
  return status !== undefined && (statusesOf[what] as readonly string[]).includes(status);
}

/** The order's status as an answer says it. */
function statusIn(response: string): string | undefined {
  try {
    const { order } = JSON.parse(response) as { order?: { status?: unknown } };
    return typeof order?.status === "string" ? order.status : undefined;
  } catch {
    return undefined;
  }
}

/** A lost answer leaves the shop in doubt, and so does a shopper who comes back: both can be followed by a query. */
const asksToAsk = (fact: Fact): boolean =>
  (fact.kind === "call" && fact.by === "shop" && fact.fault !== undefined) ||
  (fact.kind === "redirect" && fact.status !== null);
