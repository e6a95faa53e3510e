import type { CheckedBy } from "../../app/commands/checked-by.js";
import { execute } from "../../app/commands/execute.js";
import type { ArrivedCall } from "../../app/journal/journal-call.js";
import type { Reply } from "../../app/journal/reply.js";
import type { Refused } from "../../app/journal/result.js";
import type { Lane } from "../../app/lane.js";
import type { Arrival } from "../../app/ports/explanation.js";
import { instant } from "../../domain/money.js";
import type { AssumptionId } from "../../facts/assumptions.js";
import { type CompiledRule, compileRule } from "../../scenario/matching/choose.js";
import { declineFitOf } from "../../scenario/rule/decline-fit.js";
import { similar } from "../../scenario/values/issues.js";
import { outcomeNames, outcomeOf } from "../../scenario/values/outcomes.js";
import type { Endpoint } from "../endpoints/endpoint.js";
import { readAsWritten } from "../parameters/as-written.js";
import { nullParameter } from "../parameters/null-parameter.js";
import { firstProblem } from "../parameters/params.js";
import { printable, TOLD_MAX } from "../parameters/unknown-parameters.js";
import { cutBeforeParse } from "./before-parse.js";
import { refuseEarly } from "./early-refusal.js";
import { type Envelope, readEnvelope } from "./envelope.js";
import { answerFor } from "./refusal.js";
import { asSigned, checkSignature, findingOf, merchantIdOf, type SignatureMode } from "./signatures.js";

export interface Incoming {
  readonly body: string;
  /** The value of the header X-Sandbox-Outcome. */
  readonly forcedOutcome?: string | undefined;
  /** A valid W3C traceparent; see readTraceparent. */
  readonly traceparent?: string | undefined;
  /** Absent if nobody asks who sent it, such as in a test. */
  readonly arrival?: Arrival | undefined;
}

/** Answers a call. The order of these checks is part of the provider's behaviour. */
export async function answer(lane: Lane, mode: SignatureMode, endpoint: Endpoint, incoming: Incoming): Promise<Reply> {
  const { traceparent, arrival } = incoming;
  const envelope = readEnvelope(incoming.body);
  const merchantId = mode === "off" || typeof envelope === "string" ? undefined : merchantIdOf(envelope);
  const known = lane.store.known(merchantId);
  const { state, merchant } = known instanceof Promise ? await known : known;
  const { hasBeforeParse } = lane.rules.inForce(state);
  const cut = hasBeforeParse && (await cutBeforeParse(lane, endpoint, incoming));
  if (cut) return cut;
  const unsigned: CheckedBy = { edition: state.edition, assumptions: state.assumptions, hasBeforeParse };

  const malformed = (detail: string): Promise<Reply> =>
    refuseEarly(lane, unsigned, endpoint.path, {
      reason: "malformed-envelope",
      detail,
      request: "",
      traceparent,
      arrival,
    });
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
  const remarks = readAsWritten(endpoint.path, envelope, policy);
  const warnings = withDuplicates(envelope, remarks.warnings);
  const { request } = envelope;
  const call: ArrivedCall = { request, signature, signatureFault, warnings, traceparent, arrival };
  const refused = (why: Refused): Promise<Reply> => {
    const assumes = [...(why.assumes ?? []), ...remarks.assumed];
    return refuseEarly(lane, checkedBy, endpoint.path, { ...why, assumes, envelope, ...call });
  };
  const invalid = (detail: string, ...assumes: AssumptionId[]): Promise<Reply> =>
    refused({ reason: "invalid-parameter", detail, assumes });
  if (refusal) return refused(refusal);

  // ASSUMED(null-members): null counts as left out.
  const nullName = request.includes("null") ? nullParameter(endpoint.path, envelope.params) : undefined;
  if (nullName !== undefined && policy["null-members"] === "refuse")
    return invalid(`${nullName}: expected a value, not null`, "null-members");

  const params = endpoint.params(policy).safeParse(envelope.params);
  if (!params.success) return invalid(firstProblem(params.error));

  const header = headerRule(incoming.forcedOutcome, endpoint);
  if (typeof header === "string") return invalid(`X-Sandbox-Outcome: ${header}`);

  return execute(lane, {
    ...call,
    operation: endpoint.path,
    command: endpoint.command(params.data),
    subject: { operation: endpoint.path, ...endpoint.subject(params.data) },
    header,
    checkedBy,
    answer: answerFor(lane, endpoint, remarks.assumed),
  });
}

/** Warns of a body with two requests or signatures. */
function withDuplicates({ duplicates }: Envelope, warnings: Reply["warnings"]): Reply["warnings"] {
  if (!duplicates) return warnings;
  const told = duplicates
    .slice(0, TOLD_MAX)
    .map((name) => ({ message: `the body has ${printable(name)} twice: only the last one counts` }));
  return [...told, ...(warnings ?? [])];
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
