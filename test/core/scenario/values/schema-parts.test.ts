import { expect, it } from "vitest";
import * as z from "zod";
import { balanceSchema } from "../../../../src/core/scenario/values/number-or-digits.js";
import {
  amountSchema,
  chargeSchema,
  expirySchema,
  instantSchema,
} from "../../../../src/core/scenario/values/schema-parts.js";

const EXAMPLE = "2026-01-05T10:00:00+08:00";
const said = (schema: typeof expirySchema | typeof instantSchema, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message;

it.each([
  ["2026-02-30T00:00:00Z", "a day of the calendar: 2026-02 has no day 30"],
  ["2026-13-01T00:00:00Z", "a day of the calendar: there is no month 13"],
  ["2026-02-30", "a day of the calendar: 2026-02 has no day 30"],
  ["2027-01-05T10:00:00", "an offset (+08:00 or Z) at the end, such as 2027-01-05T10:00:00+08:00"],
  ["2027-01-05 10:00:00", "a T between the date and the time, not a space, such as 2027-01-05T10:00:00+08:00"],
  ["2027-01-05", "a time and an offset after the date, such as 2027-01-05T00:00:00+08:00"],
  ["2026-01-05T10:00:00+0800", `hours, a colon and minutes in the offset, such as ${EXAMPLE}`],
  ["2026-01-05T10:00:00+08", `hours, a colon and minutes in the offset, such as ${EXAMPLE}`],
  ["2026-01-05T10:00:00 08:00", `a + before the offset, in a URL as %2B, such as ${EXAMPLE}`],
  ["2026-01-05T24:00:00Z", `a time of day up to 23:59:59, and an offset up to 23:59, such as ${EXAMPLE}`],
  ["Invalid Date", `a valid date, such as ${EXAMPLE}`],
  ["1700000000", `an ISO 8601 date-time, not a number, such as ${EXAMPLE}`],
  [1_700_000_000, `an ISO 8601 date-time, not a number, such as ${EXAMPLE}`],
  ["noon", `an instant such as ${EXAMPLE}`],
  [undefined, `an instant such as ${EXAMPLE}`],
  [{ toString: 1 }, `an instant such as ${EXAMPLE}`],
  [EXAMPLE, undefined],
])("the instant %j: %s", (value, expected) => expect(said(instantSchema, value)).toBe(expected));

it.each([
  ["202713", "YYYYMM, such as 203012: there is no month 13"],
  ["2027-13", "YYYYMM, such as 203012: there is no month 13"],
  ["2027-12", "YYYYMM, such as 203012"],
  ["12/27", "YYYYMM, such as 202712"],
  ["12/2027", "YYYYMM, such as 202712"],
  ["1227", "YYYYMM, such as 202712"],
  [202712, 'YYYYMM as a text, such as "203012"'],
  [undefined, "YYYYMM, such as 203012"],
  [{ toString: 1 }, "YYYYMM, such as 203012"],
  ["202712", undefined],
])("the card's last month %j: %s", (value, expected) => expect(said(expirySchema, value)).toBe(expected));

it.each([
  ["Amount", amountSchema],
  ["charge", chargeSchema],
  ["balance", balanceSchema()],
])("the JSON Schema of %s takes a number, and each text that is read as one", (_, schema) => {
  const [number, text] = z.toJSONSchema(schema, { io: "input" }).anyOf!;
  expect([number!.type, text!.type]).toEqual(["number", "string"]);
  const isInPattern = (value: string) => new RegExp(text!.pattern!).test(value);
  for (const value of ["50", "50.00", "0.5"]) expect([isInPattern(value), schema.parse(value)]).toEqual([true, +value]);
  for (const value of ["", "1e3", "+5", "5.", "5 "])
    expect([isInPattern(value), schema.safeParse(value).success]).toEqual([false, false]);
});
