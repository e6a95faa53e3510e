import Database from "better-sqlite3";
import { SnapshotUnreadable } from "../../ports/store-errors.js";
import { SqliteStore } from "./sqlite-store.js";

/** No database is shorter than its header (SQLite file format, 1.3). */
const HEAD_BYTES = 100;

/**
 * Converts a snapshot's bytes for a database in memory. Throws SnapshotUnreadable if they are damaged, or aren't a
 * lane.
 */
export async function inMemory(bytes: Buffer): Promise<Buffer> {
  if (bytes.byteLength < HEAD_BYTES) throw new SnapshotUnreadable("it is empty, or was cut");
  const copy = withoutWal(bytes);
  try {
    assertSound(copy);
    await new SqliteStore({ from: copy, seed: 0 }).close();
  } catch (error) {
    throw new SnapshotUnreadable((error as Error).message, { cause: error });
  }
  return copy;
}

function assertSound(bytes: Buffer): void {
  const database = new Database(bytes);
  try {
    const found = database.pragma("quick_check(1)", { simple: true });
    if (found !== "ok") throw new Error(`it is damaged: ${String(found)}`);
  } finally {
    database.close();
  }
}

/**
 * An in-memory database has no log file, so the header must not ask for one (SQLite file format, bytes 18 and 19).
 */
function withoutWal(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(1, 18, 20);
  return copy;
}
