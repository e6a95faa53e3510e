import { existsSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Command } from "@commander-js/extra-typings";
import { DEFAULT_URL } from "../../../package/default-url.js";
import { InvalidInput } from "../../../package/errors.js";
import { programWords, quoted, typedWords } from "../../../package/typed.js";
import { makeFolder, pathFault } from "../../../package/writing.js";

const MORE = `
Prints what to paste into the settings of an editor or an agent, so that it can use the sandbox over MCP. With --skill it
writes or prints a short text that teaches an agent how to work with the sandbox. Both only on demand: nothing else is touched.

Examples:
  payment-sandbox agent
  payment-sandbox agent --skill .claude/skills/payment-sandbox/SKILL.md

Exit codes: 0 printed or written, 2 usage, or the file is there already`;

export function addAgent(program: Command): void {
  program
    .command("agent")
    .description("print the settings that connect an editor's agent to the sandbox, or write a skill file")
    .option("--skill [file]", "write the skill to this file, or print it")
    .addHelpText("after", MORE)
    .action(async ({ skill }) => {
      if (skill === undefined) return void process.stdout.write(await agentSettings());
      if (skill === true) return void process.stdout.write(skillText());
      if (existsSync(skill)) throw new InvalidInput(`--skill: ${skill} already exists: choose another file`);
      try {
        makeFolder(dirname(skill));
        writeFileSync(skill, skillText());
      } catch (error) {
        throw new InvalidInput(`--skill: ${pathFault(error)}`);
      }
      process.stdout.write(`${skill}\n`);
    });
}

/** An editor doesn't have the shell's PATH, so only npx in a folder with an install is found by name. */
function stdioSettings() {
  const [command, ...words] = wordsAnywhere();
  return { command, args: [...words, "mcp"] };
}

function wordsAnywhere(): readonly [string, ...string[]] {
  const asTyped = typedWords();
  return asTyped[0] === "npx" ? asTyped : programWords();
}

/** The address of the sandbox that was started from this folder or above. If none or several were, the default one. */
async function runningUrl(): Promise<string> {
  const { urlFromHere } = await import("../client/address.js");
  return urlFromHere({}).catch(() => DEFAULT_URL);
}

/** Each editor's file of MCP servers, and its format. */
const editorsFor = (stdio: ReturnType<typeof stdioSettings>, url: string) => [
  { name: "Claude Code", file: ".mcp.json", settings: { mcpServers: { "payment-sandbox": stdio } } },
  { name: "Cursor", file: ".cursor/mcp.json", settings: { mcpServers: { "payment-sandbox": stdio } } },
  {
    name: "VS Code",
    file: ".vscode/mcp.json",
    settings: { servers: { "payment-sandbox": { type: "stdio", ...stdio } } },
  },
  {
    name: "Zed",
    file: ".zed/settings.json",
    settings: { context_servers: { "payment-sandbox": { ...stdio, env: {} } } },
  },
  {
    name: "A sandbox that runs already, over HTTP",
    file: ".mcp.json",
    settings: { mcpServers: { "payment-sandbox": { type: "http", url: `${url}/_sandbox/mcp` } } },
  },
];

const agentSettings = async (): Promise<string> =>
  editorsFor(stdioSettings(), await runningUrl())
    .map(({ name, file, settings }) => `${name}: ${file}\n${JSON.stringify(settings, null, 2)}\n`)
    .join("\n");

/** Instructions for an agent that writes a shop. */
function skillText(): string {
  const program = wordsAnywhere().map(quoted).join(" ");
  return `---
name: payment-sandbox
description: Build and test a payment integration (hosted checkout, stored cards, refund, void, notifications) against a local sandbox that can be made to fail, and find out whether the shop ends up right about the money.
---

# Working with payment-sandbox

1. Start it with \`${program} start\`, or let the tools of its MCP server start it. The shop's base URL is the sandbox's address.
   Make a lane for each task (\`create_lane\`): it is a world of its own.
2. Make calls with \`${program} call <operation> --demo\`. The pages \`payment-sandbox://docs/…\` have every
   parameter, and \`search_docs\` finds the chapter.
3. Force a failure with \`force_outcome\`, let the shop make the call, then read \`explain_request\`.
4. Let the shop write what it believes to the file in \`PAYMENT_SANDBOX_BELIEFS_FILE\`:
   \`{"<merchantReference>": {"paid": 88, "refunded": 0, "cart": "tea", "effects": {"shipped": 1}}}\`.
5. Run \`judge\` or \`conformance\` with the command of the shop's tests. Fix what fails by its cure, and prove the fix with
   \`prove_fix\`: give \`judge\` a \`report\` (a file) before the fix, and both the same \`command\` and \`cwd\` (the shop's folder). \`verify\` checks a lane. A shop is right if it is right in every mutant, not only in the one you looked at.

Rules that prevent most findings:

- Store the order before the call. Store the result in the transaction that acts on it.
- Only \`responseCode\` "0000" is success. HTTP 200 is not.
- A lost answer is unknown: query the reference. Never charge again under a new reference before that.
- Verify a notification's signature, find the order by its own reference, and act once.
- The success address proves nothing: query.
`;
}
