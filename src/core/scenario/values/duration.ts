const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `<n>(ms|s|m|h|d)`, or a bare 0. */
export const durationPattern = /^(?:0|(\d+(?:\.\d+)?)(ms|s|m|h|d))$/;

/** Explains durations in error messages. */
export const durationWords = "a duration: one number and one unit (ms, s, m, h or d), such as 250ms, 20m or 1h";

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
  if (ms === undefined) throw new Error(`expected ${durationWords}, found ${JSON.stringify(text)}`);
  return ms;
}
