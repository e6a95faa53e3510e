// npm run docs: writes the generated parts of the pages, then the site.
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { bundleOptions } from "../bundle-options.ts";
import { writeIslands } from "../islands.ts";
import { writeSite } from "./site.ts";

// Inside of the checkout: what is bundled still finds better-sqlite3.
const aside = mkdtempSync("dist.docs-");
try {
  const outfile = join(aside, "write-parts.mjs");
  await build({ ...bundleOptions, entryPoints: ["build/docs/write-parts.ts"], outfile });
  const { writeParts } = (await import(pathToFileURL(resolve(outfile)).href)) as typeof import("./write-parts.ts");
  await writeParts();
  await writeIslands(aside);
  await writeSite(join(aside, "docs"));
  rmSync("dist/docs", { recursive: true, force: true });
  renameSync(join(aside, "docs"), "dist/docs");
} finally {
  rmSync(aside, { recursive: true, force: true });
}
