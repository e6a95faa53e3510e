import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { SCHEMA_VERSION } from "./schema.js";

/** To pack or copy the pages of a larger lane would hold all other calls up. */
const SMALL_MAX_BYTES = 2 * 1024 * 1024;

/** Whether a lane of so many bytes is packed while it is at rest, and copied row by row. */
export const isSmall = (bytes: number): boolean => bytes <= SMALL_MAX_BYTES;

/**
 * Pages in the log before it is taken over, some 40 MB. The commit that does it waits for the disk, 10 to 40 ms on a slow
 * one: at SQLite's 1,000 pages that is one in 250 calls, and as many wait behind it as there are callers.
 */
const CHECKPOINT_PAGES = 10_000;

/** Of a lane's pages that are kept, as SQLite counts it, in KiB: the upper part of the trees over a million orders. A lane takes what it uses. */
const CACHE_KIB = 16_000;

/** Opens a lane's file, which a closed lane must still have. */
export function openFile(file: string, { fileMustExist = false } = {}): Database.Database {
  const isNew = !existsSync(file);
  const db = new Database(file, { fileMustExist });
  try {
    // To wait for the disk while an empty database is made would hold up all other calls; nothing can be lost in it.
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

/** Opens a lane in memory: an empty one, or what a snapshot holds. */
export function openMemory(bytes?: Buffer): Database.Database {
  if (bytes === undefined) return new Database(":memory:");
  const db = new Database(bytes);
  // What is no lane of this version is told as such by whoever reads it.
  if (!isSmall(bytes.byteLength) || db.pragma("user_version", { simple: true }) !== SCHEMA_VERSION) return db;
  return copied(db);
}

/** The database of a lane that was packed. */
export const unpacked = (bytes: Buffer): Database.Database => copied(new Database(bytes));

/** A database that is made of bytes cannot grow beyond 1 GB, so its rows go into one that can. */
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
