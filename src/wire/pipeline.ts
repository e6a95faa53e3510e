import { type Call, type Executed, execute } from "../app/commands/execute.js";
import type { Lane } from "../app/lane.js";
import { type Exchange, requestId, type SignatureState } from "../app/ports/exchange.js";
import type { AnswerName } from "../facts/codes.js";
import { type CompiledRule, choose, compileRule, type Fired } from "../scenario/choose.js";
import { outcomeOf } from "../scenario/outcomes.js";
import type { FaultName } from "../scenario/rule.js";
import type { Subject } from "../scenario/subject.js";
import type { Endpoint } from "./endpoint.js";
import { type Envelope, parseLeniently, readEnvelope } from "./envelope.js";
import { firstProblem } from "./params.js";
import { answerOf, refusalAnswer } from "./refusal.js";
import { checkSignature, flagSignature, refusalFor, type SignatureMode } from "./signatures.js";

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
  readonly assumed: readonly string[];
  readonly rule?: string | undefined;
  /** Real time to wait before the answer leaves; 0 on a frozen clock. */
  readonly delayMs: number;
  readonly fault?: FaultName | undefined;
  /** To be called when the answer has left or was cut. */
  readonly release?: (() => void) | undefined;
}

/** The ladder: the order of these checks is part of the provider's behaviour. */
export async function answer(lane: Lane, mode: SignatureMode, endpoint: Endpoint, incoming: Incoming): Promise<Reply> {
  const early = faultBeforeParse(lane, endpoint, incoming);
  if (early) return lostBeforeParse(lane, endpoint, incoming, early);

  const envelope = readEnvelope(incoming.body);
  if (typeof envelope === "string")
    return refuse(lane, endpoint, { name: "malformed-envelope", detail: envelope, request: "" });

  const signature = checkSignature(lane, mode, envelope);
  const unsigned = refusalFor(signature, mode);
  if (signature !== "valid") flagSignature(lane, mode, signature, envelope);
  if (unsigned) return refuse(lane, endpoint, { name: unsigned, request: envelope.request, signature, envelope });

  const params = endpoint.params.safeParse(envelope.params);
  if (!params.success)
    return refuse(lane, endpoint, {
      name: "invalid-parameter",
      detail: firstProblem(params.error),
      request: envelope.request,
      signature,
      envelope,
    });

  const header = headerRule(incoming.forcedOutcome);
  if (header === "unknown")
    return refuse(lane, endpoint, {
      name: "invalid-parameter",
      detail: `X-Sandbox-Outcome: no outcome is called ${incoming.forcedOutcome}`,
      request: envelope.request,
      signature,
      envelope,
    });

  const call: Call = {
    operation: endpoint.path,
    command: endpoint.command(params.data),
    subject: { operation: endpoint.path, ...endpoint.subject(params.data) },
    signature,
    request: envelope.request,
    header,
    answer: answerOf(lane, endpoint),
  };
  return replyTo(lane, signature, await execute(lane, call));
}

async function replyTo(lane: Lane, signature: SignatureState, done: Executed): Promise<Reply> {
  if (done.beforeAnswer.length > 0) await lane.deliveries.deliverNow(done.beforeAnswer);
  const { answer, fired } = done;
  return {
    http: answer.http,
    body: answer.body,
    requestId: requestId(done.requestId),
    signature,
    assumed: answer.assumed,
    ...effectsOf(lane, fired),
    release: done.release,
  };
}

/** The transport's part of a rule. Only `after-commit` and `before-commit` come this far. */
function effectsOf(lane: Lane, fired: Fired | undefined): Pick<Reply, "rule" | "delayMs" | "fault"> {
  return {
    rule: fired && (fired.rule.rule.name ?? fired.rule.id),
    delayMs: fired?.delayMs !== undefined && lane.clock.mode === "wall" ? fired.delayMs : 0,
    fault: fired?.then.fault,
  };
}

/** The header is a rule like any other, asked first and never counted. */
function headerRule(name: string | undefined): CompiledRule | "unknown" | undefined {
  if (name === undefined) return undefined;
  const outcome = outcomeOf(name);
  return outcome
    ? compileRule({ then: { outcome: outcome.name } }, { id: "X-Sandbox-Outcome", origin: "header", since: 0 })
    : "unknown";
}

interface Refused {
  readonly name: AnswerName;
  readonly detail?: string;
  readonly request: string;
  readonly signature?: SignatureState;
  readonly envelope?: Envelope;
}

/** Refused before anything was decided: only the journal knows. */
async function refuse(
  lane: Lane,
  endpoint: Endpoint,
  { name, detail, request, signature = "unchecked", envelope }: Refused,
): Promise<Reply> {
  const { http, responseCode, body, assumed } = refusalAnswer(lane, name, detail);
  const subject = lenientSubject(endpoint.path, envelope?.params ?? {});
  const exchange = await lane.store.record((id) => ({
    ...bareExchange(lane, endpoint, subject, request),
    id,
    signature,
    responseCode,
    http,
    response: body,
    explain: JSON.stringify({ version: lane.rules.version, subject, matched: [], assumed, detail, ended: name }),
  }));
  lane.wake(Number.POSITIVE_INFINITY);
  return { http, body, requestId: requestId(exchange.id), signature, assumed, delayMs: 0 };
}

const bareExchange = (
  lane: Lane,
  endpoint: Endpoint,
  subject: Subject,
  request: string,
): Omit<Exchange, "id" | "signature" | "responseCode" | "http" | "response" | "explain"> => ({
  at: lane.clock.now(),
  operation: endpoint.path,
  merchantId: subject.merchantId === undefined ? undefined : Number(subject.merchantId),
  reference: subject.merchantReference,
  orderId: subject.orderId,
  request,
});

interface EarlyFault {
  readonly fired: Fired;
  readonly subject: Subject;
  readonly explain: string;
}

/** A fault that comes before the parse matches on whatever can be found; its count is kept all the same. */
function faultBeforeParse(lane: Lane, endpoint: Endpoint, { body }: Incoming): EarlyFault | undefined {
  if (!lane.rules.hasBeforeParse) return undefined;
  const subject = lenientSubject(endpoint.path, parseLeniently(body));
  const context = { now: lane.clock.now(), seed: lane.seed, counts: lane.rules.counts };
  const choice = choose(lane.rules.rules, subject, context, "before-parse");
  for (const count of choice.counts) lane.rules.count(count);
  if (choice.counts.length > 0) lane.store.count(choice.counts);
  const matched = choice.matched();
  const explain = JSON.stringify({ version: lane.rules.version, subject, matched, effects: choice.fired?.then });
  return choice.fired && { fired: choice.fired, subject, explain };
}

async function lostBeforeParse(
  lane: Lane,
  endpoint: Endpoint,
  { body }: Incoming,
  { fired, subject, explain }: EarlyFault,
): Promise<Reply> {
  const rule = fired.rule.rule.name ?? fired.rule.id;
  if (fired.rule.meta.origin === "next") lane.rules.remove((one) => one.id === fired.rule.id);
  const exchange = await lane.store.record((id) => ({
    ...bareExchange(lane, endpoint, subject, requestText(body)),
    id,
    signature: "unchecked",
    responseCode: "",
    http: 0,
    response: "",
    rule,
    explain,
  }));
  return {
    http: 0,
    body: "",
    requestId: requestId(exchange.id),
    signature: "unchecked",
    assumed: [],
    ...effectsOf(lane, fired),
  };
}

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
    amountMinor: Number.isFinite(amount) ? Math.round(amount * 100) : undefined,
  };
  const merchant = whole(subject.merchantId);
  return { ...subject, merchantId: merchant === undefined ? undefined : String(merchant) };
}
