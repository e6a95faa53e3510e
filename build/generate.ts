// What is made of the schemas: the OpenAPI document, the library's types, scenario.schema.json.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { bundleOptions } from "./bundle-options.ts";

type Generated = typeof import("./generated.ts");

/** Loads the generators; `folder` is for what is needed on the way. */
export async function loadGenerators(folder: string): Promise<Generated> {
  const outfile = join(folder, "generated.mjs");
  await build({ ...bundleOptions, entryPoints: ["build/generated.ts"], outfile });
  try {
    return await import(pathToFileURL(resolve(outfile)).href);
  } finally {
    rmSync(outfile);
  }
}

/** Leaves a file alone that says the same: what is newer than dist is built again. */
export function writeChanged(file: string, text: string): void {
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
}
