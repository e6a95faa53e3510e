import type { Command } from "commander";

const MORE = `
Needs no project and no set-up. Two small shops that ship with the package sell one cart. The answer to the charge is lost
after the money moved. One shop charges again, the other one asks.

Exit codes: 0 shown, 3 could not start, 130 and 143 stopped by SIGINT and SIGTERM`;

export function demoCommand(program: Command): void {
  program
    .command("demo")
    .description("watch the judge test a buggy shop and a correct one, in a few seconds")
    .addHelpText("after", MORE)
    .action(async () => {
      const { runDemo } = await import("../runs/demo.js");
      process.exitCode = await runDemo();
    });
}
