import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packagePath } from "../../src/package/files.js";
import { npm } from "./packed.js";

/** The folder of a package that is too large, or too much of one, for the dev dependencies; installed once, kept in the cache. */
export function fromRegistry(name: string, version: string): string {
  const home = packagePath(`node_modules/.cache/registry/${name.replaceAll("/", "-")}@${version}`);
  const folder = join(home, "node_modules", name);
  if (existsSync(folder)) return folder;
  const aside = `${home}.${process.pid}`;
  mkdirSync(aside, { recursive: true });
  writeFileSync(join(aside, "package.json"), '{"private":true}');
  npm(["install", `${name}@${version}`], aside);
  try {
    renameSync(aside, home);
  } catch (error) {
    // Another test file put it there meanwhile, and may run from it already: theirs stays.
    if (!existsSync(folder)) throw error;
    rmSync(aside, { recursive: true, force: true });
  }
  return folder;
}
