import { html } from "hono/html";
import type { Coverage, CoveredCell } from "../coverage/coverage.js";
import { coverageText } from "../coverage/coverage.js";
import type { SafeHtml } from "./page.js";

const outcomeWords = { approve: "went through", decline: "declined", refusal: "refused" } as const;
const stateWord = ({ state }: CoveredCell): string => (state === "none" ? "no order" : state);
const askedWords = ({ asked }: CoveredCell): string => asked.replaceAll("-", " ");

/** Tried and untried cells, as a table. */
export function coverageHtml(coverage: Coverage): SafeHtml {
  const { cells, percent } = coverage;
  const states = [...new Set(cells.map(stateWord))];
  const rows = Object.values(Object.groupBy(cells, askedWords)) as readonly (readonly CoveredCell[])[];
  const missed = cells.filter(({ reached }) => !reached);
  return html`<section><h2 id="coverage">State coverage: ${percent} %</h2>
<p>${coverageText(coverage)} were reached. ● was reached, ○ was not; a grey field cannot be.</p>
<div class="scroll" tabindex="0" role="region" aria-labelledby="coverage"><table>
<thead><tr><th scope="col">asked</th>${states.map((state) => html`<th scope="col">${state}</th>`)}</tr></thead>
<tbody>${rows.map((row) => rowHtml(row, states))}</tbody></table></div>
${missed.length > 0 ? html`<details><summary>${missed.length} never reached</summary><ul>${missed.map(missedHtml)}</ul></details>` : ""}</section>
`;
}

const rowHtml = (row: readonly CoveredCell[], states: readonly string[]): SafeHtml =>
  html`<tr><th scope="row">${askedWords(row[0]!)}</th>${states.map((state) => fieldHtml(row.filter((cell) => stateWord(cell) === state)))}</tr>`;

const fieldHtml = (cells: readonly CoveredCell[]): SafeHtml =>
  cells.length === 0
    ? html`<td class="impossible"></td>`
    : html`<td><ul>${cells.map(({ outcome, reached }) => html`<li class="${reached ? "covered" : "missed"}">${outcomeWords[outcome]}</li>`)}</ul></td>`;

function missedHtml(cell: CoveredCell): SafeHtml {
  const what = `${askedWords(cell)}, ${stateWord(cell)}, ${outcomeWords[cell.outcome]}`;
  const ways = cell.scenarios.slice(0, 3).map((name) => html` <code>--scenario ${name}</code>`);
  return html`<li>${what}: ${ways.length > 0 ? html`reached in${ways}` : "no scenario of the catalogue reaches it"}</li>`;
}
