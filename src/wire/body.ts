const BOM = 0xfeff;

/** The text of a body. Both transports read by it: one byte order mark is skipped, bytes that are no UTF-8 become U+FFFD. */
export function bodyText(chunks: readonly Uint8Array[]): string {
  const text = Buffer.concat(chunks).toString("utf8");
  return text.charCodeAt(0) === BOM ? text.slice(1) : text;
}
