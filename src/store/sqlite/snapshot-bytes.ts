import Database from "better-sqlite3";
import { SnapshotUnreadable } from "../../app/ports/store-errors.js";
import { SqliteStore } from "./sqlite-store.js";

/** No database is shorter than its head (SQLite file format, 1.3). */
const HEAD_BYTES = 100;

/** A snapshot's bytes as a database in memory takes them. Throws SnapshotUnreadable where they are no lane, or damaged. */
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

/** A database in memory has no log beside it: the head must not ask for one (SQLite file format, bytes 18 and 19). */
function withoutWal(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(1, 18, 20);
  return copy;
}
