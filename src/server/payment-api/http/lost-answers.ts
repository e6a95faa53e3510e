import { hash } from "node:crypto";
import type { Reply } from "../../../lane/journal/reply.js";
import type { Lane } from "../../../lane/lane.js";
import { readRequestId } from "../../../lane/ports/exchange.js";
import type { Arrival, Resend } from "../../../lane/ports/explanation.js";
import { parseLeniently } from "../ladder/envelope.js";
import type { Incoming } from "../ladder/pipeline.js";

/** An answer that its client did not get. */
interface LostAnswer extends Omit<Resend, "afterMs"> {
  readonly lostAt: number;
  /** The names of the call's parameters. Empty if they aren't known. */
  readonly fields: readonly string[];
  /** How many copies are lost too. */
  readonly copiesLeft: number;
}

/** Copies that a rule wants lost are those that come so soon, in milliseconds of real time, and so many. */
const COPY_MAX_MS = 100;
const COPIES_MAX = 4;

/** How long the same bytes count as the same call, in milliseconds of real time. */
const RESEND_MAX_MS = 10_000;
/** How long a call without the lost one's fields counts as its retry. */
const RETRY_MAX_MS = 5_000;
const KEPT_MAX = 1000;

/** The lost answers of a lane. */
class LostAnswers {
  /** By operation and bytes, oldest first. */
  readonly byBytes = new Map<string, LostAnswer>();
  /** The latest of each operation, until its next call. */
  readonly byOperation = new Map<string, LostAnswer>();
  /** The latest, until the next call. */
  latest: LostAnswer | undefined;
}

/** How many copies of a lost copy are lost too. */
const copiesAfter = new WeakMap<Arrival, number>();

const lostAnswers = new WeakMap<Lane, LostAnswers>();
/** Replies whose loss is known. A client that leaves is noticed twice. */
const known = new WeakSet<Reply>();

/** A hash, because a body may have a megabyte. */
const callKey = (operation: string, body: string): string => hash("sha256", `${operation} ${body}`);

/** Call once an answer is lost: its connection was cut, another answer replaced it, or its client left. */
export function answerLost(lane: Lane, reply: Reply): void {
  const { operation, arrival, sent = "", requestId, fault, copies } = reply;
  if (!arrival || known.has(reply)) return;
  known.add(reply);
  const of = lostAnswers.get(lane) ?? new LostAnswers();
  lostAnswers.set(lane, of);
  const [oldest] = of.byBytes.keys();
  if (of.byBytes.size >= KEPT_MAX && oldest !== undefined) of.byBytes.delete(oldest);
  const fields = Object.keys(parseLeniently(sent));
  const copiesLeft = copies === "cut" ? COPIES_MAX : (copiesAfter.get(arrival) ?? 0);
  const call = { of: readRequestId(requestId)!, fault, ...(arrival.place === 1 && { isOnNew: true as const }) };
  const lost: LostAnswer = { ...call, lostAt: performance.now(), fields, copiesLeft };
  of.byBytes.set(callKey(operation, sent), lost);
  of.byOperation.set(operation, lost);
  of.latest = lost;
}

/** How a call came in, with the lost call that it repeats, if there is one. Each lost call is repeated once. */
export function afterLoss(lane: Lane, operation: string, { arrival, body }: Incoming): Arrival | undefined {
  const of = arrival && lostAnswers.get(lane);
  if (!of) return arrival;
  const key = callKey(operation, body);
  const [same, latest] = [of.byBytes.get(key), of.byOperation.get(operation)];
  of.byBytes.delete(key);
  of.byOperation.delete(operation);
  // Copies come before any other call of the shop. A later one is the shop's own.
  const isAfterOthers = of.latest !== same;
  const copiesLeft = isAfterOthers ? 0 : (same?.copiesLeft ?? 0);
  of.latest = undefined;
  if (same) {
    const resend = resendOf(same, RESEND_MAX_MS);
    return copyOf(arrival, resend && { ...resend, ...evidence(arrival, isAfterOthers) }, copiesLeft);
  }
  if (!latest || carriesAny(body, latest.fields)) return arrival;
  return { ...arrival, lostFields: resendOf(latest, RETRY_MAX_MS) };
}

const evidence = ({ connection }: Arrival, isAfterOthers: boolean): Pick<Resend, "isAfterOthers" | "isInProcess"> => ({
  ...(isAfterOthers && { isAfterOthers }),
  ...(connection === undefined && { isInProcess: true }),
});

function copyOf(before: Arrival, resend: Resend | undefined, copiesLeft: number): Arrival {
  const isLost = resend !== undefined && copiesLeft > 0 && resend.afterMs <= COPY_MAX_MS;
  const arrival: Arrival = { ...before, resend: isLost ? { ...resend, isLost } : resend };
  if (isLost) copiesAfter.set(arrival, copiesLeft - 1);
  return arrival;
}

function carriesAny(body: string, fields: readonly string[]): boolean {
  if (fields.length === 0) return true;
  const own = Object.keys(parseLeniently(body));
  return own.some((name) => fields.includes(name));
}

function resendOf({ lostAt, fields: _, copiesLeft: __, ...lost }: LostAnswer, maxMs: number): Resend | undefined {
  const afterMs = Math.max(0, Math.round(performance.now() - lostAt));
  return afterMs > maxMs ? undefined : { ...lost, afterMs };
}
