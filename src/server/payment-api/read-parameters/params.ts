import * as z from "zod";
import { redirectFault } from "../../../core/domain/decide/page-options.js";
import { currencies } from "../../../core/domain/money.js";
import type { ParametersOf, Values } from "../../../core/domain/parameters.js";
import { readAmount, readUnitAmount } from "../../../core/domain/read-amount.js";
import type { Policy } from "../../../core/facts/assumptions.js";
import type { ParameterRow, ParameterRows, RowOf } from "../../../core/facts/parameters/parameter-rows.js";
import { type Parameters, parameters } from "../../../core/facts/parameters/parameters.js";
import { pathText } from "../../../core/scenario/values/issues.js";
import { param } from "./parameter.js";
import {
  amountReader,
  binReader,
  booleanReader,
  colourReader,
  emailReader,
  ignoredReader,
  instantReader,
  methodsReader,
  oneOfReader,
  orderIdReader,
  type Reader,
  redirectReader,
  textReader,
  unpublishedTextReader,
  userIdReader,
  wholeReader,
} from "./readers.js";

type Kind = ParameterRow["kind"];
/** Kinds with members. */
type Whole = "addresses" | "line-items" | "price-data" | "bin-ranges";

/** The parameter table of an endpoint, given a lane's choices. */
export const paramsOf = <P extends keyof Parameters>(path: P, policy: Policy): z.ZodType<ParametersOf<P>> =>
  z.object(schemasOf(parameters[path].rows, policy)) as unknown as z.ZodType<ParametersOf<P>>;

const schemasOf = (rows: ParameterRows, policy: Policy): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, schemaOf(row, policy)]));

function schemaOf(row: ParameterRow, policy: Policy): z.ZodType {
  if (!("members" in row)) return param(readers[row.kind](row as never, policy), row);
  const given: z.ZodType = wholes[row.kind](row.members, policy);
  const schema = row.need === "required" ? given : given.nullish().transform((value) => value ?? undefined);
  return schema.register(z.globalRegistry, { description: row.about });
}

const readers: { readonly [K in Exclude<Kind, Whole>]: (row: RowOf<K>, policy: Policy) => Reader<Values[K]> } = {
  text: ({ limit }, policy) =>
    limit.source.kind === "assumed" ? unpublishedTextReader(limit, policy) : textReader(limit.value, policy),
  email: ({ limit }, policy) => emailReader(limit, policy),
  redirect: ({ limit }, policy) => redirectReader(limit, policy, redirectFault),
  whole: ({ limit }) => wholeReader(limit.value),
  "order-id": ({ limit }, policy) => orderIdReader(limit.value, policy),
  "user-id": (_, policy) => userIdReader(policy),
  amount: (_, policy) => amountReader((value) => readAmount(value, policy), { exclusiveMinimum: 0 }),
  "unit-amount": (_, policy) => amountReader((value) => readUnitAmount(value, policy), { minimum: 0 }),
  // ASSUMED(empty-currency): an empty text is a currency that does not exist.
  currency: (_, policy) => ({ ...oneOfReader(currencies), readsEmpty: () => policy["empty-currency"] === "refuse" }),
  instant: (_, policy) => instantReader(policy),
  flag: (_, policy) => booleanReader(policy),
  "one-of": ({ values }) => oneOfReader(values),
  methods: () => methodsReader,
  colour: () => colourReader,
  bin: () => binReader,
  ignored: () => ignoredReader,
};

/** An object with these members. Its error names them, if it has no other. */
const objectOf = <V>(
  members: ParameterRows,
  policy: Policy,
  error = `expected an object with ${Object.keys(members).join(" and ")}`,
) => z.object(schemasOf(members, policy), { error }) as unknown as z.ZodType<V>;

const wholes: { readonly [K in Whole]: (members: ParameterRows, policy: Policy) => z.ZodType<Values[K]> } = {
  addresses: (members, policy) =>
    objectOf(members, policy, `expected an object of addresses: ${Object.keys(members).join(", ")}`),
  "price-data": objectOf,
  "line-items": (members, policy) =>
    z
      .array(objectOf<{ readonly quantity: number; readonly priceData: Values["price-data"] }>(members, policy), {
        error: (issue) => (issue.input === undefined ? "required" : "expected an array of line items"),
      })
      .min(1, { error: "expected at least one line item" })
      .transform((items) =>
        items.map(({ quantity, priceData: { name, unitAmount } }) => ({ name, quantity, unitAmountMinor: unitAmount })),
      ),
  "bin-ranges": (members, policy) =>
    z.array(
      objectOf<Values["bin-ranges"][number]>(members, policy)
        .refine(({ binStart, binEnd }) => typeof binStart !== "string" || binEnd?.length === binStart.length, {
          path: ["binEnd"],
          error: "expected as many digits as binStart",
          abort: true,
        })
        // ASSUMED(bin-range-order): a range that ends before it starts holds no card, so it is refused.
        .refine(({ binStart, binEnd }) => binStart <= binEnd || policy["bin-range-order"] === "accept", {
          path: ["binEnd"],
          error: "expected at least binStart",
        }),
      { error: "expected an array of ranges" },
    ),
};

/** All problems, in the order of the parameter table: "lineItems[0].quantity: expected …". */
export const problems = ({ issues }: z.core.$ZodError): readonly string[] =>
  issues.map(({ path, message }) => `${pathText(path) || "request"}: ${message}`);
