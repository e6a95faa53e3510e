import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** In `dist`: the digest of the files that it was built from. */
const FILE = "built-from";
/** Files and folders of a clone that no build reads. */
const NO_SOURCE = /^(coverage|dist.*|release|test|.*\.tgz)$/;

/** True if `dist` was built from the files as they are now. A build would then write the same again. */
export function isBuilt(root = "."): boolean {
  const file = join(root, "dist", FILE);
  return existsSync(file) && readFileSync(file, "utf8") === digestOf(root);
}

export const writeBuiltFrom = (folder: string, root = "."): void => writeFileSync(join(folder, FILE), digestOf(root));

function digestOf(root: string): string {
  const hash = createHash("sha256");
  const take = (path: string): void => {
    const entries = readdirSync(join(root, path), { withFileTypes: true }).filter(({ name }) => !isOfTools(name));
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const inner = join(path, entry.name);
      if (path === "" && NO_SOURCE.test(entry.name)) continue;
      if (entry.isDirectory()) take(inner);
      else
        hash
          .update(`${inner}\0`)
          .update(readFileSync(join(root, inner)))
          .update("\0");
    }
  };
  take("");
  return hash.digest("hex");
}

/** Such as `.git` and `__pycache__`, and packages: those of `checks` are installed after a build. */
const isOfTools = (name: string): boolean => /^(\..*|__pycache__|node_modules)$/.test(name);
