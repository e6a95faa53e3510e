import { usedUp } from "../../app/commands/fired-rule.js";
import { type ArrivedCall, journalCall } from "../../app/journal/journal-call.js";
import type { Reply } from "../../app/journal/reply.js";
import type { Lane } from "../../app/lane.js";
import type { Tx, UnitResult } from "../../app/ports/store.js";
import { defaultPolicy } from "../../facts/assumptions.js";
import { choose } from "../../scenario/matching/choose.js";
import type { Subject } from "../../scenario/values/subject.js";
import type { Endpoint } from "../endpoints/endpoint.js";
import { readAsWritten } from "../parameters/as-written.js";
import { parseLeniently, readEnvelope } from "./envelope.js";
import { lenientSubject } from "./lenient-subject.js";

/** A call about which nothing is known. */
interface Unread extends Pick<ArrivedCall, "traceparent" | "arrival"> {
  readonly body: string;
}

/**
 * Cuts a call before it is parsed, if a rule asks for that. The rule matches on the members that can be read. The
 * same commit stores the rule's count.
 */
export function cutBeforeParse(lane: Lane, endpoint: Endpoint, incoming: Unread): Promise<Reply | undefined> {
  const params = parseLeniently(incoming.body);
  readAsWritten(endpoint.path, { request: requestText(incoming.body), params }, defaultPolicy);
  const subject = lenientSubject(endpoint.path, params);
  return lane.store.transact((tx) => cut(lane, subject, incoming, tx));
}

function cut(lane: Lane, subject: Subject, { body, ...call }: Unread, tx: Tx): UnitResult<Reply | undefined> {
  const state = tx.lane();
  const { rules, scenarios } = lane.rules.inForce(state);
  const choice = choose(rules, subject, { ...state, counters: tx }, "before-parse");
  const { fired, counts } = choice;
  if (!fired) return { result: undefined, counts };
  const { exchange, reply } = journalCall(state, {
    id: tx.fresh.exchangeId(),
    call: { ...call, request: requestText(body) },
    subject,
    answer: { http: 0, responseCode: "", body: "", assumed: [] },
    result: { kind: "lost" },
    fired,
    why: { scenarios, matched: choice.matched() },
  });
  return { result: reply, counts, ...usedUp(choice), exchange };
}

const requestText = (body: string): string => {
  const envelope = readEnvelope(body);
  return typeof envelope === "string" ? "" : envelope.request;
};
