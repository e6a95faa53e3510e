import * as z from "zod";
import { InvalidInput } from "../../../package/errors.js";
import { conformanceOf, observedBy } from "../../judge/conformance/conformance.js";
import { reportOfConformance } from "../../judge/conformance/conformance-report.js";
import { neededBy, profilesNamed } from "../../judge/conformance/profiles.js";
import { agentText } from "../../reports/agent.js";
import { tool, toolText } from "../tool.js";
import { withToolNames } from "../tool-names.js";
import { judged, judgedCommand, judgedExample, ranIn, realTime, replayedByTool } from "./judge.js";

export const conformanceTool = tool({
  name: "conformance",
  title: "Test a shop by named conformance tests",
  about:
    "Judges a command like judge, and reports results by tests with fixed ids: PASS, FAIL, WARN, NOT VERIFIED, NOT APPLICABLE. For each failure it returns the events in order, which side is wrong, the fix, and how to repeat it. Based on observed behaviour, unofficial.",
  input: z
    .strictObject({
      ...judgedCommand,
      profile: z
        .string()
        .optional()
        .describe(
          "hc, tk, rv, nt, rc, cc, cr, fw, with commas between; all when left out. nt, cr and fw run only their own mutants.",
        ),
      budget: realTime.optional().describe("real time for all mutants; without it all are run, which may take minutes"),
      json: z.boolean().optional().describe("all results as JSON, instead of text"),
    })
    .meta(judgedExample),
  isReading: false,
  runsCommands: true,
  run: async ({ json, profile = "all", ...asked }, context, call) => {
    const profiles = profilesNamed(profile);
    const report = await judged({ ...asked, needed: neededBy(profiles) }, context, call);
    if (report.dryRun.problems.length > 0)
      throw new InvalidInput([
        ...report.dryRun.problems.map((problem) => `the dry run failed: ${problem}`),
        ranIn(asked.cwd),
      ]);
    const { tests, ...results } = conformanceOf(profiles, observedBy(asked, report));
    const told = { ...results, tests: tests.map((one) => ({ ...one, why: withToolNames(one.why) })) };
    return json
      ? toolText(told)
      : agentText(reportOfConformance(told, replayedByTool(report), { exitCode: 0, maxUnverified: 0 }));
  },
});
