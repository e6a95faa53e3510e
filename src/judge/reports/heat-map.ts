import { type Html, html } from "../../reports/page.js";
import type { JudgedMutant, JudgeReport } from "../schema/report.js";
import { timelineId } from "./timelines.js";
import { callOf, changeOf, toneOf, toneSigns } from "./words.js";

interface Placed {
  readonly mutant: JudgedMutant;
  /** The mutant's position in the report. */
  readonly at: number;
}

/** Mutants by change (rows) and changed call (columns). Each cell links to its timeline. */
export function heatMap({ mutants }: JudgeReport): Html | "" {
  if (mutants.length === 0) return "";
  const placed = mutants.map((mutant, at): Placed => ({ mutant, at }));
  const calls = [...new Set(mutants.map(callOf))];
  const rows = Object.entries(Object.groupBy(placed, ({ mutant }) => changeOf(mutant))) as [string, Placed[]][];
  const byFamily = Object.entries(Object.groupBy(rows, ([, [first]]) => first!.mutant.family)) as [
    string,
    typeof rows,
  ][];
  return html`<section><h2 id="map">What was changed, and what came of it</h2>
<p class="key"><span class="badge bad">✗ accused</span> <span class="badge unsure">? noticed, unresolved, unstable</span>
<span class="badge good">✓ survived</span> <span class="badge none">– not run</span>
A field leads to what happened there.</p>
<div class="scroll" tabindex="0" role="region" aria-labelledby="map"><table class="map">
<thead><tr><th scope="col">change</th>${calls.map((call) => html`<th scope="col">${call}</th>`)}</tr></thead>
${byFamily.map(
  ([family, ofFamily]) => html`<tbody><tr><th scope="rowgroup" colspan="${calls.length + 1}">${family}</th></tr>
${ofFamily.map(([change, group]) => html`<tr><th scope="row">${shortOf(change, family)}</th>${calls.map((call) => field(group.filter(({ mutant }) => callOf(mutant) === call)))}</tr>`)}</tbody>`,
)}</table></div></section>`;
}

/** Removes the family, because the heading contains it. */
const shortOf = (change: string, family: string): string =>
  change.startsWith(`${family}/`) ? change.slice(family.length + 1) : change;

const field = (found: readonly Placed[]): Html =>
  found.length === 0
    ? html`<td class="impossible"></td>`
    : html`<td>${found.map(
        ({ mutant: { id, verdict }, at }) =>
          html`<a class="badge ${toneOf(verdict)}" href="#${timelineId(at)}" aria-label="${verdict}: ${id}" title="${verdict}: ${id}">${toneSigns[toneOf(verdict)]}</a>`,
      )}</td>`;
