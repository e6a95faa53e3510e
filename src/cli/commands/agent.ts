import { existsSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Command } from "commander";
import { InvalidInput } from "../../package/errors.js";
import { makeFolder } from "../../package/make-folder.js";

const MORE = `
Prints what to paste into the settings of an editor or an agent, so that it can use the sandbox over MCP. With --skill it
writes a short text that teaches an agent how to work with the sandbox. Both only on demand: nothing else is touched.

Examples:
  payment-sandbox agent
  payment-sandbox agent --skill .claude/skills/payment-sandbox/SKILL.md

Exit codes: 0 printed or written, 2 usage, or the file is there already`;

export function agentCommand(program: Command): void {
  program
    .command("agent")
    .description("print the settings that connect an editor's agent to the sandbox, or write a skill file")
    .option("--skill <file>", "write the skill to this file")
    .addHelpText("after", MORE)
    .action(async ({ skill }: { readonly skill?: string }) => {
      const { agentSettings, skillText } = await import("../client/agent-settings.js");
      if (skill === undefined) return void process.stdout.write(agentSettings());
      if (existsSync(skill)) throw new InvalidInput(`--skill: ${skill} already exists: choose another file`);
      try {
        makeFolder(dirname(skill));
        writeFileSync(skill, skillText);
      } catch (error) {
        throw new InvalidInput(`--skill: ${(error as Error).message}`);
      }
      process.stdout.write(`${skill}\n`);
    });
}
