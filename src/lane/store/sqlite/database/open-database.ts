import { statSync } from "node:fs";
import Database from "better-sqlite3";
import { NO_FILE, whyNoFile } from "../../../../package/regular-file.js";
import { writeWhole } from "../../../../package/writing.js";
import { OWN_FILE_MODE } from "../files/owner-only.js";
import { SCHEMA_VERSION } from "../schema.js";
import { UnreadableFile } from "./failures.js";
import { filledTables, isSmall, rowsOf } from "./memory-tables.js";
import type { OpenDatabase } from "./statements.js";

/**
 * How many pages the log may have before its contents move into the file, about 40 MB. The commit that moves them
 * waits for the disk, 10 to 40 ms on a slow one. With SQLite's default of 1,000 pages, that would be one commit in
 * 250, and all callers would wait for it.
 */
const CHECKPOINT_PAGES = 10_000;

/**
 * A lane's page cache in KiB: enough for the upper levels of the indexes of a million orders. Only used pages take
 * memory.
 */
const CACHE_KIB = 16_000;

/**
 * Opens a lane's file. For a closed lane, the file must still exist. A new one has its first page from the start:
 * a file without a byte is one that has lost its contents.
 */
export function openFile(file: string, { fileMustExist = false } = {}): Database.Database {
  const found = statSync(file, { throwIfNoEntry: false });
  const isNew = found === undefined;
  if (isNew && !fileMustExist) writeWhole(file, firstPage(), OWN_FILE_MODE);
  // SQLite would wait for a pipe's other end for good.
  const why = whyNoFile(file);
  if (why !== undefined && why !== NO_FILE) throw new UnreadableFile(why);
  if (found?.size === 0) throw new UnreadableFile("the file is empty: it has lost its contents");
  const db = new Database(file, { fileMustExist });
  try {
    // An empty database needn't wait for the disk when it is created, because it has no data to lose. Waiting would
    // delay all other calls.
    db.exec(
      `PRAGMA synchronous = ${isNew ? "OFF" : "NORMAL"}; PRAGMA journal_mode = WAL;
       PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}; PRAGMA cache_size = -${CACHE_KIB}; PRAGMA busy_timeout = 5000`,
    );
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}

let page: Buffer | undefined;
/** A database without tables, which keeps a log (SQLite file format, bytes 18 and 19). */
function firstPage(): Buffer {
  if (page) return page;
  const db = new Database(":memory:");
  db.exec("CREATE TABLE t (n); DROP TABLE t");
  page = db.serialize().fill(2, 18, 20);
  db.close();
  return page;
}

/** Opens a lane in memory from a snapshot. */
export function openMemory(bytes: Buffer): OpenDatabase {
  const db = new Database(bytes);
  // Bytes of another schema version are returned unchanged: the code that reads them reports the error.
  const isCopied = isSmall(bytes.byteLength) && db.pragma("user_version", { simple: true }) === SCHEMA_VERSION;
  return isCopied ? copied(db) : { db, prepared: new Map() };
}

/** Opens the database of a lane that was compressed. */
export const unpacked = (bytes: Buffer): OpenDatabase => copied(new Database(bytes));

/** A database that is created from bytes can't grow beyond 1 GB, so its rows are copied into one that can. */
function copied(from: Database.Database): OpenDatabase {
  try {
    return filledTables(rowsOf(from));
  } finally {
    from.close();
  }
}
