import { resendingClientText } from "../../../core/facts/resending-clients.js";
import { resendText } from "../../../lane/ports/explanation.js";
import { isOfAll } from "../mutants/calls.js";
import { clientCopiesIn } from "../observe/copies.js";
import { type CallFact, isCharge, isQuery, isRefund, isVoid } from "../observe/facts.js";
import { answerTells } from "../oracle/knowledge.js";
import { type SeenPractice, shopCalls, type Watched } from "./seen.js";

/** Some clients give up but leave the connection open. No client gives up faster than this. */
const PATIENCE_MS = 250;
const POLLS = 10;
const POLL_GAP_MS = 500;

/** Practices that are visible in the calls alone. Each lane is treated as a separate shop. */
export function callPractices({ facts, beliefs, dryCalls, endedMs }: Watched): readonly SeenPractice[] {
  const all = shopCalls(facts);
  const isOpen = (reference: string) => beliefs.get(reference)?.paid === null;
  return [...Map.groupBy(all, ({ lane }) => lane).values()].flatMap((calls) => [
    ...(chargedReferences(all).size > chargedReferences(dryCalls).size ? newReferences(calls, dryCalls) : []),
    ...parallelRefunds(calls),
    ...reusedReferences(calls, dryCalls),
    ...fastPolls(calls),
    ...lostQueries(calls, isOpen, endedMs),
    ...clientCopies(calls),
  ]);
}

const chargedReferences = (calls: readonly CallFact[]): ReadonlySet<string | undefined> =>
  new Set(calls.filter(isCharge).map(({ reference }) => reference));

/**
 * Charges under more references than in the dry run: right after a charge whose answer was lost, without a query
 * before the last one. The next charge may have been planned, and a further one may follow a query. A query that showed
 * the lost charge is no excuse, whoever asked: often it is the shop's own handler of notifications.
 */
function newReferences(calls: readonly CallFact[], dryCalls: readonly CallFact[]): readonly SeenPractice[] {
  // Copies of a lost charge don't show what the shop did next.
  const charges = calls.filter((call) => isCharge(call) && call.arrival?.resend === undefined);
  const planned = chargedReferences(dryCalls);
  return charges.flatMap((lost, i) => {
    const next = charges[i + 1];
    if (lost.fault === undefined || !next || next.reference === lost.reference || !isSameCharge(lost, next)) return [];
    if (planned.has(lost.reference) && planned.has(next.reference)) return [];
    const last = charges.findLast((charge) => isSameCharge(lost, charge))!;
    const asked = calls.filter(({ id }) => id > lost.id && id < last.id).filter(asksFor(lost));
    const told = asked.filter(saysMore);
    const isShown = told.length > 0 && told.every((call) => isQuery(call) && answerTells(call, "charged"));
    if (told.length > 0 && !(isShown && timesCharged(calls, lost) > timesCharged(dryCalls, lost))) return [];
    const silently = asked.length > 0 ? "though no query was answered" : "without a query";
    const how = isShown ? "though a query had shown the charge" : silently;
    const what = `${lost.reference} was lost, and ${next.reference} charged the same ${how}`;
    return [{ id: "retried-under-new-reference", calls: [lost, next], what }];
  });
}

/** Under how many references the service charged the same. */
const timesCharged = (calls: readonly CallFact[], charge: CallFact): number =>
  chargedReferences(calls.filter((call) => isSameCharge(charge, call) && call.responseCode === "0000")).size;

/** True for a query, refund or void of the lost charge. Each of these answers shows whether the charge succeeded. */
const asksFor = (lost: CallFact) => (call: CallFact) =>
  call.reference === lost.reference && (isQuery(call) || isRefund(call) || isVoid(call));

/** True if its answer arrived, and is no refusal that any call may get. */
const saysMore = ({ fault, ended }: CallFact): boolean => fault === undefined && !isOfAll(ended ?? "");

/** Another card of the same user is no excuse: the user pays twice. */
const isSameCharge = (a: CallFact, b: CallFact): boolean => a.amount === b.amount && a.userId === b.userId;

/** Two refunds of one order at the same time. Refunds of different orders may overlap. */
function parallelRefunds(calls: readonly CallFact[]): readonly SeenPractice[] {
  const refunds = calls.filter(isRefund);
  return refunds.flatMap((silent, i) => {
    const next = refunds.slice(i + 1).find(({ reference }) => reference === silent.reference);
    if (silent.fault !== "no-response" || !next || !isWaitedFor(silent, next.ms)) return [];
    const what = `another refund of ${next.reference} was sent while the first was not answered`;
    return [{ id: "refunds-in-parallel", calls: [silent, next], what }];
  });
}

/** True if the client of a call that is never answered was still waiting at `ms`. */
const isWaitedFor = ({ ms: since, leftMs = Number.POSITIVE_INFINITY }: CallFact, ms: number): boolean =>
  ms < leftMs && ms - since < PATIENCE_MS;

/**
 * Charges and orders under a reference whose answer the shop has read. After more queries than in the dry run that found
 * nothing, the shop was in doubt and may send the call again: its client had given up, and the call arrived late.
 */
function reusedReferences(calls: readonly CallFact[], dryCalls: readonly CallFact[]): readonly SeenPractice[] {
  const answered = new Map<string, CallFact>();
  const seen: SeenPractice[] = [];
  for (const call of calls) {
    const { reference } = call;
    if (reference === undefined || !(isCharge(call) || call.operation.endsWith("/create"))) continue;
    const first = answered.get(reference);
    if (first) {
      const before = calls.filter(({ id }) => id < call.id);
      if (timesNotFound(before, reference) <= timesNotFound(dryCalls, reference))
        seen.push({ id: "reference-reused", calls: [first, call], what: `${reference} was used twice` });
    } else if (wasRead(call) && call.responseCode === "0000") answered.set(reference, call);
  }
  return seen;
}

/** How many queries found nothing under this reference. */
const timesNotFound = (calls: readonly CallFact[], reference: string): number =>
  calls.filter((call) => isQuery(call) && call.reference === reference && call.ended === "order-not-found").length;

/** False if the answer never arrived, or only after the shop had stopped waiting. */
export const wasRead = ({ fault, leftMs }: CallFact): boolean => fault === undefined && leftMs === undefined;

function fastPolls(calls: readonly CallFact[]): readonly SeenPractice[] {
  const byReference = Map.groupBy(calls.filter(isQuery), ({ reference }) => reference);
  return [...byReference.values()].flatMap((queries) => {
    const start = queries.findIndex((_, i) => isBurst(queries.slice(i, i + POLLS + 1)));
    if (start === -1) return [];
    const burst = queries.slice(start, start + POLLS + 1);
    const tookMs = Math.round(burst.at(-1)!.ms - burst[0]!.ms);
    const what = `${burst.length} queries of ${burst[0]!.reference} in ${tookMs} ms`;
    return [{ id: "polls-too-fast", calls: [burst[0]!, burst.at(-1)!], what }];
  });
}

/** A notification that comes again on the lane's clock, and is asked about each time, is no burst: hours pass between. */
const isBurst = (queries: readonly CallFact[]): boolean =>
  queries.length > POLLS &&
  queries.slice(1).every(({ ms, at }, i) => Math.max(ms - queries[i]!.ms, at - queries[i]!.at) < POLL_GAP_MS);

function lostQueries(
  calls: readonly CallFact[],
  isOpen: (reference: string) => boolean,
  endedMs: number | undefined,
): readonly SeenPractice[] {
  return calls.flatMap((lost, i) => {
    const { reference } = lost;
    if (!isQuery(lost) || lost.fault === undefined || reference === undefined || !isOpen(reference)) return [];
    if (calls.slice(i + 1).some((call) => call.reference === reference)) return [];
    const before = calls.slice(0, i).findLast((call) => isQuery(call) && call.reference === reference);
    if (before?.fault !== undefined) return [];
    const within =
      endedMs === undefined ? "" : ` in the ${((endedMs - lost.ms) / 1000).toFixed(1)} s until the run ended`;
    return [
      { id: "gives-up-after-one-lost-query", calls: [lost], what: `nobody asked for ${reference} again${within}` },
    ];
  });
}

/**
 * Advice only: the shop may be right about the money, and yet see answers that it can't expect. A query changes nothing,
 * so anybody may repeat it.
 */
const clientCopies = (calls: readonly CallFact[]): readonly SeenPractice[] =>
  clientCopiesIn({ facts: calls }).flatMap(({ lost, copy }) => {
    if (isQuery(lost)) return [];
    const { resend, userAgent } = copy.arrival!;
    const client = resendingClientText(userAgent, resend!.fault);
    return {
      id: "client-sends-again",
      calls: [lost, copy],
      what: `${copy.operation}: ${resendText({ resend: resend!, userAgent })}`,
      cure: `Your HTTP client sent the call again, or your own retry loop did. ${client[0]!.toUpperCase()}${client.slice(1)}. The shop may see its own call refused, such as 2002 for a charge: query the reference and take that result, since a new reference charges again.`,
    };
  });
