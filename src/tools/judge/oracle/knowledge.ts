import { SUCCESS_CODE } from "../../../core/facts/codes.js";
import { objectIn, objectOf } from "../../../package/json.js";
import {
  type CallFact,
  endedAtMs,
  type Fact,
  isQuery,
  type MoneyFact,
  type NotificationFact,
} from "../observe/facts.js";

/** Whether a shop could know about an event of an order. */
export type Knowledge =
  /** An answer that arrived, or a genuine notification, reported it. */
  | "told"
  /** It had a reason to query: an answer about this order was lost, or the shopper returned. */
  | "could-ask"
  /** Only a later query could have reported it, as it did in the first run. A fault of another order kept the shop from it. */
  | "stopped-asking"
  /** Only a later query without a reason could have reported it. */
  | "no";

/** Whether the shop could know about the last transfer of this kind for a reference. */
export function knowledgeOf(facts: readonly Fact[], reference: string, what: MoneyFact["what"]): Knowledge {
  const ofOrder = facts.filter((fact) => fact.reference === reference);
  const moved = ofOrder.findLast((fact): fact is MoneyFact => fact.kind === "money" && fact.what === what);
  if (!moved) return "no";
  const since = ofOrder.filter((fact) => isSince(fact, moved));
  if (since.some((fact) => tells(fact, what))) return "told";
  return since.some(asksToAsk) ? "could-ask" : "no";
}

/** True for the call that moved the money, and for everything that ended later. */
const isSince = (fact: Fact, moved: MoneyFact): boolean =>
  fact.kind === "call" ? fact.id >= moved.call : endedAtMs(fact) >= moved.ms;

const tells = (fact: Fact, what: MoneyFact["what"]): boolean =>
  (fact.kind === "call" && answerTells(fact, what)) ||
  (fact.kind === "notification" && what === "charged" && isHeard(fact));

/** True for a genuine notification that reached the shop, whatever the shop answered. */
const isHeard = ({ forged, status }: NotificationFact): boolean => forged === undefined && status !== null;

const statusesOf = {
  charged: ["SUCCESS", "SETTLED", "REFUNDED", "VOIDED"],
  refunded: ["REFUNDED"],
  voided: ["VOIDED"],
} as const satisfies Record<MoneyFact["what"], readonly string[]>;

/** True if the answer arrived and shows this. */
export function answerTells(call: CallFact, what: MoneyFact["what"]): boolean {
  if (call.by !== "shop" || call.fault !== undefined) return false;
  if (what === "refunded" && call.ended === "already-refunded") return true;
  if (call.isEvolved) return false;
  const status = statusIn(call.response);
  return status !== undefined && (statusesOf[what] as readonly string[]).includes(status);
}

/**
 * True if the last queries of an order, two at least, were not answered, and nothing else told the shop meanwhile: no
 * acknowledged notification, and no call that was carried out. The same call again that is refused, as used before, tells nothing.
 */
export function isSilent(facts: readonly Fact[], reference: string): boolean {
  const ofOrder = facts.filter((fact) => fact.reference === reference);
  const answered = ofOrder.findLastIndex((fact) =>
    fact.kind === "call"
      ? isAnswered(fact) && (isQuery(fact) || fact.responseCode === SUCCESS_CODE)
      : isAcknowledged(fact),
  );
  return ofOrder.slice(answered + 1).filter((fact) => fact.kind === "call" && isQuery(fact)).length > 1;
}

const isAnswered = ({ by, fault }: CallFact): boolean => by === "shop" && fault === undefined;

const isAcknowledged = (fact: Fact): boolean =>
  fact.kind === "notification" && isHeard(fact) && Math.floor(fact.status! / 100) === 2;

/** The order's status in an answer. */
function statusIn(response: string): string | undefined {
  const status = objectOf(objectIn(response)?.order)?.status;
  return typeof status === "string" ? status : undefined;
}

/** After a lost answer or a returning shopper, the shop is in doubt and can query. */
const asksToAsk = (fact: Fact): boolean =>
  (fact.kind === "call" && fact.by === "shop" && fact.fault !== undefined) ||
  (fact.kind === "redirect" && fact.status !== null);
