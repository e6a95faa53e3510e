import { readdirSync } from "node:fs";
import { packagePath, packageText } from "./package-files.js";
import type { LoadedScenario } from "./settings.js";

const ENDING = ".scenario.yaml";
/** Ships beside the stories, and is not one of them. */
const MAGIC = "magic";

/** The names of the stories that ship with the package. */
export const catalogueNames = (): readonly string[] =>
  readdirSync(packagePath("scenarios"))
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .filter((name) => name !== MAGIC)
    .sort();

/** The story of this name; undefined where there is none. */
export async function readCatalogue(name: string): Promise<LoadedScenario | undefined> {
  if (!catalogueNames().includes(name)) return undefined;
  const file = `scenarios/${name}${ENDING}`;
  const text = packageText(file);
  const [{ readScenario }, { loadRegexesFor }] = await Promise.all([
    import("./scenario/document.js"),
    import("./scenario/pattern.js"),
  ]);
  await loadRegexesFor(text);
  const read = readScenario(text, file);
  if ("problems" in read) throw new Error(`expected ${file} to be valid, found: ${read.problems[0].what}`);
  return { scenario: read.scenario, file, ruleLines: read.ruleLines };
}
