import type { CommandRequest } from "../app/commands/command-request.js";
import { type Executed, execute } from "../app/commands/execute.js";
import { usedUp } from "../app/commands/fired-rule.js";
import type { Lane } from "../app/lane.js";
import { type Exchange, requestId, type SignatureState } from "../app/ports/exchange.js";
import type { LaneState } from "../app/ports/lane-record.js";
import { laneState, laneStateOf } from "../app/ports/reads.js";
import type { Fresh, Work } from "../app/ports/store.js";
import { LaneGone, Overtaken } from "../app/ports/store-errors.js";
import { instant, minorUnits } from "../domain/money.js";
import type { AnswerName } from "../facts/codes.js";
import { type CompiledRule, choose, compileRule, type Fired } from "../scenario/choose.js";
import { declineFitOf } from "../scenario/decline-fit.js";
import { outcomeOf } from "../scenario/outcomes.js";
import type { FaultName } from "../scenario/rule.js";
import type { Subject } from "../scenario/subject.js";
import type { Endpoint } from "./endpoint.js";
import { type Envelope, parseLeniently, readEnvelope } from "./envelope.js";
import { firstProblem } from "./params.js";
import { answerFor, refusalAnswer } from "./refusal.js";
import { asSigned, checkSignature, findingOf, type SignatureMode } from "./signatures.js";

export interface Incoming {
  readonly body: string;
  /** The header X-Sandbox-Outcome. */
  readonly forcedOutcome?: string | undefined;
}

/** What leaves, and how. */
export interface Reply {
  readonly http: number;
  readonly body: string;
  readonly requestId: string;
  readonly signature: SignatureState;
  /** What is wrong with an invalid one. */
  readonly signatureFault?: string | undefined;
  readonly assumed: readonly string[];
  /** Those of them that a calibration saw to be so. */
  readonly observed?: readonly string[] | undefined;
  readonly rule?: string | undefined;
  /** The rule's decline waits for the first attempt on the page that the call opened. */
  readonly isCarried?: boolean | undefined;
  /** Real time to wait before the answer leaves; 0 on a frozen clock. */
  readonly delayMs: number;
  readonly fault?: FaultName | undefined;
  /** To be called when the answer has left or was cut. */
  readonly release?: (() => void) | undefined;
}

/** A call that was answered, for those who tell of it. */
export interface AnsweredCall {
  readonly operation: string;
  readonly reply: Reply;
  /** Until the answer leaves, the delay that a rule asked for included. */
  readonly ms: number;
}

/** Who is told of it: looked at with each call, undefined while nobody is. */
export interface CallWatcher {
  readonly tell: ((lane: Lane, call: AnsweredCall) => void) | undefined;
  /** Told of a call whose connection was cut, once its client knows or has given up. */
  readonly wasCut?: ((lane: Lane, requestId: string) => void) | undefined;
}

/** Counts calls of the payment API, and how long their answers took to be ready. */
export interface CallCounter {
  answered(operation: string, reply: Pick<Reply, "http" | "body">, tookMs: number): void;
  /** No answer came: the store was away, or the sandbox has a defect. */
  failed(operation: string): void;
}

/** How often a call begins anew that other processes overtake. */
const TRIES = 20;

interface AnswerOptions {
  readonly signature: SignatureMode;
  readonly successor: (lane: Lane) => Promise<Lane | undefined>;
  readonly counter: CallCounter;
  readonly watcher?: CallWatcher | undefined;
}

type Answered = readonly [Reply, Lane];

/** Answers a call, counts it, and tells of it where somebody wants to know. */
export function answerIn(
  lane: Lane,
  options: AnswerOptions,
  endpoint: Endpoint,
  incoming: Incoming,
): Promise<Answered> {
  const since = performance.now();
  const { counter, watcher } = options;
  return answerWhereItIs(lane, options, endpoint, incoming).then(
    (done) => {
      const [reply, where] = done;
      const tookMs = performance.now() - since;
      counter.answered(endpoint.path, reply, tookMs);
      watcher?.tell?.(where, { operation: endpoint.path, reply, ms: tookMs + reply.delayMs });
      return done;
    },
    (defect) => {
      counter.failed(endpoint.path);
      throw defect;
    },
  );
}

/** Where another process changed or reset the lane, and this one had not heard of it, the call meets what is so now: nothing happened yet. */
async function answerWhereItIs(
  lane: Lane,
  options: AnswerOptions,
  endpoint: Endpoint,
  incoming: Incoming,
  triesLeft: number = TRIES,
): Promise<Answered> {
  try {
    return [await answer(lane, options.signature, endpoint, incoming), lane];
  } catch (error) {
    if (triesLeft === 0) throw error;
    const next = error instanceof Overtaken ? lane : await successorAfter(error, lane, options);
    if (!next) throw error;
    return answerWhereItIs(next, options, endpoint, incoming, triesLeft - 1);
  }
}

const successorAfter = async (error: unknown, lane: Lane, { successor }: AnswerOptions): Promise<Lane | undefined> =>
  error instanceof LaneGone ? successor(lane) : undefined;

/** The ladder: the order of these checks is part of the provider's behaviour. */
export async function answer(lane: Lane, mode: SignatureMode, endpoint: Endpoint, incoming: Incoming): Promise<Reply> {
  const known = lane.store.known.lane();
  const state = known instanceof Promise ? await known : known;
  const { hasBeforeParse } = lane.rules.inForce(state);
  const early = hasBeforeParse ? await faultBeforeParse(lane, endpoint, incoming) : undefined;
  if (early) return lostBeforeParse(early);

  const envelope = readEnvelope(incoming.body);
  if (typeof envelope === "string")
    return refuse(lane, state, endpoint, { name: "malformed-envelope", detail: envelope, request: "" });

  const { policy } = lane.choices.inForce(state);
  // ASSUMED(missing-signature): no signature, or one that is no text, is an invalid one.
  if (envelope.signature === undefined && policy["missing-signature"] === "malformed-envelope")
    return refuse(lane, state, endpoint, { name: "malformed-envelope", detail: "signature is missing", request: "" });

  const checked = checkSignature(lane, mode, envelope);
  const signature = checked instanceof Promise ? await checked : checked;
  const { signatureFault, refusal } =
    signature === "valid" ? asSigned : await findingOf(lane, { state: signature, mode, policy }, envelope);
  const signed = { request: envelope.request, signature, signatureFault, envelope };
  if (refusal) return refuse(lane, state, endpoint, { name: refusal, ...signed });

  const params = endpoint.params(policy).safeParse(envelope.params);
  if (!params.success)
    return refuse(lane, state, endpoint, { name: "invalid-parameter", detail: firstProblem(params.error), ...signed });

  const header = headerRule(incoming.forcedOutcome, endpoint);
  if (typeof header === "string")
    return refuse(lane, state, endpoint, {
      name: "invalid-parameter",
      detail: `X-Sandbox-Outcome: ${header}`,
      ...signed,
    });

  const call: CommandRequest = {
    operation: endpoint.path,
    command: endpoint.command(params.data),
    subject: { operation: endpoint.path, ...endpoint.subject(params.data) },
    signature,
    signatureFault,
    request: envelope.request,
    header,
    checkedBy: state,
    answer: answerFor(lane, endpoint),
  };
  const done = await execute(lane, call);
  if (done.beforeAnswer.length > 0) await tellBefore(lane, done);
  return replyTo(call, done);
}

/** What was committed is answered: where the store cannot say now what is due, its notices leave later. */
async function tellBefore({ deliveries, log }: Lane, { beforeAnswer, requestId: id }: Executed): Promise<void> {
  try {
    await deliveries.deliverNow(beforeAnswer);
  } catch (error) {
    log.warn(`the answer of ${requestId(id)} leaves before its notification: ${(error as Error).message}`);
  }
}

function replyTo({ signature, signatureFault }: CommandRequest, done: Executed): Reply {
  const { answer, fired } = done;
  return {
    http: answer.http,
    body: answer.body,
    requestId: requestId(done.requestId),
    signature,
    signatureFault,
    assumed: answer.assumed,
    observed: answer.observed,
    ...effectsOf(fired, done.isFrozen),
    isCarried: done.isCarried,
    release: done.release,
  };
}

/** The transport's part of a rule. Only `after-commit` and `before-commit` come this far. */
function effectsOf(fired: Fired | undefined, isFrozen: boolean): Pick<Reply, "rule" | "delayMs" | "fault"> {
  return {
    rule: fired && (fired.rule.rule.name ?? fired.rule.id),
    delayMs: fired?.delayMs !== undefined && !isFrozen ? fired.delayMs : 0,
    fault: fired?.then.fault,
  };
}

/** The header is a rule like any other, asked before those that are kept; a text says what is wrong with it. */
function headerRule(name: string | undefined, { path }: Endpoint): CompiledRule | string | undefined {
  if (name === undefined) return undefined;
  const outcome = outcomeOf(name);
  if (!outcome) return `no outcome is called ${name}`;
  if (outcome.kind === "decline" && declineFitOf(path) === "never")
    return `${name} does not fit ${path}: nothing can be declined there`;
  return compileRule(
    { then: { outcome: outcome.name } },
    { id: "X-Sandbox-Outcome", origin: "header", since: instant(0) },
  );
}

interface Refused {
  readonly name: AnswerName;
  readonly detail?: string;
  readonly request: string;
  readonly signature?: SignatureState;
  readonly signatureFault?: string | undefined;
  readonly envelope?: Envelope;
}

/** Refused before anything was decided: only the journal knows. */
async function refuse(
  lane: Lane,
  { edition }: LaneState,
  endpoint: Endpoint,
  { name, detail, request, signature = "unchecked", signatureFault, envelope }: Refused,
): Promise<Reply> {
  const subject = lenientSubject(endpoint.path, envelope?.params ?? {});
  return lane.store.transact(function* (fresh): Work<Reply> {
    const state = yield* laneStateOf(edition);
    const { http, responseCode, body, assumed, observed } = refusalAnswer(lane.choices.inForce(state), name, detail);
    const { scenarios } = lane.rules.inForce(state);
    const exchange: Exchange = {
      ...bareExchange(state, subject, request),
      id: fresh.exchangeId(),
      signature,
      responseCode,
      http,
      response: body,
      explain: JSON.stringify({ scenarios, subject, matched: [], assumed, detail, ended: name, signatureFault }),
    };
    const result = {
      http,
      body,
      requestId: requestId(exchange.id),
      signature,
      signatureFault,
      assumed,
      observed,
      delayMs: 0,
    };
    return { result, exchange };
  });
}

const bareExchange = (
  { now }: LaneState,
  subject: Subject,
  request: string,
): Omit<Exchange, "id" | "signature" | "responseCode" | "http" | "response" | "explain"> => ({
  at: now,
  operation: subject.operation,
  merchantId: subject.merchantId === undefined ? undefined : Number(subject.merchantId),
  reference: subject.merchantReference,
  orderId: subject.orderId,
  request,
});

/** A call that a rule cut before it was read. */
interface CutCall {
  readonly fired: Fired;
  readonly isFrozen: boolean;
  readonly exchangeId: number;
}

/** A fault that comes before the parse matches on whatever can be found; its count is kept in the same commit. */
function faultBeforeParse(lane: Lane, endpoint: Endpoint, { body }: Incoming): Promise<CutCall | undefined> {
  const subject = lenientSubject(endpoint.path, parseLeniently(body));
  return lane.store.transact((fresh) => cutBeforeParse(lane, subject, body, fresh));
}

function* cutBeforeParse(lane: Lane, subject: Subject, body: string, fresh: Fresh): Work<CutCall | undefined> {
  const state = yield* laneState();
  const { rules, scenarios } = lane.rules.inForce(state);
  const choice = yield* choose(rules, subject, state, "before-parse");
  const { fired, counts } = choice;
  if (!fired) return { result: undefined, counts };
  const exchange: Exchange = {
    ...bareExchange(state, subject, requestText(body)),
    id: fresh.exchangeId(),
    signature: "unchecked",
    responseCode: "",
    http: 0,
    response: "",
    rule: fired.rule.rule.name ?? fired.rule.id,
    explain: JSON.stringify({ scenarios, subject, matched: choice.matched(), effects: fired.then }),
  };
  const isFrozen = state.clock.mode === "frozen";
  return { result: { fired, isFrozen, exchangeId: exchange.id }, counts, ...usedUp(choice), exchange };
}

const lostBeforeParse = ({ fired, isFrozen, exchangeId }: CutCall): Reply => ({
  http: 0,
  body: "",
  requestId: requestId(exchangeId),
  signature: "unchecked",
  assumed: [],
  ...effectsOf(fired, isFrozen),
});

const requestText = (body: string): string => {
  const envelope = readEnvelope(body);
  return typeof envelope === "string" ? "" : envelope.request;
};

/** What a lenient reader makes of parameters that nobody checked. */
function lenientSubject(operation: string, params: Readonly<Record<string, unknown>>): Subject {
  const text = (value: unknown): string | undefined =>
    typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  const whole = (value: unknown): number | undefined =>
    /^\d{1,10}$/.test(text(value) ?? "") ? Number(value) : undefined;
  const amount = Number(text(params.amount) ?? Number.NaN);
  const subject: Subject = {
    operation,
    merchantId: text(params.merchantId),
    merchantReference: text(params.merchantReference),
    userId: text(params.userId),
    reason: text(params.reason),
    currency: text(params.currency),
    orderId: whole(params.orderId),
    tokenId: whole(params.tokenId),
    // What no check has seen may have any number of decimals: the nearest amount serves rules that match it.
    amountMinor: Number.isFinite(amount) ? minorUnits(Math.round(amount * 100)) : undefined,
  };
  const merchant = whole(subject.merchantId);
  return { ...subject, merchantId: merchant === undefined ? undefined : String(merchant) };
}
