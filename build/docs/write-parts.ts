import { readFileSync, writeFileSync } from "node:fs";
import { pages, renderPage } from "./parts.js";

/** Writes the generated parts of the pages into the pages. */
export async function writeParts(): Promise<void> {
  for (const file of Object.keys(pages)) writeFileSync(file, await renderPage(file, readFileSync(file, "utf8")));
}
