import { Option } from "@commander-js/extra-typings";
import * as z from "zod";
import { durationMeant, durationMs, durationWords } from "../../core/scenario/values/duration.js";
import { InvalidInput } from "../../package/errors.js";
import { baseAddress, type Kind, readOption, whole } from "../../server/options/kinds.js";

/** An option whose text is read as this kind of value. A wrong text throws InvalidInput with the option's name. */
export function valueOption<const F extends string, S extends z.ZodType>(flags: F, about: string, kind: Kind<S>) {
  const option = new Option(flags, about);
  return option.argParser((text: string): z.output<S> => readNamed(option.long!, kind, text));
}

/** Reads the text of an option or a variable. A wrong one throws InvalidInput with this name. */
export function readNamed<S extends z.ZodType>(name: string, kind: Kind<S>, text: string): z.output<S> {
  try {
    return readOption(kind, text);
  } catch (error) {
    throw error instanceof InvalidInput ? new InvalidInput(`${name}: ${error.message}`) : error;
  }
}

/** The values of the options that a function declares. */
export type OptionsOf<Declare extends (...args: never[]) => { opts(): object }> = Readonly<
  ReturnType<ReturnType<Declare>["opts"]>
>;

/** A whole number within these, without leading zeros. */
export const wholeFrom = (low: number, high: number): Kind<z.ZodInt> => ({
  ...whole(low, high),
  fromText: (text) => (/^(0|[1-9]\d{0,9})$/.test(text) ? Number(text) : text),
});

/** The port of a sandbox that runs. */
export const aPort: Kind<z.ZodInt> = { ...wholeFrom(1, 65_535), expected: "a port from 1 to 65535" };
export const portOption = (about: string) => valueOption("--port <n>", about, aPort);

/** The base URL of a payment service, without a trailing slash. */
export const serviceAddress: Kind<z.ZodType<string>> = {
  ...baseAddress,
  schema: () =>
    baseAddress
      .schema()
      .refine((url) => !/^\w+:\/\/[^/]*@/.test(url), { error: baseAddress.expected })
      .transform((url) => url.replace(/\/+$/, "")),
};

/** The service's address in a recording or archive. */
export const archiveBaseOption = () =>
  valueOption("--base <url>", "base URL of the service in the archive; calls to others are left out", serviceAddress);

/** A duration longer than 0, kept as it was typed. */
export const someTime: Kind<z.ZodString> = {
  schema: () => z.string().refine((text) => (durationMs(text) ?? 0) > 0),
  expected: `${durationWords()}, longer than 0`,
  meant: durationMeant,
  fromText: (text) => text,
};

/** The values of an option that may be repeated. */
export const severalValues = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

/** How many runs a command executes at the same time. */
export const jobsOption = () =>
  valueOption(
    "--jobs <n>",
    "number of parallel runs (default: one per core, more while cores are idle)",
    wholeFrom(1, 999),
  );

/** The longest time that one run may take. */
export const timeoutOption = () =>
  valueOption("--timeout <duration>", "time limit for one run, in real time (default: 60s)", someTime);
