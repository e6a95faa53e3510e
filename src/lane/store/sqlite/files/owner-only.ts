import { chmodSync, closeSync, openSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Only the owner may read and write orders and journals. Windows uses its own access lists. */
export const OWN_FILE_MODE = 0o600;
const OTHERS = 0o077;

/** Creates an empty file that only the owner can use. SQLite gives the files next to a database the same mode. */
export const makeOwnFile = (file: string): void => closeSync(openSync(file, "a", OWN_FILE_MODE));

/**
 * Removes other users' access to a folder's files, because an earlier version may have allowed it. Leaves other
 * users' files alone.
 */
export function closeToOthers(folder: string): void {
  for (const file of readdirSync(folder)) {
    if (!/\.sqlite(\W|$)/.test(file) && !file.endsWith(".json")) continue;
    const path = join(folder, file);
    try {
      if ((statSync(path).mode & OTHERS) !== 0) chmodSync(path, OWN_FILE_MODE);
    } catch {}
  }
}
