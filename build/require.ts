import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build, type Plugin } from "esbuild";
import { bundleOptions } from "./bundle-options.ts";

/**
 * Writes the library and the helper for Jest for `require`, each in one file. Node.js could require the modules themselves, but
 * Jest cannot without a flag, and an older TypeScript refuses their types (TS1471).
 */
export async function writeRequired(folder: string): Promise<void> {
  await build({
    ...bundleOptions,
    entryPoints: ["src/index.ts", "src/jest.ts"],
    outdir: folder,
    outExtension: { ".js": ".cjs" },
    format: "cjs",
    // Jest cannot import either.
    supported: { "dynamic-import": false },
    plugins: [...bundleOptions.plugins!, serverOfLibrary("./index.cjs")],
    minifyWhitespace: true,
    // Node.js prints the line of an error that nobody catches.
    lineLimit: 200,
    banner: { js: 'const __moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
    define: { "import.meta.url": "__moduleUrl" },
  });
}

/** The helpers find the server in the library's file, which they load only if the server shall run in this process. */
export const serverOfLibrary = (library: string): Plugin => ({
  name: "server-of-library",
  setup: (build) =>
    build.onResolve({ filter: /^\.\/sandbox\.js$/ }, ({ importer }) =>
      importer.endsWith("fixtures.ts") ? { path: library, external: true } : undefined,
    ),
});

const REACHED = /(from|import)( ?\(?)"(\.[^"]+)\.js"/g;

/** Writes the declarations below `types`, of these files and what they name, once more as those of CommonJS. */
export function writeRequiredTypes(types: string, files: Iterable<string>): void {
  for (const file of files) {
    const to = join(types, "cjs", relative(types, file)).replace(/\.d\.ts$/, ".d.cts");
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, readFileSync(file, "utf8").replaceAll(REACHED, '$1$2"$3.cjs"'));
  }
}
