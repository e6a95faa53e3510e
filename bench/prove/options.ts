import { parseArgs } from "node:util";

/** What a part is run with. */
export interface ProveOptions {
  /** Everything drawn comes from it. */
  readonly seed: number;
  /** The form that runs in CI. */
  readonly isShort: boolean;
  /** Nothing new is begun later than this, in ms since the epoch. */
  readonly until: number;
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
        short: { type: "boolean" },
        json: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new UsageError(
      `${(error as Error).message.split(". ")[0]}: expected --seed <n>, --short, --minutes <n>, --json`,
    );
  }
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
