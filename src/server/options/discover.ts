import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { InvalidInput } from "../../package/errors.js";
import { whyNoFile } from "../../package/regular-file.js";

const NAMES = ["yaml", "yml", "json"].map((ending) => `payment-sandbox.config.${ending}`);

/** The config file: the named one, else the nearest one between the working folder and the repository root. */
export function findConfig(named: string | undefined, cwd: string): string | undefined {
  if (named === undefined) return nearest(cwd);
  const path = resolve(cwd, named);
  const why = whyNoFile(path);
  if (why !== undefined) throw new InvalidInput(`--config: ${why}: ${named}`);
  return path;
}

function nearest(cwd: string): string | undefined {
  for (const folder of foldersToRoot(cwd)) {
    const found = NAMES.map((name) => join(folder, name)).find((path) => existsSync(path));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Outside a repository, only the working folder is searched, because a file far above belongs to another project. */
function foldersToRoot(cwd: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    folders.push(folder);
    if (existsSync(join(folder, ".git"))) return folders;
    if (dirname(folder) === folder) return folders.slice(0, 1);
  }
}
