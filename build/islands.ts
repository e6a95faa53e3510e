import { build } from "esbuild";

/** Browsers of the last five years; the pages work in all others too, without their script. */
const browsers = ["chrome90", "edge90", "firefox90", "safari15"];

/**
 * Bundles the scripts of the hosted pages and of the console, and the console's style sheet, each put into its pages as it stands, and the documentation's.
 * Answers the files that they are made of.
 */
export async function writeIslands(outdir: string): Promise<readonly string[]> {
  const { metafile } = await build({
    metafile: true,
    entryPoints: {
      "pages/script": "src/server/pages/islands/main.ts",
      "pages/console": "src/server/pages/islands/console/main.ts",
      "pages/console-style": "src/server/pages/console/console.css",
      "docs/site": "src/server/pages/islands/docs/main.ts",
    },
    outdir,
    bundle: true,
    format: "iife",
    platform: "browser",
    target: browsers,
    minify: true,
    legalComments: "none",
    logLevel: "warning",
  });
  return Object.keys(metafile.inputs);
}
