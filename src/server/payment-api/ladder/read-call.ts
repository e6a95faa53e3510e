import { isDeepStrictEqual } from "node:util";
import { instant } from "../../../core/domain/money.js";
import type { AssumptionId, Policy } from "../../../core/facts/assumptions.js";
import { insteadOfOutcome } from "../../../core/scenario/effects/misplaced.js";
import { type CompiledRule, compileRule } from "../../../core/scenario/matching/choose.js";
import { operationRow } from "../../../core/scenario/values/operations.js";
import { outcomeNames, outcomeOf } from "../../../core/scenario/values/outcomes.js";
import { plural } from "../../../core/scenario/values/plural.js";
import { similar } from "../../../core/scenario/values/similar.js";
import type { Subject } from "../../../core/scenario/values/subject.js";
import { isOtherText } from "../../../core/signing/diagnose.js";
import type { Command } from "../../../lane/commands/command.js";
import type { Refused } from "../../../lane/journal/result.js";
import type { Lane } from "../../../lane/lane.js";
import type { SignatureState } from "../../../lane/ports/exchange.js";
import { type CallWarning, OUTCOME_HEADER } from "../../../lane/ports/explanation.js";
import type { Endpoint } from "../endpoints/endpoint.js";
import { readAsWritten } from "../read-parameters/as-written.js";
import { nullParameter } from "../read-parameters/known-members.js";
import { oneLineName, TOLD_MAX } from "../read-parameters/unknown-parameters.js";
import { type Envelope, readEnvelope } from "./envelope.js";
import { checkSignature, signatureFaultOf } from "./signatures.js";

/** A request as it is read under a lane's choices. */
export interface ReadRequest {
  readonly policy: Policy;
  readonly params: Envelope["params"];
  readonly warnings: readonly CallWarning[] | undefined;
  /** The guesses on which the reading rests. */
  readonly assumed: readonly AssumptionId[];
  /** Checks the parameters. */
  readonly command: () => ReadCommand | RefusedRequest;
}

/** A refused request, with what else is wrong with it: the service names only the first fault. */
interface RefusedRequest extends Refused {
  readonly others?: readonly CallWarning[] | undefined;
}

/** What a call asks for. */
export interface ReadCommand {
  readonly command: Command;
  readonly subject: Subject;
  /** The rule of the header X-Sandbox-Outcome. */
  readonly header: CompiledRule | undefined;
}

/** What is read of a call. */
export interface ReadFrom {
  readonly body: string;
  /** Says where the body was not UTF-8, if it was not. */
  readonly notUtf8?: string | undefined;
  /** The value of the header X-Sandbox-Outcome. */
  readonly forcedOutcome?: string | undefined;
}

/** How often a wrong signature is looked into: again if the merchant's keys have changed meanwhile. */
const DIAGNOSES_MAX = 2;

/**
 * A call whose envelope is valid. A unit of work may run several times, so each check is made only once for the same
 * keys and the same choices.
 */
export class ReadCall {
  readonly envelope: Envelope;
  readonly #endpoint: Endpoint;
  readonly #incoming: ReadFrom;
  #read: ReadRequest | undefined;
  #checked: { readonly keys: readonly string[]; readonly signature: SignatureState } | undefined;
  #diagnosed: { readonly keys: readonly string[]; readonly fault: string } | undefined;
  #diagnosesLeft = DIAGNOSES_MAX;

  constructor(endpoint: Endpoint, envelope: Envelope, incoming: ReadFrom) {
    this.envelope = envelope;
    this.#endpoint = endpoint;
    this.#incoming = incoming;
  }

  /** The request under these choices. Reading it changes its parameters, so other choices begin with the body. */
  under(policy: Policy): ReadRequest {
    if (this.#read?.policy === policy) return this.#read;
    const envelope = this.#read ? (readEnvelope(this.#incoming.body) as Envelope) : this.envelope;
    const { warnings, assumed } = readAsWritten(this.#endpoint.path, envelope, policy);
    let command: ReadCommand | RefusedRequest | undefined;
    this.#read = {
      policy,
      params: envelope.params,
      warnings: withMore(encodingWarnings(this.#incoming), withDuplicates(envelope, warnings)),
      assumed,
      command: () => (command ??= this.#commandOf(envelope, policy)),
    };
    return this.#read;
  }

  signatureUnder(keys: readonly string[]): SignatureState {
    if (!this.#checked || !isDeepStrictEqual(this.#checked.keys, keys))
      this.#checked = { keys, signature: checkSignature(this.envelope, keys) };
    return this.#checked.signature;
  }

  /** Why these keys refuse the signature. Undefined if that must be found out first. */
  faultUnder(keys: readonly string[]): string | undefined {
    if (!this.#diagnosed) return undefined;
    return this.#diagnosesLeft === 0 || isDeepStrictEqual(this.#diagnosed.keys, keys)
      ? this.#diagnosed.fault
      : undefined;
  }

  /** Looks into the wrong signature. Takes some milliseconds, so it happens outside of units of work. */
  async diagnose(lane: Lane, keys: readonly string[]): Promise<void> {
    this.#diagnosesLeft--;
    const fault = await signatureFaultOf(lane, this.envelope, keys);
    const { notUtf8 } = this.#incoming;
    this.#diagnosed = { keys, fault: notUtf8 !== undefined && isOtherText(fault) ? `${fault}: ${notUtf8}` : fault };
  }

  #commandOf({ request, params }: Envelope, policy: Policy): ReadCommand | RefusedRequest {
    const endpoint = this.#endpoint;
    // ASSUMED(null-members): null counts as left out.
    const nullName = request.includes("null") ? nullParameter(endpoint.path, params) : undefined;
    if (nullName !== undefined && policy["null-members"] === "refuse")
      return invalid(`${nullName}: expected a value, not null`, "null-members");

    const read = endpoint.params(policy)(params);
    if (read.problems) {
      const [first = "", ...others] = read.problems;
      return { ...invalid(first), others: alsoInvalid(others) };
    }

    const header = headerRule(this.#incoming.forcedOutcome, endpoint);
    if (typeof header === "string") return invalid(`${OUTCOME_HEADER}: ${header}`);
    const { data } = read;
    return {
      command: endpoint.command(data),
      subject: endpoint.subject(data),
      header,
    };
  }
}

const invalid = (detail: string, ...assumes: AssumptionId[]): Refused => ({
  reason: "invalid-parameter",
  detail,
  assumes,
});

/** The problems besides the first one, each as a warning. */
function alsoInvalid(problems: readonly string[]): readonly CallWarning[] | undefined {
  if (problems.length === 0) return undefined;
  const told = problems.slice(0, TOLD_MAX).map((problem) => ({ message: `invalid, too: ${problem}` }));
  return problems.length > TOLD_MAX
    ? [...told, { message: plural(problems.length - TOLD_MAX, "more invalid parameter") }]
    : told;
}

export const encodingWarnings = ({ notUtf8 }: ReadFrom): readonly CallWarning[] | undefined =>
  notUtf8 === undefined ? undefined : [{ message: notUtf8 }];

export const withMore = (
  warnings: readonly CallWarning[] | undefined,
  more: readonly CallWarning[] | undefined = [],
) => (more.length === 0 ? warnings : [...(warnings ?? []), ...more]);

/** Warns of a body with two requests or signatures. */
function withDuplicates({ duplicates }: Envelope, warnings: ReadRequest["warnings"]): ReadRequest["warnings"] {
  if (!duplicates) return warnings;
  const told = duplicates
    .slice(0, TOLD_MAX)
    .map((name) => ({ message: `the body has ${oneLineName(name)} twice: only the last one counts` }));
  return [...told, ...(warnings ?? [])];
}

/** The rule that the header asks for, tried before all others. A text says why the header is invalid. */
function headerRule(name: string | undefined, { path }: Endpoint): CompiledRule | string | undefined {
  if (name === undefined) return undefined;
  const outcome = outcomeOf(name);
  if (!outcome) {
    const meant = insteadOfOutcome(name);
    if (meant !== undefined)
      return `unknown outcome ${JSON.stringify(name)}: ${meant}${meant.endsWith("}") ? " as the then of a rule" : ""}`;
    const { didYouMean } = similar(name, outcomeNames);
    return `unknown outcome ${JSON.stringify(name)}${didYouMean === undefined ? " (`payment-sandbox scenarios --outcomes` lists them)" : `. Did you mean ${didYouMean}?`}`;
  }
  if (outcome.kind === "decline" && operationRow(path).decline === "never")
    return `${name} does not fit ${path}: nothing can be declined there`;
  return compileRule({ then: { outcome: outcome.name } }, { id: OUTCOME_HEADER, origin: "header", since: instant(0) });
}
