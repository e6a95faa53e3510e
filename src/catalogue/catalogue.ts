import type { ReadScenario } from "../app/rules/read-scenario.js";
import { packageRoot } from "../package/files.js";
import { cataloguePath, readScenarioFile, shippedScenarioNames } from "./scenario-files.js";

/** The magic values ship in the scenarios' folder, but aren't a scenario. */
const MAGIC = "magic";

/** The names of the catalogue's scenarios. */
export const catalogueNames = (): readonly string[] => shippedScenarioNames().filter((name) => name !== MAGIC);

/** The shipped scenario with this name, or the magic values. Undefined if there is none. */
export const readCatalogue = async (name: string): Promise<ReadScenario | undefined> =>
  shippedScenarioNames().includes(name) ? readScenarioFile(cataloguePath(name), packageRoot) : undefined;
