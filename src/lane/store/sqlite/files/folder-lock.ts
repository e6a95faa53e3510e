import { join, resolve } from "node:path";
import Database from "better-sqlite3";
import { CannotStart } from "../../../../package/errors.js";
import { NO_FILE, whyNoFile } from "../../../../package/regular-file.js";
import { makeFolder, pathFault } from "../../../../package/writing.js";
import { makeOwnFile } from "./owner-only.js";

/** The file of a folder's lock and seed. */
export const LOCK_FILE = "folder.sqlite";

/** A folder that this process has to itself. `seed`: that of the folder's first start. */
export type Lock = { readonly seed: number; readonly release: () => void };

/** Makes and locks a data folder. Throws CannotStart if another process has locked it, or if it is not writable. */
export function takeFolder(dataDir: string, seed: number): Lock {
  try {
    makeFolder(resolve(dataDir), 0o700);
    const lock = openLock(dataDir, seed);
    if (lock !== "taken") return lock;
  } catch (error) {
    // An error of ours says itself what to do.
    const next = (error as NodeJS.ErrnoException).code === undefined ? "" : "; choose another --data-dir";
    throw new CannotStart(`the data folder ${dataDir} cannot be used: ${pathFault(error)}${next}`);
  }
  throw new CannotStart(
    `the data folder ${dataDir} is in use by another sandbox: stop it, or start with another --data-dir`,
  );
}

/** Errors of the disk or of rights. Their own text helps more than a look at the lock's file. */
const OF_THE_FOLDER = /^(EACCES|EPERM|EROFS|ENOSPC|EDQUOT|EMFILE|ENFILE)$|^SQLITE_(FULL|READONLY|IOERR)/;

/**
 * The lock is an open write transaction: the system ends it together with the process, however the process ends. If its
 * file can't be read, the error says what to do, because the lanes are fine.
 */
export function openLock(folder: string, seed: number): "taken" | Lock {
  const file = join(folder, LOCK_FILE);
  try {
    return lockIn(file, seed);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (OF_THE_FOLDER.test(code)) throw error;
    throw new Error(
      `${file} keeps its lock and seed, and cannot be read (${message}): move it away. The lanes stay, and the next start makes it anew, with the seed of --seed`,
    );
  }
}

/** True if a process has locked the folder. Changes nothing in it. */
export function isTaken(folder: string): boolean {
  const db = new Database(join(folder, LOCK_FILE), { readonly: true, timeout: 0 });
  try {
    db.prepare("SELECT 1 FROM kept").get();
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    db.close();
  }
}

const isBusy = (error: unknown): boolean => (error as { code?: string }).code?.startsWith("SQLITE_BUSY") === true;

function lockIn(file: string, seed: number): "taken" | Lock {
  // SQLite would wait for a pipe's other end for good.
  const why = whyNoFile(file);
  if (why !== undefined && why !== NO_FILE) throw new Error(why);
  makeOwnFile(file);
  // Waiting would not help: another sandbox holds it as long as it runs.
  const db = new Database(file, { timeout: 0 });
  try {
    db.exec("CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value TEXT NOT NULL)");
    db.prepare("INSERT OR IGNORE INTO kept VALUES ('seed', ?)").run(String(seed));
    db.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    db.close();
    if (isBusy(error)) return "taken";
    throw error;
  }
  const kept = db.prepare<[], { value: string }>("SELECT value FROM kept WHERE name = 'seed'").get()!;
  if (!/^\d+$/.test(kept.value)) {
    db.close();
    throw new Error("the seed in it is no number");
  }
  return { seed: Number(kept.value), release: () => db.close() };
}
