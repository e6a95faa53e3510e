import { renameSync, rmSync, writeFileSync } from "node:fs";
import { onDisk } from "./sqlite/database/failures.js";

/**
 * Writes bytes to a temporary file. The returned function renames it into place, so that no file is ever half
 * written.
 */
export function stagedFile(file: string, bytes: Buffer): () => void {
  const part = `${file}.part`;
  try {
    onDisk(() => writeFileSync(part, bytes, { mode: 0o600 }));
  } catch (error) {
    try {
      rmSync(part, { force: true });
    } catch {
      // It is a folder, so it isn't ours.
    }
    throw error;
  }
  return () => onDisk(() => renameSync(part, file));
}
