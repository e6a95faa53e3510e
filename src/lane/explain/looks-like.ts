import { type Instant, parseInstant } from "../../core/domain/money.js";
import type { ParameterRow, ParameterRows } from "../../core/facts/parameters/parameter-rows.js";
import { parameters } from "../../core/facts/parameters/parameters.js";
import { pathText } from "../../core/scenario/values/issues.js";
import { type JsonPath, scanJson } from "../../package/json-scan.js";
import { spanText } from "./spans.js";

/** How many values to name. */
const TOLD_MAX = 10;
/** Longer requests have many items that are written alike. */
const READ_MAX = 65_536;

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
    case "unit-amount":
      return found(amountSpellings, written) ?? hintOnText(written) ?? hintOnDigits(written);
    case "instant":
      return found(instantSpellings, written) ?? hintOnInstant(written, at);
    case "whole":
    case "order-id":
      return found(idSpellings, written);
    case "flag":
      return found(flagSpellings, written);
    default:
      return /^-?\d{16}/.test(written)
        ? "a number of more than 15 digits for a text. Many JSON libraries change such numbers: send it in quotes."
        : undefined;
  }
}

/** A spelling, as it stands in the JSON text, and who writes it so. */
type Spellings = readonly (readonly [spelling: RegExp, writer: string])[];

const found = (spellings: Spellings, written: string): string | undefined =>
  spellings.find(([spelling]) => spelling.test(written))?.[1];

const amountSpellings: Spellings = [
  [/^\[/, "a list with one amount, as R's jsonlite writes it. Give toJSON auto_unbox = TRUE."],
  [/^\{.*"(numerator|denominator)"/s, "a fraction, as Haskell's aeson writes a Rational. Send a decimal."],
  [/^\{.*"\$numberDecimal"/s, "MongoDB's Decimal128. Send its toString()."],
  [/^\{.*"#[A-Z]/s, "a formula's error, as HyperFormula returns it. Look for the formula."],
  [/^\{/, "an object, such as a money library's toJSON(), which often counts in cents. Send a decimal."],
  [/^"-?\d+\/\d+"$/, "a fraction, as Ruby and Scheme write a rational. Send a decimal."],
  [
    /^"\D{0,4}\d{1,3}(,\d{3})+(\.\d+)?\D?"$/,
    "a text for people: PHP's number_format, toLocaleString or PostgreSQL's money. Send it without separators.",
  ],
  [/^"-?\d+,\d{0,2}"$/, "a decimal comma, as some locales and SWIFT's MT messages write it. Send a point."],
  [/^"?-?0\.\d+e-?\d+"?$/, "Ruby's BigDecimal. to_s('F') writes 1234.5."],
  [/^"?\d(\.\d+)?E[+-]\d{3}"?$/, "Free Pascal's JSON or str(), or Ada's. Write it with two decimals."],
  [
    /^"?\d(\.\d{1,5})?e\+\d\d"?(\\n")?$/,
    "six digits of C's %g, C++'s streams or Qt's QString::number: 1234567.89 becomes 1.23457e+06. The money may be wrong before it is sent.",
  ],
  [
    /^"?\d(\.\d+)?E\+\d{1,2}"?$/,
    "a Java BigDecimal or Python Decimal without trailing zeros. toPlainString() or format(x, 'f') write 100.",
  ],
  [
    /^"?\d(\.\d+)?E\d{1,2}"?$/,
    "a Java double, boost.json or MariaDB's JSON_NORMALIZE. Java: use a BigDecimal and toPlainString().",
  ],
  [
    /^"0\d+"$/,
    "a field filled up with zeros. If its point is implied, as in COBOL, ISO 8583 and a chip card's 9F02, 000001999 means 19.99, and was read as 1999.00.",
  ],
  [
    /^"[1-9]\d{0,3}(\.\d+)?[KM]"$/,
    "a short form, as Intl.NumberFormat's compact notation writes 5K for 5000. Send all digits.",
  ],
  [
    /^"\d+[p-yA-R{}]"$/,
    "a signed COBOL field, whose last character is digit and sign. Edit the field before you send it.",
  ],
];

const OBJECT_TEXT = /^"?\[object \w+\]"?$/;

/** Texts for people. Their escapes are resolved first. */
const amountTexts: Spellings = [
  [/^[\s\u200B-\u200F\u2060]|[\s\u200B-\u200F\u2060]$/, "white space around the number. Trim it."],
  [
    /[\uFF0E\uFF10-\uFF19]/,
    "full-width digits, as a Chinese or Japanese keyboard writes them. Normalize them by NFKC.",
  ],
  [
    /(?![0-9])\p{Nd}/u,
    "digits of another script, as toLocaleString writes them for Arabic, Persian or Hindi. Format it with the locale en.",
  ],
  [OBJECT_TEXT, "an object that JavaScript made a text. Send the number in it."],
  [/^['"]/, "quotes inside the text. It was encoded twice, or a spreadsheet marks a text so."],
  [/^(=|#[A-Z])/, "a spreadsheet's formula, or its error such as #N/A. Send its result."],
  [/\{\{|[$#]\{|%[.\d]*[dfs]\b/, "a template that nothing filled in."],
  [
    /^(undefined|null)\D?\d|\d\D?(undefined|null)$/,
    "a prefix or suffix that was never set, as v-money3's format() writes it.",
  ],
  [/^\d+([.,]\d+)? ?%$/, "a percentage. Send the amount that it stands for."],
  [/^\d[\d.,]*\s*[-\u2010-\u2015]\s*\d[\d.,]*$/, "a range. Send one amount."],
  [/^\d+[.,]\d\d[,;]$/, "a separator behind the number, as at the end of a line of CSV. Leave it out."],
  [/^\d{1,3}\.\d{3}$/, "three decimals. If you meant 1234 by 1.234, as in German or Indonesian, leave the point out."],
  [
    /[〇零一二三四五六七八九十百千万萬億亿壹贰貳叁參肆伍陸陆柒捌玖拾佰仟]/,
    "Chinese or Japanese numerals, in which 3.5万 is 35000. Send all digits.",
  ],
  [
    /^\d+(_\d+)+(\.\d+)?$/,
    "underscores between digits, as source code and Python's format(x, '_') write them. Leave them out.",
  ],
  [/^Decimal\(/, "Python's repr() of a Decimal. Send str()."],
  [
    /^[\u2010-\u2015\u2212]\d/,
    "a minus of another kind, as Intl.NumberFormat writes it for Swedish. Amounts are above 0.",
  ],
  [
    /^\d+([.,][-\u2010-\u2015]|\/-)$/,
    "a dash for no cents, as German, Swiss, Dutch and Indian prices have it. Write 50.00.",
  ],
  [
    /^\d{1,2}(,\d\d)+,\d{3}(\.\d+)?$/,
    "digits in groups of two, as Intl.NumberFormat writes them for India. Send it without separators.",
  ],
  [
    /^\D{0,4}(\p{Sc}|\b[A-Z]{3}\b)\D{0,2}\d|\d\D{0,2}(\p{Sc}|\b[A-Z]{3})$/u,
    "a currency beside the amount, as Intl.NumberFormat writes it. Send the number alone: currency is a parameter of its own.",
  ],
  [
    /^\d{1,3}([\s'’]\d{3})+([.,]\d+)?$|^\d{1,3}(\.\d{3})+,\d+$|^\d{1,3}(\.\d{3}){2,}$/u,
    "digits in groups, as Intl.NumberFormat writes them in French, German or Swiss locales. Send it without separators.",
  ],
  [
    /^\d+([.,]\d+)?(-| ?(CR|DB|DR))$|^\(.*\)$/,
    "a minus, CR or DB behind the number, or brackets, as tills, books and COBOL write a credit. Amounts are above 0.",
  ],
  [
    /^[\p{L}\p{Sc}][\p{L}\p{Sc}.\s]{0,5}\d[\d.,]*[\p{L}\p{Sc}]{0,3}$|^\d[\d.,]*[(\s]*[\p{L}\p{Sc}][\p{L}\p{Sc}).\s]{0,6}$/u,
    "a currency or a unit beside the amount. Send the number alone: currency is a parameter of its own.",
  ],
  [/^\*+$/, "stars, which Fortran and Algol 68 write for a number that their field is too narrow for. Make it wider."],
  [/^\*+\d/, "stars in front of the number, as a COBOL picture for cheques fills its field. Use one without stars."],
  [/^\+/, "a plus sign. Leave it out."],
  [
    /^-?(\d+\.|\.\d+)$/,
    "a point without digits on both sides, as bc, zsh, MUMPS, Fortran and Scheme write it. Write 50.00 or 0.50.",
  ],
  [
    /^(|-|N\/A|NaN|-?Infinity|-?∞|null|undefined|None)$/,
    "no amount. Look for one that was never set, or divided by zero.",
  ],
];

function hintOnText(written: string): string | undefined {
  return written.startsWith('"') ? found(amountTexts, JSON.parse(written) as string) : undefined;
}

/** Rests of binary arithmetic, which show only in the value. */
function hintOnDigits(written: string): string | undefined {
  const digits = written.replace(/^"|"$/g, "");
  if (!/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(digits) || digits.replace(/\D/g, "").length < 9) return undefined;
  const value = Number(digits);
  const cents = Math.round(value * 100) / 100;
  const isNear = (other: number, share: number): boolean => Math.abs(value - other) <= share * Math.abs(value);
  if (value === cents)
    return /\.\d{14}/.test(digits) && !/\.\d\d?0*$/.test(digits)
      ? `the double ${cents} in 17 digits or more, as C, C++, D, and PHP with serialize_precision 17 write it.`
      : undefined;
  if (isNear(Math.fround(cents), 1e-12))
    return `the 32-bit float nearest to ${cents}. Use a decimal type, or whole cents.`;
  return isNear(cents, 1e-9)
    ? `the rest of a sum of doubles, such as 0.1 + 0.2. Round it to ${cents.toFixed(2)} before you send it.`
    : undefined;
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

const flagSpellings: Spellings = [
  [/^"(True|False)"$/, "Python's str(True). Send true or false without quotes."],
  [/^"(TRUE|FALSE)"$/, "R's or a spreadsheet's text. Send true or false without quotes."],
  [/^"on"$/, "the checkbox of an HTML form. Send true without quotes."],
  [/^"[tf]"$/, "PostgreSQL's text of a boolean. Send true or false without quotes."],
];
