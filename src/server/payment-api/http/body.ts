const BOM = 0xfeff;

/** Decodes a body, for both transports. Skips one byte order mark, and replaces invalid UTF-8 by U+FFFD. */
export function bodyText(chunks: readonly Uint8Array[]): string {
  const [only] = chunks;
  // Most bodies arrive in one piece, which needn't be copied.
  const whole = chunks.length === 1 && Buffer.isBuffer(only) ? only : Buffer.concat(chunks);
  const text = whole.toString("utf8");
  return text.charCodeAt(0) === BOM ? text.slice(1) : text;
}
