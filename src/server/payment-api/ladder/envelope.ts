import { jsonIn } from "../../../package/json.js";
import { whyNotJson } from "../../../package/json-fault.js";
import { memberNameCount, scanJson } from "../../../package/json-scan.js";

/** The outer object of every request (spec 2.1), parsed. */
export interface Envelope {
  /** The signed text, exactly as the client serialised it. */
  readonly request: string;
  readonly signature: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  /** The members that the body has more than once. Undefined if there are none. */
  readonly duplicates?: readonly string[] | undefined;
}

/** The envelope, or a text that says why it is invalid. */
export function readEnvelope(body: string): Envelope | string {
  const outer = parseObject(body);
  if (typeof outer === "string")
    return `the body is ${outer}; expected {"request": "<JSON as text>", "signature": "<base64>"}`;
  const { request, signature } = outer;
  const duplicates = memberNameCount(body) === Object.keys(outer).length ? undefined : duplicatesIn(body);
  const twice = duplicates?.includes("request") ? "; the body has request twice, and the last one counts" : "";
  if (typeof request !== "string")
    return `request is ${request !== undefined ? "not a text" : `missing${insteadOf(outer)}`}; expected a JSON object serialised into a text${twice}`;
  const params = parseObject(request);
  if (typeof params === "string") return `the text of request is ${params}; expected a JSON object${twice}`;
  return { request, params, signature: typeof signature === "string" ? signature : undefined, duplicates };
}

/** Where the parameters or the envelope are, if not in their place. */
function insteadOf(outer: Readonly<Record<string, unknown>>): string {
  if ("merchantId" in outer) return ", and the parameters stand outside it";
  const around = Object.keys(outer).find(
    (name) => typeof (outer[name] as { request?: unknown } | null)?.request === "string",
  );
  return around === undefined ? "" : `: it stands inside ${JSON.stringify(around.slice(0, 50))}`;
}

/** Reads as many parameters as it can, even from an invalid envelope. For faults before the parse. */
export function parseLeniently(body: string): Readonly<Record<string, unknown>> {
  const outer = parseObject(body);
  if (typeof outer === "string") return {};
  const inner = typeof outer.request === "string" ? parseObject(outer.request) : outer;
  return typeof inner === "string" ? {} : inner;
}

/** How a text of other bytes begins, read as UTF-8. */
const beginnings: Readonly<Record<string, readonly string[]>> = {
  "compressed (gzip), not JSON": ["\u001f\ufffd"],
  "compressed (deflate), not JSON": ["x\u0001", "x\ufffd"],
  "in UTF-16, not UTF-8": ["{\0", "\0{", "\ufffd\ufffd{\0", "\ufffd\ufffd\0{"],
};

/** True if the body is no JSON as a whole: it is compressed, or in another encoding. */
export const isPacked = (body: string): boolean => packed(body) !== undefined;

/** What the text is in place of JSON. Undefined if only its JSON is wrong. */
function packed(text: string): string | undefined {
  const isBase64 = /^[\w+/-]+={0,2}$/.test(text) && typeof jsonIn(Buffer.from(text, "base64").toString()) === "object";
  if (isBase64) return "base64 of JSON, not JSON";
  if (/^\w+=/.test(text)) return "a form, not JSON";
  return Object.keys(beginnings).find((what) => beginnings[what]!.some((start) => text.startsWith(start)));
}

function parseObject(text: string): Record<string, unknown> | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return packed(text) ?? whyNotJson(text);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  const isTwice = typeof value === "string" && typeof jsonIn(value) === "object";
  return isTwice ? `not a JSON object but a text with one in it: it was ${TWICE}` : "not a JSON object";
}

const TWICE = "encoded once too often";

function duplicatesIn(body: string): readonly string[] | undefined {
  const names = new Set<string>();
  scanJson(body, { duplicate: ({ length, 0: name }) => length === 1 && names.add(String(name)) });
  return names.size > 0 ? [...names] : undefined;
}
