import { type Command, Option } from "@commander-js/extra-typings";
import { firstFew } from "../../../core/scenario/values/plural.js";
import { printableLine } from "../../../package/printable.js";
import { typed } from "../../../package/typed.js";
import { portOf } from "./registry.js";
import { type FoundSandbox, foundSandboxes, lanesOf, namedByOption, theNamed } from "./running.js";

const MORE = `
Lists the sandboxes that this user has started. Those of exec, of the library and of mcp end with their program (an agent's client
for mcp) and aren't listed.

Examples:
  payment-sandbox status
  payment-sandbox status --port 4655
  payment-sandbox status --json      [{ url, port, pid, since, version, data, lanes }]

port is the one that it listens on, also behind a proxy. data is the folder or the database, null in memory. lanes is null if a token
is needed, or if the sandbox doesn't answer.

Exit codes: 0 listed, also if none runs, 1 none runs at --port or --url, 2 usage`;

export function addStatus(program: Command): void {
  program
    .command("status")
    .description("list your running sandboxes")
    .addOption(new Option("--port <n>", "only the one on this port").conflicts("url"))
    .option("--url <url>", "only the one at this address")
    .option("--json", "as JSON")
    .addOption(
      new Option(
        "--admin-token <text>",
        "the bearer token, if a sandbox has one (beyond loopback, or with adminTokens)",
      ).env("PAYMENT_SANDBOX_ADMIN_TOKEN"),
    )
    .addHelpText("after", MORE)
    .action(async ({ json, adminToken, port, url }) => {
      const named = namedByOption({ port: port === undefined ? undefined : await portIn(port), url });
      const found = await foundSandboxes();
      const wanted = named === undefined ? found : theNamed(found, named);
      const listed = await Promise.all(wanted.map((sandbox) => listedOf(sandbox, adminToken)));
      const rows = listed.map(({ row }) => row);
      const table = listed.map(({ text }) => text).join("") || none();
      process.stdout.write(json ? `${JSON.stringify(rows, null, 2)}\n` : table);
    });
}

/** Loaded on demand, so that a list takes less CPU. */
async function portIn(text: string): Promise<number> {
  const { aPort, readNamed } = await import("../value-options.js");
  return readNamed("--port", aPort, text);
}

/** There may be thousands. */
const LANES_SHOWN = 10;

/** A sandbox for the list: its row for programs, and its lines for people. */
async function listedOf(sandbox: FoundSandbox, token: string | undefined) {
  const { url, pid, cwd, started, identity, answers } = sandbox;
  const told = answers ? await lanesTold(sandbox, token) : "unknown";
  const lanes = typeof told === "string" ? null : told;
  const { version = null, data = null } = identity ?? {};
  const row = { url, port: Number(portOf(sandbox)), pid, since: started, version, data, lanes };
  const unknown = `lanes unknown${told === "refused" ? refusal(token) : ""}`;
  const lines = [
    `${url}  port ${row.port}, process ${pid}, since ${started}, version ${version ?? "0.1.0"}${answers ? "" : ", DOES NOT ANSWER"}`,
    `  ${data ?? "in memory"}; ${lanes ? `${lanes.length === 1 ? "lane" : "lanes"} ${firstFew(lanes, LANES_SHOWN) || "none"}` : unknown}; started in ${cwd}`,
  ];
  return { row, text: lines.map((line) => `${printableLine(line)}\n`).join("") };
}

/** Looks for a token in the config file only where one is needed: to read it takes more CPU than all else here. */
async function lanesTold(sandbox: FoundSandbox, token: string | undefined): ReturnType<typeof lanesOf> {
  const told = await lanesOf(sandbox, token);
  if (told !== "refused" || token !== undefined) return told;
  const { tokenOfConfig } = await import("./address.js");
  const found = await tokenOfConfig(sandbox.url).catch(() => undefined);
  return found === undefined ? told : lanesOf(sandbox, found);
}

const refusal = (token: string | undefined): string =>
  token === undefined ? " (needs a token: --admin-token)" : " (token refused)";

const none = (): string => `No sandbox of yours is running. Start one: ${typed()} start\n`;
