import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { CannotStart } from "../package/errors.js";
import { writeWhole } from "../package/whole-file.js";

/** Writes the facts whole or not at all: a program may read the file as soon as it is there. */
export function writeReadyFile(path: string, facts: object): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    // It may hold the admin token.
    writeWhole(path, `${JSON.stringify(facts, null, 2)}\n`, 0o600);
  } catch (error) {
    throw new CannotStart(`the ready file ${path} cannot be written: ${(error as Error).message}`);
  }
}
