// `exec` without its command line: options as JSON in the first argument, the command after it.

import { loadScenarios } from "../../src/lane/catalogue/scenario-files.js";
import { silentLog } from "../../src/lane/ports/log.js";
import { defaultSettings } from "../../src/server/options/defaults.js";
import { readReport } from "../../src/tools/cli/options/report-option.js";
import { runExec } from "../../src/tools/cli/runs/exec.js";

const { scenarios = [], reports = [], settings = {}, strict } = JSON.parse(process.argv[2] ?? "{}");
process.exitCode = await runExec({
  settings: { ...defaultSettings, port: 0, ...settings, scenarios: await loadScenarios(scenarios) },
  command: process.argv.slice(3),
  reports: reports.flatMap((text: string) => readReport(text)),
  log: silentLog,
  strict,
});
