import { renameSync, rmSync, writeFileSync } from "node:fs";
import { onDisk } from "./sqlite/failures.js";

/** Writes bytes beside a file; the returned function puts them in its place. The file is there whole or not at all. */
export function stagedFile(file: string, bytes: Buffer): () => void {
  const part = `${file}.part`;
  try {
    onDisk(() => writeFileSync(part, bytes));
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
  return () => onDisk(() => renameSync(part, file));
}
