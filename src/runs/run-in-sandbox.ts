import { policyOf } from "../app/choices.js";
import type { Log } from "../app/ports/log.js";
import type { Settings } from "../config/settings.js";
import { coverageOf } from "../coverage/coverage.js";
import { cellsReachedIn } from "../coverage/reached.js";
import { version } from "../package/version.js";
import type { CommandRun } from "../reports/run.js";
import { type RunningServer, startServer } from "../server/server.js";
import { runChild } from "./child-process.js";
import { commandEnvironment } from "./environment.js";
import { callsIn, checkLane, deliveriesEnded, usedLanes } from "./lane-checks.js";

export interface SandboxRunOptions {
  readonly settings: Settings;
  /** The command and its arguments. */
  readonly command: readonly string[];
  readonly log: Log;
}

export type SandboxRun =
  | { readonly kind: "ended"; readonly run: CommandRun }
  /** This process was sent a signal meanwhile: the command has ended, and what half a run did was not checked. */
  | { readonly kind: "stopped"; readonly signal: NodeJS.Signals };

/**
 * Runs a command with a sandbox of its own, then checks the lanes that it used: expectations and books. The command has this
 * process's stdio and environment. Throws CannotStart, and CommandNotRun where the command cannot be run.
 */
export async function runInSandbox(options: SandboxRunOptions): Promise<SandboxRun> {
  const server = await startServer(options.settings, options.log);
  try {
    return await runWith(server, options);
  } finally {
    await server.stop();
  }
}

async function runWith(server: RunningServer, { settings, command }: SandboxRunOptions): Promise<SandboxRun> {
  using environment = commandEnvironment(server.url, settings, server.caFile);
  const startedAt = new Date();
  const { exitCode, stoppedBy } = await runChild(command, { ...process.env, ...environment.variables });
  if (stoppedBy) return { kind: "stopped", signal: stoppedBy };
  const lanes = await usedLanes(server.lanes);
  await deliveriesEnded(lanes);
  const checked = [];
  for (const lane of lanes) checked.push(await checkLane(lane));
  const reached = new Set<string>();
  for (const lane of lanes) for (const cell of await cellsReachedIn(lane)) reached.add(cell);
  const calls = await Promise.all(lanes.map(callsIn));
  const run: CommandRun = {
    version,
    command,
    seed: (await lanes[0]?.store.views.lane())?.seed ?? 0,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    commandExitCode: exitCode,
    lanes: checked,
    coverage: coverageOf(reached, lanes[0] ? await policyOf(lanes[0]) : settings.policy),
    calls: calls.reduce((sum, count) => sum + count, 0),
  };
  return { kind: "ended", run };
}
