import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CannotStart, InvalidInput } from "./errors.js";

/** Writes a file elsewhere and moves it into place, so that readers see either the old file or the whole new one. */
export function writeWhole(file: string, text: string | Buffer, mode?: number): void {
  const aside = `${file}.${process.pid}.part`;
  writeFileSync(aside, text, { mode });
  renameSync(aside, file);
}

/** Writes a file that the user names. Throws InvalidInput, for example if a folder stands there. */
export function writeNamed(file: string, text: string, option: string, mode?: number): void {
  try {
    writeFileSync(file, text, { mode });
  } catch (error) {
    throw new InvalidInput(`${option}: ${pathFault(error)}`);
  }
}

/** A new folder for temporary files, whose name begins so. Throws CannotStart. */
export function temporaryFolder(prefix: string): string {
  try {
    return mkdtempSync(join(tmpdir(), prefix));
  } catch (error) {
    const [, why] = /^E[A-Z]+: ([^,]+), /.exec((error as Error).message) ?? [];
    throw new CannotStart(`cannot make a folder in ${tmpdir()} (${why}): set TMPDIR to one that can be written`);
  }
}

/** Throws, before work takes minutes, if a file cannot be written into its folder. */
export function checkWritable(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw new Error(`${file} is a folder; name a file in it`);
  accessSync(found === undefined ? dirname(file) : file, constants.W_OK);
}

/** Why the file system refused a path, in words without Node's code, such as `/a/b is a file, not a folder`. */
export function pathFault(error: unknown): string {
  const { code, syscall, path, message } = error as NodeJS.ErrnoException;
  if (syscall === "mkdir" && (code === "EEXIST" || code === "ENOTDIR")) return `${path} is a file, not a folder`;
  if (syscall === "mkdir" && code === "ENOENT") return `no folder can be made at ${path}`;
  const [, why] = /^E[A-Z]+: ([^,]+), /.exec(message) ?? [];
  return path === undefined || why === undefined ? message : `${path}: ${why}`;
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
