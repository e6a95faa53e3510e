import { statSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { Rule } from "../../../core/scenario/rule/rule.js";
import type { Log } from "../../../lane/ports/log.js";
import type { ReadScenario } from "../../../lane/rules/read-scenario.js";
import { InvalidInput } from "../../../package/errors.js";
import type { Lanes } from "../../../server/lanes/lanes.js";
import type { Resolved } from "../../../server/options/resolve.js";
import type { Settings } from "../../../server/options/settings.js";

/** How often to look, in milliseconds. The system's own events miss files behind links and in containers. */
const LOOK_MS = 100;

type Watched = Pick<Resolved, "scenarioFiles" | "readScenarios"> & { readonly settings: Pick<Settings, "scenarios"> };

/**
 * Reloads the scenario files when they change. If a file cannot be reloaded, logs the reason and keeps the old rules.
 * The returned function stops that.
 */
export function watchScenarios(
  lanes: Lanes,
  { settings, scenarioFiles, readScenarios }: Watched,
  log: Log,
): () => void {
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
      // Errors must be logged here, because a throw would end the process.
      const lines = error instanceof InvalidInput ? error.lines : [(error as Error).message];
      for (const line of lines) log.warn(`not reloaded, keeping the old rules: ${line}`);
    }
  };
  log.info(
    scenarioFiles.length === 0 ? "no scenario file to watch" : `watching ${scenarioFiles.length} scenario file(s)`,
  );
  let seen = scenarioFiles.map(stampOf).join();
  let isChanged = false;
  const timer = setInterval(() => {
    const now = scenarioFiles.map(stampOf).join();
    // Editors write a file in several steps, so wait until it stays as it is.
    if (isChanged && now === seen) reload();
    isChanged = now !== seen;
    seen = now;
  }, LOOK_MS);
  return () => clearInterval(timer);
}

/** Tells whether a file's contents may have changed, whatever links lead to it. */
function stampOf(file: string): string {
  try {
    const { dev, ino, size, mtimeMs } = statSync(file);
    return `${dev}:${ino}:${size}:${mtimeMs}`;
  } catch {
    return "none";
  }
}

/** The changes in reloaded scenario files, one line per file. */
function changesBetween(before: readonly ReadScenario[], after: readonly ReadScenario[]): readonly string[] {
  return after.flatMap((now, i) => {
    const was = before[i];
    if (was === undefined || isDeepStrictEqual(was.scenario, now.scenario)) return [];
    return [`${now.file}: ${[...ruleChanges(was, now), ...otherChanges(was, now)].join("; ")}`];
  });
}

function ruleChanges({ scenario: was }: ReadScenario, { scenario: now }: ReadScenario): readonly string[] {
  const count = Math.max(was.rules.length, now.rules.length);
  return Array.from({ length: count }, (_, i) => ruleChange(i, was.rules[i], now.rules[i])).filter(
    (line) => line !== "",
  );
}

function ruleChange(index: number, was: Rule | undefined, now: Rule | undefined): string {
  const rule = now ?? was;
  const name = `rule ${index + 1}${rule?.name === undefined ? "" : ` "${rule.name}"`}`;
  if (was === undefined) return `${name} added`;
  if (now === undefined) return `${name} removed`;
  return isDeepStrictEqual(was, now) ? "" : `${name} changed, and its counts restart at 0`;
}

function otherChanges({ scenario: was }: ReadScenario, { scenario: now }: ReadScenario): readonly string[] {
  const differs = (member: "given" | "clock" | "seed" | "expect" | "name" | "description") =>
    !isDeepStrictEqual(was[member], now[member]);
  const forNewLanes = (["given", "clock", "seed"] as const).filter(differs);
  return [
    ...(["name", "description", "expect"] as const).filter(differs).map((member) => `${member} changed`),
    ...(forNewLanes.length > 0 ? [`${forNewLanes.join(", ")} changed; applies to new lanes and after a reset`] : []),
  ];
}
