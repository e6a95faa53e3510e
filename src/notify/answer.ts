import type { Policy } from "../facts/assumptions.js";

/** How much of an answer is kept. */
const KEPT_BYTES = 4096;

/** Reads the first 4 KB of the answer. Discards the rest and closes the connection. */
export async function firstOf(body: AsyncIterable<Buffer>): Promise<{ text: string; whole: boolean }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > KEPT_BYTES) break;
  }
  const all = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
  return { text: all.toString("utf8", 0, KEPT_BYTES), whole: bytes <= KEPT_BYTES };
}

/** Why an answer does not acknowledge, or null if it does. It must be 2XX with the text OK. */
// ASSUMED(acknowledgement): white space and a byte order mark around it are taken away first.
export function whyNot(status: number, text: string, whole: boolean, choice: Policy["acknowledgement"]): string | null {
  if (status >= 300 && status < 400) return `answered ${status}: redirects are not followed`;
  if (status < 200 || status >= 300) return `answered ${status}, expected 2XX with the text OK`;
  if (whole && (choice === "exact" ? text : text.trim()) === "OK") return null;
  const expected = choice === "exact" ? "OK and nothing else" : "OK";
  return `answered ${status} but the body was ${excerpt(text)}, expected ${expected}`;
}

const EXCERPT_CHARS = 80;

const excerpt = (text: string): string =>
  text.trim() === ""
    ? "empty"
    : JSON.stringify(text.length > EXCERPT_CHARS ? `${text.slice(0, EXCERPT_CHARS)}…` : text);
