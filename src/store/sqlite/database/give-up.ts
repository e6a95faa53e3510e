import type Database from "better-sqlite3";
import { isSmall, openFile, unpacked } from "./open-database.js";

/** The fastest compression, because most of an empty lane's pages are zeros. */
const FASTEST = 1;

/** Closes a file's database. This frees its file descriptors until it is opened again. */
export const giveUpFile =
  (file: string) =>
  (db: Database.Database): (() => Database.Database) => {
    db.close();
    return () => openFile(file, { fileMustExist: true });
  };

/** Closes a database in memory and keeps its bytes in compressed form. Undefined if it is too large for that. */
export function giveUpMemory(db: Database.Database): (() => Database.Database) | undefined {
  const pages = db.pragma("page_count", { simple: true }) as number;
  if (!isSmall(pages * (db.pragma("page_size", { simple: true }) as number))) return undefined;
  // Loaded on demand, because the start doesn't need it.
  const { deflateRawSync, inflateRawSync } = process.getBuiltinModule("node:zlib");
  // Copied, because the compressed data is in a larger buffer, which can then be freed.
  const packed = Buffer.from(deflateRawSync(db.serialize(), { level: FASTEST }));
  db.close();
  return () => unpacked(inflateRawSync(packed));
}
