// scenario.schema.json: what editors check and complete scenario files by. Committed, so that a clone has it at once.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { bundleOptions } from "./bundle-options.ts";

const FILE = "scenario.schema.json";

/** Writes it where it has changed; `folder` is for what is needed on the way. */
export async function writeScenarioSchema(folder: string): Promise<void> {
  const outfile = join(folder, "schema.mjs");
  await build({ ...bundleOptions, entryPoints: ["src/scenario/document.ts"], outfile });
  const { scenarioJsonSchema } = await import(pathToFileURL(resolve(outfile)).href);
  rmSync(outfile);
  const text = `${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`;
  if (!existsSync(FILE) || readFileSync(FILE, "utf8") !== text) writeFileSync(FILE, text);
}
