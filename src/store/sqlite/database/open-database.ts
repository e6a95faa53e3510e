import { statSync } from "node:fs";
import Database from "better-sqlite3";
import { writeWhole } from "../../../package/whole-file.js";
import { OWN_FILE_MODE } from "../files/owner-only.js";
import { SCHEMA_VERSION } from "../schema.js";
import { UnreadableFile } from "./failures.js";

/** Compressing or copying a larger lane would delay all other calls. */
const SMALL_MAX_BYTES = 2 * 1024 * 1024;

/** True if a lane of this size is compressed while idle, and copied row by row. */
export const isSmall = (bytes: number): boolean => bytes <= SMALL_MAX_BYTES;

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

/** Opens a lane in memory, empty or from a snapshot. */
export function openMemory(bytes?: Buffer): Database.Database {
  if (bytes === undefined) return new Database(":memory:");
  const db = new Database(bytes);
  // Bytes of another schema version are returned unchanged: the code that reads them reports the error.
  if (!isSmall(bytes.byteLength) || db.pragma("user_version", { simple: true }) !== SCHEMA_VERSION) return db;
  return copied(db);
}

/** Opens the database of a lane that was compressed. */
export const unpacked = (bytes: Buffer): Database.Database => copied(new Database(bytes));

/** A database that is created from bytes can't grow beyond 1 GB, so its rows are copied into one that can. */
function copied(from: Database.Database): Database.Database {
  const to = new Database(":memory:");
  try {
    const version = from.pragma("user_version", { simple: true });
    const schema = from.prepare<[], Made>("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL").all();
    const [tables, others] = [schema.filter(isTable), schema.filter((made) => !isTable(made))];
    to.exec(`PRAGMA synchronous = NORMAL; PRAGMA user_version = ${version}; BEGIN`);
    for (const { sql, name } of tables) {
      to.exec(sql);
      copyRows(from, to, name);
    }
    for (const { sql } of others) to.exec(sql);
    to.exec("COMMIT");
    return to;
  } catch (error) {
    to.close();
    throw error;
  } finally {
    from.close();
  }
}

interface Made {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}
const isTable = ({ type }: Made): boolean => type === "table";

function copyRows(from: Database.Database, to: Database.Database, table: string): void {
  const rows = from.prepare(`SELECT * FROM ${table}`).raw();
  const insert = to.prepare(`INSERT INTO ${table} VALUES (${rows.columns().map(() => "?")})`);
  for (const row of rows.iterate()) insert.run(...(row as unknown[]));
}
