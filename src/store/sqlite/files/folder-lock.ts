import { join } from "node:path";
import Database from "better-sqlite3";
import { makeOwnFile } from "./owner-only.js";

/** The lock is an open write transaction: the system ends it together with the process, however the process ends. */
export function openLock(
  folder: string,
  seed: number,
): "taken" | { readonly seed: number; readonly release: () => void } {
  const file = join(folder, "folder.sqlite");
  makeOwnFile(file);
  const db = new Database(file, { timeout: 0 });
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
