import { StoreUnavailable } from "../../../ports/store-errors.js";

/** This one file is damaged or was never a database. The disk and other files are fine. */
export class UnreadableFile extends StoreUnavailable {}

/** Errors of SQLite or the system about a disk or file, each with an explanation for people. */
const reasons: readonly (readonly [RegExp, string, typeof StoreUnavailable])[] = [
  [/^SQLITE_FULL|^ENOSPC$|^EDQUOT$/, "the disk is full", StoreUnavailable],
  [/^SQLITE_IOERR|^EIO$/, "the disk cannot be read or written", StoreUnavailable],
  [/^SQLITE_READONLY|^EACCES$|^EPERM$|^EROFS$/, "the data cannot be written", StoreUnavailable],
  [/^ENOENT$/, "the data folder is missing", StoreUnavailable],
  [/^(ERR_FS_)?EISDIR$|^ENOTDIR$|^ENOTEMPTY$|^EEXIST$/, "a folder stands in the place of a file", StoreUnavailable],
  [/^ELOOP$/, "a link leads to itself", StoreUnavailable],
  [/^EMFILE$|^ENFILE$/, "too many files are open", StoreUnavailable],
  [/^SQLITE_CANTOPEN/, "a file cannot be opened", UnreadableFile],
  [/^SQLITE_(NOTADB|CORRUPT)/, "the file is damaged, or no database", UnreadableFile],
];

/** Translates a store's error for the rest of the sandbox. A failure of the disk is no defect of ours. */
export function storeError(error: unknown): unknown {
  const { message } = error as { message?: string };
  const code = codeOf(error);
  const [, reason, Unavailable] = reasons.find(([pattern]) => code !== undefined && pattern.test(code)) ?? [];
  return Unavailable ? new Unavailable(`${reason} (${message})`, { cause: error }) : error;
}

function codeOf(error: unknown): string | undefined {
  // better-sqlite3 checks the folder itself, and its error has no code.
  if (error instanceof TypeError && /directory does not exist/.test(error.message)) return "ENOENT";
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : undefined;
}

/** Runs code that reads or writes files. Translates its errors. */
export function onDisk<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeError(error);
  }
}
