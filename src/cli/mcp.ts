import type { Log } from "../app/ports/log.js";
import type { Settings } from "../config/settings.js";
import type { ControlTarget } from "../library/control-client.js";
import { serveStdio } from "../mcp/serve-stdio.js";
import { startServer } from "../server/server.js";
import { stopOnSignals } from "./stop-on-signals.js";

export interface McpOptions {
  readonly settings: Settings;
  /** The sandbox that runs already; left out: one is started. */
  readonly target: ControlTarget | undefined;
  readonly log: Log;
}

/** Serves an agent on stdin and stdout, until it goes or a signal comes. stdout is the protocol's alone. */
export async function runMcp({ settings, target, log }: McpOptions): Promise<void> {
  const signals = stopOnSignals();
  const complain = (line: string): void => log.warn(line);
  if (target) return serveStdio({ settings, target }, complain);
  const server = await startServer(settings, log);
  signals.stops(server.stop);
  try {
    const { url: base, adminToken, fetch } = server;
    // This process need not trust the certificate of its own sandbox.
    await serveStdio({ settings, target: { base, adminToken, fetch: settings.https ? fetch : undefined } }, complain);
  } finally {
    await server.stop();
  }
}
