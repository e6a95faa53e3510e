import type { Count } from "../../../core/scenario/matching/choose.js";
import type { Subject } from "../../../core/scenario/values/subject.js";
import type { CommandRequest } from "../../../lane/commands/command-request.js";
import { carryOut, decideAndRecord, type Postponed, type Situation } from "../../../lane/commands/execute.js";
import { type LaneNow, laneNow, namedBy } from "../../../lane/commands/load-call.js";
import type { CommittedCall } from "../../../lane/commands/record.js";
import type { ArrivedCall } from "../../../lane/journal/journal-call.js";
import type { Reply } from "../../../lane/journal/reply.js";
import type { Refused } from "../../../lane/journal/result.js";
import type { Lane } from "../../../lane/lane.js";
import { shownAddress } from "../../../lane/notifications/given-addresses.js";
import type { Arrival, CallWarning } from "../../../lane/ports/explanation.js";
import type { Tx, UnitResult } from "../../../lane/ports/store.js";
import type { Endpoint } from "../endpoints/endpoint.js";
import { orderWarnings } from "../read-parameters/order-warnings.js";
import { redirectWarnings } from "../read-parameters/redirect-warnings.js";
import { chooseBeforeParse, cut } from "./before-parse.js";
import { refuseEarly } from "./early-refusal.js";
import { isPacked, readEnvelope } from "./envelope.js";
import { lenientAmount, lenientSubject, wholeNumber } from "./lenient-subject.js";
import { encodingWarnings, ReadCall, type ReadFrom, withMore } from "./read-call.js";
import { answerFor } from "./refusal.js";
import { noKeyFault, type SignatureMode, signatureRefusal, signingMerchantId, tellOfSignature } from "./signatures.js";

export interface Incoming extends ReadFrom {
  /** A valid W3C traceparent; see readTraceparent. */
  readonly traceparent?: string | undefined;
  /** Absent if nobody asks who sent it, such as in a test. */
  readonly arrival?: Arrival | undefined;
}

/** A call that waits for its unit of work. */
interface CallInLane {
  readonly lane: Lane;
  readonly mode: SignatureMode;
  readonly endpoint: Endpoint;
  readonly incoming: Incoming;
  /** A text says why the envelope is invalid. */
  readonly read: ReadCall | string;
}

/** Answers a call in one unit of work. */
export function answer(lane: Lane, mode: SignatureMode, endpoint: Endpoint, incoming: Incoming): Promise<Reply> {
  const envelope = readEnvelope(incoming.body);
  const isValid = typeof envelope !== "string";
  const params = isValid ? envelope.params : {};
  const subject = (): Subject => lenientSubject(endpoint.path, params);
  const read = isValid ? new ReadCall(endpoint, envelope, incoming) : envelope;
  const call: CallInLane = { lane, mode, endpoint, incoming, read };
  return carryOut(lane, {
    subject,
    amountMinor: lenientAmount(params.amount),
    names: () => namedBy(subject(), wholeNumber(params.parentOrderId)),
    decide: (tx, situation) => decideInOrder(tx, call, situation),
    decided: (reply) => {
      if (isValid) tellOfSignature(lane, mode, reply, signingMerchantId(envelope));
    },
  });
}

/** Rules before the parse come first. They are counted even if none of them fires. */
function decideInOrder(tx: Tx, call: CallInLane, situation: Situation): UnitResult<CommittedCall | Postponed> {
  const { lane, endpoint, incoming } = call;
  const now = laneNow(tx, lane);
  if (!now.rules.hasBeforeParse) return check(tx, call, now, situation);
  const early = chooseBeforeParse(tx, now, endpoint.path, incoming.body);
  if (early.choice.fired) return cut(tx, now, early, incoming);
  return withCounts(check(tx, call, now, situation), early.choice.counts);
}

const withCounts = (done: UnitResult<CommittedCall | Postponed>, counts: readonly Count[]): typeof done =>
  "reply" in done.result && counts.length > 0 ? { ...done, counts: [...counts, ...(done.counts ?? [])] } : done;

/** The order of these checks is part of the provider's behaviour. */
function check(tx: Tx, call: CallInLane, now: LaneNow, situation: Situation): UnitResult<CommittedCall | Postponed> {
  const { lane, mode, endpoint, incoming, read } = call;
  const { body, traceparent, arrival } = incoming;
  const { policy } = now.choices;
  const malformed = (detail: string): UnitResult<CommittedCall> => {
    const received = { path: `/${endpoint.path}`, contentType: "application/json", body };
    // Of packed bytes, the detail says more than their first byte that is not UTF-8.
    const warnings = isPacked(body) ? undefined : encodingWarnings(incoming);
    const refused = { detail, request: "", body, traceparent, arrival, received, warnings };
    return refuseEarly(tx, now, endpoint.path, { reason: "malformed-envelope", ...refused });
  };
  if (typeof read === "string") return malformed(read);

  const { envelope } = read;
  // ASSUMED(missing-signature): no signature, or one that is no text, is an invalid one.
  if (envelope.signature === undefined && policy["missing-signature"] === "malformed-envelope")
    return malformed("signature is missing");

  const merchant = mode === "off" ? undefined : tx.merchant(signingMerchantId(envelope));
  const keys = merchant?.publicKeys ?? [];
  const signature = mode === "off" ? "unchecked" : read.signatureUnder(keys);
  const signatureFault =
    signature === "invalid"
      ? read.faultUnder(keys)
      : signature === "no-key"
        ? noKeyFault(envelope, merchant)
        : undefined;
  if (signature === "invalid" && signatureFault === undefined)
    return { result: { first: () => read.diagnose(lane, keys) } };

  const { params, warnings, assumed, command } = read.under(policy);
  const { request } = envelope;
  const refused = (why: Refused, told = warnings): UnitResult<CommittedCall> => {
    const assumes = [...(why.assumes ?? []), ...assumed];
    const arrived: ArrivedCall = { request, body, signature, signatureFault, warnings: told, traceparent, arrival };
    return refuseEarly(tx, now, endpoint.path, { ...why, assumes, params, ...arrived });
  };
  const refusal = signatureRefusal({ signature, mode, policy, merchant }, envelope);
  if (refusal) return refused(refusal);

  const asked = command();
  if ("reason" in asked) {
    const { others, ...first } = asked;
    return refused(first, withMore(warnings, others));
  }
  const notifyUrl = "notifyUrl" in asked.command ? asked.command.notifyUrl : undefined;
  const { addresses } = lane.deliveries;
  if (notifyUrl !== undefined && !addresses.isKnown(notifyUrl))
    return { result: { first: () => addresses.look(notifyUrl) } };
  const odd = [
    ...redirectWarnings(endpoint.path, params),
    ...orderWarnings(asked.command),
    ...("notifyUrl" in asked.command ? addressWarnings(notifyUrl, params, addresses) : []),
  ];
  // Named one by one: two spreads in a literal cost V8 as much as reading the whole request.
  const decided: CommandRequest = {
    request,
    body,
    signature,
    signatureFault,
    traceparent,
    arrival,
    command: asked.command,
    subject: asked.subject,
    header: asked.header,
    warnings: withMore(warnings, odd),
    operation: endpoint.path,
    answer: answerFor(lane, endpoint, assumed),
  };
  return decideAndRecord(tx, { call: decided, now }, situation);
}

/**
 * Warns of a notification's address to which nothing can be sent. An empty one, as of a variable that isn't set, was
 * read as none. Equal warnings of a run are counted together.
 */
function addressWarnings(
  read: string | undefined,
  { notifyUrl, callbackUrl }: Readonly<Record<string, unknown>>,
  addresses: Lane["deliveries"]["addresses"],
): readonly CallWarning[] {
  const sent = notifyUrl ?? (callbackUrl as { readonly notify?: unknown } | null | undefined)?.notify;
  const url = read ?? (sent === "" ? "" : undefined);
  const why = url === undefined ? undefined : url === "" ? "it is empty" : addresses.objection(url);
  if (url === undefined || why === undefined) return [];
  const name = notifyUrl === undefined ? "callbackUrl.notify" : "notifyUrl";
  return [{ message: `no notification can be sent to ${name} ${shownAddress(url)}: ${why}` }];
}
