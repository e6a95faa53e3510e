import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { CannotStart } from "../package/errors.js";

/** Writes the facts whole or not at all: a program may read the file as soon as it is there. */
export function writeReadyFile(path: string, facts: object): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const beside = `${path}.${process.pid}`;
    // It may hold the admin token.
    writeFileSync(beside, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 });
    renameSync(beside, path);
  } catch (error) {
    throw new CannotStart(`the ready file ${path} cannot be written: ${(error as Error).message}`);
  }
}
