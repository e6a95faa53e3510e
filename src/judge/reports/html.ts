import type { Finding, JudgeReport, Manner } from "../../library/language.js";
import { coverageHtml } from "../../reports/coverage-html.js";
import { type Html, html, reportPage } from "../../reports/page.js";
import { plural } from "../../scenario/plural.js";
import { heatMap } from "./heat-map.js";
import { judgeScript } from "./script.js";
import { replayHtml, runHtml, sidesHtml, timelineId, timelinesHtml } from "./timelines.js";
import { countsLine, sidesOf, verdictLine } from "./words.js";

/** One page with nothing outside of it. All of it can be read without JavaScript. */
export const judgeHtml = (report: JudgeReport): Promise<string> =>
  reportPage({
    title: `payment-sandbox judge: ${verdictLine(report)}`,
    body: html`${head(report)}
${report.dryRun.problems.length > 0 ? dryRunHtml(report) : ""}
${report.findings.length > 0 ? html`<section><h2>Findings</h2>${report.findings.map((finding) => findingHtml(finding, report))}</section>` : ""}
${report.manners.length > 0 ? html`<section><h2>Manners</h2>${report.manners.map((manner) => mannerHtml(manner, report))}</section>` : ""}
${heatMap(report)}
${report.dryRun.problems.length > 0 ? "" : dryRunHtml(report)}
${timelinesHtml(report)}
${report.coverage ? coverageHtml(report.coverage) : ""}`,
    script: judgeScript,
  });

const head = (report: JudgeReport): Html => {
  const { command, durationMs, seed, version, startedAt, hasBeliefs, notes, mutants } = report;
  const what = command === null ? "a function" : html`<code>${command.join(" ")}</code>`;
  return html`<h1>${verdictLine(report)}</h1>
<p>${what}, ${(durationMs / 1000).toFixed(1)} s. Seed ${seed}, version ${version}, ${startedAt}.</p>
${mutants.length > 0 ? html`<p>${countsLine(report)}.</p>` : ""}
${hasBeliefs ? "" : html`<p class="note">The shop told no beliefs: manners and expectations were judged, the money was not.</p>`}
${notes.length > 0 ? html`<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>` : ""}`;
};

const dryRunHtml = ({ dryRun }: JudgeReport): Html => html`<section><h2>Dry run</h2>
${
  dryRun.problems.length > 0
    ? html`<ul>${dryRun.problems.map((problem) => html`<li class="unmet">${problem}</li>`)}</ul>`
    : html`<p class="met">Nothing was changed, and the shop and the books agree.</p>`
}
<details><summary>What it did</summary>${runHtml(dryRun.run)}</details></section>`;

const linkTo = (mutant: string, { mutants }: JudgeReport): Html => {
  const at = mutants.findIndex(({ id }) => id === mutant);
  return at === -1 ? html`<code>${mutant}</code>` : html`<a href="#${timelineId(at)}"><code>${mutant}</code></a>`;
};

const findingHtml = (finding: Finding, report: JudgeReport): Html => html`<article class="finding">
<h3><span class="badge bad">✗ ${finding.verdict}</span> ${linkTo(finding.mutant, report)}</h3>
<p>${finding.why}</p>
${sidesHtml(sidesOf(finding))}
${finding.requests.length > 0 ? html`<p>Calls: ${finding.requests.join(", ")}</p>` : ""}
${replayHtml(finding.replay)}</article>`;

const mannerHtml = ({ id, grave, seen, cause, cure, evidence }: Manner, report: JudgeReport): Html =>
  html`<article class="finding">
<h3><span class="badge ${grave ? "bad" : "unsure"}">${grave ? "✗ grave" : "? advice"}</span> ${id}</h3>
<p>${cause}</p><p><strong>Cure:</strong> ${cure}</p>
<details><summary>Seen in ${plural(seen, "run")}</summary><ul>${evidence.map(
    ({ mutant, requests, what }) =>
      html`<li>${mutant === null ? "dry run" : linkTo(mutant, report)}: ${what}${requests.length > 0 ? ` (${requests.join(", ")})` : ""}</li>`,
  )}</ul></details></article>`;
