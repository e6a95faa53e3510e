// The room `explain`: explains a call's answer from the journal.

import { type AnswerName, isDeclineName, SUCCESS_CODE } from "../../core/facts/codes.js";
import { resendingClientText } from "../../core/facts/resending-clients.js";
import type { OrderStatus } from "../../core/facts/transitions.js";
import { isOnlyNotify, SENDING } from "../../core/scenario/rule/fit.js";
import { NOTIFYING } from "../../core/scenario/rule/notified.js";
import { isPaymentCall, onlyReads } from "../../core/scenario/values/operations.js";
import { requestId } from "../ports/exchange.js";
import {
  alsoText,
  CALL_TOOL,
  type Explanation,
  isAtOnce,
  isByCode,
  lostFieldsText,
  lostWithoutFault,
  madeMerchantText,
  OUTCOME_HEADER,
  type Resend,
  type ResentArrival,
  resendText,
  warningText,
} from "../ports/explanation.js";
import { advice, adviceOnRepeated } from "./answer-advice.js";
import type { CheckTrace } from "./ladder.js";
import { isDoubt, writtenIn } from "./looks-like.js";
import { adviceOfLookup, chargeAgain, type Lookup } from "./lookup/refused-call.js";
import { type AdvisableNotification, changedByRule, worstOf } from "./notification-advice.js";
import type { RuleSummary } from "./request-schema.js";
import type { Resent } from "./resends.js";
import { changeBy, firedWithoutSaying } from "./rule-advice.js";
import { ruleName } from "./rules.js";
import { adviceOnMerchantId, adviceOnNoKey, adviceOnSignature } from "./signature-advice.js";
import { movedClockText } from "./spans.js";
import { adviceOnJson } from "./unread-request.js";

const NEXT_DAY_VOID =
  "The call succeeded. The order was paid on an earlier day, but nothing had settled it: only POST /_sandbox/settle does, or each day `dailySettlement: true` (config file, options of startSandbox).";

const NOT_GIVEN_BACK =
  "Nothing was given back. Query the order, and try again later, or pay the shopper back another way.";

const ON_PAGE = "The order can still be paid.";

/** The facts about a call on which its advice depends, with the notifications of its order. */
export interface Advisable extends Pick<CheckTrace, "exchange" | "explanation" | "rules"> {
  /** What a refusal by state looked up. */
  readonly lookup?: Pick<Lookup, "earlierCall" | "next"> | undefined;
  /** The lost call whose bytes this one repeats. */
  readonly resend?: Resend | undefined;
  /** The call that repeats this one, whose answer was lost. */
  readonly resent?: Resent | undefined;
  readonly notifications: readonly AdvisableNotification[];
  /** The order's status, which may have changed since the call. */
  readonly statusNow?: OrderStatus | undefined;
  /** How the values are written, each after its parameter's name. */
  readonly looksLike?: readonly string[] | undefined;
  /** True for a void of an order that was paid on an earlier day in Hong Kong. */
  readonly isNextDayVoid?: boolean | undefined;
  /** The ids of the rules that have fired as often as they may. */
  readonly usedUp?: ReadonlySet<string>;
}

/** One line: the fix, or where to look next. */
export function adviceFor(call: Advisable): string {
  const { ended, warnings = [] } = call.explanation;
  const answer = [...firedWithoutSaying(call), adviceOnAnswer(call)].join(" ");
  const said = warnings
    .map((warning) => alsoText(warningText(warning)))
    // A notification that is not sent has the same reason as the warning of its address.
    .filter((one) => !answer.includes(one.slice(one.indexOf('": ') + 1)))
    .join("; ");
  if (said === "") return answer;
  // The warning of such a call says all that the advice does, and what was sent instead.
  if (ended === "wrong-method" || ended === "wrong-content-type" || ended === "body-too-large") return `${said}.`;
  return answer === NOTHING_TO_DO ? `The call succeeded, with a warning: ${said}` : `${answer} Also: ${said}`;
}

function adviceOnAnswer(call: Advisable): string {
  const { exchange, explanation, rules, notifications, lookup, resend, resent, usedUp } = call;
  const { ended, effects, signatureFault } = explanation;
  const fired = rules.find((rule) => rule.outcome === "fired");
  const isForced = fired?.then?.outcome === ended;
  if (effects?.fault !== undefined) return `${lost(call, fired)}${resent ? ` ${sentAgain(resent)}` : ""}`;
  const { arrival } = explanation;
  // The shop has no result of a copy whose client had left, either.
  if (resend && !lostWithoutFault(explanation)) {
    const resent = { resend, userAgent: arrival?.userAgent };
    const client = sender(resent);
    return `${sentence(resendText(resent))}${client === undefined ? "" : `; ${client}`}. ${adviceOnResend(call)}`;
  }
  if (arrival?.lostFields)
    return `${sentence(lostFieldsText(arrival.lostFields))}. ${adviceOnAnswer({ ...call, explanation: { ...explanation, arrival: undefined } })}`;
  const how = lostWithoutFault(explanation);
  if (how) return withoutAnswer(how, call, fired);
  if (explanation.advice !== undefined) return explanation.advice;
  const cure = adviceOnSignature(signatureFault, exchange.merchantId);
  if (ended === "invalid-signature" && signatureFault !== undefined && !isForced)
    return `Signature: ${signatureFault}. ${cure ?? advice[ended]}`;
  if (ended === "no-public-key" && !isForced)
    return exchange.merchantId === undefined
      ? (adviceOnMerchantId(exchange.request) ??
          "Send merchantId. The key that checks the signature is the merchant's.")
      : adviceOnNoKey(exchange.merchantId, explanation.assumed?.includes("unknown-merchant") === true);
  const onRequest =
    ended === "malformed-envelope" && !isForced
      ? adviceOnJson(explanation.detail, explanation.received?.body)
      : undefined;
  if (onRequest !== undefined) return onRequest;
  if (ended === "invalid-parameter" && !isForced) return adviceOnParameter(call);
  if (lookup) return adviceOfLookup(lookup);
  if (explanation.isRepeated) return adviceOnRepeated(exchange);
  if (ended !== undefined) {
    const next = nextAfter(ended, call);
    return fired && isForced ? `Forced by rule ${ruleName(fired)}. If it were real: ${next}` : next;
  }
  if (fired && typeof fired.then?.outcome === "object")
    return `Rule ${ruleName(fired)} forced this code. Remove it to get the normal answer.`;
  if (exchange.signature === "invalid")
    return `The call succeeded, but its signature is invalid${signatureFault === undefined ? "" : ` (${signatureFault})`}. --signature enforce would refuse it. ${cure ?? advice["invalid-signature"]}`;
  const worst = worstOf(notifications);
  if (fired)
    return (
      withoutNotification(fired, call) ??
      `${changeBy(fired)} ${worst ?? changedByRule(ownOf(call)) ?? "Everything else is normal."}`
    );
  return (
    (worst && `The call succeeded. ${worst}`) ??
    doubtful(call) ??
    nearMiss(rules.filter(({ ruleId }) => !usedUp?.has(ruleId))) ??
    merchantWithoutKey(call) ??
    (call.isNextDayVoid ? NEXT_DAY_VOID : undefined) ??
    NOTHING_TO_DO
  );
}

export const NOTHING_TO_DO = "Nothing to do: the call succeeded.";

/** The notifications that the call caused. */
const ownOf = ({ exchange, notifications }: Advisable) =>
  notifications.filter(({ causedBy }) => causedBy === requestId(exchange.id));

/** A rule that is only about notifications changes nothing if the call caused none. */
function withoutNotification(rule: RuleSummary, call: Advisable): string | undefined {
  // A stored card's notification belongs to no order.
  const isSent = call.exchange.orderId === undefined || ownOf(call).length > 0;
  if (isSent || !isOnlyNotify(rule.then ?? {})) return undefined;
  return `Rule ${ruleName(rule)} fired, but changed nothing: the call caused no notification. Does its order have callbackUrl.notify (notifyUrl)?`;
}

/** The header is refused as a parameter is, but no list of parameters has it. */
function adviceOnParameter(call: Advisable): string {
  const { detail = "", clockAheadMs } = call.explanation;
  if (clockAheadMs !== undefined) return movedClockText(clockAheadMs);
  if (detail.startsWith(`${OUTCOME_HEADER}:`)) {
    const [, meant] = /unknown outcome "[^"]*": (.+)$/.exec(detail) ?? [];
    return `Correct the header ${OUTCOME_HEADER}: ${meant ?? "`payment-sandbox scenarios --outcomes` lists all outcomes"}.`;
  }
  const [name] = detail.split(": ", 1);
  const found = name ? writtenIn(call.exchange.request, name) : undefined;
  const hint = hintOnRefused(call);
  if (name && detail === `${name}: required`)
    return `Add ${name}. ${parametersOf(call.exchange.operation)} lists all parameters.`;
  if (found === undefined) return nextAfter("invalid-parameter", call);
  return hint === undefined
    ? `Correct ${name}. Found: ${found}. ${parametersOf(call.exchange.operation)} lists all parameters.`
    : `Correct ${name}. Found: ${found}, ${hint.slice(hint.indexOf(":") + 2)}`;
}

/** A chapter is named by the address that GitHub and the documentation give it. */
function nextAfter(ended: AnswerName, { exchange: { operation, orderId }, statusNow }: Advisable): string {
  if (isDeclineName(ended)) {
    if (/\/(refund|void)$/.test(operation)) return NOT_GIVEN_BACK;
    if (orderId !== undefined && /^tokenization\/sale$|\/recurring$/.test(operation))
      return `${advice[ended]} ${chargeAgain(ended)}`;
    if (operation.startsWith("checkout/") && statusNow !== undefined && statusNow !== "OPEN")
      return /^(CLOSED|CANCELLED)$/.test(statusNow)
        ? `${advice[ended]} The order is ${statusNow} now: another attempt needs a new one.`
        : `Nothing to do: this attempt was declined, and a later one paid the order. It is ${statusNow} now.`;
    return ended === "do-not-honour" ? `${advice[ended]} ${ON_PAGE}` : advice[ended];
  }
  if (ended !== "invalid-parameter" || !isPaymentCall(operation)) return advice[ended];
  return `Correct the parameter named in the message. ${parametersOf(operation)} lists all.`;
}

const parametersOf = (operation: string): string => `docs/payment-api.md#parameters-of-${operation.replace("/", "")}`;

/** How the refused parameter is written. */
const hintOnRefused = ({ explanation: { detail = "" }, looksLike = [] }: Advisable): string | undefined =>
  looksLike.find((hint) => detail.startsWith(hint.slice(0, hint.indexOf(":") + 1)));

/** What to do about the client that sent a call again. A late copy is a client's only if it names itself. */
function sender(arrival: ResentArrival): string | undefined {
  if (isByCode(arrival) || arrival.userAgent === CALL_TOOL) return undefined;
  const { userAgent, resend } = arrival;
  return userAgent || (isAtOnce(arrival) && !resend.isOnNew) ? resendingClientText(userAgent, resend.fault) : undefined;
}

const sentence = (clause: string): string => `${clause[0]!.toUpperCase()}${clause.slice(1)}`;

/** The first call and this one are one act of the shop. So the shop made the call that a lookup found, if it is the first. */
function adviceOnResend({ resend, ...call }: Advisable): string {
  const { lookup, explanation } = call;
  if (lookup && typeof lookup.next !== "string" && resend && lookup.earlierCall === requestId(resend.of))
    return sentence(lookup.next.ifYours);
  if (explanation.isRepeated) return "It was answered with the order of the first call, and charged nothing more.";
  if (explanation.ended !== undefined || lookup) return adviceOnAnswer(call);
  return "This one was answered, so the shop has its result.";
}

/** What the client of a lost call got instead. */
function sentAgain({ call, resend }: Resent): string {
  const again = `${requestId(call.id)} brought the same bytes ${resend.afterMs} ms later`;
  return `${again}, and the shop saw its answer: ${call.responseCode || "none"}. why ${requestId(call.id)} says more.`;
}

function lost({ exchange, explanation }: Advisable, rule: RuleSummary | undefined): string {
  const by = rule ? ` by rule ${ruleName(rule)}` : "";
  const { placed, fault } = explanation.effects ?? {};
  const how = fault === "wrong-content-type" ? "came with a wrong Content-Type" : "was lost";
  return placed === "after-commit"
    ? `The call was ${decided(exchange, explanation)} answer ${how} on purpose${by}. ${beforeRetry(exchange)}`
    : `The call was lost on purpose${by} before it was carried out. ${beforeRetry(exchange, ", then retry")}`;
}

/** What to do first about a call without an answer. Some calls can simply be sent again. */
function beforeRetry(exchange: Advisable["exchange"], then = " before you retry"): string {
  if (onlyReads(exchange.operation)) return "It changes nothing: send it again.";
  if (exchange.operation === "tokenization/add-token")
    return "It stores nothing before the shopper uses its page: send it again.";
  return `${whatHappened(exchange)}${then}.`;
}

/** What was decided about a call whose answer was lost, up to the word "answer". */
function decided({ responseCode }: Advisable["exchange"], { ended }: Explanation): string {
  if (responseCode === SUCCESS_CODE) return "carried out, and its";
  const what = ended !== undefined && isDeclineName(ended) ? "declined" : "refused";
  return `${what} (${[responseCode, ended].filter(Boolean).join(" ")}), and that`;
}

/** Why the client of a call waits in vain whose notification comes before the answer. */
const ALONE =
  " The notification comes first, and a shop that handles one request at a time can't take it while it waits (php -S needs PHP_CLI_SERVER_WORKERS=4).";

/** The client gave up, perhaps because a rule delayed the answer. A refusal is then explained as any other. */
function withoutAnswer(
  how: NonNullable<ReturnType<typeof lostWithoutFault>>,
  { explanation: { clientLeft: _, isUnsent: __, ...explanation }, ...call }: Advisable,
  rule?: RuleSummary,
): string {
  const named = rule && `rule ${ruleName(rule)}`;
  const next =
    call.exchange.responseCode === SUCCESS_CODE
      ? `The call was carried out. ${beforeRetry(call.exchange)}`
      : adviceOnAnswer({ ...call, explanation });
  if (how === "not-sent")
    return `The client has not got the answer: ${named ?? "a rule"} holds it back, or did when the sandbox ended. ${next}`;
  const by = named ? ` (${named} held it back)` : "";
  const alone = rule?.then?.notify?.before === undefined ? "" : ALONE;
  return `The client left before it got the answer${by}.${alone} ${next}`;
}

/** The call that says what became of a call whose answer was lost. */
function whatHappened({ operation, reference, orderId }: Advisable["exchange"]): string {
  if (/\/\w+-token$/.test(operation)) return "Ask tokenization/query-token for the user's cards";
  const order = reference ?? (orderId === undefined ? undefined : `order ${orderId}`);
  const query = operation.startsWith("direct/") ? "direct/query" : "hosted-checkout/query";
  return `Ask ${query}${order === undefined ? "" : ` for ${order}`}`;
}

/** A misspelt merchantId succeeds too, because its first call makes a merchant. Later calls say so as well. */
function merchantWithoutKey({ exchange: { merchantId, signature }, explanation }: Advisable): string | undefined {
  if (signature !== "no-key" || merchantId === undefined) return undefined;
  const how = explanation.hasMadeMerchant
    ? madeMerchantText(merchantId)
    : `merchant ${merchantId} has no public key here, and nothing verified its signature`;
  return `The call succeeded, but ${how}. Register its key with PUT /_sandbox/merchants/${merchantId} {publicKeys}, or correct merchantId.`;
}

/** A value that was accepted, but may be another than the shop meant. */
function doubtful({ looksLike = [] }: Advisable): string | undefined {
  const doubts = looksLike.filter(isDoubt);
  return doubts.length === 0 ? undefined : `The call succeeded, but check ${doubts.join(" ")}`;
}

/** If a rule missed by a single clause, its author probably expected it to match. */
function nearMiss(rules: readonly RuleSummary[]): string | undefined {
  const near = rules.filter(
    ({ outcome, clauses }) => outcome === "no-match" && clauses.filter((clause) => !clause.holds).length === 1,
  );
  const named = near.find(({ clauses }) => clauses.some(({ member, holds }) => member === "operation" && holds));
  const idle = named?.clauses.find(({ expected, holds }) => !holds && expected === SENDING);
  if (idle)
    return `The call succeeded. Rule ${ruleName(named!)} did not fire: ${idle.actual} sends no notification. Match ${NOTIFYING}.`;
  const clause = near[0]?.clauses.find(({ member, holds }) => !holds && member !== "operation");
  if (!near[0] || !clause) return undefined;
  return `The call succeeded. Rule ${ruleName(near[0])} nearly matched: ${clause.member} was ${JSON.stringify(clause.actual)}, expected ${JSON.stringify(clause.expected)}.`;
}
