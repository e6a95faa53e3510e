import { renameSync, writeFileSync } from "node:fs";
import { InvalidInput } from "./errors.js";

/** Writes a file elsewhere and moves it into place, so that readers see either the old file or the whole new one. */
export function writeWhole(file: string, text: string | Buffer, mode?: number): void {
  const aside = `${file}.${process.pid}.part`;
  writeFileSync(aside, text, { mode });
  renameSync(aside, file);
}

/** Writes a file that the user names. Throws InvalidInput, for example if a folder stands there. */
export function writeNamed(file: string, text: string, option: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new InvalidInput(`${option}: ${(error as Error).message}`);
  }
}
