import { join } from "node:path";
import Database from "better-sqlite3";

/** An open write transaction is the lock: the system ends it with the process, however that dies. */
export function openLock(
  folder: string,
  seed: number,
): "taken" | { readonly seed: number; readonly release: () => void } {
  const db = new Database(join(folder, "folder.sqlite"), { timeout: 0 });
  try {
    db.exec("CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value TEXT NOT NULL)");
    db.prepare("INSERT OR IGNORE INTO kept VALUES ('seed', ?)").run(String(seed));
    db.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    db.close();
    if ((error as { code?: string }).code?.startsWith("SQLITE_BUSY")) return "taken";
    throw error;
  }
  const kept = db.prepare<[], { value: string }>("SELECT value FROM kept WHERE name = 'seed'").get()!;
  return { seed: Number(kept.value), release: () => db.close() };
}
