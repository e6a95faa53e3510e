import type { CallFact } from "../observe/facts.js";
import { isCharge, isQuery, isRefund, isVoid, type SeenManner, shopCalls, type Watched } from "./seen.js";

/** Some clients give up and leave the connection open: none of them gives up as soon as this. */
const PATIENCE_MS = 250;
const POLLS = 10;
const POLL_GAP_MS = 500;

/** Manners that the calls alone show. What is done in two lanes is done by two shops. */
export function callManners({ facts, beliefs, dryCalls }: Watched): readonly SeenManner[] {
  const all = shopCalls(facts);
  const isOpen = (reference: string) => beliefs.get(reference)?.paid === null;
  return [...Map.groupBy(all, ({ lane }) => lane).values()].flatMap((calls) => [
    ...(chargedReferences(all).size > chargedReferences(dryCalls).size ? newReferences(calls, dryCalls) : []),
    ...parallelRefunds(calls),
    ...reusedReferences(calls),
    ...fastPolls(calls),
    ...lostQueries(calls, isOpen),
  ]);
}

const chargedReferences = (calls: readonly CallFact[]): ReadonlySet<string | undefined> =>
  new Set(calls.filter(isCharge).map(({ reference }) => reference));

/**
 * Under more references than the dry run charged: a charge right after one whose answer was lost, and no question before the
 * last charge of this kind. The one right after may be planned, and the further one come when the shop has asked.
 */
function newReferences(calls: readonly CallFact[], dryCalls: readonly CallFact[]): readonly SeenManner[] {
  const charges = calls.filter(isCharge);
  const planned = chargedReferences(dryCalls);
  return charges.flatMap((lost, i) => {
    const next = charges[i + 1];
    if (lost.fault === undefined || !next || next.reference === lost.reference || !isSameCharge(lost, next)) return [];
    if (planned.has(lost.reference) && planned.has(next.reference)) return [];
    const last = charges.findLast((charge) => isSameCharge(lost, charge))!;
    const between = calls.filter(({ id }) => id > lost.id && id < last.id);
    if (between.some((call) => isQuery(call) && call.id < next.id) || between.some(asksFor(lost))) return [];
    const what = `${lost.reference} was lost, and ${next.reference} charged the same without a query`;
    return [{ id: "retried-under-new-reference", calls: [lost, next], what }];
  });
}

/** A query for the lost charge; or what takes it back, for its answer says as much. */
const asksFor = (lost: CallFact) => (call: CallFact) =>
  call.reference === lost.reference && (isQuery(call) || isRefund(call) || isVoid(call));

const isSameCharge = (a: CallFact, b: CallFact): boolean =>
  a.amount === b.amount && a.userId === b.userId && a.tokenId === b.tokenId;

function parallelRefunds(calls: readonly CallFact[]): readonly SeenManner[] {
  const refunds = calls.filter(isRefund);
  return refunds.flatMap((silent, i) => {
    const next = refunds[i + 1];
    if (silent.fault !== "no-response" || !next || !isWaitedFor(silent, next.ms)) return [];
    const what = `a refund of ${next.reference} was sent while that of ${silent.reference} was not answered`;
    return [{ id: "refunds-in-parallel", calls: [silent, next], what }];
  });
}

/** Whether the client of a call that is never answered still waited at `ms`. */
const isWaitedFor = ({ ms: since, leftMs = Number.POSITIVE_INFINITY }: CallFact, ms: number): boolean =>
  ms < leftMs && ms - since < PATIENCE_MS;

function reusedReferences(calls: readonly CallFact[]): readonly SeenManner[] {
  const answered = new Map<string, CallFact>();
  const seen: SeenManner[] = [];
  for (const call of calls) {
    const { reference } = call;
    if (reference === undefined || !(isCharge(call) || call.operation.endsWith("/create"))) continue;
    const first = answered.get(reference);
    if (first) seen.push({ id: "reference-reused", calls: [first, call], what: `${reference} was used twice` });
    else if (call.fault === undefined && call.responseCode === "0000") answered.set(reference, call);
  }
  return seen;
}

function fastPolls(calls: readonly CallFact[]): readonly SeenManner[] {
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

const isBurst = (queries: readonly CallFact[]): boolean =>
  queries.length > POLLS && queries.every(({ ms }, i) => i === 0 || ms - queries[i - 1]!.ms < POLL_GAP_MS);

function lostQueries(calls: readonly CallFact[], isOpen: (reference: string) => boolean): readonly SeenManner[] {
  return calls.flatMap((lost, i) => {
    const { reference } = lost;
    if (!isQuery(lost) || lost.fault === undefined || reference === undefined || !isOpen(reference)) return [];
    if (calls.slice(i + 1).some((call) => call.reference === reference)) return [];
    return [{ id: "gives-up-after-one-lost-query", calls: [lost], what: `nobody asked for ${reference} again` }];
  });
}
