import { statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import * as z from "zod";
import { durationMs } from "../../../core/scenario/values/duration.js";
import { plural } from "../../../core/scenario/values/plural.js";
import { loadScenarios } from "../../../lane/catalogue/scenario-files.js";
import { InvalidInput } from "../../../package/errors.js";
import type { Settings } from "../../../server/options/settings.js";
import { type JudgeCommandOptions, judgeCommand } from "../../judge/judge-command.js";
import type { Progress } from "../../judge/queue.js";
import { reportOfJudge } from "../../judge/reports/judge-report.js";
import { isClear, openPart } from "../../judge/reports/words.js";
import type { JudgeReport } from "../../judge/schema/report.js";
import { terminalLines } from "../../reports/terminal.js";
import { prepareReports, prettyJson, writeReport } from "../../reports/write.js";
import { type ToolCall, type ToolContext, tool, word } from "../tool.js";
import { withToolNames } from "../tool-names.js";

/** Most clients wait a minute for an answer. */
const BUDGET = "30s";

export const realTime = z
  .string()
  .refine((text) => (durationMs(text) ?? 0) > 0, { error: "a duration such as 30s or 5m" });

/** For the schemas of all tools that judge. */
export const judgedExample = {
  examples: [{ cwd: "/home/me/shop", timeout: "30s", budget: "5m", scenario: ["refund-short-of-balance"] }],
};

/** The input members that say how to run a command, for all tools that judge. */
export const judgedCommand = {
  command: z
    .array(word, { error: ({ input }) => listFormOf(input) })
    .min(1)
    .describe('its words, such as ["npm", "test"]; no shell'),
  shop: word.min(1).optional(),
  believes: word.min(1).optional(),
  cwd: word.min(1).optional().describe("absolute path; this server's folder when left out"),
  timeout: realTime.optional().describe("real time for one run; 60s when left out"),
  jobs: z.int().min(1).max(999).optional().describe("runs at a time"),
  seed: z.int().min(0).optional().describe("of ids and draws, to repeat a run"),
  scenario: z.array(word).optional().describe("of each run: files or names of the catalogue"),
} as const;

/** How a command that was given as one text is written as a list. */
function listFormOf(given: unknown): string {
  if (typeof given !== "string") return 'a list of its words, such as ["npm", "test"]';
  // Quotes and a shell's signs make it more than words.
  return /^[\w\s./:=@,+-]+$/.test(given)
    ? `a list of its words: ${JSON.stringify(given.trim().split(/\s+/))}`
    : `a list of its words, such as ${JSON.stringify(["sh", "-c", given])}`;
}

export const judgeTool = tool({
  name: "judge",
  title: "Judge a shop",
  about:
    "Runs a command (the shop's test, or a script that sells) once unchanged and then once per mutant: a lost answer, a refusal, a forged notification, at every call. Reports each run after which the shop is wrong about the money. It starts its own sandboxes. The command finds PAYMENT_SANDBOX_URL, and writes its beliefs about the orders to the file PAYMENT_SANDBOX_BELIEFS_FILE (payment-sandbox://docs/judge).",
  input: z
    .strictObject({
      ...judgedCommand,
      shop: judgedCommand.shop.describe("shell command that starts a web server on PORT; command buys at SHOP_URL"),
      believes: judgedCommand.believes.describe("path at which that server tells its beliefs"),
      budget: realTime
        .optional()
        .describe(`real time for all mutants, the most useful first, after the unchanged run; ${BUDGET} when left out`),
      only: z.string().min(1).optional().describe("only mutants whose id matches, such as 'refund#1/*'"),
      report: word
        .min(1)
        .optional()
        .describe("write the whole report to this file, as JSON (often 200 kB); prove_fix reads it"),
    })
    .meta(judgedExample),
  isReading: false,
  runsCommands: true,
  run: async ({ report: file, only, budget = BUDGET, ...asked }, context, call) => {
    const path = file === undefined ? undefined : inFolder(file, asked.cwd);
    if (path !== undefined) prepareReports([{ format: "json", file: path }]);
    const options = { ...asked, only: only === undefined ? [] : [only], budget };
    const report = replayedByTool(await judged(options, context, call));
    if (path !== undefined) writeReport(path, prettyJson(report));
    const text = toldOf(report, { file: path, only, cwd: asked.cwd });
    // A failed dry run judges nothing.
    if (report.dryRun.problems.length > 0) throw new InvalidInput(text);
    return text;
  },
});

/** A file that the agent named, as seen from the command's folder. */
export const inFolder = (file: string, cwd = "."): string => resolve(cwd, file);

/** Over HTTP, an agent may not know the folder of this server, from which its paths are read. */
export const ranIn = (cwd = "."): string => `It ran in ${resolve(cwd)}.`;

export const replayOf = (mutant: string): string => `judge with "only": ${JSON.stringify(mutant)}`;

/**
 * The report, with a tool's call in the place of each command that replays a mutant: a command would lack this server's
 * own options.
 */
export const replayedByTool = ({ findings, mutants, ...report }: JudgeReport): JudgeReport => ({
  ...report,
  findings: findings.map((one) => ({ ...one, replay: replayOf(one.mutant) })),
  mutants: mutants.map((one) => ({ ...one, replay: replayOf(one.id) })),
});

interface Told {
  readonly file: string | undefined;
  readonly only: string | undefined;
  readonly cwd: string | undefined;
}

const WITHOUT_ONLY = "Only a part of the mutants was planned: judge without only tries the rest.";
const FURTHER = "conformance, with the same command, tests named requirements, too.";

/** The report as text, with tools as the next steps. Its first line also says how much was not run. */
function toldOf(report: JudgeReport, { file, only, cwd }: Told): string {
  const { counts, dryRun, findings } = report;
  const told = reportOfJudge(report);
  const left = openPart(report);
  const open =
    left === undefined
      ? ""
      : `; ${isClear(report) ? "" : `${plural(counts.notRun, "mutant")} not run: `}give a longer budget, or only, such as ${JSON.stringify(left)}`;
  const written = file === undefined ? [] : [`The whole report is in ${file}.`];
  const next =
    dryRun.problems.length > 0
      ? [`Nothing was judged. ${ranIn(cwd)} search_docs: judge a shop, dry run.`]
      : findings.length === 0
        ? report.hasBeliefs
          ? left === undefined
            ? [only === undefined ? FURTHER : `${WITHOUT_ONLY} ${FURTHER}`]
            : []
          : ["To judge the money, too, let the command write its beliefs. search_docs: the beliefs file."]
        : file === undefined
          ? [
              'To prove a fix, call judge with "report": "<file>" before you fix it, then prove_fix with the same report.',
            ]
          : [`After the fix: prove_fix {"report": ${JSON.stringify(file)}, …} with the same command and cwd.`];
  const lines = terminalLines({ ...told, verdict: `${told.verdict}${open}` });
  return [...lines.map((line) => withToolNames(line)), ...written, ...next].join("\n");
}

interface Asked extends Omit<JudgeCommandOptions, "settings" | "scenarioRefs"> {
  readonly scenario?: readonly string[] | undefined;
  readonly seed?: number | undefined;
}

/** Runs the judge for a tool, and reports progress to the client. Throws InvalidInput. */
export async function judged(asked: Asked, context: ToolContext, call: ToolCall): Promise<JudgeReport> {
  const { options, progress } = await judgeRun(asked, context, call);
  return judgeCommand(options, progress, call.signal);
}

interface JudgeRun {
  readonly options: JudgeCommandOptions;
  readonly progress: Progress;
}

/** What a tool asks of the judge, and how the client hears of its progress. Throws InvalidInput. */
export async function judgeRun(
  { scenario = [], seed, ...asked }: Asked,
  { settings: base }: ToolContext,
  { progress }: ToolCall,
): Promise<JudgeRun> {
  const { cwd } = asked;
  if (cwd !== undefined && !statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
    const seen = isAbsolute(cwd) ? "" : `: from this server's folder it is ${resolve(cwd)}; give an absolute path`;
    throw new InvalidInput(`cwd is ${JSON.stringify(cwd)}, expected an existing folder${seen}`);
  }
  const settings = await worldOf(seed === undefined ? base : { ...base, seed }, scenario, cwd);
  let total = 0;
  let done = 0;
  let before = 0;
  const step = (said: string): void => progress(++done, total, said);
  const watching = {
    // A proof makes several passes.
    pass: () => {
      before = done;
    },
    begin: (count: number) => {
      total = before + count;
    },
    ended: ({ verdict, id }: { verdict: string; id: string }) => step(`${verdict} ${id}`),
    pruned: (id: string) => step(`skipped ${id}`),
  };
  return { options: { ...asked, settings, scenarioRefs: scenario }, progress: watching };
}

/** Each run has its own lanes in memory. */
async function worldOf(settings: Settings, refs: readonly string[], cwd: string | undefined): Promise<Settings> {
  const scenarios = refs.length === 0 ? settings.scenarios : await loadScenarios(refs, cwd);
  return { ...settings, port: 0, dataDir: undefined, store: undefined, scenarios };
}
