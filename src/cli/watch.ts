import { watch } from "node:fs";
import { basename, dirname } from "node:path";
import type { Log } from "../app/ports/log.js";
import type { ReadScenario } from "../app/rules/read-scenario.js";
import type { Resolved } from "../config/resolve.js";
import { InvalidInput } from "../package/errors.js";
import type { Lanes } from "../server/lanes.js";
import { changesBetween } from "./scenario-changes.js";

/** Editors write a file in several steps. */
const SETTLED_MS = 50;

/** Reloads the scenario files when they change. An invalid one is logged, and the old rules stay. */
export function watchScenarios(lanes: Lanes, { settings, scenarioFiles, readScenarios }: Resolved, log: Log): void {
  let current: readonly ReadScenario[] = settings.scenarios;
  const reload = async () => {
    try {
      const read = await readScenarios();
      const changes = changesBetween(current, read);
      if (changes.length === 0) return;
      await lanes.reloadScenarios(read);
      current = read;
      for (const change of changes) log.info(`reloaded ${change}`);
      for (const warning of read.flatMap(({ warnings = [] }) => warnings)) log.warn(warning);
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      for (const line of error.lines) log.warn(`not reloaded, the old rules stay: ${line}`);
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(reload, SETTLED_MS);
  };
  // The folder, not the file: editors put a new file in the place of the old one.
  const names = Map.groupBy(scenarioFiles, dirname);
  for (const [folder, files] of names)
    watch(folder, (_event, name) => {
      if (name === null || files.some((file) => basename(file) === name)) soon();
    });
  log.info(
    scenarioFiles.length === 0
      ? "there is no scenario file to watch"
      : `watching ${scenarioFiles.length} scenario file(s)`,
  );
}
