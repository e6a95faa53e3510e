import type { ReadScenario } from "../app/rules/read-scenario.js";
import { packageRoot } from "../package/files.js";
import { cataloguePath, readScenarioFile, catalogueNames as shippedNames } from "./scenario-files.js";

/** Ships beside the stories, and is not one of them. */
const MAGIC = "magic";

/** The names of the stories that ship with the package. */
export const catalogueNames = (): readonly string[] => shippedNames().filter((name) => name !== MAGIC);

/** The story of this name; undefined where there is none. */
export const readCatalogue = async (name: string): Promise<ReadScenario | undefined> =>
  catalogueNames().includes(name) ? readScenarioFile(cataloguePath(name), packageRoot) : undefined;
