import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { CannotStart } from "../../package/errors.js";
import { makeFolder } from "../../package/make-folder.js";
import { writeWhole } from "../../package/whole-file.js";

/** Removes the file of an earlier start, because a program that waits for the file must not find that one. */
export function removeReadyFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw notWritten(path, error);
  }
}

/** Writes the facts atomically, because a program may read the file as soon as it exists. */
export function writeReadyFile(path: string, facts: object): void {
  try {
    makeFolder(dirname(path));
    // Readable only for this user, because it may contain the admin token.
    writeWhole(path, `${JSON.stringify(facts, null, 2)}\n`, 0o600);
  } catch (error) {
    throw notWritten(path, error);
  }
}

const notWritten = (path: string, error: unknown): CannotStart =>
  new CannotStart(`the ready file ${path} cannot be written: ${(error as Error).message}`);
