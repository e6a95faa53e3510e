import type { ReadScenario } from "../app/rules/read-scenario.js";
import { packageRoot } from "../package/files.js";
import { cataloguePath, readScenarioFile, shippedScenarioNames } from "./scenario-files.js";

/** The magic values ship beside the catalogue, and are no part of it. */
const MAGIC = "magic";

/** The names of the catalogue's scenarios. */
export const catalogueNames = (): readonly string[] => shippedScenarioNames().filter((name) => name !== MAGIC);

/** The catalogue's scenario of this name; undefined where there is none. */
export const readCatalogue = async (name: string): Promise<ReadScenario | undefined> =>
  catalogueNames().includes(name) ? readScenarioFile(cataloguePath(name), packageRoot) : undefined;
