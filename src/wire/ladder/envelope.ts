/** The outer object of every request (spec 2.1), parsed. */
export interface Envelope {
  /** The signed text, exactly as the client serialised it. */
  readonly request: string;
  readonly signature: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The envelope, or a text that says why it is invalid. */
export function readEnvelope(body: string): Envelope | string {
  const outer = parseObject(body);
  if (typeof outer === "string")
    return `the body is ${outer}; expected {"request": "<JSON as text>", "signature": "<base64>"}`;
  const { request, signature } = outer;
  if (typeof request !== "string")
    return `request is ${request === undefined ? "missing" : "not a text"}; expected a JSON object serialised into a text`;
  const params = parseObject(request);
  if (typeof params === "string") return `the text of request is ${params}; expected a JSON object`;
  return { request, params, signature: typeof signature === "string" ? signature : undefined };
}

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
    return text.startsWith(GZIP) ? "compressed (gzip), not JSON" : "not valid JSON";
  }
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : "not a JSON object";
}
