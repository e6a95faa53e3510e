import * as z from "zod";
import { InvalidInput } from "../package/errors.js";
import { durationMs } from "../scenario/values/duration.js";

/**
 * A kind of value. One schema checks it in flags, variables, the config file and the library. The schema is built
 * only if there is a value, so that a start without options is fast.
 */
export interface Kind<S extends z.ZodType = z.ZodType> {
  readonly schema: () => S;
  /** The accepted values, in words that follow "expected". */
  readonly expected: string;
  /** Parses a text. Returns an invalid text unchanged, because the schema will reject it. */
  readonly fromText: (text: string) => unknown;
}

/** Reads the text of a flag or variable. Throws InvalidInput with the expected values. */
export function readOption<S extends z.ZodType>({ schema, expected, fromText }: Kind<S>, text: string): z.output<S> {
  const read = schema().safeParse(fromText(text));
  if (read.success) return read.data;
  throw new InvalidInput(`expected ${expected}, found ${JSON.stringify(withoutPassword(text))}`);
}

/** Removes a URL's password, because faults are logged. */
const withoutPassword = (text: string): string => text.replace(/^(\w+:\/\/[^:/]*):.*@/, "$1:…@");

const asIs = (text: string): string => text;
const someText = () => z.string().regex(/\S/, "a text");

export const text = { schema: someText, expected: "a text", fromText: asIs } satisfies Kind;

const parts = (names: string): readonly string[] =>
  names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

const listOf = <S extends z.ZodType<string, string>>(item: () => S, error: string) =>
  z.union([z.array(item()), z.string().transform(parts).pipe(z.array(item()).min(1))], { error });

export const list = {
  schema: () => listOf(someText, "a list of texts"),
  expected: "names, separated by commas",
  fromText: asIs,
} satisfies Kind;

const someOrigins = "origins such as http://localhost:3000, separated by commas";
const anOrigin = () =>
  z
    .string()
    .regex(/^https?:\/\/[^\s/?#@,*]+\/?$/i)
    .refine((text) => URL.canParse(text));

export const origins = {
  schema: () => listOf(anOrigin, someOrigins),
  expected: someOrigins,
  fromText: asIs,
} satisfies Kind;

export const whole = (low: number, high: number) => {
  const expected = `a whole number from ${low} to ${high}`;
  return {
    schema: () => z.int().min(low, expected).max(high, expected),
    expected,
    fromText: (found: string) => (/^\d{1,10}$/.test(found) ? Number(found) : found),
  } satisfies Kind;
};

const decimalOf = (found: string): number | string => (/^\d{1,10}(\.\d{1,10})?$/.test(found) ? Number(found) : found);

export const upTo = (most: number) => {
  const expected = `a number from 0 to ${most}`;
  return {
    schema: () => z.number().min(0, expected).max(most, expected),
    expected,
    fromText: decimalOf,
  } satisfies Kind;
};

export const secondsUpTo = (most: number) => {
  const expected = `seconds, above 0 and at most ${most}`;
  return {
    schema: () => z.number().gt(0, expected).max(most, expected),
    expected,
    fromText: decimalOf,
  } satisfies Kind;
};

const MIN_TTL_MS = 1000;
const aLongTime = "a duration of at least 1s, such as 7d or 12h";

export const longDuration = {
  schema: () => z.string().refine((found) => (durationMs(found) ?? 0) >= MIN_TTL_MS, aLongTime),
  expected: aLongTime,
  fromText: asIs,
} satisfies Kind;

const aStore = "a URL such as postgres://user:password@host:5432/database";

/** The address of a database for the lanes. Its password is never printed. */
export const storeUrl = {
  schema: () =>
    z
      .string()
      .refine((found) => /^postgres(ql)?:\/\/./i.test(found) && URL.canParse(found) && hasFitParameters(found), aStore),
  expected: `${aStore}; ?schema=<name>, ?pool=<n>, ?passwordfile=<path>, ?query_timeout=<ms> and ?sslmode=<mode> may follow`,
  fromText: asIs,
} satisfies Kind;

const tlsModes = ["disable", "prefer", "require", "verify-ca", "verify-full", "no-verify"];

function hasFitParameters(url: string): boolean {
  const { searchParams } = new URL(url);
  const parameter = (name: string, fallback: string): string => searchParams.get(name) ?? fallback;
  // The driver would silently use another mode instead of an unknown one.
  if (!tlsModes.includes(parameter("sslmode", "disable"))) return false;
  return (
    /^[a-z_][a-z0-9_]{0,62}$/.test(parameter("schema", "a")) &&
    /^[1-9]\d{0,3}$/.test(parameter("pool", "1")) &&
    /^[1-9]\d{0,8}$/.test(parameter("query_timeout", "1"))
  );
}

const UNITS = { "": 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 } as const;
const aSize = "a size of at least 1mb, such as 256mb or 2gb";

/** Bytes, or a text with a unit. */
export const size = {
  schema: () => z.preprocess(bytesOf, z.int(aSize).min(UNITS.mb, aSize)),
  expected: aSize,
  fromText: (found: string) => bytesOf(found),
} satisfies Kind;

/** The same as a member of a document. */
export const sizeMember = () =>
  z.union([z.int(), z.string()], aSize).transform(bytesOf).pipe(z.int(aSize).min(UNITS.mb, aSize));

function bytesOf(value: unknown): unknown {
  const [, count, unit = ""] = /^(\d{1,12})(kb|mb|gb)?$/i.exec(String(value)) ?? [];
  return count === undefined ? value : Number(count) * UNITS[unit.toLowerCase() as keyof typeof UNITS];
}

export const oneOf = <const T extends readonly [string, ...string[]]>(choices: T) =>
  ({ schema: () => z.enum(choices), expected: `one of ${choices.join(", ")}`, fromText: asIs }) satisfies Kind;

const yes = ["1", "true", "yes", "on"];
const no = ["0", "false", "no", "off"];
const truth = (found: string): boolean | string => {
  const word = found.toLowerCase();
  return yes.includes(word) || (no.includes(word) ? false : found);
};

export const flag = {
  schema: () => z.boolean(),
  expected: "true or false",
  fromText: truth,
} satisfies Kind;

const anAddress = "an address such as http://localhost:4655";

export const address = {
  schema: () => z.url({ protocol: /^https?$/, error: anAddress }),
  expected: anAddress,
  fromText: asIs,
} satisfies Kind;
