// `exec` without its command line: options as JSON in the first argument, the command after it.
import { silentLog } from "../../src/app/ports/log.js";
import { loadScenarios } from "../../src/catalogue/scenario-files.js";
import { readReport } from "../../src/cli/options/report-option.js";
import { runExec } from "../../src/cli/runs/exec.js";
import { defaultSettings } from "../../src/config/defaults.js";

const { scenarios = [], reports = [], settings = {}, strict } = JSON.parse(process.argv[2] ?? "{}");
process.exitCode = await runExec({
  settings: { ...defaultSettings, port: 0, ...settings, scenarios: await loadScenarios(scenarios) },
  command: process.argv.slice(3),
  reports: reports.flatMap((text: string) => readReport(text)),
  log: silentLog,
  strict,
});
