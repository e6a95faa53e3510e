import { StoreUnavailable } from "../../app/ports/store-errors.js";

/** The file itself is at fault, and no other file or disk: it is damaged, or was never a database. */
export class UnreadableFile extends StoreUnavailable {}

/** What SQLite or the system says of a disk or a file, and what a person makes of it. */
const reasons: readonly (readonly [RegExp, string, typeof StoreUnavailable])[] = [
  [/^SQLITE_FULL|^ENOSPC$|^EDQUOT$/, "the disk is full", StoreUnavailable],
  [/^SQLITE_IOERR|^EIO$/, "the disk cannot be read or written", StoreUnavailable],
  [/^SQLITE_READONLY|^EACCES$|^EPERM$|^EROFS$/, "the data cannot be written", StoreUnavailable],
  [/^ENOENT$/, "the data folder is missing", StoreUnavailable],
  [/^EMFILE$|^ENFILE$/, "too many files are open", StoreUnavailable],
  [/^SQLITE_CANTOPEN/, "a file cannot be opened", UnreadableFile],
  [/^SQLITE_(NOTADB|CORRUPT)/, "the file is damaged, or no database", UnreadableFile],
];

/** The error as the rest of the sandbox knows it: what the disk refuses is no defect of ours. */
export function storeError(error: unknown): unknown {
  const { message } = error as { message?: string };
  const code = codeOf(error);
  const [, reason, Unavailable] = reasons.find(([pattern]) => code !== undefined && pattern.test(code)) ?? [];
  return Unavailable ? new Unavailable(`${reason} (${message})`, { cause: error }) : error;
}

function codeOf(error: unknown): string | undefined {
  // better-sqlite3 looks for the folder itself, and throws no code.
  if (error instanceof TypeError && /directory does not exist/.test(error.message)) return "ENOENT";
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : undefined;
}

/** Runs what reads or writes files. */
export function onDisk<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeError(error);
  }
}
