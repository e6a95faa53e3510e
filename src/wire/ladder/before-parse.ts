import { usedUp } from "../../app/commands/fired-rule.js";
import type { Lane } from "../../app/lane.js";
import { type Exchange, requestId } from "../../app/ports/exchange.js";
import { laneState } from "../../app/ports/reads.js";
import type { Fresh, Work } from "../../app/ports/store.js";
import { choose } from "../../scenario/matching/choose.js";
import type { Subject } from "../../scenario/values/subject.js";
import type { Endpoint } from "../endpoints/endpoint.js";
import { parseLeniently, readEnvelope } from "./envelope.js";
import { bareExchange, lenientSubject } from "./lenient-subject.js";
import { effectsOf, type Reply } from "./reply.js";

/** A call about which nothing is known. */
interface Unread {
  readonly body: string;
  readonly traceparent?: string | undefined;
}

/**
 * Cuts a call before it is parsed, if a rule asks for that. The rule matches on the members that can be read. The
 * same commit stores the rule's count.
 */
export function cutBeforeParse(lane: Lane, endpoint: Endpoint, incoming: Unread): Promise<Reply | undefined> {
  const subject = lenientSubject(endpoint.path, parseLeniently(incoming.body));
  return lane.store.transact((fresh) => cut(lane, subject, incoming, fresh));
}

function* cut(lane: Lane, subject: Subject, { body, traceparent }: Unread, fresh: Fresh): Work<Reply | undefined> {
  const state = yield* laneState();
  const { rules, scenarios } = lane.rules.inForce(state);
  const choice = yield* choose(rules, subject, state, "before-parse");
  const { fired, counts } = choice;
  if (!fired) return { result: undefined, counts };
  const effects = effectsOf(fired, state.clock.mode === "frozen");
  const exchange: Exchange = {
    ...bareExchange(state, subject, requestText(body)),
    id: fresh.exchangeId(),
    signature: "unchecked",
    responseCode: "",
    http: 0,
    response: "",
    rule: effects.rule,
    explain: JSON.stringify({ scenarios, subject, matched: choice.matched(), traceparent, effects: fired.then }),
  };
  const result: Reply = {
    http: 0,
    body: "",
    requestId: requestId(exchange.id),
    signature: "unchecked",
    assumed: [],
    traceparent,
    ...effects,
  };
  return { result, counts, ...usedUp(choice), exchange };
}

const requestText = (body: string): string => {
  const envelope = readEnvelope(body);
  return typeof envelope === "string" ? "" : envelope.request;
};
