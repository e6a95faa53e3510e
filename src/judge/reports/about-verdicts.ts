import { type Html, html } from "../../reports/page.js";
import type { JudgeReport } from "../schema/report.js";
import { verdictDocs, verdictTexts } from "../schema/verdict-texts.js";
import type { Accusation } from "../schema/verdicts.js";
import { linkTo } from "./timelines.js";

/** The anchor of the report's own chapter about a verdict, so that it can be read offline. */
export const aboutId = (verdict: Accusation): string => `about-${verdict}`;

/** Each verdict in the report once: its meaning, its cure and all its runs. */
export function verdictsHtml(report: JudgeReport): Html | "" {
  const byVerdict = Map.groupBy(report.findings, ({ verdict }) => verdict);
  if (byVerdict.size === 0) return "";
  return html`<section><h2>Verdicts</h2>${[...byVerdict].map(([verdict, findings]) => {
    const { means, cure } = verdictTexts[verdict];
    return html`<article id="${aboutId(verdict)}"><h3>${verdict}</h3>
<p>The shop ${means}. ${cure}</p>
<p>Seen in ${[...new Set(findings.map(({ mutant }) => mutant))].map((mutant, n) => html`${n > 0 ? ", " : ""}${linkTo(mutant, report)}`)}.
<small>In the package: <code>${verdictDocs(verdict)}</code></small></p></article>`;
  })}</section>`;
}
