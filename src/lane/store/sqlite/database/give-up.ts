import { isSmall } from "./memory-tables.js";
import { openFile, unpacked } from "./open-database.js";
import type { OpenAgain, OpenDatabase } from "./statements.js";

/** The fastest compression, because most of an empty lane's pages are zeros. */
const FASTEST = 1;

/** Closes a file's database. This frees its file descriptors until it is opened again. */
export const giveUpFile =
  (file: string) =>
  ({ db }: OpenDatabase): OpenAgain => {
    db.close();
    return () => ({ db: openFile(file, { fileMustExist: true }), prepared: new Map() });
  };

/**
 * Keeps the bytes of a database in memory in compressed form, and leaves the database itself to another lane. Undefined
 * if it is too large for that.
 */
export function giveUpMemory(open: OpenDatabase, reuse: (spare: OpenDatabase) => void): OpenAgain | undefined {
  const { db } = open;
  const pages = db.pragma("page_count", { simple: true }) as number;
  if (!isSmall(pages * (db.pragma("page_size", { simple: true }) as number))) return undefined;
  // Loaded on demand, because the start doesn't need it.
  const { deflateRawSync, inflateRawSync } = process.getBuiltinModule("node:zlib");
  // Copied, because the compressed data is in a larger buffer, which can then be freed.
  const packed = Buffer.from(deflateRawSync(db.serialize(), { level: FASTEST }));
  reuse(open);
  return () => unpacked(inflateRawSync(packed));
}
