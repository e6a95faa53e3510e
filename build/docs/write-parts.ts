import { readFileSync, writeFileSync } from "node:fs";
import { housePicture } from "./house.js";
import { pages, renderPage } from "./parts.js";

/** Writes the generated parts of the pages into the pages, and the picture of the house. */
export async function writeParts(): Promise<void> {
  for (const file of Object.keys(pages)) writeFileSync(file, await renderPage(file, readFileSync(file, "utf8")));
  writeFileSync("docs/images/house.svg", housePicture());
}
