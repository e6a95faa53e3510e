import { badgeSvg } from "../../reports/badge.js";
import { plural } from "../../scenario/values/plural.js";
import type { JudgeReport } from "../schema/report.js";
import { verdictLine } from "./words.js";

/** An SVG badge with the result. */
export function judgeBadge(report: JudgeReport): string {
  const { findings, practices, dryRun, counts, hasBeliefs } = report;
  const label = "payment-sandbox judge";
  if (dryRun.problems.length > 0) return badgeSvg({ label, text: "the dry run failed", tone: "bad" });
  if (findings.length > 0 || practices.some(({ grave }) => grave))
    return badgeSvg({ label, text: verdictLine(report), tone: "bad" });
  const open = counts.planned - counts.pruned - counts.survived;
  if (open > 0 || !hasBeliefs || counts.planned === 0)
    return badgeSvg({ label, text: `nothing found, ${plural(open, "mutant")} open`, tone: "unsure" });
  return badgeSvg({ label, text: `nothing found in ${plural(counts.run, "mutant")}`, tone: "good" });
}
