import { brokenOf, type CheckedClause, type CheckedLane, clauseText, failuresOf, type Run } from "./run.js";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: unknown): string => String(text).replace(/[&<>"']/g, (char) => entities[char] as string);

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
code,pre{font:14px/1.4 ui-monospace,monospace}pre{overflow-x:auto;padding:.5rem;border:1px solid #8888;border-radius:4px}
li{margin:.25rem 0}dt{font-weight:600}dd{margin:0 0 .5rem}.met::before{content:"✓ "}.unmet::before{content:"✗ "}.unmet{font-weight:600}`;

/** One page with nothing outside of it: it can be kept as an artefact of a build. */
export function htmlOf(run: Run): string {
  const failures = failuresOf(run).length;
  const broken = brokenOf(run);
  const verdict = run.exitCode === 0 ? "All is well" : `Exit code ${run.exitCode}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>payment-sandbox: ${escaped(verdict)}</title><style>${style}</style></head><body><main>
<h1>${escaped(verdict)}</h1>
<p><code>${escaped(run.command.join(" "))}</code> ended with ${run.commandExitCode} after ${(run.durationMs / 1000).toFixed(1)} s.
${failures} expectation${failures === 1 ? "" : "s"} not met, ${broken.length} invariant${broken.length === 1 ? "" : "s"} broken. Seed ${run.seed}, version ${escaped(run.version)}, ${escaped(run.startedAt)}.</p>
${run.lanes.map(laneHtml).join("\n")}
</main></body></html>
`;
}

const laneHtml = ({ lane, scenarios, invariants }: CheckedLane): string => `<section><h2>Lane ${escaped(lane)}</h2>
${scenarios.map(({ name, file, clauses }) => `<h3>${escaped(name)}${file === undefined ? "" : ` <small>${escaped(file)}</small>`}</h3><ul>${clauses.map(clauseHtml).join("")}</ul>`).join("\n")}
<p class="${invariants.holds ? "met" : "unmet"}">Invariants: ${invariants.checked} facts looked at.</p>
${invariants.broken.length > 0 ? `<ul>${invariants.broken.map((what) => `<li>${escaped(what)}</li>`).join("")}</ul>` : ""}</section>`;

function clauseHtml({ clause, failure }: CheckedClause): string {
  const text = `<code>${escaped(clauseText(clause))}</code>`;
  if (!failure) return `<li class="met">${text}</li>`;
  const nearest =
    failure.nearest.length > 0
      ? `<dt>nearest</dt><dd><pre>${escaped(failure.nearest.map((fact) => JSON.stringify(fact, null, 2)).join("\n"))}</pre></dd>`
      : "";
  return `<li class="unmet">${text}<dl><dt>expected</dt><dd>${escaped(failure.expected)}</dd><dt>found</dt><dd>${escaped(failure.actual)}</dd>${nearest}</dl></li>`;
}
