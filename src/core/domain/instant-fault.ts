import { NUMBER } from "./read-field.js";

export const IN_RANGE = "a time of day up to 23:59:59, and an offset up to 23:59";

/** Other spellings, each with what is expected instead. The first that fits counts. */
const OTHER_SPELLINGS: readonly (readonly [spelling: RegExp, expected: string])[] = [
  [/^Invalid Date$/, "a valid date"],
  [/^\s|\s$/, "a text without white space before or after it"],
  [/^\d{4}-\d\d-\d\d\s+\d\d:\d\d/, "a T between the date and the time, not a space"],
  [/\[[^[\]]*\]$/, "an offset at the end, without the name of a time zone in brackets"],
  [/^[+-]\d{4,}-\d\d-\d\dT/i, "a year of four digits without a sign"],
  [/T\d\d:\d\d:\d\d,\d/i, "a point before the fraction of a second, not a comma"],
  [/T\d\d:\d\d:\d\d\.\d{10,}/i, "at most nine digits in the fraction of a second"],
  [/T\d\d:\d\d:\d\d\.(\D|$)/i, "digits after the point of the seconds"],
  [/T\d\d:\d\d(:\d\d(\.\d+)?)? \d\d:\d\d$/i, "a + before the offset, in a URL as %2B"],
  [/\d\s+(Z|[+-]\d\d(:?\d\d)?)$/i, "no space before the offset"],
  [/T\d\d(Z|[+-]|$)/i, "hours and minutes in the time"],
  [/[+-]\d\d(:?\d\d)?Z$/i, "one offset at the end: Z or, for example, +08:00"],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/i, "an offset (+08:00 or Z) at the end"],
  [/^\d{4}-\d\d-\d\d$/, "a time and an offset after the date"],
  [/T.*[+-]\d\d(\d\d)?$/i, "hours, a colon and minutes in the offset"],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/, IN_RANGE],
  [NUMBER, "an ISO 8601 date-time, not a number"],
];

/** What is expected in the place of a value that is no instant. Undefined if it looks like none at all. */
export function instantFault(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string") return undefined;
  return noDayFault(text) ?? OTHER_SPELLINGS.find(([other]) => other.test(text))?.[1];
}

/** What is expected if the date that a text begins with is none. Date would read 30 February as 2 March. */
export function noDayFault(value: unknown): string | undefined {
  const text = typeof value === "string" ? value : "";
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?!\d)/.exec(text) ?? [];
  if (year === undefined) return undefined;
  if (Number(month) < 1 || Number(month) > 12) return `a day of the calendar: there is no month ${month}`;
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(day) < 1 || Number(day) > days
    ? `a day of the calendar: ${year}-${month} has no day ${day}`
    : undefined;
}
