import { html, raw } from "hono/html";
import { brokenOf, type CheckedClause, type CheckedLane, clauseText, failuresOf, type Run } from "./run.js";

/** HTML in which every text that was put in is escaped. */
type Html = ReturnType<typeof html>;

const style =
  raw(`:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
code,pre{font:14px/1.4 ui-monospace,monospace}pre{overflow-x:auto;padding:.5rem;border:1px solid #8888;border-radius:4px}
li{margin:.25rem 0}dt{font-weight:600}dd{margin:0 0 .5rem}.met::before{content:"✓ "}.unmet::before{content:"✗ "}.unmet{font-weight:600}`);

/** One page with nothing outside of it: it can be kept as an artefact of a build. */
export async function htmlOf(run: Run): Promise<string> {
  const failures = failuresOf(run).length;
  const broken = brokenOf(run);
  const { warnings = [] } = run;
  const verdict = run.exitCode === 0 ? "All is well" : `Exit code ${run.exitCode}`;
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>payment-sandbox: ${verdict}</title><style>${style}</style></head><body><main>
<h1>${verdict}</h1>
<p><code>${run.command.join(" ")}</code> ended with ${run.commandExitCode} after ${(run.durationMs / 1000).toFixed(1)} s.
${failures} expectation${failures === 1 ? "" : "s"} not met, ${broken.length} invariant${broken.length === 1 ? "" : "s"} broken. Seed ${run.seed}, version ${run.version}, ${run.startedAt}.</p>
${warnings.length > 0 ? html`<h2>Warnings</h2><ul>${warnings.map((warning) => html`<li>${warning}</li>`)}</ul>` : ""}
${run.lanes.map(laneHtml)}
</main></body></html>
`;
  return String(await page);
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
