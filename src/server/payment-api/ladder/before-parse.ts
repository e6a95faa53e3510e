import { defaultPolicy } from "../../../core/facts/assumptions.js";
import { type Choice, choose } from "../../../core/scenario/matching/choose.js";
import type { Subject } from "../../../core/scenario/values/subject.js";
import { usedUp } from "../../../lane/commands/fired-rule.js";
import type { LaneNow } from "../../../lane/commands/load-call.js";
import { type CommittedCall, undecided } from "../../../lane/commands/record.js";
import { type ArrivedCall, journalCall } from "../../../lane/journal/journal-call.js";
import type { Tx, UnitResult } from "../../../lane/ports/store.js";
import { readAsWritten } from "../read-parameters/as-written.js";
import { parseLeniently, readEnvelope } from "./envelope.js";
import { lenientSubject, orderOfSubject } from "./lenient-subject.js";

/** A call about which nothing is known. */
interface Unread extends Pick<ArrivedCall, "traceparent" | "arrival"> {
  readonly body: string;
}

/** The choice among the rules that act before the parse, and the members on which they match. */
export interface EarlyChoice {
  readonly choice: Choice;
  readonly subject: Subject;
}

/** Asks the rules that act before the parse. They match on the members that can be read. */
export function chooseBeforeParse(tx: Tx, { state, rules }: LaneNow, operation: string, body: string): EarlyChoice {
  const params = parseLeniently(body);
  readAsWritten(operation, { request: requestText(body), params }, defaultPolicy);
  const subject = lenientSubject(operation, params);
  return { subject, choice: choose(rules.rules, subject, { ...state, counters: tx }, "before-parse") };
}

/** Cuts a call before it is parsed, because a rule asks for that. */
export function cut(
  tx: Tx,
  { state, rules }: LaneNow,
  { choice, subject }: EarlyChoice,
  { body, traceparent, arrival }: Unread,
): UnitResult<CommittedCall> {
  const { exchange, reply } = journalCall(state, {
    id: tx.fresh.exchangeId(),
    call: { traceparent, arrival, request: requestText(body), body },
    subject,
    about: orderOfSubject(tx, subject),
    answer: { http: 0, responseCode: "", body: "", assumed: [] },
    result: { kind: "lost" },
    fired: choice.fired,
    why: { scenarios: rules.scenarios, matched: choice.matched },
  });
  return { result: undecided(reply), counts: choice.counts, ...usedUp(choice), exchange };
}

const requestText = (body: string): string => {
  const envelope = readEnvelope(body);
  return typeof envelope === "string" ? "" : envelope.request;
};
