import { type Html, html, reportPage } from "../../../reports/page.js";
import type { ConformanceReport } from "../conformance.js";
import type { ResultName, TestResult } from "../evaluate.js";
import type { RequirementSource } from "../requirement.js";
import { byProfile, headline, requirementOf, requirementSourceText, resultSigns, summaryText } from "./words.js";

/** A self-contained page: failures first, then each profile as a table. */
export const conformanceHtml = (report: ConformanceReport): Promise<string> =>
  reportPage({
    title: `payment-sandbox conformance: ${headline(report)}`,
    body: html`<h1>${headline(report)}</h1>
<p>${summaryText(report.summary)}. <code>${report.command.join(" ")}</code></p>
<p>${report.mutants.run} of ${report.mutants.planned} mutants run, seed ${report.seeds.join(", ")}, payment-sandbox ${report.versions.suite}, ${report.startedAt}.
This is ${report.wording}.</p>
${report.tests.filter(({ result }) => result === "FAIL" || result === "WARN").map(card)}
${byProfile(report).map(
  ({ profile, tests }) => html`<section><h2>${profile.name}</h2><p>${profile.about}</p>
<div class="scroll"><table><thead><tr><th>Test</th><th>Result</th><th>Requirement</th><th>Source</th></tr></thead>
<tbody>${tests.map(row)}</tbody></table></div></section>`,
)}`,
  });

const card = ({ id, requirement, result, why, evidence }: TestResult): Html => {
  const { because, cure } = requirementOf(id);
  return html`<article class="finding"><h3>${badge(result)} ${id}: ${requirement}</h3>
<p>${why}</p><p>${because}</p><p><strong>Cure:</strong> ${cure}</p>
<details><summary>Seen in ${evidence.length}</summary><ul>${evidence.map((one) => html`<li><code>${one}</code></li>`)}</ul></details></article>`;
};

const row = ({ id, requirement, result, why }: TestResult): Html =>
  html`<tr><th scope="row">${id}</th><td>${badge(result)}</td><td>${requirement}<br><small>${why}</small></td><td>${sourceHtml(requirementOf(id).source)}</td></tr>`;

const sourceHtml = (source: RequirementSource): Html | string =>
  source.kind === "page" ? html`<a href="${source.url}">${source.title}</a>` : requirementSourceText(source);

const badge = (result: ResultName): Html =>
  html`<span class="badge ${tones[result]}">${resultSigns[result]} ${result}</span>`;

const tones: Readonly<Record<ResultName, string>> = {
  PASS: "good",
  FAIL: "bad",
  WARN: "unsure",
  "NOT VERIFIED": "unsure",
  "NOT APPLICABLE": "none",
};
