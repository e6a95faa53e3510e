import { join } from "node:path";
import { writeIslands } from "../../build/islands.js";
import { packageRoot } from "../../src/package/files.js";
import { buildOnce, newestOf, writtenAt } from "./build-lock.js";

/** Vitest's global setup: bundles the pages' scripts if a source of theirs is newer. The sources run without the rest of dist. */
export default async function writePageScripts(): Promise<void> {
  await buildOnce(isFresh, () => writeIslands(join(packageRoot, "dist")));
}

function isFresh(): boolean {
  const written = writtenAt("dist/pages/console-style.css");
  const sources = ["src/server/pages/islands", "src/server/pages/console/console.css", "build/islands.ts"];
  return written !== undefined && newestOf(sources) <= written;
}
