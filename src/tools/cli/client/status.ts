import { type Command, Option } from "@commander-js/extra-typings";
import { printableLine } from "../../../package/printable.js";
import { typed } from "../../../package/typed.js";
import { portOf } from "./registry.js";
import { type FoundSandbox, foundSandboxes, lanesOf } from "./running.js";

const MORE = `
Lists the sandboxes that this user has started. Those of exec, of the library and of mcp end with their program (an agent's client
for mcp) and aren't listed.

Examples:
  payment-sandbox status
  payment-sandbox status --json      [{ url, port, pid, since, version, data, lanes }]

port is the one that it listens on, also behind a proxy. data is the folder or the database, null in memory. lanes is null if a token
is needed, or if the sandbox doesn't answer.

Exit codes: 0 listed, also if none runs, 2 usage`;

/** A row of the answer. */
interface Row extends Pick<FoundSandbox, "url" | "pid"> {
  /** The port that it listens on. */
  readonly port: number;
  /** ISO 8601. */
  readonly since: string;
  readonly version: string | null;
  readonly data: string | null;
  readonly lanes: readonly string[] | null;
}

export function addStatus(program: Command): void {
  program
    .command("status")
    .description("list your running sandboxes")
    .option("--json", "as JSON")
    .addOption(
      new Option(
        "--admin-token <text>",
        "the bearer token, if a sandbox has one (beyond loopback, or with adminTokens)",
      ).env("PAYMENT_SANDBOX_ADMIN_TOKEN"),
    )
    .addHelpText("after", MORE)
    .action(async ({ json, adminToken }) => {
      const found = await foundSandboxes();
      const listed = await Promise.all(found.map((sandbox) => listedOf(sandbox, adminToken)));
      const rows = listed.map(({ row }) => row);
      process.stdout.write(json ? `${JSON.stringify(rows, null, 2)}\n` : statusTable(listed));
    });
}

/** A sandbox for the list: its row for programs, and what people read besides. */
interface Listed {
  readonly row: Row;
  readonly sandbox: FoundSandbox;
  readonly lanes: string;
}

async function listedOf(sandbox: FoundSandbox, token: string | undefined): Promise<Listed> {
  const { url, pid, started, identity, answers } = sandbox;
  const told = answers ? await lanesOf(sandbox, token) : "unknown";
  const lanes = typeof told === "string" ? null : told;
  const { version = null, data = null } = identity ?? {};
  const row = { url, port: Number(portOf(sandbox)), pid, since: started, version, data, lanes };
  return { row, sandbox, lanes: lanes ? namesText(lanes) : `lanes unknown${told === "refused" ? refusal(token) : ""}` };
}

const refusal = (token: string | undefined): string =>
  token === undefined ? " (needs a token: --admin-token)" : " (token refused)";

const none = (): string => `No sandbox of yours is running. Start one: ${typed()} start\n`;

function statusTable(listed: readonly Listed[]): string {
  if (listed.length === 0) return none();
  const lines = listed.flatMap(({ row: { url, port, pid, since, version, data }, sandbox, lanes }) => [
    `${url}  port ${port}, process ${pid}, since ${since}, version ${version ?? "0.1.0"}${sandbox.answers ? "" : ", DOES NOT ANSWER"}`,
    `  ${data ?? "in memory"}; ${lanes}; started in ${sandbox.cwd}`,
  ]);
  return lines.map((line) => `${printableLine(line)}\n`).join("");
}

/** Some names, because there may be thousands. */
const SHOWN = 6;

function namesText(lanes: readonly string[]): string {
  const shown = lanes.slice(0, SHOWN).join(", ");
  const more = lanes.length > SHOWN ? ` and ${lanes.length - SHOWN} more` : "";
  return `${lanes.length === 1 ? "lane" : "lanes"} ${shown}${more}`;
}
