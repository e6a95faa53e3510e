import type { Policy } from "../../core/facts/assumptions.js";
import { failures, isRedirect, REDIRECTED } from "../ports/attempt-failures.js";

/** How much of an answer is kept. */
const KEPT_BYTES = 4096;

/** The start of an answer's body. */
export interface FirstPart {
  readonly text: string;
  readonly whole: boolean;
  /** Why the body ended before its end. */
  readonly brokenBy?: unknown;
}

/** Reads the first 4 KB of the answer. Discards the rest and closes the connection. */
export async function firstOf(body: AsyncIterable<Buffer>): Promise<FirstPart> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const part = () => {
    const all = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    return all.toString("utf8", 0, KEPT_BYTES);
  };
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > KEPT_BYTES) break;
    }
  } catch (brokenBy) {
    return { text: part(), whole: false, brokenBy };
  }
  return { text: part(), whole: bytes <= KEPT_BYTES };
}

/** Why an answer with a head but without an end does not acknowledge. */
export function whyUnended(status: number, { text, brokenBy }: FirstPart, timeoutMs: number): string {
  const said = `answered ${status} and ${text === "" ? "no body" : excerpt(text)}, `;
  const { code } = brokenBy as { readonly code?: string };
  return code === TIMED_OUT
    ? `${said}${failures.unended} ${timeoutMs / 1000} s`
    : `${said}${failures.brokenOff} before its end`;
}

/** The code of the error that ends an attempt at its time limit. */
export const TIMED_OUT = "ETIMEDOUT";

/** Why an answer does not acknowledge, or null if it does. It must be 2XX with the text OK. */
// ASSUMED(acknowledgement): white space and a byte order mark around it are taken away first.
export function whyNot(status: number, text: string, whole: boolean, choice: Policy["acknowledgement"]): string | null {
  if (isRedirect(status)) return `answered ${status}: ${REDIRECTED}`;
  if (status < 200 || status >= 300)
    return `answered ${status}${text.trim() === "" ? "" : ` and ${excerpt(text)}`}, expected 2XX with the text OK`;
  if (whole && (choice === "exact" ? text : text.trim()) === "OK") return null;
  const expected = choice === "exact" ? "OK and nothing else" : "OK";
  return `answered ${status} but the body was ${excerpt(text)}, expected ${expected}`;
}

const EXCERPT_CHARS = 80;

/** A fault of PHP up to its file and line, with tags (`html_errors`) or without. */
const PHP_FAULT =
  /(?:<b>)?(?:Warning|Notice|Deprecated|Fatal error|Parse error)(?:<\/b>)?:\s[\s\S]{1,2000}? on line (?:<b>)?\d+/;
const FAULT_CHARS = 300;

const excerpt = (text: string): string => {
  if (text.trim() === "") return "empty";
  // The first two bytes of gzip; the second is not valid UTF-8.
  if (text.startsWith("\u001f\ufffd")) return "compressed (gzip), which no notification asks for";
  const fault = PHP_FAULT.exec(text)?.[0]
    .replace(/<\/?b>/g, "")
    .replace(/\s+/g, " ");
  if (fault !== undefined) return JSON.stringify(`…${withinEnds(fault)}…`);
  return JSON.stringify(text.length > EXCERPT_CHARS ? `${text.slice(0, EXCERPT_CHARS)}…` : text);
};

/** A long fault without its middle: its message comes first, its line last. */
const withinEnds = (fault: string): string =>
  fault.length > FAULT_CHARS ? `${fault.slice(0, FAULT_CHARS / 2)}…${fault.slice(-FAULT_CHARS / 2)}` : fault;
