import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Command } from "@commander-js/extra-typings";
import { packagePath } from "../../../package/files.js";
import { typed } from "../../../package/typed.js";
import { temporaryFolder } from "../../../package/writing.js";
import { resolveSettings } from "../../../server/options/resolve.js";
import type { JudgeReport } from "../../judge/schema/report.js";
import { stoppable } from "./many-runs.js";

const MORE = `
Needs no project and no set-up. Two small shops that ship with the package sell one cart. The answer to the charge is lost
after the money moved. One shop charges again, the other one asks.

Examples:
  payment-sandbox demo

Exit codes: 0 shown, 3 could not start, 130 and 143 stopped by SIGINT and SIGTERM`;

export function addDemo(program: Command): void {
  program
    .command("demo")
    .description("watch the judge test a buggy shop and a correct one, in a few seconds")
    .addHelpText("after", MORE)
    .action(async () => {
      process.exitCode = await runDemo();
    });
}

/** The demo's fault: the first charge succeeds, but its answer is lost. */
const LOST = "sale#1/after-commit/connection-reset";

/** Judges a wrong shop and a right one, and explains what happens. Resolves with the exit code. */
const runDemo = (): Promise<number> =>
  stoppable(async (stopping) => {
    const folder = temporaryFolder("payment-sandbox-demo-");
    say("A shop charges a stored card. The money moves, and the connection is cut before the answer arrives.");
    say("What does the shop do?\n");
    for (const { name, about } of shops) {
      const report = await judged(packagePath(`examples/shops/${name}.mjs`), folder, stopping.signal);
      if (stopping.exitCode() !== undefined) return stopping.exitCode()!;
      const file = join(folder, `${name}.html`);
      const [{ htmlOf }, { reportOfJudge }] = await Promise.all([
        import("../../reports/html.js"),
        import("../../judge/reports/judge-report.js"),
      ]);
      writeFileSync(file, await htmlOf(reportOfJudge(report)));
      for (const line of [`${name}.mjs: ${about}`, ...story(report), `  Report: ${pathToFileURL(file)}\n`]) say(line);
    }
    say(`Judge your own shop with: ${typed()} judge -- <the command of your tests>`);
    return 0;
  });

const nothing = () => {};

const shops = [
  { name: "charges-again", about: "it charges again, under a new reference." },
  { name: "right", about: "it asks what became of the charge." },
] as const;

async function judged(shop: string, cwd: string, signal: AbortSignal): Promise<JudgeReport> {
  const { settings } = await resolveSettings({ flags: { seed: 1, port: 0 }, env: {}, cwd });
  const options = { settings, scenarioRefs: [], command: [process.execPath, shop], cwd, only: [LOST], save: cwd };
  const { judgeCommand } = await import("../../judge/judge-command.js");
  return judgeCommand(options, { begin: nothing, ended: nothing, pruned: nothing }, signal);
}

function story({ findings, mutants }: JudgeReport): readonly string[] {
  const [finding] = findings;
  if (!finding) return [`  ✓ ${mutants.length === 0 ? "nothing was tried" : "The shop's books are right."}`];
  return [`  ✗ ${finding.verdict}: ${finding.why}`, `  Play it again: ${finding.replay}`];
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
