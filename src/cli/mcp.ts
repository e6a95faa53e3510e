import type { Log } from "../app/ports/log.js";
import type { Settings } from "../config/settings.js";
import type { ControlTarget } from "../library/control-client.js";
import { serveStdio } from "../mcp/serve-stdio.js";
import { startServer } from "../server/server.js";
import { stopOnSignals } from "./server/stop-on-signals.js";

export interface McpOptions {
  readonly settings: Settings;
  /** A sandbox that is already running. If left out, a new one starts. */
  readonly target: ControlTarget | undefined;
  readonly log: Log;
}

/**
 * Serves an agent on stdin and stdout, until it disconnects or a signal arrives. Only the protocol may write to
 * stdout.
 */
export async function runMcp({ settings, target: given, log }: McpOptions): Promise<void> {
  const signals = stopOnSignals();
  const complain = (line: string): void => log.warn(line);
  if (given) return serveStdio({ settings, target: given, mayRun: true }, complain);
  const server = await startServer(settings, log);
  signals.stops(server.stop);
  try {
    const { url: base, adminToken, fetch } = server;
    // The sandbox runs in this process, so its certificate needn't be trusted.
    const target = { base, adminToken, fetch: settings.https ? fetch : undefined };
    await serveStdio({ settings, target, mayRun: true }, complain);
  } finally {
    await server.stop();
  }
}
