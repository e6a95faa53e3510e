import type { Readable } from "node:stream";
import { wrongByte } from "./utf8.js";

/** How many bytes of too long a body are read and discarded before the connection is closed. */
const DISCARDED_MAX_BYTES = 32 * 1_048_576;

/**
 * The chunks of a body of at most `maxBytes`. Undefined if it is longer: the rest is read and discarded, because most
 * clients read the answer only after they have sent everything.
 */
export async function boundedBody(
  stream: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<readonly Uint8Array[] | undefined> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of stream ?? []) {
    bytes += piece.byteLength;
    if (bytes > DISCARDED_MAX_BYTES) return undefined;
    if (bytes > maxBytes) pieces.length = 0;
    else pieces.push(piece);
  }
  return bytes > maxBytes ? undefined : pieces;
}

const BOM = 0xfeff;

/** A body as text. */
export interface BodyText {
  /** Without a byte order mark. U+FFFD stands for bytes that are not UTF-8. */
  readonly text: string;
  /** Says in a clause where the bytes are not UTF-8, if they are not. */
  readonly notUtf8?: string | undefined;
}

export function bodyText(chunks: readonly Uint8Array[]): BodyText {
  const [only] = chunks;
  // Most bodies arrive in one piece, which needn't be copied.
  const whole = chunks.length === 1 && Buffer.isBuffer(only) ? only : Buffer.concat(chunks);
  const text = whole.toString("utf8");
  return { text: text.charCodeAt(0) === BOM ? text.slice(1) : text, notUtf8: notUtf8(whole, text) };
}

/**
 * The text of a request of Node, bounded as by `boundedBody`. By events, because each payment call is read here, and
 * iterating takes more CPU. If the client leaves before its body is complete, nobody waits for the answer.
 */
export function receivedText(incoming: Readable, maxBytes: number): Promise<BodyText | undefined> {
  return new Promise((done) => {
    let chunks: Buffer[] = [];
    let bytes = 0;
    incoming.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else chunks = [];
      if (bytes > DISCARDED_MAX_BYTES) done(undefined);
    });
    incoming.on("end", () => done(bytes > maxBytes ? undefined : bodyText(chunks)));
  });
}

/** How many characters before a wrong byte are quoted. */
const QUOTED_MAX = 20;

function notUtf8(bytes: Buffer, text: string): string | undefined {
  const wrong = wrongByte(bytes, text);
  if (wrong === undefined) return undefined;
  const { byte, offset, at } = wrong;
  const before = text
    .slice(Math.max(0, at - QUOTED_MAX), at)
    .replace(/[\\\s]+/g, "")
    .toWellFormed();
  return `${NOT_UTF8}: byte ${byte} at offset ${offset}${before && ` (after ${before})`} was read as U+FFFD`;
}

const NOT_UTF8 = "the body is not UTF-8";

/** True if a text says that a body was not UTF-8. */
export const saysNotUtf8 = (text: string): boolean => text.includes(NOT_UTF8);
