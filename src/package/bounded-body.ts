/** How many bytes of too long a body are read and discarded before the connection is closed. */
export const DISCARDED_MAX_BYTES = 32 * 1_048_576;

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

/** Decodes a body. Skips one byte order mark, and replaces invalid UTF-8 by U+FFFD. */
export function bodyText(chunks: readonly Uint8Array[]): string {
  const [only] = chunks;
  // Most bodies arrive in one piece, which needn't be copied.
  const whole = chunks.length === 1 && Buffer.isBuffer(only) ? only : Buffer.concat(chunks);
  const text = whole.toString("utf8");
  return text.charCodeAt(0) === BOM ? text.slice(1) : text;
}
