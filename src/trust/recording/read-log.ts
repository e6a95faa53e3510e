import { objectIn } from "../../package/json.js";
import { endpoints } from "../../wire/endpoints/index.js";
import { type Recorded, recordedSchema } from "./exchange.js";
import { recordedOfHar } from "./har.js";
import { recordedOfObject } from "./json-line.js";
import { logText } from "./log-text.js";
import { recordedOfText } from "./text-log.js";

export interface LogOptions {
  /**
   * The base URL of the service. Calls to other addresses are left out. Without it, each path is searched for known
   * operations.
   */
  readonly base?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** The payment calls in logs: HTTP archives, recordings, JSON lines, and text logs of shops. Throws InvalidInput. */
export function readLogs(files: readonly string[], options: LogOptions = {}): readonly Recorded[] {
  return files.flatMap((file) => readLog(file, options)).filter(({ at }) => isWithin(Date.parse(at), options));
}

function readLog(file: string, { base }: LogOptions): readonly Recorded[] {
  const text = logText(file);
  if (/\.har(\.gz)?$/i.test(file))
    return underBase(
      recordedOfHar(text, file, (url) => url),
      base,
    );
  const lines = text.split(/\r?\n/);
  const objects = lines.filter((line) => line.trim() !== "").map(objectOfLine);
  const read = objects.filter((one) => one !== undefined);
  // Leaves out incomplete lines, such as the last line of a file that is still being written.
  if (read.length > 0 && read.length >= objects.length / 2)
    return underBase(
      read.flatMap((one) => recordedSchema.safeParse(one).data ?? recordedOfObject(one) ?? []),
      base,
    );
  return underBase(recordedOfText(lines), base);
}

/** nginx writes \\x22 for a quotation mark inside a text. */
const objectOfLine = (line: string) => objectIn(line) ?? objectIn(line.replace(/\\x([0-9A-Fa-f]{2})/g, "\\u00$1"));

const operations = endpoints.map(({ path }) => path);

/** Shortens each path to the part after the base. Leaves out calls that don't belong to the payment API. */
const underBase = (all: readonly Recorded[], base: string | undefined): readonly Recorded[] =>
  all.flatMap((one) => {
    const path = one.path.replace(/[?#].*$/, "");
    if (base !== undefined && /^https?:/.test(path) && !path.startsWith(`${base.replace(/\/+$/, "")}/`)) return [];
    const operation = operations.find((name) => path === name || path.endsWith(`/${name}`));
    return operation === undefined ? [] : [{ ...one, path: `/${operation}` }];
  });

const isWithin = (at: number, { since, until }: LogOptions): boolean =>
  (since === undefined || at >= since) && (until === undefined || at < until);
