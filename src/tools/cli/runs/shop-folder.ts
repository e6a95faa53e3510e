import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Reads a small file of the shop. Undefined if it isn't there. */
export type Read = (name: string) => string | undefined;

export const readerOf =
  (cwd: string): Read =>
  (name) =>
    existsSync(join(cwd, name)) ? readFileSync(join(cwd, name), "utf8") : undefined;

export const filesIn = (cwd: string, folder: string): readonly string[] =>
  statSync(join(cwd, folder), { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(join(cwd, folder)).map((name) => `${folder}/${name}`)
    : [];

export const PYTHON = "python3";

/** The interpreter of the folder's own environment has the packages of its tests. */
export function pythonOf(files: readonly string[]): string {
  const environment = [".venv", "venv"].find((name) => files.includes(name));
  return environment === undefined ? PYTHON : `${environment}/bin/python`;
}
