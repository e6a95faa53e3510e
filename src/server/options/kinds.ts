import * as z from "zod";
import { durationMeant, durationMs } from "../../core/scenario/values/duration.js";
import { InvalidInput } from "../../package/errors.js";

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
  /** The value that an invalid text probably means. */
  readonly meant?: (text: string) => string | undefined;
  /** All accepted values, if they are few names. */
  readonly choices?: readonly string[];
}

/** Reads the text of a flag or variable. Throws InvalidInput with the expected values. */
export function readOption<S extends z.ZodType>(
  { schema, expected, fromText, meant }: Kind<S>,
  text: string,
): z.output<S> {
  const read = schema().safeParse(fromText(text));
  if (read.success) return read.data;
  const like = meant?.(text);
  const hint = like === undefined ? "" : `; did you mean ${like}?`;
  throw new InvalidInput(`expected ${expected}, found ${JSON.stringify(withoutPassword(text))}${hint}`);
}

/** Removes a URL's password, because faults are logged. */
const withoutPassword = (text: string): string => text.replace(/^(\w+:\/\/[^:/]*):.*@/, "$1:…@");

const kind = <S extends z.ZodType>(
  schema: () => S,
  expected: string,
  fromText: (text: string) => unknown = (text) => text,
): Kind<S> => ({ schema, expected, fromText });

const someText = () => z.string().regex(/\S/, "a text");

export const textKind = kind(someText, "a text");

/** One token. Several belong into another member. */
export const tokenKind = kind(
  () =>
    z
      .string({ error: ({ input }) => (Array.isArray(input) ? "a text; did you mean adminTokens?" : undefined) })
      .regex(/\S/, "a text"),
  "a text",
);

const parts = (names: string): readonly string[] =>
  names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

const listOf = <S extends z.ZodType<string, string>>(item: () => S, error: string) =>
  z.union([z.array(item()), z.string().transform(parts).pipe(z.array(item()).min(1))], { error });

export const list = kind(() => listOf(someText, "a list of texts"), "names, separated by commas");

const someOrigins = "origins such as http://localhost:3000, separated by commas";
const anOrigin = () =>
  z
    .string()
    .regex(/^https?:\/\/[^\s/?#@,*]+\/?$/i)
    .refine((text) => URL.canParse(text));

export const origins = kind(() => listOf(anOrigin, someOrigins), someOrigins);

export const whole = (low: number, high: number) => {
  const expected = `a whole number from ${low} to ${high}`;
  return kind(
    () => z.int(expected).min(low, expected).max(high, expected),
    expected,
    (text) => (/^\d{1,10}$/.test(text) ? Number(text) : text),
  );
};

const decimalOf = (text: string): number | string => (/^\d{1,10}(\.\d{1,10})?$/.test(text) ? Number(text) : text);

export const upTo = (most: number) => {
  const expected = `a number from 0 to ${most}`;
  return kind(() => z.number(expected).min(0, expected).max(most, expected), expected, decimalOf);
};

/** Seconds: a number, or a duration with its unit. */
export const secondsUpTo = (most: number) => {
  const expected = `seconds, above 0 and at most ${most}, or a duration such as 500ms`;
  const seconds = () => z.number(expected).gt(0, expected).max(most, expected);
  return {
    ...kind(
      () => z.union([z.number(), z.string()], expected).transform(inSeconds).pipe(seconds()),
      expected,
      decimalOf,
    ),
    meant: durationMeant,
  };
};

function inSeconds(value: number | string): unknown {
  const ms = typeof value === "string" ? durationMs(value) : undefined;
  return ms === undefined ? value : ms / 1000;
}

const MIN_TTL_MS = 1000;
const aLongTime = "a duration of at least 1s, such as 7d or 12h";

export const longDuration: Kind<z.ZodString> = {
  ...kind(() => z.string().refine((text) => (durationMs(text) ?? 0) >= MIN_TTL_MS, aLongTime), aLongTime),
  meant: durationMeant,
};

const aStore = "a URL such as postgres://user:password@host:5432/database";

/** The address of a database for the lanes. Its password is never printed. */
export const storeUrl = kind(
  () =>
    z.string().superRefine((text, { addIssue }) => {
      if (/^postgres(ql)?:\/\/./i.test(text) && URL.canParse(text) && hasFitParameters(text)) return;
      const params = { isSecret: true, means: JSON.stringify(withoutPassword(text)) };
      addIssue({ code: "custom", message: aStore, params });
    }),
  `${aStore}; ?schema=<name>, ?pool=<n>, ?passwordfile=<path>, ?query_timeout=<ms> and ?sslmode=<mode> may follow`,
);

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
export const size = kind(
  () => z.union([z.int(), z.string()], aSize).transform(sizeInBytes).pipe(z.int(aSize).min(UNITS.mb, aSize)),
  aSize,
);

function sizeInBytes(value: number | string): unknown {
  const [, count, unit = ""] = /^(\d{1,12})(kb|mb|gb)?$/i.exec(String(value)) ?? [];
  return count === undefined ? value : Number(count) * UNITS[unit.toLowerCase() as keyof typeof UNITS];
}

export const choice = <const T extends readonly [string, ...string[]]>(choices: T) => ({
  ...kind(() => z.enum(choices), `one of ${choices.join(", ")}`),
  choices,
});

const yes = ["1", "true", "yes", "on"];
const no = ["0", "false", "no", "off"];

export const flag = kind(
  () => z.boolean(),
  "true or false",
  (text) => {
    const word = text.toLowerCase();
    return yes.includes(word) || (no.includes(word) ? false : text);
  },
);

const aBase = "an address such as http://localhost:4655, without ? and #";

/** An address to which paths are added. */
export const baseAddress = kind(
  () => z.url({ protocol: /^https?$/, error: aBase }).refine((url) => !/[?#]/.test(url), { error: aBase }),
  aBase,
);
