import { loadScenarios } from "../../src/lane/catalogue/scenario-files.js";
import { silentLog } from "../../src/lane/ports/log.js";
import { defaultSettings } from "../../src/server/options/settings.js";
import { runExec } from "../../src/tools/cli/runs/exec.js";
import { readReport } from "../../src/tools/cli/runs/run-options.js";
import { runInProcess } from "./run-command.js";

interface ExecEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface ExecChoices {
  readonly scenarios?: readonly string[];
  /** As `--report` takes them. */
  readonly reports?: readonly string[];
  readonly settings?: object;
  readonly strict?: boolean;
}

/** `exec` in this process, which can't see what the command prints. */
export async function execHere(choices: ExecChoices, ...command: readonly string[]): Promise<ExecEnd> {
  const { exitCode, ...said } = await runInProcess(() => execWith(choices, command));
  return { code: exitCode, ...said };
}

const execWith = async (
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

export interface CurlCall {
  /** Behind PAYMENT_SANDBOX_URL. */
  readonly path: string;
  readonly method?: string;
  readonly body?: object;
}

/** A command that makes calls one after another, by `curl`, which starts in a tenth of the time of Node with `fetch`. */
export function curls(calls: readonly CurlCall[], last = ":"): readonly string[] {
  const lines = calls.map(({ path, method, body }) => {
    const how = method === undefined ? "" : ` -X ${method}`;
    const what = body === undefined ? "" : ` -H "Content-Type: application/json" --data-raw '${JSON.stringify(body)}'`;
    return `curl --noproxy "*" -s -o /dev/null${how}${what} "$PAYMENT_SANDBOX_URL${path}"`;
  });
  return ["sh", "-c", [...lines, last].join("\n")];
}

/** A payment call without a signature. */
export const unsigned = (path: string, params: object): CurlCall => ({
  path,
  body: { request: JSON.stringify(params) },
});
