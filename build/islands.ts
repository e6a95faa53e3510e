import { build } from "esbuild";

/** Browsers of the last five years; the pages work in all others too, without their script. */
const browsers = ["chrome90", "edge90", "firefox90", "safari15"];

/** Bundles the script of the hosted pages, which is put into each page as it stands. */
export async function writeIslands(outfile: string): Promise<void> {
  await build({
    entryPoints: ["src/pages/islands/main.ts"],
    outfile,
    bundle: true,
    format: "iife",
    platform: "browser",
    target: browsers,
    minify: true,
    legalComments: "none",
    logLevel: "warning",
  });
}
