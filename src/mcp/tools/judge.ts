import { statSync } from "node:fs";
import * as z from "zod";
import { loadScenarios } from "../../catalogue/scenario-files.js";
import type { Settings } from "../../config/settings.js";
import { judgeCommand } from "../../judge/judge-command.js";
import { judgeLines } from "../../judge/reports/terminal.js";
import { InvalidInput } from "../../package/errors.js";
import { durationMs } from "../../scenario/duration.js";
import { jsonText, tool } from "../tool.js";

/** Clients wait a minute for an answer, as a rule. */
const BUDGET = "30s";

const realTime = z.string().refine((text) => (durationMs(text) ?? 0) > 0, { error: "a duration such as 30s or 5m" });

export const judge = tool({
  name: "judge",
  title: "Judge a shop",
  about:
    "Runs a command (the shop's test, or a script that sells something) once as it is and then once per mutant: a lost answer, a refusal, a late or forged notification, each at every call. Says where the shop ends up wrong about the money. Starts sandboxes of its own; the command finds PAYMENT_SANDBOX_URL and the like in its environment, and writes what it believes to the file PAYMENT_SANDBOX_BELIEFS_FILE (resource payment-sandbox://docs/judge).",
  input: z.strictObject({
    command: z.array(z.string()).min(1).describe('the command and its arguments, such as ["npm", "test"]; no shell'),
    cwd: z.string().min(1).optional().describe("the folder that it runs in; left out: that of this server"),
    budget: realTime.optional().describe(`real time for all mutants, gravest first; ${BUDGET} when left out`),
    only: z.string().min(1).optional().describe("only mutants whose id fits, such as 'refund#1/*'"),
    timeout: realTime.optional().describe("real time for one run; 60s when left out"),
    jobs: z
      .int()
      .min(1)
      .max(999)
      .optional()
      .describe("how many run at a time; as many as there are cores when left out"),
    scenario: z.array(z.string()).optional().describe("files, or names of the catalogue, that each run begins with"),
    json: z.boolean().optional().describe("the whole report, as JSON, instead of text"),
  }),
  isReading: false,
  run: async ({ scenario = [], json, cwd, budget = BUDGET, ...asked }, context, { signal, progress }) => {
    if (cwd !== undefined && !statSync(cwd, { throwIfNoEntry: false })?.isDirectory())
      throw new InvalidInput(`judge: cwd is ${JSON.stringify(cwd)}, expected a folder, there is none`);
    const settings = await worldOf(context.settings, scenario, cwd);
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
    const options = { ...asked, cwd, budget, settings, scenarioRefs: scenario, tellsEach: json };
    const report = await judgeCommand(options, watching, signal);
    return json ? jsonText(report) : judgeLines(report).join("\n");
  },
});

/** Each run has a world of its own in memory. */
async function worldOf(settings: Settings, refs: readonly string[], cwd: string | undefined): Promise<Settings> {
  const scenarios = refs.length === 0 ? settings.scenarios : await loadScenarios(refs, cwd);
  return { ...settings, port: 0, dataDir: undefined, store: undefined, scenarios };
}
