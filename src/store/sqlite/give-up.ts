import { existsSync } from "node:fs";
import Database from "better-sqlite3";

/** A larger lane in memory keeps its pages: to pack and unpack them would hold all other calls up. */
const PACKED_MAX_BYTES = 2 * 1024 * 1024;
/** The quickest: most of an empty lane's pages are zeros. */
const FASTEST = 1;

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

/** Closes the database of a file; its descriptors are free until it is opened again. */
export const giveUpFile =
  (file: string) =>
  (db: Database.Database): (() => Database.Database) => {
    db.close();
    return () => openFile(file, { fileMustExist: true });
  };

/** Closes a database in memory and keeps its bytes packed; undefined where it is too large for that. */
export function giveUpMemory(db: Database.Database): (() => Database.Database) | undefined {
  const pages = db.pragma("page_count", { simple: true }) as number;
  if (pages * (db.pragma("page_size", { simple: true }) as number) > PACKED_MAX_BYTES) return undefined;
  // Loaded here: a start needs none of it.
  const { deflateRawSync, inflateRawSync } = process.getBuiltinModule("node:zlib");
  // Copied out of the larger buffer that it was packed into.
  const packed = Buffer.from(deflateRawSync(db.serialize(), { level: FASTEST }));
  db.close();
  return () => unpacked(inflateRawSync(packed));
}

/** A database that is made of bytes cannot grow beyond 1 GB, so its rows go into one that can. */
function unpacked(bytes: Buffer): Database.Database {
  const from = new Database(bytes);
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
