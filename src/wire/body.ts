const BOM = 0xfeff;

/** The text of a body. Both transports read by it: one byte order mark is skipped, bytes that are no UTF-8 become U+FFFD. */
export function bodyText(chunks: readonly Uint8Array[]): string {
  const [only] = chunks;
  // Most bodies come in one piece, which need not be copied.
  const whole = chunks.length === 1 && Buffer.isBuffer(only) ? only : Buffer.concat(chunks);
  const text = whole.toString("utf8");
  return text.charCodeAt(0) === BOM ? text.slice(1) : text;
}
