import { statSync } from "node:fs";
import * as z from "zod";
import { durationMs } from "../../../core/scenario/values/duration.js";
import { loadScenarios } from "../../../lane/catalogue/scenario-files.js";
import { InvalidInput } from "../../../package/errors.js";
import type { Settings } from "../../../server/config/settings.js";
import { type JudgeCommandOptions, judgeCommand, type Progress } from "../../judge/judge-command.js";
import { reportOfJudge } from "../../judge/reports/judge-report.js";
import type { JudgeReport } from "../../judge/schema/report.js";
import { terminalLines } from "../../reports/terminal.js";
import { type ToolCall, type ToolContext, tool, toolText } from "../tool.js";

/** Most clients wait a minute for an answer. */
const BUDGET = "30s";

export const realTime = z
  .string()
  .refine((text) => (durationMs(text) ?? 0) > 0, { error: "a duration such as 30s or 5m" });

/** The input members that say how to run a command, for all tools that judge. */
export const judgedCommand = {
  command: z.array(z.string()).min(1).describe('the command and its arguments, such as ["npm", "test"]; no shell'),
  cwd: z.string().min(1).optional().describe("the folder to run it in; this server's folder when left out"),
  timeout: realTime.optional().describe("the limit of real time for one run; 60s when left out"),
  jobs: z
    .int()
    .min(1)
    .max(999)
    .optional()
    .describe("how many runs at a time; one per core, and more while cores are idle, when left out"),
  scenario: z.array(z.string()).optional().describe("scenarios for each run: files, or names of the catalogue"),
} as const;

export const judge = tool({
  name: "judge",
  title: "Judge a shop",
  about:
    "Runs a command (the shop's test, or a script that sells something) once unchanged and then once per mutant: a lost answer, a refusal, a late or forged notification, each at every call. Reports each run after which the shop is wrong about the money. It starts its own sandboxes. The command finds PAYMENT_SANDBOX_URL and similar variables in its environment, and writes its beliefs about the orders to the file PAYMENT_SANDBOX_BELIEFS_FILE (resource payment-sandbox://docs/judge).",
  input: z.strictObject({
    ...judgedCommand,
    budget: realTime
      .optional()
      .describe(`the limit of real time for all mutants, the most useful first; ${BUDGET} when left out`),
    only: z.string().min(1).optional().describe("only mutants whose id matches, such as 'refund#1/*'"),
    json: z.boolean().optional().describe("the whole report, as JSON, instead of text"),
  }),
  isReading: false,
  runsCommands: true,
  run: async ({ json, only, budget = BUDGET, ...asked }, context, call) => {
    const report = await judged(
      "judge",
      { ...asked, only: only === undefined ? [] : [only], budget, tellsEach: json },
      context,
      call,
    );
    return json ? toolText(report) : terminalLines(reportOfJudge(report)).join("\n");
  },
});

interface Asked extends Omit<JudgeCommandOptions, "settings" | "scenarioRefs"> {
  readonly scenario?: readonly string[] | undefined;
}

/** Runs the judge for a tool, and reports progress to the client. Throws InvalidInput. */
export async function judged(name: string, asked: Asked, context: ToolContext, call: ToolCall): Promise<JudgeReport> {
  const { options, progress } = await judgeRun(name, asked, context, call);
  return judgeCommand(options, progress, call.signal);
}

interface JudgeRun {
  readonly options: JudgeCommandOptions;
  readonly progress: Progress;
}

/** What a tool asks of the judge, and how the client hears of its progress. Throws InvalidInput. */
export async function judgeRun(
  name: string,
  { scenario = [], ...asked }: Asked,
  { settings: base }: ToolContext,
  { progress }: ToolCall,
): Promise<JudgeRun> {
  const { cwd } = asked;
  if (cwd !== undefined && !statSync(cwd, { throwIfNoEntry: false })?.isDirectory())
    throw new InvalidInput(`${name}: cwd is ${JSON.stringify(cwd)}, expected an existing folder`);
  const settings = await worldOf(base, scenario, cwd);
  let total = 0;
  let done = 0;
  const step = (said: string): void => progress(++done, total, said);
  const watching = {
    begin: (count: number) => {
      total = count;
    },
    ended: ({ verdict, id }: { verdict: string; id: string }) => step(`${verdict} ${id}`),
    pruned: () => step("pruned"),
  };
  return { options: { ...asked, settings, scenarioRefs: scenario }, progress: watching };
}

/** Each run has its own lanes in memory. */
async function worldOf(settings: Settings, refs: readonly string[], cwd: string | undefined): Promise<Settings> {
  const scenarios = refs.length === 0 ? settings.scenarios : await loadScenarios(refs, cwd);
  return { ...settings, port: 0, dataDir: undefined, store: undefined, scenarios };
}
