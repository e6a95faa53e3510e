import { fileURLToPath } from "node:url";
import type { BuildOptions } from "esbuild";
import { builtinsByRequire } from "./builtins.ts";

/** How the product is bundled: better-sqlite3 outside, for its binaries. */
export const bundleOptions: BuildOptions = {
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node22.14",
  external: ["better-sqlite3"],
  plugins: [builtinsByRequire],
  jsx: "automatic",
  jsxImportSource: "hono/jsx",
  alias: { "hono/jsx/jsx-runtime": fileURLToPath(new URL("../src/server/pages/jsx-runtime.ts", import.meta.url)) },
  legalComments: "none",
  minifySyntax: true,
  // Some bundled packages are CommonJS and ask for Node's own modules.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  logLevel: "warning",
};
