import type { Command } from "commander";
import { optionRows } from "../../config/options.js";
import { resolveSettings } from "../../config/resolve.js";
import { logger } from "../../runtime/logger.js";
import { urlOf } from "../client.js";
import { addServerOptions, chosenByFlags } from "../server-options.js";

const MORE = `
An agent's client starts it and talks to it on stdin and stdout. In the client's settings:
  {"mcpServers": {"payment-sandbox": {"command": "npx", "args": ["payment-sandbox", "mcp"]}}}

Tools: list_scenarios, create_lane, force_outcome, pay_order, wait_for, list_requests, explain_request, verify, judge.
Resources: the pages of docs, and the schema of scenario files.

Examples:
  payment-sandbox mcp                                a sandbox of its own, on a free port, gone with it
  payment-sandbox mcp --port 4655 --data-dir ./data  on a port that the shop knows, and kept
  payment-sandbox mcp --url http://localhost:4655    the sandbox that runs there

Exit codes: 0 the client has gone, 2 usage or an invalid file, 3 could not start, 130, 143 stopped by SIGINT, SIGTERM`;

/** Nobody waits for it to be ready, and its rules come from the agent. */
const left = ["readyFile", "watch", "strict", "minCoverage"];

export function mcpCommand(program: Command): void {
  const command = program
    .command("mcp")
    .description("serve an agent over the Model Context Protocol, on stdin and stdout")
    .option("--url <url>", "use the sandbox that runs there, instead of starting one");
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
        // A port of the environment or of the config file is that of `start`, which may be running beside us.
        settings: { ...settings, port: flags.port ?? 0 },
        target: url === undefined ? undefined : { base: await urlOf({ url }), adminToken: settings.adminToken },
        log,
      });
    });
}
