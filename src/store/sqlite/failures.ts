import { StoreUnavailable } from "../../app/ports/store-errors.js";

/** What SQLite says of a disk or a file, and what a person makes of it. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/^SQLITE_FULL/, "the disk is full"],
  [/^SQLITE_IOERR/, "the disk cannot be read or written"],
  [/^SQLITE_READONLY/, "the data cannot be written"],
  [/^SQLITE_CANTOPEN/, "a file cannot be opened"],
];

/** The error as the rest of the sandbox knows it: what the disk refuses is no defect of ours. */
export function storeError(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: string };
  const reason = reasons.find(([pattern]) => typeof code === "string" && pattern.test(code))?.[1];
  return reason === undefined ? error : new StoreUnavailable(`${reason} (${message})`, { cause: error });
}
