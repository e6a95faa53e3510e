import { resolve } from "node:path";
import { CannotStart } from "../../../../package/errors.js";
import { makeFolder } from "../../../../package/writing.js";
import { openLock } from "./folder-lock.js";

/** Locks a data folder for one process. Keeps the seed of the first start. */
export class FolderLock {
  private constructor(
    readonly seed: number,
    readonly release: () => void,
  ) {}

  /** Throws CannotStart if another process has locked the folder, or if it is not writable. */
  static take(dataDir: string, seed: number): FolderLock {
    try {
      makeFolder(resolve(dataDir), 0o700);
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
