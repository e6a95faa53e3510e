/** How much of a body that is too long is thrown away before its sender is cut off. */
const DISCARDED_MAX_BYTES = 32 * 1_048_576;

/**
 * The pieces of a body of at most `maxBytes`; undefined for a longer one. What is too long is read and thrown away: most clients
 * look for an answer only when they have sent all.
 */
export async function boundedBody(
  stream: ReadableStream<Uint8Array> | null,
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
