import type { Command, CommandUnknownOpts } from "@commander-js/extra-typings";
import { logger } from "../../../lane/runtime/logger.js";
import { CannotStart, CommandFailed, InvalidInput } from "../../../package/errors.js";
import { optionRows } from "../../../server/options/options.js";
import type { ControlTarget } from "../../library/control-client.js";
import { urlOf } from "../client/address.js";
import { callControl } from "../client/client.js";
import { agentAnswer } from "./agent-answer.js";
import { addRunOptions, ofStanding, refuseIgnored, resolvedForRun } from "./server-options.js";
import { stopOnSignals } from "./stop-on-signals.js";
import { takenByOwn } from "./taken-port.js";

const MORE = `
The agent's client starts this command and talks to it on stdin and stdout. Add to the client's settings:
  {"mcpServers": {"payment-sandbox": {"command": "npx", "args": ["payment-sandbox", "mcp"]}}}

Tools: search_docs, list_scenarios, create_lane, call, force_outcome, rules, pay_order, clock, wait_for, list_requests,
explain_request, verify, snapshots, judge, prove_fix and others.
Resources: the pages of docs, and the schema of scenario files.

Examples:
  payment-sandbox mcp                                its own sandbox on a free port, stopped at the end
  payment-sandbox mcp --port 4655 --data-dir ./data  on a fixed port, and data is kept
  payment-sandbox mcp --url http://localhost:4655    the sandbox running there

Exit codes: 0 the client closed, 2 usage or an invalid file, 3 could not start, 130, 143 stopped by SIGINT, SIGTERM`;

export function addMcp(program: Command): void {
  const command = program
    .command("mcp")
    .description("serve an agent over the Model Context Protocol, on stdin and stdout")
    .option("--url <url>", "use the sandbox at this address instead of starting one");
  // The agent's client starts and stops the sandbox, and the agent sets the rules.
  addRunOptions(command, { except: [...ofStanding, "strict", "minCoverage"] })
    .addHelpText("after", MORE)
    .action(({ url }) => serveAgent(command, url));
}

/** Options of the sandbox that would be started. */
const ofStarted = optionRows
  .map(({ name }) => name)
  .filter((name) => !["adminToken", "config", "logFormat", "logLevel"].includes(name));
const OF_STARTED =
  "expected without --url, whose sandbox runs already; its tools take a scenario and a seed (create_lane, judge)";

/**
 * Serves an agent on stdin and stdout, until it disconnects or a signal arrives. Only the protocol may write to
 * stdout.
 */
async function serveAgent(command: CommandUnknownOpts, url: string | undefined): Promise<void> {
  if (url !== undefined) refuseIgnored(command, ofStarted, OF_STARTED);
  const [{ serveStdio }, { settings, logFormat, logLevel }] = await Promise.all([
    import("../../mcp/serve-stdio.js"),
    resolvedForRun(command),
  ]);
  const write = (line: string) => void process.stderr.write(line);
  const format = logFormat ?? "pretty";
  const log = logger({ format, level: logLevel ?? "warn", write });
  const complain = (line: string): void => log.warn(line);
  const running = url === undefined ? undefined : await sandboxAt(url, settings.adminToken, complain);
  const signals = stopOnSignals();
  if (running) return serveStdio({ settings, target: running, mayRun: true }, complain);
  const [{ startServer }, { activityHooks, liveLog }] = await Promise.all([
    import("../../../server/server.js"),
    import("./live-log.js"),
  ]);
  const activity = activityHooks(liveLog({ format, level: logLevel, isTerminal: false, hasColour: false, write, log }));
  const server = await startServer(settings, log, { ...activity, mcp: agentAnswer(settings) }).catch(async (error) => {
    const goOn = (running: string) => `use it with --url ${running}, or take --port 0`;
    throw (await takenByOwn(error, settings.port, goOn)) ?? error;
  });
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

/** The sandbox at `--url`. Complains if it refuses the token. Throws CannotStart if none answers there. */
async function sandboxAt(
  url: string,
  adminToken: string | undefined,
  complain: (line: string) => void,
): Promise<ControlTarget> {
  const target = { base: await urlOf({ url }), adminToken, isNamed: true };
  await callControl(target, "GET /health", {}).catch((error: Error) => {
    if (error instanceof InvalidInput) throw new CannotStart(error.message);
    if (error instanceof CannotStart) throw new CannotStart(`--url: ${error.message}`);
    if (!(error instanceof CommandFailed)) throw error;
    // The documentation and the judge need no token.
    complain(`--url: ${error.message}`);
  });
  return target;
}
