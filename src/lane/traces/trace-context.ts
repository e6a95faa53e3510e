const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * A valid W3C traceparent in the form of version 00. Undefined if it is malformed, because the header is then
 * ignored.
 */
export function readTraceparent(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const [, version, traceId = "", parentId = "", flags = "", more] = FORM.exec(header) ?? [];
  if (version === undefined || version === "ff" || /^0+$/.test(traceId) || /^0+$/.test(parentId)) return undefined;
  if (version === "00") return more === undefined ? header : undefined;
  // A later version may have more members and flags. Keeps only those that version 00 knows.
  return `00-${traceId}-${parentId}-0${Number.parseInt(flags, 16) & 3}`;
}

/** The flags of a valid traceparent. Without one, the call counts as sampled. */
export const flagsOf = (traceparent: string | undefined): number =>
  traceparent === undefined ? 1 : Number.parseInt(traceparent.slice(53), 16);

/** The ids in a valid traceparent. */
export const idsOf = (traceparent: string) => ({
  traceId: traceparent.slice(3, 35),
  spanId: traceparent.slice(36, 52),
});
