import { assumed, type Source, seen } from "./source.js";

/** A refusal or decline on the wire. */
export interface CodeRow {
  readonly code: string;
  readonly message: string;
  /** HTTP status; 200 for every business answer. */
  readonly http: number;
  readonly source: Source;
}

/** Answers 200, as every business answer does: clients read the body only then. */
const business = (code: string, message: string, source: Source = assumed("response-codes")): CodeRow => ({
  code,
  message,
  http: 200,
  source,
});

const transport = (code: string, message: string, http: number): CodeRow => ({
  code,
  message,
  http,
  source: assumed("envelope-faults"),
});

export const SUCCESS_CODE = "0000";

/** Refusals: nothing changes. The names are the outcome names of scenario files. */
export const refusals = {
  "invalid-parameter": business("1001", "invalid parameter"),
  "invalid-signature": business("1002", "invalid signature", seen("clients compare this message in lower case")),
  "no-public-key": business("1003", "no public key", seen("clients compare this message in lower case")),
  "merchant-not-found": business("1004", "merchant not found"),
  "order-not-found": business("2001", "order not found"),
  "duplicate-reference": business("2002", "merchantReference was used before"),
  "order-not-payable": business("2003", "order cannot be paid"),
  "already-refunded": business("2004", "order was refunded before"),
  "refund-exceeds-amount": business("2005", "refund exceeds the paid amount"),
  "insufficient-unsettled-balance": business("2006", "insufficient unsettled balance"),
  "refund-not-allowed": business("2007", "refund not allowed"),
  "void-not-allowed": business("2008", "void not allowed"),
  "token-not-found": business("2009", "token not found"),
  "token-expired": business("2010", "token expired"),
  "parent-order-not-found": business("2011", "parent order not found"),
  "parent-not-recurring": business("2012", "parent order is not a paid recurring order"),
  "rate-limited": business("9001", "too many requests"),
  maintenance: business("9002", "service under maintenance"),
  "system-error": business("9999", "system error"),
} as const satisfies Record<string, CodeRow>;

/** Declines by issuer or acquirer: a DECLINED transaction is recorded. Codes end in those of ISO 8583. */
export const declines = {
  "do-not-honour": business("3005", "declined: do not honour"),
  "lost-card": business("3041", "declined: lost card"),
  "stolen-card": business("3043", "declined: stolen card"),
  "insufficient-funds": business("3051", "declined: insufficient funds"),
  "expired-card": business("3054", "declined: expired card"),
  "suspected-fraud": business("3059", "declined: suspected fraud"),
  "limit-exceeded": business("3061", "declined: limit exceeded"),
  "authentication-failed": business("3065", "declined: authentication failed"),
  "issuer-unavailable": business("3091", "declined: issuer unavailable"),
} as const satisfies Record<string, CodeRow>;

/** Faults of the envelope, found before the payment is checked. */
export const envelopeFaults = {
  "malformed-envelope": transport("1400", "malformed envelope", 400),
  "unknown-path": transport("1404", "unknown path", 404),
  "wrong-method": transport("1405", "method not allowed: use POST", 405),
  "body-too-large": transport("1413", "body too large: at most 1 MB", 413),
  "wrong-content-type": transport("1415", "wrong content type: use application/json", 415),
} as const satisfies Record<string, CodeRow>;

export type RefusalName = keyof typeof refusals;
export type DeclineName = keyof typeof declines;
export type EnvelopeFaultName = keyof typeof envelopeFaults;
/** Every answer other than success. */
export type AnswerName = RefusalName | DeclineName | EnvelopeFaultName;

export const allCodes: Readonly<Record<AnswerName, CodeRow>> = { ...refusals, ...declines, ...envelopeFaults };

/** The user's own codes and messages, by outcome. */
export type OwnCodes = Partial<
  Record<AnswerName, { readonly code?: string | undefined; readonly message?: string | undefined }>
>;

/** A second set of codes and messages. A client that only checks for `0000` behaves the same with it. */
export function renumbered(name: AnswerName): Pick<CodeRow, "code" | "message"> {
  const { code } = allCodes[name];
  const others: Readonly<Record<string, string>> = { 1: "4", 2: "5", 3: "6", 9: "8" };
  return { code: `${others[code[0]!]}${code.slice(1)}`, message: name.toUpperCase().replaceAll("-", "_") };
}

export const isEnvelopeFault = (name: AnswerName): name is EnvelopeFaultName => Object.hasOwn(envelopeFaults, name);
/** True if published clients rely on the words of this message. */
export const isSeenMessage = (name: AnswerName): boolean => allCodes[name].source.kind === "seen";
export const isDeclineName = (name: string): name is DeclineName => Object.hasOwn(declines, name);
export const isRefusalName = (name: string): name is RefusalName => Object.hasOwn(refusals, name);
