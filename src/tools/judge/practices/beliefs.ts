import {
  type CallFact,
  endedAtMs,
  type Fact,
  givesBack,
  isCharge,
  isQuery,
  isVoid,
  type NotificationFact,
  type RedirectFact,
} from "../observe/facts.js";
import { knowledgeOf } from "../oracle/knowledge.js";
import { mixedUpWith } from "../oracle/mixed-up.js";
import type { Wrong } from "../oracle/wrong.js";
import { type SeenPractice, seenIn, shopCalls, type Watched } from "./seen.js";

/** Practices that show the source of the shop's beliefs. */
export const beliefPractices = (run: Watched): readonly SeenPractice[] => [
  ...takenForSuccess(run),
  ...run.wrong
    .filter(({ verdict }) => verdict === "believed-forged")
    .map(({ why }) => seenIn("forged-notice-believed", why)),
  ...withoutProof(run),
  ...(run.trusted ?? []).map((reference) =>
    seenIn(
      "trusts-notification-alone",
      `${reference} is counted as paid, by the notification of another merchant's order`,
    ),
  ),
  ...unsignedBelieved(run).map(({ reference, notification }) =>
    seenIn("signature-never-checked", `${reference} is counted as paid, by notice ${notification} alone`),
  ),
];

/** What may have made the shop count an order as paid: another order's notification, or else the redirect. */
function withoutProof(run: Watched): readonly SeenPractice[] {
  const unpaid = run.wrong.filter(({ verdict }) => verdict === "paid-unpaid").flatMap(({ references }) => references);
  const redirected = unproved(run, "redirect").map(({ reference }) => reference);
  return [...new Set([...redirected, ...unpaid])].flatMap((reference) => {
    const other = mixedUpWith(run, reference);
    if (other !== undefined)
      return [seenIn("booked-by-amount", `${reference} is counted as paid, and the notification was of ${other}`)];
    return redirected.includes(reference)
      ? [seenIn("redirect-taken-for-proof", `${reference} is counted as paid, by the redirect alone`)]
      : [];
  });
}

/**
 * The shop counts something as done after a refusal with HTTP 200, or after HTTP 200 with an invalid answer. Reported
 * only if no later message can have misled the shop, because it may have misread the answer to a query. Of several such
 * calls it is the last: the shop sent it because it read the earlier refusals.
 */
function takenForSuccess({ facts, wrong }: Watched): readonly SeenPractice[] {
  return wrong.flatMap(({ verdict, references }) => {
    const isMeant = mistaken[verdict];
    if (!isMeant) return [];
    const refused = shopCalls(facts).findLast(
      (call) => isMeant(call) && references.includes(call.reference ?? "") && saysNo(call),
    );
    if (!refused || heardAfter(facts, refused)) return [];
    const said = refused.fault === undefined ? `responseCode ${refused.responseCode}` : refused.fault;
    const what = `${refused.operation} of ${refused.reference} was answered HTTP 200, ${said}`;
    const cure = refused.fault === undefined ? cureOfCode(refused.responseCode) : undefined;
    return [{ id: "http-200-taken-for-success", calls: [refused], what, cure }];
  });
}

/** The shop may compare the code everywhere, and misread this one. */
const cureOfCode = (code: CallFact["responseCode"]): string =>
  `Every business answer is HTTP 200. Only responseCode "0000" means success. If the shop reads other refusals right, look at what it does on ${code}: query the order to learn whether it was done by another call.`;

/** For each wrong belief: the kind of call that the shop wrongly believes was carried out. */
const mistaken: Partial<Record<Wrong["verdict"], (call: CallFact) => boolean>> = {
  "paid-unpaid": isCharge,
  "order-unknown": isCharge,
  "refund-not-made": givesBack,
  // A voided sale may be reported as nothing paid.
  "paid-unknown": isVoid,
};

const heardAfter = (facts: readonly Fact[], call: CallFact): boolean =>
  facts.some((fact) => {
    if (fact.reference !== call.reference || fact === call) return false;
    if (fact.kind === "call")
      return fact.by === "shop" && fact.id > call.id && fact.fault === undefined && (isQuery(fact) || !saysNo(fact));
    return (
      (fact.kind === "notification" || fact.kind === "redirect") && fact.status !== null && endedAtMs(fact) >= call.ms
    );
  });

const unsignedForgeries: ReadonlySet<string> = new Set(["signature", "no-signature", "empty-signature"]);

const saysNo = ({ fault, http, responseCode }: CallFact): boolean =>
  fault === undefined ? http === 200 && responseCode !== "0000" : fault === "garbage-body";

/** Orders that count as paid by a notification with a false signature alone. */
export const unsignedBelieved = (run: Pick<Watched, "facts" | "books" | "beliefs" | "cleared">): readonly Unproved[] =>
  unproved(run, "notification").filter(({ reference }) => !run.cleared?.includes(reference));

/** An order that counts as paid, although neither an answer nor a genuine notification said so. */
interface Unproved {
  readonly reference: string;
  /** The false one. */
  readonly notification: number | undefined;
}

/** The orders that count as paid by nothing but a redirect, or by nothing but a false signature. */
function unproved(
  { facts, books, beliefs }: Pick<Watched, "facts" | "books" | "beliefs">,
  by: "redirect" | "notification",
): readonly Unproved[] {
  return [...beliefs].flatMap(([reference, { paid }]) => {
    if (!paid || books.get(reference)?.isAmbiguous || knowledgeOf(facts, reference, "charged") === "told") return [];
    const ofOrder = facts.filter((fact) => fact.reference === reference);
    const came = ofOrder.find((fact): fact is RedirectFact => fact.kind === "redirect" && fact.to === "success");
    // If the shop has queried the order since the shopper's act, it may have misread that answer, so the redirect isn't
    // to blame. A redirect's handler queries before the redirect has ended.
    const calls = ofOrder.filter((fact) => fact.kind === "call");
    const acted = came && calls.findLast(({ by, ms }) => by === "shopper" && ms <= came.ms);
    const isAsked = calls.some((call) => isQuery(call) && call.fault === undefined && call.ms > (acted?.ms ?? 0));
    const unsigned = ofOrder.find(
      (fact): fact is NotificationFact => fact.kind === "notification" && fact.forged !== undefined,
    );
    if (isAsked) return [];
    const isByRedirect = came !== undefined && came.status !== null && !unsigned;
    const isByNotification =
      unsigned !== undefined && unsignedForgeries.has(unsigned.forged!) && unsigned.status !== null && !came;
    return (by === "redirect" ? isByRedirect : isByNotification) ? [{ reference, notification: unsigned?.id }] : [];
  });
}
