import { join } from "node:path";
import { writeIslands } from "../../build/islands.js";
import { packageRoot } from "../../src/package/files.js";
import { buildOnce, newestOf, writtenAt } from "./build-lock.js";

/** Vitest's global setup: bundles the pages' scripts if a source of theirs is newer. The sources run without the rest of dist. */
export default async function writePageScripts(): Promise<void> {
  await buildOnce(isFresh, () => writeIslands(join(packageRoot, "dist")));
}

function isFresh(): boolean {
  const written = writtenAt("dist/pages/script.js");
  return written !== undefined && newestOf(["src/pages/islands", "build/islands.ts"]) <= written;
}
