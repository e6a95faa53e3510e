import { type Instant, parseInstant } from "../../core/domain/money.js";
import type { ParameterRow, ParameterRows } from "../../core/facts/parameters/parameter-rows.js";
import { parameters } from "../../core/facts/parameters/parameters.js";
import { pathText } from "../../core/scenario/values/issues.js";
import { type JsonPath, scanJson } from "../../package/json-scan.js";
import { found, hintOnAmount, hintOnDecimals, OBJECT_TEXT, type Spellings } from "./amount-spellings.js";
import { spanText } from "./spans.js";

/** How many values to name. */
const TOLD_MAX = 10;
/** Longer requests have many items that are written alike. */
const READ_MAX = 65_536;
/** How many characters of a refused value to show. */
const SHOWN_MAX = 60;

/**
 * Which software writes values as this request does, one sentence for each value that shows it. Judges by the text
 * alone. `docs/amounts-and-times.md` lists what real encoders write. `at`: the time of the call.
 */
export function looksLike(operation: string, request: string, at: Instant): readonly string[] {
  const rows: ParameterRows | undefined = (parameters as Readonly<Record<string, { readonly rows: ParameterRows }>>)[
    operation
  ]?.rows;
  if (!rows || request.length > READ_MAX) return [];
  const told = new Set<string>();
  const fault = scanJson(request, {
    value: (path, start, end) => {
      const row = rowAt(rows, path);
      const hint = row && hintOn(row, request.slice(start, end), at);
      if (hint !== undefined && told.size < TOLD_MAX) told.add(`${pathText(path)}: ${hint}`);
    },
  });
  return fault === undefined ? [...told] : [];
}

/** A value of a request as its text writes it, on one line. Undefined if it isn't there. */
export function writtenIn(request: string, name: string): string | undefined {
  let written: string | undefined;
  if (request.length > READ_MAX) return undefined;
  scanJson(request, {
    value: (path, start, end) => {
      if (pathText(path) === name) written = request.slice(start, end);
    },
  });
  if (written === undefined) return undefined;
  const line = written.replace(/\s+/g, " ");
  if (line.length <= SHOWN_MAX) return line;
  const length = written.startsWith('"') ? ` (${[...JSON.parse(written)].length} characters)` : "";
  return `${line.slice(0, SHOWN_MAX).toWellFormed()}…${length}`;
}

/** True for a hint by which the service may have read another value than the shop meant. */
export const isDoubt = (hint: string): boolean =>
  /If you meant|the year of the week|may be wrong|was read as|may be lost/.test(hint);

/** The row of a parameter, or of a member of one. */
function rowAt(rows: ParameterRows, path: JsonPath): ParameterRow | undefined {
  let row: ParameterRow | undefined;
  let inside: ParameterRows | undefined = rows;
  for (const name of path) {
    if (typeof name === "number") continue;
    row = inside && Object.hasOwn(inside, name) ? inside[name] : undefined;
    inside = row && "members" in row ? row.members : undefined;
  }
  return typeof path.at(-1) === "string" ? row : undefined;
}

function hintOn({ kind }: ParameterRow, written: string, at: Instant): string | undefined {
  switch (kind) {
    case "amount":
      return hintOnAmount(written) ?? hintOnDecimals(written);
    case "unit-amount":
      return hintOnAmount(written);
    case "instant":
      return found(instantSpellings, written) ?? hintOnInstant(written, at);
    case "whole":
    case "order-id":
      return found(idSpellings, written);
    case "flag":
      return found(flagSpellings, written);
    case "addresses":
    case "price-data":
      return found(objectSpellings, written);
    case "line-items":
    case "bin-ranges":
      return found(listSpellings, written);
    default:
      return /^-?\d{16}/.test(written)
        ? "a number of more than 15 digits for a text. Many JSON libraries change such numbers: send it in quotes."
        : undefined;
  }
}

const instantSpellings: Spellings = [
  [OBJECT_TEXT, "an object that JavaScript made a text. Send its toISOString()."],
  [
    /^\[\d/,
    "Jackson's list of the parts of a LocalDateTime. Send an OffsetDateTime, with WRITE_DATES_AS_TIMESTAMPS off.",
  ],
  [/\[[^\]]*\]"$/, "a ZonedDateTime of Java or Temporal. Send toOffsetDateTime() or toInstant()."],
  [/^\{.*"timezone_type"/s, "PHP's json_encode of a DateTime. Send $time->format(DATE_ATOM)."],
  [/^\{.*"\$date"/s, "MongoDB's Extended JSON. Send the date's toISOString()."],
  [/^\{.*"_?seconds"/s, "a Timestamp of Firestore or Protocol Buffers. Firestore: toDate().toISOString()."],
  [/^"\/Date\(/, '.NET\'s JavaScriptSerializer or WCF. Send ToString("o") of a DateTimeOffset.'],
  [
    /^"?20\d\d(0[1-9]|1[0-2])\d{8}"?$/,
    "digits alone, as UnionPay and WeChat Pay's version 2 write times. Send an ISO 8601 text with an offset.",
  ],
  [
    /^"?(0[1-9]|1[0-2])[0-3]\d[0-2]\d[0-5]\d[0-5]\d"?$/,
    "month to second, as in field 7 of ISO 8583, without a year. Send an ISO 8601 text.",
  ],
  [/^"?\d{16}(\d{3})?"?$/, "micro- or nanoseconds since 1970. Send an ISO 8601 text."],
  [/^"?\d{1,5}"?$/, "perhaps how long the order is valid. Send the instant at which it ends."],
  [/^"-?P[\dT]/, "a duration. Send the instant at which it ends."],
  [
    /^"Invalid [Dd]ate"$/,
    "what JavaScript, moment or dayjs print for a date that they could not read. Look for its text.",
  ],
  [/^"\d{8}T\d{6}/, "ISO 8601's basic form, as iCalendar writes it. Write dashes and colons."],
  [
    /^"(\d{4}[/年]|\d{1,2}[/.]\d{1,2}[/.]\d|[A-Z][a-z]{2,8} \d{1,2},)/,
    "a date for people: JavaScript's toLocaleString(), PHP's date('d.m.Y H:i'). Send toISOString(), PHP date(DATE_ATOM), Python isoformat() with a zone.",
  ],
  [/^"[A-Z][a-z]{2}, .*[+-]\d{4}"$/, "the date of an e-mail, RFC 2822. PHP: DATE_ATOM, Python: isoformat()."],
  [
    /^"\d{4}-\d\d-\d\d"$/,
    "a date without a time, as Java's LocalDate or a form's date field. Add a time and an offset.",
  ],
  [
    /^"?\d{13}"?$/,
    "milliseconds since 1970: JavaScript's getTime(), or Jackson's default for a Date. Send toISOString(); in Jackson turn WRITE_DATES_AS_TIMESTAMPS off.",
  ],
  [
    /^"?\d{10}(\.\d+)?"?$/,
    "seconds since 1970: PHP's time(), Python's time.time(). Send an ISO 8601 text: PHP date(DATE_ATOM, $seconds), JavaScript toISOString(), Python isoformat() with a zone.",
  ],
  [
    /^"\d{4}-\d\d-\d\d +\d\d:[\d:.]+"$/,
    "local time without an offset: PHP's date('Y-m-d H:i:s'), a database's text or Python's str(). PHP: date(DATE_ATOM), Python: datetime.now(timezone.utc).isoformat().",
  ],
  [
    /^"\d{4}-\d\d-\d\d +\d\d:/,
    "a database's text, Python's str() or Ruby's to_s. PHP: date(DATE_ATOM), Python: datetime.now(timezone.utc).isoformat(), Ruby: iso8601.",
  ],
  [/^"[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4}/, "JavaScript's String(date). Send toISOString()."],
  [/^"[A-Z][a-z]{2}, .*GMT"$/, "an HTTP date: toUTCString(), Luxon's toHTTP() or RFC 1123. JavaScript: toISOString()."],
  [/T[\d:]+,\d/, "GNU date -Ins, which writes a comma."],
  [/^"\+\d{4}/, "PHP's DATE_ISO8601_EXPANDED. Use DATE_ATOM."],
  [/[+-]\d\d:?\d\dZ"$/, "a Z after a text that has an offset already."],
  [
    /T[\d:.]+"$/,
    "local time without an offset: PHP's date('Y-m-d\\TH:i:s'), Java's LocalDateTime, Python's naive datetime, Qt or D. PHP: date(DATE_ATOM), Python: datetime.now(timezone.utc).isoformat().",
  ],
];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How far ahead an instant is, because a wrong zone or year shows only there. */
function hintOnInstant(written: string, at: Instant): string | undefined {
  const text = written.replace(/^"|"$/g, "");
  const aheadMs = parseInstant(text) - at;
  if (Number.isNaN(aheadMs) || !text.includes("T")) return undefined;
  if (aheadMs <= 0) return `${spanText(-aheadMs)} before the call.`;
  const ahead = `${spanText(aheadMs)} after the call.`;
  const restMs = aheadMs - 8 * HOUR_MS;
  if (/Z$/i.test(text) && restMs > 0 && restMs <= 2 * HOUR_MS)
    return `${ahead} If you meant ${spanText(restMs)}, a literal Z stands on Hong Kong time.`;
  const isNewYear = /-12-(29|30|31)T/.test(text);
  if (isNewYear && aheadMs > 365 * DAY_MS && aheadMs < 375 * DAY_MS)
    return `${ahead} Java's YYYY is the year of the week: the pattern needs yyyy.`;
  return ahead;
}

const idSpellings: Spellings = [
  [/^"\d+\.0+"$/, "the text of a double, as Gson's Map and Lua write an id. Read ids as integers."],
  [
    /^"?\d(\.\d+)?[eE]\+?\d+"?$/,
    "an id that was a floating-point number, so digits may be lost. Read ids as integers.",
  ],
];

const objectSpellings: Spellings = [
  [/^\[\s*\]$/, "PHP's json_encode of an empty array. Leave the member out, or send (object) []."],
];

const listSpellings: Spellings = [
  [/^\{\s*"(quantity|priceData)"/, "one item in place of a list. Put it into a list: [{…}], in PHP [[…]]."],
  [
    /^\{\s*"[^"]*"\s*:\s*\{/,
    "an object in place of a list, as PHP's json_encode writes an array with keys of its own. Send array_values($list).",
  ],
];

const flagSpellings: Spellings = [
  [/^"(True|False)"$/, "Python's str(True). Send true or false without quotes."],
  [/^"(TRUE|FALSE)"$/, "R's or a spreadsheet's text. Send true or false without quotes."],
  [/^"on"$/, "the checkbox of an HTML form. Send true without quotes."],
  [/^"[tf]"$/, "PostgreSQL's text of a boolean. Send true or false without quotes."],
];
