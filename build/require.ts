import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "./bundle-options.ts";

/**
 * Writes the library for `require`, in one file. Node.js could require the modules themselves, but Jest cannot without a flag,
 * and an older TypeScript refuses their types (TS1471).
 */
export async function writeRequired(file: string): Promise<void> {
  await build({
    ...bundleOptions,
    entryPoints: ["src/index.ts"],
    outfile: file,
    format: "cjs",
    minifyWhitespace: true,
    banner: { js: 'const __moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
    define: { "import.meta.url": "__moduleUrl" },
  });
}

const REACHED = /(from|import)( ?\(?)"(\.[^"]+)\.js"/g;

/** Writes the declarations below `types`, of these files and what they name, once more as those of CommonJS. */
export function writeRequiredTypes(types: string, files: Iterable<string>): void {
  for (const file of files) {
    const to = join(types, "cjs", relative(types, file)).replace(/\.d\.ts$/, ".d.cts");
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, readFileSync(file, "utf8").replaceAll(REACHED, '$1$2"$3.cjs"'));
  }
}
