import { coverageHtml } from "../../reports/coverage-html.js";
import { type Html, html, reportPage } from "../../reports/page.js";
import { plural } from "../../scenario/values/plural.js";
import { harmOf } from "../harm.js";
import type { Finding, JudgeReport, Practice } from "../schema/report.js";
import { verdictDocs, verdictTexts } from "../schema/verdict-texts.js";
import type { Accusation } from "../schema/verdicts.js";
import { type Group, groupsOf, seenText } from "./groups.js";
import { heatMap } from "./heat-map.js";
import { judgeScript } from "./script.js";
import { sequenceHtml } from "./sequence.js";
import { linkTo, replayHtml, runHtml, sidesHtml, timelinesHtml } from "./timelines.js";
import { linesOnce, sidesOf, type Tone, verdictLine } from "./words.js";

/** A self-contained page that can be read without JavaScript. */
export const judgeHtml = (report: JudgeReport): Promise<string> =>
  reportPage({
    title: `payment-sandbox judge: ${verdictLine(report)}`,
    body: html`${head(report)}
${report.dryRun.problems.length > 0 ? dryRunHtml(report) : ""}
${report.findings.length > 0 ? html`<section><h2>Findings</h2>${groupsOf(report).map((group) => groupHtml(group, report))}</section>` : ""}
${report.practices.length > 0 ? html`<section><h2>Practices</h2>${report.practices.map((practice) => practiceHtml(practice, report))}</section>` : ""}
${heatMap(report)}
${report.dryRun.problems.length > 0 ? "" : dryRunHtml(report)}
${timelinesHtml(report)}
${verdictsHtml(report)}
${triedHtml(report)}
${notesHtml(report)}
${report.coverage ? coverageHtml(report.coverage) : ""}`,
    script: judgeScript,
  });

const head = (report: JudgeReport): Html => {
  const { command, durationMs, seed, version, startedAt, hasBeliefs, mutants, harm, unproven } = report;
  const what = command === null ? "a function" : html`<code>${command.join(" ")}</code>`;
  const sums = harm.filter(({ amount }) => amount > 0);
  return html`<h1>${verdictLine(report)}</h1>
<p class="about">${what} · ${(durationMs / 1000).toFixed(1)} s · seed ${seed} · payment-sandbox ${version} · ${startedAt.slice(0, 16).replace("T", " ")} UTC</p>
${sums.length > 0 ? html`<ul class="tiles">${sums.map(({ currency, amount, what, runs }) => html`<li><b>${currency} ${amount.toFixed(2)}</b>${what} <small>in ${plural(runs, "run")}</small></li>`)}</ul>` : ""}
${mutants.length > 0 ? html`<ul class="counts">${countsOf(report).map(([text, tone]) => html`<li><span class="badge ${tone}">${text}</span></li>`)}</ul>` : ""}
${hasBeliefs ? "" : html`<p class="note">The shop reported no beliefs, so practices and expectations were judged, but not the money.</p>`}
${unproven.length > 0 ? html`<ul>${unproven.map((line) => html`<li class="unmet">${line}</li>`)}</ul>` : ""}`;
};

/** How many mutants had each result. Leaves out zero counts, but always shows the survivors. */
function countsOf({ counts }: JudgeReport): readonly (readonly [string, Tone])[] {
  const all = [
    [counts.found, "accused", "bad"],
    [counts.survived, "survived", "good"],
    [counts.unresolved, "unresolved", "unsure"],
    [counts.unreadable, "unreadable", "unsure"],
    [counts.unstable, "unstable", "unsure"],
    [counts.noticed, "noticed by the command itself", "unsure"],
    [counts.pruned, "duplicates skipped", "none"],
    [counts.notRun, "not run", "none"],
  ] as const;
  return all
    .filter(([count, what]) => count > 0 || what === "survived")
    .map(([count, what, tone]) => [`${count} ${what}`, tone]);
}

const dryRunHtml = ({ dryRun }: JudgeReport): Html => html`<section><h2>Dry run</h2>
${
  dryRun.problems.length > 0
    ? html`<ul>${dryRun.problems.map((problem) => html`<li class="unmet">${problem}</li>`)}</ul>`
    : html`<p class="met">Nothing was changed, and the shop and the books agree.</p>`
}
<details><summary>What it did</summary>${runHtml(dryRun.run)}</details></section>`;

/** One card per cause: the events, the books and the shop's belief, and the cure. Its runs are folded below. */
const groupHtml = ({ verdict, operation, cause, findings }: Group, report: JudgeReport): Html => {
  const [first] = findings;
  const { means } = verdictTexts[verdict];
  const timeline = report.mutants.find(({ id }) => id === first.mutant)?.run?.timeline ?? [];
  const sums = harmOf(findings).filter(({ amount }) => amount > 0);
  return html`<article class="finding">
<h3><span class="badge bad">✗ ${verdict}</span> <code>${operation}</code> <small>${cause}</small>${sums.map(({ currency, amount }) => html` <span class="sum">${currency} ${amount.toFixed(2)}</span>`)}</h3>
<div class="sides-by-side"><div>
<p>The shop <strong>${means}</strong>${seenText(first)}.</p>
<p>${first.why}</p>
${sidesHtml(sidesOf(first))}
<p class="cure"><strong>Cure.</strong> ${first.cure} <a href="#${aboutId(verdict)}">More about ${verdict}</a></p>
${acceptedHtml(first)}
</div><div>${sequenceHtml(timeline, first.references)}</div></div>
${replayHtml(first.replay)}
<details><summary>What happened, in order</summary><ol>${linesOnce(first.schedule).map((line) => html`<li>${line}</li>`)}</ol></details>
${first.output.some((line) => line !== "") ? html`<details><summary>The last lines of the command</summary><pre>${first.output.join("\n")}</pre></details>` : ""}
<details><summary>${plural(findings.length, "run")}</summary><ul>${findings.map((one) => html`<li>${linkTo(one.mutant, report)}${seenText(one)}: ${one.why}</li>`)}</ul></details>
</article>`;
};

const acceptedHtml = ({ isKnown, waiver }: Pick<Finding, "isKnown" | "waiver">): Html =>
  html`${isKnown ? html`<p class="note">Already in the baseline.</p>` : ""}${waiver === null ? "" : html`<p class="note">Accepted until ${waiver.until}: ${waiver.reason}</p>`}`;

const triedHtml = ({ tried, notTried }: JudgeReport): Html | "" => {
  if (tried.length === 0) return "";
  const families = [...new Set(tried.flatMap((one) => Object.keys(one.families)))];
  return html`<section><h2>What was tried</h2>
<div class="scroll" tabindex="0" role="group" aria-label="Mutants by operation"><table><thead><tr><th scope="col">operation</th>${families.map((family) => html`<th scope="col">${family}</th>`)}</tr></thead>
<tbody>${tried.map((one) => html`<tr><th scope="row">${one.operation}${one.from === "recovery" ? html` <small>only to recover</small>` : ""}</th>${families.map((family) => html`<td>${one.families[family] ?? ""}</td>`)}</tr>`)}</tbody></table></div>
<details><summary>What was not tried</summary><ul>${notTried.map((line) => html`<li>${line}</li>`)}</ul></details></section>`;
};

/** Notes come last, folded. */
const notesHtml = ({ notes }: JudgeReport): Html | "" =>
  notes.length === 0
    ? ""
    : html`<section><h2>Notes</h2><details><summary>${plural(notes.length, "note")}</summary><ul>${notes.slice(0, NOTES).map((note) => html`<li>${note}</li>`)}</ul></details></section>`;
const NOTES = 100;

const practiceHtml = ({ id, grave, seen, cause, cure, evidence }: Practice, report: JudgeReport): Html =>
  html`<article class="finding">
<h3><span class="badge ${grave ? "bad" : "unsure"}">${grave ? "✗ grave" : "? advice"}</span> ${id}</h3>
<p>${cause}</p><p class="cure"><strong>Cure.</strong> ${cure}</p>
<details><summary>Seen in ${plural(seen, "run")}</summary><ul>${evidence.map(
    ({ mutant, requests, what }) =>
      html`<li>${mutant === null ? "dry run" : linkTo(mutant, report)}: ${what}${requests.length > 0 ? ` (${requests.join(", ")})` : ""}</li>`,
  )}</ul></details></article>`;

/** The anchor of the report's own chapter about a verdict, so that it can be read offline. */
const aboutId = (verdict: Accusation): string => `about-${verdict}`;

/** Each verdict in the report once: its meaning, its cure and all its runs. */
function verdictsHtml(report: JudgeReport): Html | "" {
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
