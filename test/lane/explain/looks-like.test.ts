import { expect, it } from "vitest";
import { parseInstant } from "../../../src/core/domain/money.js";
import { looksLike } from "../../../src/lane/explain/looks-like.js";

const AT = parseInstant("2026-11-27T02:32:00Z");
const amount = (text: string) => looksLike("hosted-checkout/create", `{"merchantId":3,"amount":${text}}`, AT);
const expiry = (text: string) => looksLike("hosted-checkout/create", `{"merchantId":3,"expiryTime":${text}}`, AT);

it.each([
  ["0.30000000000000004", "the rest of a sum of doubles"],
  ["3.4499999999999997", "Round it to 3.45"],
  ["33.333333333333336", "Round it to 33.33 or 33.34"],
  ["19.989999999999998", "the double 19.99 in 17 digits"],
  ["19.989999999999998437", "the double 19.99 in 17 digits"],
  ['"19.989999999999998"', "the double 19.99 in 17 digits"],
  ["1.9989999999999998E+001", "Free Pascal"],
  [
    "1998.9999999999998",
    "such as 19.99 * 100. Amounts are in the currency's main unit: if these are cents, divide by 100, otherwise round it to 1999.00",
  ],
  ["434.99999999999994", "if these are cents, divide by 100, otherwise round it to 435.00"],
  ["7.999999999999999", "otherwise round it to 8.00"],
  ["6.8999999999999995", "the rest of a sum of doubles, such as 0.1 + 0.2. Round it to 6.90"],
  ["0.10000000149011612", "the 32-bit float nearest to 0.1. Use a decimal type."],
  ["19.989999771118164", "the 32-bit float nearest to 19.99"],
  ["1234567.875", "the 32-bit float nearest to 1234567.88"],
  ["1E+2", "a Java BigDecimal or Python Decimal"],
  ["5E+1", "a Java BigDecimal or Python Decimal"],
  ["1.0E7", "a Java double"],
  ["1.999E1", "boost.json"],
  ["0.12345e4", "Ruby's BigDecimal"],
  ['"0.12345e4"', "Ruby's BigDecimal"],
  ["1.23457e+06", "six digits of C's %g"],
  ['"1.2346e+06\\n"', "six digits of C's %g"],
  ['"1,234.50"', "a text for people"],
  ['"$1,234.50"', "a text for people"],
  ['"19,99"', "a decimal comma"],
  [
    "99900000",
    "more than an amount may be. Amounts are in the currency's main unit: if these are cents, divide by 100.",
  ],
  ['"50,"', "SWIFT's MT messages"],
  ['"2469/2"', "a fraction"],
  ['{"denominator":2,"numerator":2469}', "a fraction"],
  ["[50]", "auto_unbox = TRUE"],
  ['"000001999"', "as in COBOL, ISO 8583 and a chip card's 9F02, 000001999 means 19.99"],
  ['"00000015p"', "a signed COBOL field"],
  ['"HK$50.00"', "a currency beside the amount"],
  ['"50.00 HKD"', "a currency beside the amount"],
  ['"50,00\\u00a0€"', "a currency beside the amount"],
  ['"５０.００"', "full-width digits"],
  ['"٥٠٫٠٠"', "digits of another script"],
  ['"1\\u00a0234.50"', "digits in groups"],
  ['"1\\u202f234,50"', "digits in groups"],
  ['"1\'234.50"', "digits in groups"],
  ['"1.234,50"', "digits in groups"],
  ['"1.234.567"', "digits in groups"],
  ['"1.234"', "three decimals. If you meant 1234 by 1.234"],
  ['"50.000"', "three decimals. If you meant 1234 by 1.234"],
  ['"1000.000"', undefined],
  ["50.000", undefined],
  ['" 50.00"', "white space around the number"],
  ['"50.00\\n"', "white space around the number"],
  ['"50-"', "a minus, CR or DB behind the number"],
  ['"(50.00)"', "behind the number, or brackets"],
  ['"19.99CR"', "as tills, books and COBOL write a credit"],
  ['"19.99 DB"', "as tills, books and COBOL write a credit"],
  ['"*********"', "which Fortran and Algol 68 write"],
  ['"*****19.99"', "a COBOL picture for cheques"],
  ['"+50"', "a plus sign"],
  ['"50."', "a point without digits on both sides"],
  ['".5"', "a point without digits on both sides"],
  ['"-.00"', "MUMPS, Fortran and Scheme write it"],
  ['""', "no amount"],
  ['"NaN"', "no amount"],
  ['{"$numberDecimal":"19.99"}', "MongoDB's Decimal128"],
  ['{"amount":1999,"currency":"HKD"}', "a money library's toJSON()"],
  ['"5K"', "compact notation writes 5K for 5000"],
  ['"0000199K"', "a signed COBOL field"],
  ['"[object Object]"', "an object that JavaScript made a text"],
  ['"3.5万"', "3.5万 is 35000"],
  ['"伍拾元正"', "Chinese or Japanese numerals"],
  ['"50元"', "a currency or a unit beside the amount"],
  ['"港幣50"', "a currency or a unit beside the amount"],
  ['"HKD50.00"', "a currency or a unit beside the amount"],
  ['"50.00 (HKD)"', "a currency or a unit beside the amount"],
  ['"50 kr"', "a currency or a unit beside the amount"],
  ['"50 cents"', "a currency or a unit beside the amount"],
  ['"1_000.00"', "Python's format(x, '_')"],
  [`"Decimal('50.00')"`, "Python's repr() of a Decimal"],
  ['"\u221250.00"', "a minus of another kind"],
  ['"50.\u2013"', "a dash for no cents"],
  ['"50,-"', "a dash for no cents"],
  ['"1,23,456.00"', "digits in groups of two"],
  ['"港幣50元"', "a currency or a unit beside the amount"],
  ['"50,00-"', "a minus, CR or DB behind the number"],
  ['"-50,00"', "a decimal comma"],
  ['"50/-"', "a dash for no cents"],
  ['"50%"', "a percentage"],
  ['"19.99-29.99"', "a range"],
  ['"50.00 – 60.00"', "a range"],
  ['"50.00;"', "a separator behind the number"],
  ['"\\u200b50.00"', "white space around the number"],
  ['"\\"50.00\\""', "quotes inside the text"],
  [`"'50.00"`, "quotes inside the text"],
  ['"=SUM(A1:A9)"', "a spreadsheet's formula"],
  ['"#N/A"', "its error such as #N/A"],
  ['{"value":"#VALUE!","address":"Sheet1!G2","type":"VALUE"}', "as HyperFormula returns it"],
  ['"{{amount}}"', "a template"],
  ['"%.2f"', "a template"],
  ['"undefined19.99undefined"', "v-money3's format()"],
  ['"-"', "no amount"],
  ['"A-1"', undefined],
  ["19.99", undefined],
  ["50", undefined],
  ['"50.00"', undefined],
  ["0.125", "Round it to 0.12 or 0.13"],
  ["1234567.89", undefined],
  ["9999999.99", undefined],
  ['"0.50"', undefined],
])("an amount of %s: %s", (text, hint) => {
  const found = amount(text);
  expect(found).toEqual(hint === undefined ? [] : [expect.stringContaining(hint)]);
  if (hint !== undefined) expect(found[0]).toMatch(/^amount: .*\.$/);
});

it.each([
  ['"2026-11-27T11:02:00Z"', "8 h 30 min after the call. If you meant 30 min, a literal Z stands on Hong Kong time."],
  ['"2026-11-27T11:02:00+08:00"', "30 min after the call."],
  ['"2026-11-27T03:02:26.348Z"', "30 min 26 s after the call."],
  ['"2026-11-27T02:02:00Z"', "30 min before the call."],
  ['"2027-12-31T03:02:00Z"', "399 d after the call."],
  ['"2026-11-27T11:02+08:00[Asia/Hong_Kong]"', "ZonedDateTime"],
  ['{"date":"2026-11-27 11:02:26.348000","timezone_type":3,"timezone":"Asia/Hong_Kong"}', "PHP's json_encode"],
  ['"Fri Nov 27 2026 23:47:40 GMT+0800 (Hong Kong Standard Time)"', "JavaScript's String(date)"],
  ['"Fri, 27 Nov 2026 15:47:40 GMT"', "an HTTP date"],
  ["1795748546348", "milliseconds since 1970"],
  ["1795748546", "PHP date(DATE_ATOM, $seconds)"],
  ['"2026-11-27 11:02:26"', "local time without an offset: PHP's date('Y-m-d H:i:s'), a database's text"],
  ['"2026-11-27 11:02:26.348123"', "PHP: date(DATE_ATOM)"],
  ['"2026-11-27 11:02:00 +0800"', "Ruby's to_s. PHP: date(DATE_ATOM), Python: datetime.now(timezone.utc).isoformat()"],
  ['"2026-11-27T11:02:26,348000000+08:00"', "GNU date -Ins"],
  ['"2026-11-27T11:02:26"', "local time without an offset: PHP's date('Y-m-d\\TH:i:s'), Java's LocalDateTime"],
  ['"2026-11-27T11:02:26.348123"', "PHP: date(DATE_ATOM), Python: datetime.now(timezone.utc).isoformat()"],
  ['"2026-11-27T03:02:26+00:00Z"', "a Z after a text"],
  ["1127110200", "field 7 of ISO 8583"],
  ["1795748546348000", "micro- or nanoseconds since 1970"],
  ['"20261127110200"', "UnionPay and WeChat Pay's version 2"],
  ['"20261127T110200Z"', "ISO 8601's basic form, as iCalendar writes it"],
  ['"11/27/2026, 11:02:26 AM"', "a date for people"],
  ['"27/11/2026, 11:02:26"', "a date for people"],
  ['"27.11.2026 11:02"', "PHP date(DATE_ATOM)"],
  ['"27/11/2026 上午11:02:26"', "a date for people"],
  ['"2026/11/27 11:02:26"', "a date for people"],
  ['"2026年11月27日 11:02"', "a date for people"],
  ['"Nov 27, 2026, 11:02 AM"', "a date for people"],
  ['"Fri, 27 Nov 2026 11:02:26 +0800"', "the date of an e-mail"],
  ['"2026-11-27"', "a date without a time"],
  ['"/Date(1795748546348)/"', ".NET's JavaScriptSerializer"],
  ["[2026,11,27,11,2]", "Jackson's list of the parts of a LocalDateTime"],
  ['{"$date":"2026-11-27T03:02:26Z"}', "MongoDB's Extended JSON"],
  ['{"_seconds":1795748546,"_nanoseconds":0}', "a Timestamp of Firestore"],
  ['"PT1000S"', "a duration. Send the instant"],
  ["1000", "perhaps how long the order is valid"],
  ['"Invalid Date"', "for a date that they could not read"],
  ['"[object Object]"', "an object that JavaScript made a text"],
  ['"soon"', undefined],
])("an expiryTime of %s: %s", (text, hint) => {
  expect(expiry(text)).toEqual(hint === undefined ? [] : [expect.stringContaining(hint)]);
});

it("an expiryTime of a year's last days that is a year late names YYYY", () => {
  const at = parseInstant("2026-12-31T02:00:00Z");
  const request = '{"expiryTime":"2027-12-31T03:00:00+0000"}';
  expect(looksLike("hosted-checkout/create", request, at)).toEqual([expect.stringContaining("needs yyyy")]);
});

it.each([
  ['"TRUE"', "a spreadsheet's text"],
  ['"on"', "the checkbox of an HTML form"],
  ['"t"', "PostgreSQL's text of a boolean"],
  ["1", undefined],
  ["true", undefined],
])("an isRecurring of %s: %s", (text, hint) => {
  const found = looksLike("hosted-checkout/create", `{"isRecurring":${text}}`, AT);
  expect(found).toEqual(hint === undefined ? [] : [expect.stringContaining(hint)]);
});

it.each([
  ["callbackUrl", "[]", "PHP's json_encode of an empty array. Leave the member out, or send (object) []."],
  ["lineItems", "[]", undefined],
  ["lineItems", '{ "3": {"quantity":1}}', "an object in place of a list, as PHP's json_encode writes an array"],
  ["lineItems", '{"tea":{"quantity":1}}', "Send array_values($list)."],
  [
    "lineItems",
    '{"quantity":1,"priceData":{}}',
    "one item in place of a list. Put it into a list: [{…}], in PHP [[…]].",
  ],
  ["lineItems", '{"priceData":{},"quantity":1}', "one item in place of a list."],
  ["allowedBinRanges", '{"1":{"binStart":"4111"}}', "Send array_values($list)."],
])("an array of PHP as %s: %s", (name, written, expected) => {
  expect(looksLike("hosted-checkout/create", `{"${name}":${written}}`, AT)).toEqual(
    expected === undefined ? [] : [expect.stringContaining(expected)],
  );
});

it("ids, flags, texts and inner values are looked at too", () => {
  const request =
    '{"merchantReference":1234567890123456788,"isRecurring":"True","lineItems":[{"priceData":{"unitAmount":[5]}}]}';
  expect(looksLike("hosted-checkout/create", request, AT)).toEqual([
    expect.stringContaining("merchantReference: a number of more than 15 digits for a text"),
    expect.stringContaining("isRecurring: Python's str(True)"),
    expect.stringContaining("lineItems[0].priceData.unitAmount: a list with one amount"),
  ]);
  expect(looksLike("hosted-checkout/query", '{"orderId":"430855.0"}', AT)).toEqual([
    expect.stringContaining("orderId: the text of a double"),
  ]);
});

it.each([
  ["checkout/pay", '{"amount":[50]}'],
  ["hosted-checkout/create", '{"amount":[50]'],
  ["hosted-checkout/create", `{"amount":[50],"extra":"${"x".repeat(70_000)}"}`],
  ["hosted-checkout/create", ""],
])("nothing is said of %s %j", (operation, request) => {
  expect(looksLike(operation, request, AT)).toEqual([]);
});
