// Writes src/tools/library/language.ts from the schemas. Git ignores the file: the build, `npm run types` and `npm run check` write it.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { loadGenerators, writeChanged } from "./generate.ts";

const folder = mkdtempSync(join("node_modules", ".generators-"));
try {
  writeChanged("src/tools/library/language.ts", (await loadGenerators(folder)).libraryTypes());
} finally {
  rmSync(folder, { recursive: true, force: true });
}
