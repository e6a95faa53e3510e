// How real software spells amounts and instants. Seen with Debian 12's packages and npm's of 27 November 2026.
// `test/server/payment-api/read-parameters/spellings.test.ts` sends each of them, and `docs/amounts-and-times.md` shows them.

/** A spelling, and what a call with it is answered. */
export interface Spelling {
  /** Who writes it so. */
  readonly writer: string;
  /** As it stands in the text of `request`, quotes included. */
  readonly text: string;
  /** The amount or instant that is booked, or the refusal. */
  readonly answer: string;
}

const DECIMALS = "expected at most two decimals";
const NUMBER = "expected a number with at most two decimals, such as 50.00";
const LARGEST = "expected at most 9999999.99";
/** The text of `request` is not JSON. */
const unexpected = (word: string): string => `unexpected ${word}`;

/** Spellings of an amount; most are meant as 19.99. */
export const amounts: readonly Spelling[] = [
  { writer: "most encoders", text: "19.99", answer: "19.99" },
  {
    writer: "PHP with serialize_precision 17, json-c, jansson, json-glib",
    text: "19.989999999999998",
    answer: "19.99",
  },
  { writer: "D's std.json", text: "19.9899999999999984", answer: "19.99" },
  { writer: "yajl", text: "19.989999999999998437", answer: "19.99" },
  { writer: "Free Pascal's fpjson", text: "1.9989999999999998E+001", answer: "19.99" },
  { writer: "Ada's GNATCOLL.JSON", text: "1.99900000000000E+01", answer: "19.99" },
  { writer: "boost.json, MariaDB's JSON_NORMALIZE", text: "1.999E1", answer: "19.99" },
  {
    writer: "Java's new BigDecimal(19.99)",
    text: "19.989999999999998436805981327779591083526611328125",
    answer: "19.99",
  },
  { writer: "boost's property_tree", text: '"19.989999999999998"', answer: "19.99" },
  {
    writer: "Java's new BigDecimal(19.99).toString()",
    text: '"19.989999999999998436805981327779591083526611328125"',
    answer: "19.99",
  },
  { writer: "Free Pascal's AsString", text: '"1.9989999999999998E+001"', answer: "19.99" },
  { writer: "a 32-bit float: nlohmann, Rust's f32, YASON", text: "19.989999771118164", answer: DECIMALS },
  { writer: "Ada's Float", text: "1.99899997711182E+01", answer: DECIMALS },
  { writer: "YASON, a 32-bit float", text: "1234567.875", answer: DECIMALS },
  { writer: "0.1 + 0.2 in most languages", text: "0.30000000000000004", answer: DECIMALS },
  { writer: "0.1 + 0.2 in RapidJSON and Octave", text: "0.30000000000000007", answer: DECIMALS },
  { writer: "0.1 + 0.2 in D", text: "0.300000000000000044", answer: DECIMALS },
  { writer: "0.1 + 0.2 in oj, cJSON, Perl, R, Lua", text: "0.3", answer: "0.30" },
  { writer: "0.1 + 0.2 in Free Pascal", text: "2.9999999999999999E-001", answer: "0.30" },
  { writer: "1.15 + 2.30 in most languages", text: "3.4499999999999997", answer: DECIMALS },
  { writer: "a third of 100 in most languages", text: "33.3333333333333333", answer: DECIMALS },
  { writer: "R's jsonlite (four decimals)", text: "33.3333", answer: DECIMALS },
  { writer: "Ruby's oj (a BigDecimal)", text: "0.12345e4", answer: "1234.50" },
  { writer: "Ruby's json (a BigDecimal)", text: '"0.12345e4"', answer: "1234.50" },
  { writer: "Gson, Jackson, simplejson (a decimal without trailing zeros)", text: "1E+2", answer: "100.00" },
  { writer: "Python's json with default=str (a normalized Decimal)", text: '"1E+2"', answer: "100.00" },
  { writer: "Jackson's BigDecimal tree", text: "5E+1", answer: "50.00" },
  { writer: "Haskell's aeson", text: "5.0e-2", answer: "0.05" },
  { writer: "PostgreSQL's avg()", text: "1.5000000000000000", answer: "1.50" },
  { writer: "Gson, Jackson, Java's Double", text: "1.0E6", answer: "1000000.00" },
  { writer: "Ada's GNATCOLL.JSON", text: "1.23450000000000E+003", answer: "1234.50" },
  { writer: "Free Pascal's fpjson, as text", text: '"5.0000000000000000E+001"', answer: "50.00" },
  { writer: "decimal.js, big.js, bignumber.js", text: '"1e-7"', answer: DECIMALS },
  { writer: "MariaDB's ZEROFILL, as text", text: '"0000050.00"', answer: "50.00" },
  { writer: "Ruby's Rational", text: '"2469/2"', answer: NUMBER },
  { writer: "PostgreSQL's money", text: '"$1,234.50"', answer: NUMBER },
  { writer: "PHP's number_format", text: '"1,234.50"', answer: NUMBER },
  { writer: "a number read from a line", text: String.raw`"1.2346e+06\n"`, answer: NUMBER },
  { writer: "R's jsonlite without auto_unbox", text: "[50]", answer: NUMBER },
  { writer: "Haskell's Rational", text: '{"denominator":2,"numerator":2469}', answer: NUMBER },
  {
    writer: "C++'s ostream and Qt's QString::number: 1234567.89 in six digits",
    text: "1.23457e+06",
    answer: "1234570.00",
  },
  { writer: "MariaDB's FLOAT: 1234567.89", text: "1234570", answer: "1234570.00" },
  { writer: "jsoncpp with precision 2: 1234.5", text: "1.2e+03", answer: "1200.00" },
  { writer: "RapidJSON with SetMaxDecimalPlaces(2): 1.15 + 2.30", text: "3.44", answer: "3.44" },
  { writer: "gawk, D: 123456.78", text: "123457", answer: "123457.00" },
  { writer: "bc, MUMPS", text: ".50", answer: unexpected(".50") },
  { writer: "MariaDB's ZEROFILL, COBOL's DISPLAY", text: "0000050.00", answer: unexpected("0000050.00") },
  { writer: "Tcl's json::write of raw text", text: "0100", answer: unexpected("0100") },
  { writer: "OCaml's string_of_float", text: "100.", answer: unexpected("100.") },
  { writer: "a NaN in JavaScript, Python or C", text: "NaN", answer: unexpected("NaN") },
  { writer: "10,000,000 in most encoders", text: "10000000", answer: LARGEST },
  { writer: "10,000,000 in Java", text: "1.0E7", answer: LARGEST },
  { writer: "10,000,000 in Qt and Guile", text: "1e+07", answer: LARGEST },
  { writer: "a double just below 10,000,000", text: "9999999.9999999999", answer: LARGEST },
];

const instant = (expected: string): string => `expected ${expected}: YYYY-MM-DDThh:mm:ss+08:00`;
const BRACKETS = instant("an offset at the end, without the name of a time zone in brackets");
const NO_OFFSET = instant("an offset at the end, such as +08:00 or Z");
const BLANK = instant("a T between the date and the time, not a space");
const COUNT = instant("an ISO 8601 date-time, not a number");
const ISO = instant("an ISO 8601 date-time with offset");

/** Spellings of 03:02:00 or 03:02:26.348 UTC on 27 November 2026, written in Hong Kong. `answer` is the instant read. */
export const instants: readonly Spelling[] = [
  { writer: "Java's Instant, Temporal.Instant", text: '"2026-11-27T03:02:00Z"', answer: "2026-11-27T03:02:00.000Z" },
  { writer: "Java's OffsetDateTime", text: '"2026-11-27T11:02+08:00"', answer: "2026-11-27T03:02:00.000Z" },
  { writer: "Java's and Temporal's ZonedDateTime", text: '"2026-11-27T11:02+08:00[Asia/Hong_Kong]"', answer: BRACKETS },
  { writer: "Java's ISO_OFFSET_DATE_TIME", text: '"2026-11-27T11:02:26.34+08:00"', answer: "2026-11-27T03:02:26.340Z" },
  {
    writer: "Java's SimpleDateFormat with Z, PHP's ISO8601",
    text: '"2026-11-27T11:02:26+0800"',
    answer: "2026-11-27T03:02:26.000Z",
  },
  {
    writer: "Java's SimpleDateFormat with X, PostgreSQL's to_char with OF, GLib",
    text: '"2026-11-27T11:02:26+08"',
    answer: "2026-11-27T03:02:26.000Z",
  },
  {
    writer: "a literal Z on local time: 8 hours late",
    text: '"2026-11-27T11:02:26Z"',
    answer: "2026-11-27T11:02:26.000Z",
  },
  {
    writer: "Java's YYYY on 31 December: a year late",
    text: '"2027-12-31T11:02:26+0800"',
    answer: "2027-12-31T03:02:26.000Z",
  },
  {
    writer: "PHP's ATOM, Go, moment, dayjs, date-fns",
    text: '"2026-11-27T11:02:26+08:00"',
    answer: "2026-11-27T03:02:26.000Z",
  },
  {
    writer: "PHP's RFC3339_EXTENDED, luxon",
    text: '"2026-11-27T11:02:26.348+08:00"',
    answer: "2026-11-27T03:02:26.348Z",
  },
  {
    writer: "PHP's json_encode of a DateTime",
    text: '{"date":"2026-11-27 11:02:26.348000","timezone_type":3,"timezone":"Asia/Hong_Kong"}',
    answer: ISO,
  },
  {
    writer: "PHP's DATE_ISO8601_EXPANDED",
    text: '"+2026-11-27T11:02:26+08:00"',
    answer: instant("a year of four digits without a sign"),
  },
  {
    writer: "Python's isoformat of an aware datetime",
    text: '"2026-11-27T11:02:26.348123+08:00"',
    answer: "2026-11-27T03:02:26.348Z",
  },
  {
    writer: "Python's isoformat of a naive datetime, Perl's DateTime, Qt, D",
    text: '"2026-11-27T11:02:26.348123"',
    answer: NO_OFFSET,
  },
  {
    writer: 'Python\'s isoformat with a "Z" added',
    text: '"2026-11-27T03:02:26+00:00Z"',
    answer: instant("one offset at the end: Z or, for example, +08:00"),
  },
  { writer: "Python's str", text: '"2026-11-27 11:02:26.348123+08:00"', answer: BLANK },
  { writer: "PostgreSQL's ::text of a timestamptz", text: '"2026-11-27 11:02:26.348+08"', answer: BLANK },
  { writer: "Ruby's to_s and JSON.generate(Time)", text: '"2026-11-27 11:02:00 +0800"', answer: BLANK },
  { writer: "Go's json.Marshal", text: '"2026-11-27T11:02:26.348123456+08:00"', answer: "2026-11-27T03:02:26.348Z" },
  { writer: "Haskell's iso8601Show", text: '"2026-11-27T03:02:26.348123456Z"', answer: "2026-11-27T03:02:26.348Z" },
  {
    writer: "ten digits of a fraction",
    text: '"2026-11-27T03:02:26.3481234567Z"',
    answer: instant("at most nine digits in the fraction of a second"),
  },
  { writer: "R's format with %OS3 and %z", text: '"2026-11-27T03:02:26.348+0000"', answer: "2026-11-27T03:02:26.348Z" },
  { writer: "R's jsonlite, MariaDB, SQLite's datetime()", text: '"2026-11-27 03:02:26"', answer: BLANK },
  { writer: "SQLite's strftime with %fZ", text: '"2026-11-27T03:02:26.348Z"', answer: "2026-11-27T03:02:26.348Z" },
  {
    writer: "GNU date -Ins",
    text: '"2026-11-27T11:02:26,348000000+08:00"',
    answer: instant("a point before the fraction of a second, not a comma"),
  },
  { writer: "GNU date -Ihours", text: '"2026-11-27T02+00:00"', answer: instant("hours and minutes in the time") },
  { writer: "GNU date --rfc-3339", text: '"2026-11-27 11:02:26+08:00"', answer: BLANK },
  { writer: "Jackson's default for a Date: milliseconds since the epoch", text: "1795748546348", answer: COUNT },
  { writer: "a Unix time", text: '"1795748546"', answer: COUNT },
  {
    writer: "Perl's and strftime's %z after a space",
    text: '"2026-11-27T11:02:26 +08:00"',
    answer: instant("no space before the offset"),
  },
  {
    writer: "ISO 8601's other midnight",
    text: '"2026-11-27T24:00:00Z"',
    answer: "expected a time of day up to 23:59:59, and an offset up to 23:59",
  },
  { writer: ".NET's o", text: '"2026-11-27T11:02:26.3480000+08:00"', answer: "2026-11-27T03:02:26.348Z" },
  {
    writer: "Free Pascal's yyyy-mm-ddThh:mm:ss, whose T is a time of its own",
    text: '"2026-11-2703:0203:02:26"',
    answer: ISO,
  },
];

/** A card number that libraries for card data disagree on. */
export interface CardNumber {
  readonly number: string;
  /** The brand that the hosted page sees, or why it refuses the number. */
  readonly answer: "VISA" | "MASTER" | "UNIONPAY" | "number" | "brand";
  /** Libraries that say something else. */
  readonly others: string;
}

const UNKNOWN_UNIONPAY = "creditcards: Maestro; creditcard.js, commons-validator, Business::CreditCard: no brand";

export const cardNumbers: readonly CardNumber[] = [
  { number: "6212345678901232", answer: "UNIONPAY", others: UNKNOWN_UNIONPAY },
  { number: "6250946000000016", answer: "UNIONPAY", others: UNKNOWN_UNIONPAY },
  { number: "6205500000000000004", answer: "UNIONPAY", others: "creditcard.js: Mastercard" },
  { number: "6221260000000000", answer: "UNIONPAY", others: "payment, Business::CreditCard: Discover" },
  {
    number: "6240000000000000",
    answer: "number",
    others: "card-validator, payment: valid, although the check digit is wrong",
  },
  {
    number: "6282000000000000",
    answer: "number",
    others: "card-validator, payment: valid, although the check digit is wrong",
  },
  { number: "8171999927660000", answer: "UNIONPAY", others: "payment: invalid; creditcards, creditcard.js: no brand" },
  { number: "2221000000000009", answer: "MASTER", others: "" },
  { number: "2720990000000007", answer: "MASTER", others: "" },
  { number: "4000000000006", answer: "VISA", others: "card-validator: invalid" },
  { number: "4000000000000000006", answer: "VISA", others: "payment: invalid; creditcard.js: no brand" },
  { number: "5100000000003", answer: "number", others: "credit-card-type: mastercard" },
  { number: "5610591081018250", answer: "brand", others: "Maestro; Business::CreditCard: BankCard" },
  { number: "3566002020360505", answer: "brand", others: "JCB; Business::CreditCard: Discover" },
];
