import { html } from "hono/html";
import { plural } from "../scenario/values/plural.js";
import { coverageHtml } from "./coverage-html.js";
import { type Html, reportPage } from "./page.js";
import { brokenOf, type CheckedClause, type CheckedLane, clauseText, failuresOf, type Run } from "./run.js";

/** A self-contained HTML page, so that a build can store it as an artefact. */
export function htmlOf(run: Run): Promise<string> {
  const failures = failuresOf(run).length;
  const broken = brokenOf(run);
  const { warnings = [] } = run;
  const verdict = run.exitCode === 0 ? "All is well" : `Exit code ${run.exitCode}`;
  return reportPage({
    title: `payment-sandbox: ${verdict}`,
    body: html`<h1>${verdict}</h1>
<p><code>${run.command.join(" ")}</code> ended with ${run.commandExitCode} after ${(run.durationMs / 1000).toFixed(1)} s.
${plural(failures, "expectation")} not met, ${plural(broken.length, "invariant")} broken. Seed ${run.seed}, version ${run.version}, ${run.startedAt}.</p>
${warnings.length > 0 ? html`<h2>Warnings</h2><ul>${warnings.map((warning) => html`<li>${warning}</li>`)}</ul>` : ""}
${run.lanes.map(laneHtml)}
${coverageHtml(run.coverage)}`,
  });
}

const laneHtml = ({
  lane,
  scenarios,
  invariants,
  unable = [],
}: CheckedLane): Html => html`<section><h2>Lane ${lane}</h2>
${scenarios.map(({ name, file, clauses }) => html`<h3>${name}${file === undefined ? "" : html` <small>${file}</small>`}</h3><ul>${clauses.map(clauseHtml)}</ul>`)}
${unable.length > 0 ? html`<ul>${unable.map((what) => html`<li class="unmet">${what}</li>`)}</ul>` : ""}
<p class="${invariants.holds ? "met" : "unmet"}">Invariants: ${invariants.checked} facts looked at.</p>
${invariants.broken.length > 0 ? html`<ul>${invariants.broken.map((what) => html`<li>${what}</li>`)}</ul>` : ""}</section>
`;

function clauseHtml({ clause, failure }: CheckedClause): Html {
  const text = html`<code>${clauseText(clause)}</code>`;
  return failure
    ? html`<li class="unmet">${text}<dl><dt>expected</dt><dd>${failure.expected}</dd><dt>found</dt><dd>${failure.actual}</dd>${nearestHtml(failure.nearest)}</dl></li>`
    : html`<li class="met">${text}</li>`;
}

const nearestHtml = (nearest: readonly unknown[]): Html | "" =>
  nearest.length === 0
    ? ""
    : html`<dt>nearest</dt><dd><pre>${nearest.map((fact) => JSON.stringify(fact, null, 2)).join("\n")}</pre></dd>`;
