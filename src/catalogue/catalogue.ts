import type { ReadScenario } from "../app/rules/read-scenario.js";
import { packageRoot } from "../package/files.js";
import { cataloguePath, readScenarioFile, shippedScenarioNames } from "./scenario-files.js";

/** The magic values ship beside the stories, and tell none. */
const MAGIC = "magic";

/** The names of the catalogue's stories. */
export const catalogueNames = (): readonly string[] => shippedScenarioNames().filter((name) => name !== MAGIC);

/** The scenario that ships under this name, story or magic values; undefined where there is none. */
export const readCatalogue = async (name: string): Promise<ReadScenario | undefined> =>
  shippedScenarioNames().includes(name) ? readScenarioFile(cataloguePath(name), packageRoot) : undefined;
