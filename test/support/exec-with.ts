import { loadScenarios } from "../../src/lane/catalogue/scenario-files.js";
import { silentLog } from "../../src/lane/ports/log.js";
import { defaultSettings } from "../../src/server/options/defaults.js";
import { readReport } from "../../src/tools/cli/options/report-option.js";
import { runExec } from "../../src/tools/cli/runs/exec.js";

export interface ExecChoices {
  readonly scenarios?: readonly string[];
  /** As `--report` takes them. */
  readonly reports?: readonly string[];
  readonly settings?: object;
  readonly strict?: boolean;
}

/** Runs `exec` with these choices, and gives its exit code. */
export const execWith = async (
  { scenarios = [], reports = [], settings = {}, strict }: ExecChoices,
  command: readonly string[],
): Promise<number> =>
  runExec({
    settings: { ...defaultSettings, port: 0, ...settings, scenarios: await loadScenarios(scenarios) },
    command,
    reports: reports.flatMap((text) => readReport(text)),
    log: silentLog,
    strict,
  });
