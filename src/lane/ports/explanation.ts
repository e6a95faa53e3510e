import type { MinorUnits } from "../../core/domain/money.js";
import type { Policy } from "../../core/facts/assumptions.js";
import type { AnswerName } from "../../core/facts/codes.js";
import { isKnownToResend, neverResentText, resendsAfter } from "../../core/facts/resending-clients.js";
import { cutsConnection, type FaultName } from "../../core/scenario/effects/faults.js";
import type { RuleTrace } from "../../core/scenario/matching/choose.js";
import type { Subject } from "../../core/scenario/values/subject.js";
import { type Exchange, requestId } from "./exchange.js";

/** Something about a call that the sender should look at, because the answer itself doesn't show it. */
export interface CallWarning {
  /** A clause without a full stop. */
  readonly message: string;
  /** The known name that is most similar to the sent one. */
  readonly didYouMean?: string | undefined;
}

/**
 * The traceparent in a call's explanation. Parses only explanations that contain one, because a list may have a
 * thousand calls.
 */
export const traceparentOf = ({ explain }: { readonly explain: string }): string | undefined =>
  explain.includes('"traceparent":"00-') ? (JSON.parse(explain) as Explanation).traceparent : undefined;

/** True for a name that is probably misspelt, and for a member that stands twice. Shops may send extra members. */
export const isMistake = ({ message, didYouMean }: CallWarning): boolean =>
  didYouMean !== undefined || DUPLICATE.test(message);

export const DUPLICATE = /^duplicate member|twice: only the last one counts/;

export const warningText = ({ message, didYouMean }: CallWarning): string =>
  didYouMean === undefined ? message : `${message}. Did you mean ${didYouMean}?`;

/** A warning's text after "Also:". */
export const alsoText = (text: string): string => text.replace(/^invalid, too: /, "");

/** Says in a clause that a rule's delay had no effect. */
export const UNWAITED = "the rule's delay was recorded and not waited: the lane's clock is frozen";

/** Says in a clause that nothing shows that the merchant is the one that was meant: its id may be misspelt. */
export const madeMerchantText = (merchantId: number | undefined): string =>
  `merchant ${merchantId} was made by this call, and nothing verified its signature`;

/** What a call's answer warns of besides its own warnings. */
export const notesOf = (
  { merchantId, signature }: Pick<Exchange, "merchantId" | "signature">,
  { isUnwaited, hasMadeMerchant }: Pick<Explanation, "isUnwaited" | "hasMadeMerchant">,
): readonly string[] => [
  ...(isUnwaited ? [UNWAITED] : []),
  ...(hasMadeMerchant && signature === "no-key" ? [madeMerchantText(merchantId)] : []),
];

/** The header that forces an outcome. A wrong value is refused as a parameter's is. */
export const OUTCOME_HEADER = "X-Sandbox-Outcome";

/** How a call came in: evidence of who sent it, and of whether it was sent before. */
export interface Arrival {
  /** In real time, in milliseconds since the epoch, on the clock of the process that answered. */
  readonly realAt: number;
  /** The connection, unique among all processes that share a store. Absent if the call came without a socket. */
  readonly connection?: string | undefined;
  /** Its place among the requests of that connection, from 1. */
  readonly place?: number | undefined;
  /** The header User-Agent, at most 200 characters. */
  readonly userAgent?: string | undefined;
  /** Set if the same bytes came before, and that answer was lost. */
  readonly resend?: Resend | undefined;
  /** Set if a call of the same path was lost shortly before, and this one carries none of its fields. */
  readonly lostFields?: Resend | undefined;
}

/** An earlier call with the same bytes, whose answer its client did not get. */
export interface Resend {
  /** The id of the earlier call. */
  readonly of: number;
  /** How long after the loss these bytes came, in milliseconds of real time. */
  readonly afterMs: number;
  /** The fault that cut or replaced the answer. Absent if the client had left. */
  readonly fault?: FaultName | undefined;
  /** True if this answer was lost in the same way, because the rule wants the client's own copies lost too. */
  readonly isLost?: true | undefined;
  /** True if another call came in between: an HTTP client sends its own copy before its caller can act. */
  readonly isAfterOthers?: true | undefined;
  /** True if the earlier call was the first on its connection: many clients send only on a used one again. */
  readonly isOnNew?: true | undefined;
  /** True if no HTTP client was there to send it: the call came without a socket. */
  readonly isInProcess?: true | undefined;
}

/** How a call that came again came in. */
export type ResentArrival = Pick<Arrival, "userAgent"> & { readonly resend: Resend };

/** HTTP clients send their own copies within 60 ms. */
const BY_A_LIBRARY_MS = 100;

/** Hardly any client sends a POST again after an answer: by itself it does so only if the connection was cut. */
const hadAnswer = ({ fault }: Resend): boolean => fault !== undefined && !cutsConnection(fault);

/** True if the caller's own code must have sent it, or a retry layer above its HTTP client. */
export const isByCode = ({ resend, userAgent }: ResentArrival): boolean =>
  resend.isInProcess === true ||
  (!resendsAfter(resend.fault, userAgent) &&
    (hadAnswer(resend) || neverResentText(userAgent, resend.isOnNew) !== undefined));

/** True for a call that came as soon as an HTTP client's own copy does. A loop of the shop's code can be as fast. */
export const isAtOnce = ({ resend }: ResentArrival): boolean =>
  resend.afterMs < BY_A_LIBRARY_MS && !resend.isAfterOthers;

/** Says in a clause that a call lacks all the fields of one that was lost just before. */
export const lostFieldsText = ({ of, afterMs, fault }: Resend): string =>
  `${afterMs} ms before, a call of the same path was lost (${requestId(of)}${fault === undefined ? "" : `, ${fault}`}); this one carries none of its fields: perhaps a retry layer sent it again without its body`;

/** Says in a clause that a call's bytes came before, and who most likely sent them again. */
export function resendText(arrival: ResentArrival): string {
  const { of, afterMs, fault } = arrival.resend;
  const lost =
    fault === undefined
      ? `the client of ${requestId(of)} had left`
      : `${requestId(of)}, whose answer was ${hadAnswer(arrival.resend) ? "replaced" : "cut"} (${fault})`;
  return `the same bytes came ${afterMs} ms after ${lost}; ${whoSent(arrival)}`;
}

/** The User-Agent of the agents' tool `call`, which sends nothing by itself. */
export const CALL_TOOL = "payment-sandbox tool call";

function whoSent(arrival: ResentArrival): string {
  const { resend, userAgent } = arrival;
  if (userAgent === CALL_TOOL) return "the tool call was called again";
  if (resend.isInProcess) return "your code sent them again";
  if (isByCode(arrival)) {
    const why = neverResentText(userAgent, resend.isOnNew);
    return `your code sent them again, or a retry that you gave your HTTP client${why ? ` (${why})` : ""}`;
  }
  return resendsAfter(resend.fault, userAgent) || (isAtOnce(arrival) && isKnownToResend(userAgent))
    ? "most likely your HTTP client sent them again by itself"
    : "perhaps your HTTP client or a retry layer above it sent them again, perhaps your code";
}

/** A call that could not be read, as it came. */
export interface Received {
  readonly path: string;
  readonly contentType?: string | undefined;
  /** Shortened, with card numbers masked and without the signature. Absent if it was not read. */
  readonly body?: string | undefined;
}

/** The journal's record of why a call had this result. Small, because the rest can be rebuilt on demand. */
export interface Explanation {
  /**
   * A hash of the start's scenarios. The other rules of that time are found by the call's id. Empty if rules don't
   * apply to the call. Absent in records of earlier versions.
   */
  readonly scenarios?: string;
  readonly subject: Subject;
  /** Rules that matched: those that fired, and those that were only counted. */
  readonly matched: readonly RuleTrace[];
  /** The assumptions behind the answer. */
  readonly assumed?: readonly string[] | undefined;
  /** The choices that the lane had made itself for members of `assumed`. */
  readonly choices?: Partial<Policy> | undefined;
  /** A detail that is appended to the refusal's message. */
  readonly detail?: string | undefined;
  /** The refusal or decline that ended it. Absent if it succeeded, or if a rule gave its own code. */
  readonly ended?: AnswerName | undefined;
  /** The merchant's unsettled balance in the order's currency, if the call was refused because it was too low. */
  readonly unsettledMinor?: MinorUnits | undefined;
  /** By how much the lane's clock was ahead of real time, if by real time the refused expiryTime would have been right. */
  readonly clockAheadMs?: number | undefined;
  /** True if an earlier order has the call's reference, and the call only answered with it. */
  readonly isRepeated?: true | undefined;
  /** True if the merchant was unknown before, so that this call made it. */
  readonly hasMadeMerchant?: true | undefined;
  /** The next step, if more is known than the refusal says. */
  readonly advice?: string | undefined;
  /**
   * Set if the order's options or state forbade the act: the reason, and the rule that wanted the page to complete
   * itself this way.
   */
  readonly forbidden?: { readonly why: string; readonly rule?: string | undefined } | undefined;
  /** Why the signature is invalid or was not checked, if that is so. */
  readonly signatureFault?: string | undefined;
  /** Absent if there are none. */
  readonly warnings?: readonly CallWarning[] | undefined;
  /** The W3C traceparent of the call; on a page, of the call that opened it. */
  readonly traceparent?: string | undefined;
  /** The effects of the rule that fired. */
  readonly effects?: Readonly<Record<string, unknown>> | undefined;
  /** True if the clock was frozen, so that the delay among the effects was not waited. */
  readonly isUnwaited?: true | undefined;
  /** Set only if the call could not be read, so that the journal has no request. */
  readonly received?: Received | undefined;
  /** Absent for acts on a page, and in records of earlier versions. */
  readonly arrival?: Arrival | undefined;
  /** True if the client had left before its answer could be sent. Faults are in `effects`. */
  readonly clientLeft?: true | undefined;
  /** True while a rule holds the answer back. It stays if the sandbox ends in that time. */
  readonly isUnsent?: true | undefined;
}

/** A call's stored explanation. It may be empty in records of earlier versions: the built-in checks alone decided. */
export function readExplanation(exchange: Exchange): Explanation {
  const { explain } = exchange;
  return explain === "" ? { subject: subjectOf(exchange), matched: [] } : JSON.parse(explain);
}

const subjectOf = ({ operation, merchantId, reference, orderId }: Exchange): Subject => ({
  operation,
  ...(merchantId !== undefined && { merchantId: String(merchantId) }),
  ...(reference !== undefined && { merchantReference: reference }),
  ...(orderId !== undefined && { orderId }),
});

/** True if the client received the answer that the journal has. */
export const reachedClient = (explanation: Explanation): boolean =>
  wasSent(explanation) && lostWithoutFault(explanation) === undefined;

/** True if no fault cut or replaced the answer. */
export const wasSent = ({ effects, arrival }: Explanation): boolean =>
  effects?.fault === undefined && !arrival?.resend?.isLost;

/** Why a client has no answer, besides faults. `not-sent`: a rule holds it back, or did when the sandbox ended. */
export const waysLost = ["client-left", "not-sent"] as const;

export const lostWithoutFault = ({ clientLeft, isUnsent }: Explanation): (typeof waysLost)[number] | undefined =>
  clientLeft ? "client-left" : isUnsent ? "not-sent" : undefined;

/** The call's entry once its answer leaves, or once its client has left without it. */
export const amended = (
  exchange: Exchange,
  fate: Pick<Explanation, "clientLeft">,
): Pick<Exchange, "id" | "explain"> => ({
  id: exchange.id,
  explain: JSON.stringify({ ...readExplanation(exchange), isUnsent: undefined, ...fate } satisfies Explanation),
});

const pageActions = new Set(["checkout/pay", "checkout/cancel", "card-entry/save", "card-entry/cancel"]);

/**
 * The act that the order's options or state forbade in this exchange, and the rule that wanted it, if one did.
 * Undefined for other exchanges.
 */
export function forbiddenIn({ operation, explain }: Exchange): Explanation["forbidden"] {
  if (!pageActions.has(operation)) return undefined;
  return (JSON.parse(explain) as Explanation).forbidden;
}

/** That the order's options forbid the page action of the call's rule, as a sentence. Undefined if no rule wanted it. */
export function unableText(exchange: Exchange): string | undefined {
  const { rule, why } = forbiddenIn(exchange) ?? {};
  return rule === undefined ? undefined : `rule "${rule}" could not act: ${why}`;
}
