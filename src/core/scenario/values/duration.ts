const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `<n>(ms|s|m|h|d)`, or a bare 0. */
export const durationPattern = /^(?:0|(\d+(?:\.\d+)?)(ms|s|m|h|d))$/;

/** Explains durations in error messages, by the one that was probably meant. */
export const durationWords = ({ input }: { readonly input?: unknown } = {}): string =>
  `a duration: one number and one unit (ms, s, m, h or d), such as ${durationMeant(input) ?? "250ms, 20m or 1h"}`;

/** Units as people write them. ISO 8601 has a T before its minutes, and its other M are months. */
const spelledUnits: readonly (readonly [keyof typeof units, number, RegExp])[] = [
  ["ms", 1, /^(?:ms|msecs?|millis|milliseconds?)$/i],
  ["s", 1, /^(?:s|secs?|seconds?)$/i],
  ["m", 1, /^(?:m|mins?|minutes?)$/i],
  ["h", 1, /^(?:h|hrs?|hours?)$/i],
  ["d", 1, /^(?:d|days?)$/i],
  ["d", 7, /^(?:w|weeks?)$/i],
];

/** A number of months. A small m means minutes. */
export const inMonths = /^(?:\d+ *M|[Pp][^T]*[Mm].*)$/;

/** The duration that a text of another form means: 4h for "4 hours", 90m for PT1H30M. Undefined for months and years. */
export function durationMeant(text: unknown): string | undefined {
  if (typeof text !== "string" || text.length > 40 || durationPattern.test(text) || inMonths.test(text))
    return undefined;
  const spelled = /^P/i.test(text) ? text.slice(1).replace(/T(?=\d)/i, "") : text;
  const parts = [...spelled.matchAll(/\s*(\d+(?:[.,]\d+)?)\s*([a-z]+)/gi)];
  if (parts.map(([part]) => part).join("") !== spelled.trimEnd()) return undefined;
  let [ms, unit]: [number, keyof typeof units] = [0, "ms"];
  for (const [, count = "", word = ""] of parts) {
    const [name, times] = spelledUnits.find(([, , spelling]) => spelling.test(word)) ?? [];
    if (name === undefined || times === undefined) return undefined;
    ms += Number(count.replace(",", ".")) * times * units[name];
    unit = name;
  }
  return parts.length === 0 ? undefined : `${Number((ms / units[unit]).toFixed(3))}${unit}`;
}

/** The longest duration. It exceeds the distance between any two instants of the calendar. */
export const longestDuration = "3650000d";
export const longestMs = 3_650_000 * units.d;

/** Milliseconds of `250ms`, `20m` or `0`; undefined when the text is no duration. */
export function durationMs(text: string | number): number | undefined {
  const found = durationPattern.exec(String(text));
  if (!found) return undefined;
  const [, count, unit] = found;
  return count === undefined ? 0 : Math.round(Number(count) * units[unit as keyof typeof units]);
}

/** Milliseconds of a text that a schema has already checked. */
export function parseDuration(text: string | number): number {
  const ms = durationMs(text);
  if (ms === undefined) throw new Error(`expected ${durationWords()}, found ${JSON.stringify(text)}`);
  return ms;
}
