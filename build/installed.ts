import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { kept } from "./kept.ts";

/**
 * The `node_modules` of a folder's package.json and lock file, for packages that few who clone this need. They are installed on
 * first use, once a machine. Throws if npm can't.
 */
export function installed(folder: string, name: string): string {
  const manifests = ["package.json", "package-lock.json"];
  const hash = createHash("sha256");
  for (const file of manifests) hash.update(readFileSync(join(folder, file)));
  const home = kept(`${name}-${hash.digest("hex").slice(0, 16)}`, (aside) => {
    console.log(`installing ${name}, once a machine`);
    for (const file of manifests) copyFileSync(join(folder, file), join(aside, file));
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    const { status } = spawnSync("npm", ["ci", "--prefix", aside, ...options], { stdio: "inherit" });
    if (status !== 0) throw new Error(`${name} could not be installed: is the npm registry reachable?`);
  });
  return join(home, "node_modules");
}
