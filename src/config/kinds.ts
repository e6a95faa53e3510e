import * as z from "zod";
import { InvalidInput } from "../package/errors.js";
import { durationMs } from "../scenario/duration.js";

/**
 * A kind of value. One schema checks it, whether it comes from a flag, a variable, the config file or the library; it is
 * made when there is a value, so that a start without options makes none.
 */
export interface Kind<S extends z.ZodType = z.ZodType> {
  readonly schema: () => S;
  /** What the schema takes, in words that follow "expected". */
  readonly expected: string;
  /** The value that a text stands for. A text that stands for none stays a text, and the schema refuses it. */
  readonly fromText: (text: string) => unknown;
}

/** Reads the text of a flag or of a variable. Throws InvalidInput with what was expected. */
export function readText<S extends z.ZodType>({ schema, expected, fromText }: Kind<S>, text: string): z.output<S> {
  const read = schema().safeParse(fromText(text));
  if (read.success) return read.data;
  throw new InvalidInput(`expected ${expected}, found ${JSON.stringify(withoutPassword(text))}`);
}

/** Of a URL: what went wrong is written to logs. */
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

/** Where a database is that holds the lanes; its password is never printed. */
export const storeUrl = {
  schema: () =>
    z
      .string()
      .refine((found) => /^postgres(ql)?:\/\/./i.test(found) && URL.canParse(found) && hasFitParameters(found), aStore),
  expected: `${aStore}; ?schema=<name>, ?pool=<n> and ?sslmode=<mode> may follow`,
  fromText: asIs,
} satisfies Kind;

const tlsModes = ["disable", "prefer", "require", "verify-ca", "verify-full", "no-verify"];

function hasFitParameters(url: string): boolean {
  const { searchParams } = new URL(url);
  const [schema, pool] = [searchParams.get("schema") ?? "a", searchParams.get("pool") ?? "1"];
  // The driver would take a mode that it does not know for another one.
  if (!tlsModes.includes(searchParams.get("sslmode") ?? "disable")) return false;
  return /^[a-z_][a-z0-9_]{0,62}$/.test(schema) && /^[1-9]\d{0,3}$/.test(pool);
}

const UNITS = { "": 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 } as const;
const aSize = "a size of at least 1mb, such as 256mb or 2gb";

/** Bytes, or a text with a unit. */
export const size = {
  schema: () => z.preprocess(bytesOf, z.int(aSize).min(UNITS.mb, aSize)),
  expected: aSize,
  fromText: (found: string) => bytesOf(found),
} satisfies Kind;

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
