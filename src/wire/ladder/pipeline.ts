import type { CheckedBy } from "../../app/commands/checked-by.js";
import type { CommandRequest } from "../../app/commands/command-request.js";
import { execute } from "../../app/commands/execute.js";
import type { Executed } from "../../app/commands/record.js";
import type { Lane } from "../../app/lane.js";
import { requestId } from "../../app/ports/exchange.js";
import { instant } from "../../domain/money.js";
import type { AssumptionId } from "../../facts/assumptions.js";
import { type CompiledRule, compileRule } from "../../scenario/matching/choose.js";
import { declineFitOf } from "../../scenario/rule/decline-fit.js";
import { similar } from "../../scenario/values/issues.js";
import { outcomeNames, outcomeOf } from "../../scenario/values/outcomes.js";
import type { Endpoint } from "../endpoints/endpoint.js";
import { nullParameter } from "../parameters/null-parameter.js";
import { firstProblem } from "../parameters/params.js";
import { unknownParameters } from "../parameters/unknown-parameters.js";
import { cutBeforeParse } from "./before-parse.js";
import { type Refused, refuseEarly } from "./early-refusal.js";
import { readEnvelope } from "./envelope.js";
import { evolved } from "./evolve.js";
import { answerFor } from "./refusal.js";
import { effectsOf, type Reply } from "./reply.js";
import { asSigned, checkSignature, findingOf, merchantIdOf, type SignatureMode } from "./signatures.js";

export interface Incoming {
  readonly body: string;
  /** The value of the header X-Sandbox-Outcome. */
  readonly forcedOutcome?: string | undefined;
  /** A valid W3C traceparent; see readTraceparent. */
  readonly traceparent?: string | undefined;
}

/** Answers a call. The order of these checks is part of the provider's behaviour. */
export async function answer(lane: Lane, mode: SignatureMode, endpoint: Endpoint, incoming: Incoming): Promise<Reply> {
  const { traceparent } = incoming;
  const envelope = readEnvelope(incoming.body);
  const merchantId = mode === "off" || typeof envelope === "string" ? undefined : merchantIdOf(envelope);
  const known = lane.store.known(merchantId);
  const { state, merchant } = known instanceof Promise ? await known : known;
  const { hasBeforeParse } = lane.rules.inForce(state);
  const cut = hasBeforeParse && (await cutBeforeParse(lane, endpoint, incoming));
  if (cut) return cut;
  const unsigned: CheckedBy = { edition: state.edition, assumptions: state.assumptions, hasBeforeParse };

  const malformed = (detail: string): Promise<Reply> =>
    refuseEarly(lane, unsigned, endpoint.path, { name: "malformed-envelope", detail, request: "", traceparent });
  if (typeof envelope === "string") return malformed(envelope);

  const { policy } = lane.choices.inForce(state);
  // ASSUMED(missing-signature): no signature, or one that is no text, is an invalid one.
  if (envelope.signature === undefined && policy["missing-signature"] === "malformed-envelope")
    return malformed("signature is missing");

  const keys = merchantId === undefined ? undefined : { merchantId, publicKeys: merchant?.publicKeys ?? [] };
  const checkedBy = { ...unsigned, keys };
  const signature = checkSignature(envelope, keys);
  const { signatureFault, refusal } =
    signature === "valid" ? asSigned : await findingOf(lane, { state: signature, mode, policy }, envelope);
  const warnings = unknownParameters(endpoint.path, envelope.params);
  const { request } = envelope;
  const refused = (why: Pick<Refused, "name" | "detail" | "assumes">): Promise<Reply> => {
    const signed = { request, signature, signatureFault, envelope, warnings, traceparent };
    return refuseEarly(lane, checkedBy, endpoint.path, { ...why, ...signed });
  };
  const invalid = (detail: string, ...assumes: AssumptionId[]): Promise<Reply> =>
    refused({ name: "invalid-parameter", detail, assumes });
  if (refusal) return refused(refusal);

  // ASSUMED(null-members): null counts as left out.
  const nullName = request.includes("null") ? nullParameter(endpoint.path, envelope.params) : undefined;
  if (nullName !== undefined && policy["null-members"] === "refuse")
    return invalid(`${nullName}: expected a value, not null`, "null-members");

  const params = endpoint.params(policy).safeParse(envelope.params);
  if (!params.success) return invalid(firstProblem(params.error));

  const header = headerRule(incoming.forcedOutcome, endpoint);
  if (typeof header === "string") return invalid(`X-Sandbox-Outcome: ${header}`);

  const call: CommandRequest = {
    operation: endpoint.path,
    command: endpoint.command(params.data),
    subject: { operation: endpoint.path, ...endpoint.subject(params.data) },
    signature,
    signatureFault,
    warnings,
    traceparent,
    request,
    header,
    checkedBy,
    answer: answerFor(lane, endpoint),
  };
  const done = await execute(lane, call);
  // A gate may hold the answer until after its notification was sent. The shop may query in the meantime.
  if (done.beforeAnswer.length > 0) {
    const told = tellBefore(lane, done);
    if (!done.held) await told;
  }
  return replyTo(call, done);
}

/** A committed call is always answered. If the store fails to return the due notifications, they are sent later. */
async function tellBefore({ deliveries, log }: Lane, { beforeAnswer, requestId: id }: Executed): Promise<void> {
  try {
    await deliveries.deliverNow(beforeAnswer);
  } catch (error) {
    log.warn(`${requestId(id)} was answered before its notification was sent: ${(error as Error).message}`);
  }
}

function replyTo({ signature, signatureFault, warnings, traceparent }: CommandRequest, done: Executed): Reply {
  const { answer, fired } = done;
  const { rule, delayMs, fault } = effectsOf(fired, done.isFrozen);
  return {
    http: answer.http,
    body: fired?.then.evolve === undefined ? answer.body : evolved(answer.body, fired.then.evolve),
    requestId: requestId(done.requestId),
    signature,
    signatureFault,
    assumed: answer.assumed,
    observed: answer.observed,
    warnings,
    traceparent,
    rule,
    delayMs,
    fault,
    isCarried: done.isCarried,
    held: done.held,
    release: done.release,
  };
}

/** The rule that the header asks for, tried before all others. A text says why the header is invalid. */
function headerRule(name: string | undefined, { path }: Endpoint): CompiledRule | string | undefined {
  if (name === undefined) return undefined;
  const outcome = outcomeOf(name);
  if (!outcome) {
    const { didYouMean } = similar(name, outcomeNames);
    return `unknown outcome ${JSON.stringify(name)}${didYouMean === undefined ? "" : `. Did you mean ${didYouMean}?`}`;
  }
  if (outcome.kind === "decline" && declineFitOf(path) === "never")
    return `${name} does not fit ${path}: nothing can be declined there`;
  return compileRule(
    { then: { outcome: outcome.name } },
    { id: "X-Sandbox-Outcome", origin: "header", since: instant(0) },
  );
}
