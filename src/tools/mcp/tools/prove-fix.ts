import * as z from "zod";
import type { FixProof } from "../../judge/prove-fix/proof.js";
import { proofLines } from "../../judge/prove-fix/proof-report.js";
import { proveFix } from "../../judge/prove-fix/prove-fix.js";
import { tool, toolText, word } from "../tool.js";
import { withToolNames } from "../tool-names.js";
import { inFolder, judgedCommand, judgedExample, judgeRun, replayOf } from "./judge.js";

export const proveFixTool = tool({
  name: "prove_fix",
  title: "Prove that findings of the judge are fixed",
  about:
    "Runs the findings of an earlier report of judge (its JSON file) again, and says of each: fixed, still there, or not reached. With base, each must occur on that git revision, checked out into a temporary work tree, and not here. The last paragraph fits a pull request.",
  input: z
    .strictObject({
      ...judgedCommand,
      report: word.min(1).describe("the file that judge wrote as its report"),
      only: z
        .union([z.string().min(1), z.array(z.string().min(1)).min(1)], { error: "a mutant's id or a list of them" })
        .optional()
        .describe("only these mutants or practices"),
      base: word.min(1).optional().describe("a git revision, such as main or HEAD~1"),
      baseSetup: word.min(1).optional().describe('a shell command that prepares its work tree, such as "npm ci"'),
      json: z.boolean().optional().describe("JSON instead of text: { fixed, still, notReached, absentOnBase }"),
    })
    .meta(judgedExample),
  isReading: false,
  runsCommands: true,
  run: async ({ json, report, only = [], base, baseSetup, ...asked }, context, call) => {
    const { options, progress } = await judgeRun(asked, context, call);
    const file = inFolder(report, options.cwd);
    const proof = await proveFix(
      { ...options, only: [only].flat(), proveFix: file, base, baseSetup },
      progress,
      call.signal,
    );
    // A command line would lack the folder, and would need a shell.
    const anew = proof.anew && "judge with the same command and cwd";
    const told = { ...proof, anew, found: byTool(proof.found) };
    const lines = proofLines(told, base).map((line) => withToolNames(line));
    return json ? toolText({ ...told, anew: proof.anew }) : lines.join("\n");
  },
});

const byTool = ({ findings, practices }: FixProof["found"]): FixProof["found"] => ({
  findings: findings.map((one) => ({ ...one, replay: replayOf(one.mutant) })),
  practices: practices.map(({ replay: _, ...one }) => one),
});
