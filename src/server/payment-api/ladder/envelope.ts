import { jsonIn } from "../../../package/json.js";
import { namesIn, placeIn, scanJson } from "../../../package/json-scan.js";

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
  const duplicates = namesIn(body) === Object.keys(outer).length ? undefined : duplicatesIn(body);
  const twice = duplicates?.includes("request") ? "; the body has request twice, and the last one counts" : "";
  if (typeof request !== "string")
    return `request is ${request !== undefined ? "not a text" : isBare(outer) ? "missing, and the parameters stand outside it" : "missing"}; expected a JSON object serialised into a text${twice}`;
  const params = parseObject(request);
  if (typeof params === "string") return `the text of request is ${params}; expected a JSON object${twice}`;
  return { request, params, signature: typeof signature === "string" ? signature : undefined, duplicates };
}

/** True if the parameters stand in the body itself. */
const isBare = (outer: Readonly<Record<string, unknown>>): boolean => "merchantId" in outer;

/** Reads as many parameters as it can, even from an invalid envelope. For faults before the parse. */
export function parseLeniently(body: string): Readonly<Record<string, unknown>> {
  const outer = parseObject(body);
  if (typeof outer === "string") return {};
  const inner = typeof outer.request === "string" ? parseObject(outer.request) : outer;
  return typeof inner === "string" ? {} : inner;
}

/** The first bytes of a gzip body, read as UTF-8. */
const GZIP = "\u001f\ufffd";

function parseObject(text: string): Record<string, unknown> | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text.startsWith(GZIP) ? "compressed (gzip), not JSON" : whyNotJson(text);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  const isTwice = typeof value === "string" && typeof jsonIn(value) === "object";
  return isTwice ? `not a JSON object but a text with one in it: it was ${TWICE}` : "not a JSON object";
}

const TWICE = "encoded once too often";

/** Longer texts are not searched for the fault, because that takes longer than answering a call. */
const SEARCHED_MAX = 100_000;

/** Says where a text stops being JSON, and what stands there. */
function whyNotJson(text: string): string {
  if (text.trim() === "") return "empty";
  const at = text.length > SEARCHED_MAX ? undefined : scanJson(text);
  if (at === undefined) return "not valid JSON";
  if (at === text.length) return `not valid JSON: it breaks off after ${at} characters`;
  const { line, column } = placeIn(text, at);
  const after = jsonIn(text.slice(0, at)) === undefined ? "" : " after its end,";
  return `not valid JSON: unexpected ${wordAt(text, at)}${after} at line ${line}, column ${column}`;
}

/** The word or character at an offset, short enough for a message. */
function wordAt(text: string, at: number): string {
  const word = /^[\w.+-]{1,12}/.exec(text.slice(at, at + 12))?.[0];
  if (word !== undefined) return word;
  const code = text.codePointAt(at)!;
  const char = JSON.stringify(String.fromCodePoint(code).toWellFormed());
  // Some can't be seen, and some look like others: a byte order mark, a no-break space, a typographic quote.
  return code < 0x7f ? char : `${char} (U+${code.toString(16).toUpperCase().padStart(4, "0")})`;
}

function duplicatesIn(body: string): readonly string[] | undefined {
  const names = new Set<string>();
  scanJson(body, { duplicate: ({ length, 0: name }) => length === 1 && names.add(String(name)) });
  return names.size > 0 ? [...names] : undefined;
}
