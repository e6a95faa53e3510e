import { junitXml } from "../../reports/junit-xml.js";
import { type Html, html, reportPage } from "../../reports/page.js";
import type { ReportTarget } from "../../reports/write.js";
import {
  countsText,
  differenceLines,
  type JudgedAssumption,
  leanings,
  ofVerdict,
  type SensitivityReport,
  type TriedChoice,
  triedText,
} from "./report.js";

/** The text of a report file. */
export function reportText(report: SensitivityReport, format: ReportTarget["format"]): string | Promise<string> {
  switch (format) {
    case "json":
      return `${JSON.stringify(report, null, 2)}\n`;
    case "junit":
      return junitOf(report);
    case "html":
      return htmlOf(report);
  }
}

/** A case for each tried assumption. If the tests depend on it, the case fails. */
const junitOf = (report: SensitivityReport): string =>
  junitXml({
    name: `payment-sandbox sensitivity ${report.command.join(" ")}`,
    durationMs: report.durationMs,
    properties: { counts: countsText(report) },
    suites: [
      {
        name: "assumptions",
        timestamp: new Date(report.startedAt),
        testCases: report.assumptions
          .filter(({ tried }) => tried.length > 0)
          .map(({ id, tried }) => ({
            name: id,
            classname: "payment-sandbox sensitivity",
            ...(tried.some((one) => !one.passes) && {
              failures: tried
                .filter((one) => !one.passes)
                .map((one) => ({ type: "leaning", message: `${one.choice}: ${triedText(one)}`, body: bodyOf(one) })),
            }),
          })),
      },
    ],
  });

const bodyOf = ({ firstDifference: first, output = "" }: TriedChoice): string =>
  [...(first ? differenceLines(first) : []), output].join("\n");

const titles = {
  leaning: "Your tests lean on these guesses",
  left: "Not tried in time",
  safe: "Touched, and safe whichever way they go",
  observed: "Observed, so no guesses",
  "not-touched": "Not touched",
} as const;

function htmlOf(report: SensitivityReport): Promise<string> {
  const counts = countsText(report);
  return reportPage({
    title: `payment-sandbox: ${counts}`,
    body: html`<h1>${counts}</h1>
<p><code>${report.command.join(" ")}</code>, ${report.runs} runs in ${(report.durationMs / 1000).toFixed(1)} s. Seed ${report.seed}, version ${report.version}, ${report.startedAt}.</p>
${leanings.map((verdict) => sectionOf(titles[verdict], ofVerdict(report, verdict)))}`,
  });
}

const sectionOf = (title: string, found: readonly JudgedAssumption[]): Html | "" =>
  found.length === 0 ? "" : html`<section><h2>${title}</h2>${found.map(assumptionHtml)}</section>`;

const assumptionHtml = ({ id, claim, chosen, findOut, tried, left }: JudgedAssumption): Html => html`<h3>${id}</h3>
<p>${claim} (<code>${chosen}</code>) ${findOut}</p>
${tried.length > 0 ? html`<ul>${tried.map(triedHtml)}</ul>` : ""}${left.length > 0 ? html`<p>Not tried: ${left.join(", ")}</p>` : ""}`;

const triedHtml = (one: TriedChoice): Html =>
  one.passes
    ? html`<li class="met"><code>${one.choice}</code> passes</li>`
    : html`<li class="unmet"><code>${one.choice}</code> ${triedText(one)}<pre>${bodyOf(one)}</pre></li>`;
