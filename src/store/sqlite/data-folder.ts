import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { CannotStart } from "../../package/errors.js";
import { openLock } from "./folder-lock.js";

/** Holds a data folder for one process; what the folder was first started with stays its seed. */
export class FolderLock {
  private constructor(
    readonly seed: number,
    readonly release: () => void,
  ) {}

  /** Throws CannotStart where another process holds the folder, or it cannot be written. */
  static take(dataDir: string, seed: number): FolderLock {
    try {
      makeFolder(resolve(dataDir));
      const lock = openLock(dataDir, seed);
      if (lock === "taken")
        throw new CannotStart(
          `the data folder ${dataDir} is in use by another sandbox: stop it, or start with another --data-dir`,
        );
      return new FolderLock(lock.seed, lock.release);
    } catch (error) {
      if (error instanceof CannotStart) throw error;
      throw new CannotStart(`the data folder ${dataDir} cannot be used: ${(error as Error).message}`);
    }
  }
}

/** Node's own recursive mkdir never returns where a parent is there and takes no folders (/proc, a link to nowhere). */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
}
