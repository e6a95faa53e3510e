/** A spelling, as it stands in the JSON text, and who writes it so. */
export type Spellings = readonly (readonly [spelling: RegExp, writer: string])[];

export const found = (spellings: Spellings, written: string): string | undefined =>
  spellings.find(([spelling]) => spelling.test(written))?.[1];

/** Who writes an amount so. Undefined if it shows nothing. */
export const hintOnAmount = (written: string): string | undefined =>
  found(amountSpellings, written) ?? hintOnText(written) ?? hintOnDigits(written);

const amountSpellings: Spellings = [
  [
    /^"?[1-9]\d{7,}"?$/,
    "more than an amount may be. Amounts are in the currency's main unit: if these are cents, divide by 100.",
  ],
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

export const OBJECT_TEXT = /^"?\[object \w+\]"?$/;

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
  if (Math.fround(cents) !== cents && isNear(Math.fround(cents), 1e-12))
    return `the 32-bit float nearest to ${cents}. Use a decimal type.`;
  if (!isNear(cents, 1e-9)) return undefined;
  // 19.99 * 100 is 1998.9999999999998. Rounded, it would charge 100 times as much.
  return Number.isInteger(cents)
    ? `the rest of a calculation with doubles, such as 19.99 * 100. Amounts are in the currency's main unit: if these are cents, divide by 100, otherwise round it to ${cents.toFixed(2)} before you send it.`
    : `the rest of a sum of doubles, such as 0.1 + 0.2. Round it to ${cents.toFixed(2)} before you send it.`;
}

/** More decimals than an amount may have. A line item's unit amount is rounded instead. */
export function hintOnDecimals(written: string): string | undefined {
  const [, whole, cents] = /^"?(\d{1,9})\.(\d\d)\d*[1-9]\d*"?$/.exec(written) ?? [];
  if (whole === undefined || cents === undefined) return undefined;
  const below = Number(whole) * 100 + Number(cents);
  return `more than two decimals. Round it to ${(below / 100).toFixed(2)} or ${((below + 1) / 100).toFixed(2)} before you send it.`;
}
