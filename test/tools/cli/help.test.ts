import { Command } from "@commander-js/extra-typings";
import { expect, it } from "vitest";
import { commands, loadCommand } from "../../../src/tools/cli/commands.js";

// Without a process each: usage.system.test.ts shows that --help is printed.
it.each([...commands.keys()])("%s --help has examples and exit codes", async (command) => {
  let help = "";
  const writeOut = (text: string): void => {
    help += text;
  };
  const program = new Command().exitOverride().configureOutput({ writeOut });
  (await loadCommand(command))(program);
  await expect(program.parseAsync([command, "--help"], { from: "user" })).rejects.toMatchObject({ exitCode: 0 });
  expect(help).toMatch(/^(Examples|Install):/m);
  expect(help).toMatch(/^Exit codes:/m);
});
