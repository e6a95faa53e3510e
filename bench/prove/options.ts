import { parseArgs } from "node:util";

/** What a part is run with. */
export interface ProveOptions {
  /** Everything drawn comes from it. */
  readonly seed: number;
  /** The form that runs in CI. */
  readonly isShort: boolean;
  /** The share of the pieces that this run takes, such as 1 of 2; all by default. Parts without pieces ignore it. */
  readonly share: Share;
  /** Nothing new is begun later than this, in ms since the epoch. */
  readonly until: number;
}

/** Number `index` of `of` equal shares; the first is 1. */
export interface Share {
  readonly index: number;
  readonly of: number;
}

export interface Asked extends ProveOptions {
  readonly parts: readonly string[];
  readonly asJson: boolean;
}

/** Wrong options, told in one line. */
export class UsageError extends Error {}

const SEED_MAX = 2_147_483_647;

/** Reads the command line. Throws UsageError. */
export function askedBy(args: readonly string[], known: readonly string[]): Asked {
  const { values, positionals } = parsed(args);
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`${unknown} is no part: expected ${known.join(", ")}, or none for all`);
  const minutes = numberIn("minutes", values.minutes, { least: 0, most: 1440 });
  return {
    parts: positionals.length > 0 ? positionals : known,
    seed: wholeIn("seed", values.seed) ?? Math.floor(Math.random() * SEED_MAX),
    isShort: values.short === true,
    asJson: values.json === true,
    share: shareIn(values.share),
    until: minutes === undefined ? Number.POSITIVE_INFINITY : Date.now() + minutes * 60_000,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        seed: { type: "string" },
        minutes: { type: "string" },
        share: { type: "string" },
        short: { type: "boolean" },
        json: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new UsageError(
      `${(error as Error).message.split(". ")[0]}: expected --seed <n>, --short, --minutes <n>, --share <i>/<n>, --json`,
    );
  }
}

function shareIn(text = "1/1"): Share {
  const [, index, of] = /^(\d{1,3})\/(\d{1,3})$/.exec(text)?.map(Number) ?? [];
  if (index !== undefined && of !== undefined && index >= 1 && index <= of) return { index, of };
  throw new UsageError(`--share: expected such as 1/2, found ${text}`);
}

function wholeIn(name: string, text: string | undefined): number | undefined {
  const value = numberIn(name, text, { least: 0, most: SEED_MAX });
  if (value !== undefined && !Number.isInteger(value))
    throw new UsageError(`--${name}: expected a whole number, found ${text}`);
  return value;
}

function numberIn(name: string, text: string | undefined, { least, most }: { least: number; most: number }) {
  if (text === undefined) return undefined;
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (!(value >= least && value <= most))
    throw new UsageError(
      `--${name}: expected a number from ${least} to ${most}, found ${text === "" ? "nothing" : text}`,
    );
  return value;
}
