import type { AssumptionId } from "../../../core/facts/assumptions.js";
import { isObject, type Json } from "../../../package/json.js";
import { shapeOf } from "../calibrate/results/shape.js";
import { orderIn } from "../recording/exchange.js";
import type { LogCall } from "../recording/log-call.js";
import { isMastercard, type StoredToken } from "../target/tokens.js";

/** What an answer shows without a replay: a choice, a value that fits no choice, or why it shows nothing. */
export type Shown = { readonly choice: string } | { readonly finding: string } | { readonly unseen: string };

/** How a member of an answer shows a choice. */
interface Reading {
  /** The member in words. */
  readonly name: string;
  readonly value: (body: Json) => unknown;
  /** Undefined if the value fits no choice. */
  readonly choice: (value: unknown) => string | Shown | undefined;
  /** The operation, if only its answers show it. */
  readonly in?: string;
  /** True if all these answers show it. Otherwise a log proves less, because other orders may lack the member. */
  readonly isAlways?: true;
}

/** Keys are JSON. */
const byJson = (choices: Readonly<Record<string, string>>) => (value: unknown) =>
  choices[String(JSON.stringify(value))];
const byType = (choices: Readonly<Record<string, string>>) => (value: unknown) =>
  choices[value === null ? "null" : typeof value];
const ofOrder = (name: string) => (body: Json) => orderIn(body)[name];

const readings: Readonly<Partial<Record<AssumptionId, Reading>>> = {
  "date-spelling": { name: "createTime", value: ofOrder("createTime"), choice: dateSpelling, isAlways: true },
  "order-id-size": { name: "an order's id", value: ofOrder("id"), choice: idSize, isAlways: true },
  "unpaid-card-type": {
    name: "an unpaid order's cardType",
    value: ofOrder("cardType"),
    choice: byJson({ undefined: "absent", null: "null", '""': "empty" }),
  },
  "query-order": {
    name: "an email that nobody gave",
    value: ofOrder("email"),
    choice: byJson({ undefined: "absent", '""': "empty" }),
  },
  "wallet-orders": {
    name: "cardType of a wallet's order",
    value: ofOrder("cardType"),
    choice: byJson({ undefined: "absent", '"ALIPAYHK"': "method" }),
  },
  "issuer-country": {
    name: "issuerCountryCode",
    value: ofOrder("issuerCountryCode"),
    choice: byType({ undefined: "absent", string: "present" }),
  },
  "direct-void-message": {
    name: "the message of direct/void",
    value: ({ message }) => message,
    choice: byType({ undefined: "absent", string: "present" }),
    in: "direct/void",
    isAlways: true,
  },
  "direct-void-transaction": {
    name: "the transaction of direct/void",
    value: ({ transaction }) => transaction,
    choice: byType({ undefined: "absent", object: "present" }),
    in: "direct/void",
  },
  "direct-sale-answer": {
    name: "the order of direct/sale",
    value: ({ order }) => order,
    choice: byType({ undefined: "no-order", object: "order" }),
    in: "direct/sale",
    isAlways: true,
  },
  "sdk-payloads": { name: "alipayData", value: ({ alipayData }) => alipayData, choice: payload, in: "direct/sale" },
  "token-brand": {
    name: "a Mastercard's cardBrand",
    value: ({ list }) => (Array.isArray(list) ? (list as StoredToken[]).find(isMastercard)?.cardBrand : undefined),
    choice: byJson({ '"MASTER"': "master", '"MASTERCARD"': "mastercard", '"ECMC"': "ecmc" }),
    in: "tokenization/query-token",
    isAlways: true,
  },
  stan: {
    name: "a stan",
    value: ({ transaction }) => (isObject(transaction) ? transaction.stan : undefined),
    choice: stanForm,
    isAlways: true,
  },
};

const dateSpellings: Readonly<Record<string, string>> = {
  "+00:00": "colon",
  "+0000": "no-colon",
  "+08:00": "hong-kong",
};

function dateSpelling(date: unknown): string | undefined {
  const [, offset = ""] = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}([+-]\d\d:?\d\d)$/.exec(String(date)) ?? [];
  return dateSpellings[offset];
}

function idSize(id: unknown): string | undefined {
  if (!Number.isInteger(id) || Number(id) >= 2 ** 31) return undefined;
  return Number(id) < 1_000_000 ? "six-digits" : "up-to-31-bits";
}

function payload(data: unknown): string | undefined {
  if (/^\s*\{/.test(String(data))) return "json";
  return /^[\w.*]+=[^&]*&/.test(String(data)) ? "query-string" : undefined;
}

function stanForm(stan: unknown): string | Shown | undefined {
  const text = String(stan);
  if (!/^\d{1,6}$/.test(text)) return undefined;
  if (text.length === 6 && text.startsWith("0")) return "six-digits";
  if (text.length < 6 && !text.startsWith("0")) return "no-zeros";
  return { unseen: `a stan of six digits that begins with another one than 0 tells nothing: ${text}` };
}

/** What an answer shows of an assumption, if its call was made for this. */
export const shownBy = (id: AssumptionId, body: Json): Shown => shownIn(readings[id]!, body);

function shownIn({ name, value, choice }: Reading, body: Json): Shown {
  const shown = choice(value(body)) ?? { finding: `${name} is ${shapeOf(value(body))}` };
  return typeof shown === "string" ? { choice: shown } : shown;
}

/** The choices that a call of a log shows, whatever it was made for. */
export function readingsOf({ operation, outcome, body }: LogCall): readonly (readonly [AssumptionId, Shown])[] {
  if (outcome.kind !== "success") return [];
  return (Object.entries(readings) as [AssumptionId, Reading][]).flatMap(([id, reading]) => {
    if (reading.in !== undefined && reading.in !== operation) return [];
    const shown = shownIn(reading, body);
    const isMissing = reading.value(body) === undefined;
    const isProof = "choice" in shown ? reading.isAlways || !isMissing : reading.isAlways && !isMissing;
    return isProof ? [[id, shown] as const] : [];
  });
}
