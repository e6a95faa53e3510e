import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
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

/**
 * Creates a folder and its parents, unless they exist. Throws the file system's error. Node's own recursive mkdir never
 * returns if an existing parent accepts no folders (/proc, a dangling link).
 */
export function makeFolder(path: string, mode = 0o777): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!isFolder(path)) throw error;
  }
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();
