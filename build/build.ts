// Builds dist: one bundle with what is needed later in files of its own, better-sqlite3 outside.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { build } from "esbuild";

rmSync("dist", { recursive: true, force: true });
await build({
  entryPoints: { "cli/main": "src/cli/main.ts", index: "src/index.ts" },
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node22.14",
  external: ["better-sqlite3"],
  jsx: "automatic",
  jsxImportSource: "hono/jsx",
  legalComments: "none",
  minifySyntax: true,
  // Some bundled packages are CommonJS and ask for Node's own modules.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  logLevel: "warning",
});
void execFileSync;
