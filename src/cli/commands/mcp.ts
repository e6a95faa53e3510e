import type { Command } from "commander";
import { optionRows } from "../../config/options.js";
import { resolveSettings } from "../../config/resolve.js";
import { logger } from "../../runtime/logger.js";
import { urlOf } from "../client/client.js";
import { addServerOptions, chosenByFlags } from "../options/server-options.js";

const MORE = `
The agent's client starts this command and talks to it on stdin and stdout. Add to the client's settings:
  {"mcpServers": {"payment-sandbox": {"command": "npx", "args": ["payment-sandbox", "mcp"]}}}

Tools: list_scenarios, create_lane, force_outcome, pay_order, wait_for, list_requests, explain_request, verify, judge.
Resources: the pages of docs, and the schema of scenario files.

Examples:
  payment-sandbox mcp                                its own sandbox on a free port, stopped at the end
  payment-sandbox mcp --port 4655 --data-dir ./data  on a fixed port, and data is kept
  payment-sandbox mcp --url http://localhost:4655    the sandbox running there

Exit codes: 0 the client closed, 2 usage or an invalid file, 3 could not start, 130, 143 stopped by SIGINT, SIGTERM`;

/** Options of `start` that `mcp` doesn't have: its client starts and stops the sandbox, and the agent sets the rules. */
const left = ["readyFile", "watch", "shutdownGrace", "strict", "minCoverage"];

export function mcpCommand(program: Command): void {
  const command = program
    .command("mcp")
    .description("serve an agent over the Model Context Protocol, on stdin and stdout")
    .option("--url <url>", "use the sandbox at this address instead of starting one");
  addServerOptions(
    command,
    optionRows.filter(({ name }) => !left.includes(name)),
  )
    .addHelpText("after", MORE)
    .action(async ({ url }: { url?: string }) => {
      const flags = chosenByFlags(command);
      const resolving = resolveSettings({ flags, env: process.env, cwd: process.cwd() });
      const [{ runMcp }, { settings, logFormat, logLevel }] = await Promise.all([import("../mcp.js"), resolving]);
      const log = logger({
        format: logFormat ?? "pretty",
        level: logLevel ?? "warn",
        write: (line) => process.stderr.write(line),
      });
      await runMcp({
        // A port from the environment or the config file belongs to `start`, which may be running at the same time.
        settings: { ...settings, port: flags.port ?? 0 },
        target: url === undefined ? undefined : { base: await urlOf({ url }), adminToken: settings.adminToken },
        log,
      });
    });
}
