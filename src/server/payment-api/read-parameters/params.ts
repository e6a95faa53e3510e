import { redirectFault } from "../../../core/domain/decide/page-options.js";
import { currencies } from "../../../core/domain/money.js";
import type { ParametersOf, Values } from "../../../core/domain/parameters.js";
import { readAmount, readUnitAmount } from "../../../core/domain/read-amount.js";
import { Expected } from "../../../core/domain/read-field.js";
import type { Policy } from "../../../core/facts/assumptions.js";
import type { ParameterRow, ParameterRows, RowOf } from "../../../core/facts/parameters/parameter-rows.js";
import { type Parameters, parameters } from "../../../core/facts/parameters/parameters.js";
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

/** The parameters of a call as they are read, or all problems in the order of their table: "lineItems[0].quantity: expected …". */
export type ReadParams<V> = { readonly data: V; readonly problems?: never } | { readonly problems: readonly string[] };

/** Reads a value at a path, and adds what is wrong with it to the problems. What it returns then doesn't count. */
type Read<V> = (value: unknown, path: string, problems: string[]) => V;

/** A parameter with members. Any other is read in one step. */
type Whole = "addresses" | "line-items" | "price-data" | "bin-ranges";
type Single = Exclude<ParameterRow["kind"], Whole>;

/** Reads the parameters of an endpoint, given a lane's choices. */
export function paramsOf<P extends keyof Parameters>(path: P, policy: Policy) {
  const read = membersOf<ParametersOf<P>>(parameters[path].rows, policy);
  return (params: object): ReadParams<ParametersOf<P>> => {
    const problems: string[] = [];
    const data = read(params, "", problems);
    return problems.length === 0 ? { data } : { problems };
  };
}

/** An absent or null value means "not given". So does an empty text of one that isn't required, unless the reader accepts it. */
function single(row: RowOf<Single>, policy: Policy): Read<unknown> {
  const { need, otherwise } = row;
  const { read, readsEmpty = () => false } = readerOf(row, policy);
  const absent = need === "required" ? new Expected("required") : otherwise;
  return (value, path, problems) => {
    const isGiven = value !== undefined && value !== null && (need === "required" || value !== "" || readsEmpty());
    const result = isGiven ? read(value) : absent;
    if (!(result instanceof Expected)) return result;
    problems.push(`${path}: ${result.what}`);
    return undefined;
  };
}

export const readerOf = (row: RowOf<Single>, policy: Policy): Reader<unknown> =>
  readers[row.kind](row as never, policy);

const readers: { readonly [K in Single]: (row: RowOf<K>, policy: Policy) => Reader<Values[K]> } = {
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

/**
 * The members of an object that has its form. Most calls give few of them: those are read, and only if something is wrong
 * each in the order of the table.
 */
function membersOf<V>(rows: ParameterRows, policy: Policy) {
  const members = new Map(
    Object.entries(rows).map(([name, row]) => [
      name,
      { read: readOf(row, policy), isRequired: row.need === "required" },
    ]),
  );
  const required = [...members.values()].filter(({ isRequired }) => isRequired).length;
  const defaults: Readonly<Record<string, unknown>> = Object.fromEntries(
    Object.entries(rows).flatMap(([name, { otherwise }]) => (otherwise === undefined ? [] : [[name, otherwise]])),
  );
  return (object: object, path: string, problems: string[]): V => {
    const given = object as Readonly<Record<string, unknown>>;
    const read = { ...defaults };
    const at = path === "" ? "" : `${path}.`;
    const before = problems.length;
    let missing = required;
    for (const name in given) {
      const member = members.get(name);
      if (!member) continue;
      const value = member.read(given[name], `${at}${name}`, problems);
      if (value !== undefined) read[name] = value;
      if (member.isRequired) missing--;
    }
    if (missing === 0 && problems.length === before) return read as V;
    problems.length = before;
    for (const [name, member] of members) member.read(given[name], `${at}${name}`, problems);
    return read as V;
  };
}

function readOf(row: ParameterRow, policy: Policy): Read<unknown> {
  if (!("members" in row)) return single(row, policy);
  const read: Read<unknown> = wholes[row.kind](row.members, policy);
  if (row.need === "required") return read;
  return (value, path, problems) => (value === undefined || value === null ? undefined : read(value, path, problems));
}

/** An object with these members. Its problem names them, if it has no other. */
function objectOf<V>(
  rows: ParameterRows,
  policy: Policy,
  expected = `expected an object with ${Object.keys(rows).join(" and ")}`,
): Read<V | undefined> {
  const read = membersOf<V>(rows, policy);
  return (value, path, problems) => {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return read(value, path, problems);
    problems.push(`${path}: ${expected}`);
    return undefined;
  };
}

/** Each item of an array that was read without a problem. */
function itemsOf<V>(read: Read<V | undefined>, values: readonly unknown[], path: string, problems: string[]): V[] {
  const items: V[] = [];
  for (let n = 0; n < values.length; n++) {
    const before = problems.length;
    const item = read(values[n], `${path}[${n}]`, problems);
    if (problems.length === before) items.push(item as V);
  }
  return items;
}

const wholes: { readonly [K in Whole]: (rows: ParameterRows, policy: Policy) => Read<Values[K] | undefined> } = {
  addresses: (rows, policy) =>
    objectOf(rows, policy, `expected an object of addresses: ${Object.keys(rows).join(", ")}`),
  "price-data": (rows, policy) => objectOf(rows, policy),
  "line-items": (rows, policy) => {
    const read = objectOf<{ readonly quantity: number; readonly priceData: Values["price-data"] }>(rows, policy);
    return (value, path, problems) => {
      if (Array.isArray(value) && value.length > 0)
        return itemsOf(read, value, path, problems).map(({ quantity, priceData: { name, unitAmount } }) => ({
          name,
          quantity,
          unitAmountMinor: unitAmount,
        }));
      const expected = Array.isArray(value) ? "expected at least one line item" : "expected an array of line items";
      problems.push(`${path}: ${value === undefined ? "required" : expected}`);
      return undefined;
    };
  },
  "bin-ranges": (rows, policy) => {
    const members = objectOf<Values["bin-ranges"][number]>(rows, policy);
    const read: typeof members = (value, path, problems) => {
      const before = problems.length;
      const range = members(value, path, problems);
      if (problems.length > before || range === undefined) return undefined;
      if (range.binEnd.length !== range.binStart.length)
        problems.push(`${path}.binEnd: expected as many digits as binStart`);
      // ASSUMED(bin-range-order): a range that ends before it starts holds no card, so it is refused.
      else if (range.binStart > range.binEnd && policy["bin-range-order"] !== "accept")
        problems.push(`${path}.binEnd: expected at least binStart`);
      return range;
    };
    return (value, path, problems) => {
      if (Array.isArray(value)) return itemsOf(read, value, path, problems);
      problems.push(`${path}: expected an array of ranges`);
      return undefined;
    };
  },
};
