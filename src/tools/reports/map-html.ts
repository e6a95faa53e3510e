import { html, type SafeHtml } from "./page.js";
import { type MapField, type MapGroup, type Tone, toneSigns } from "./report.js";

const meanings: Readonly<Record<Tone, string>> = {
  bad: "accused",
  unsure: "noticed, unresolved, unstable",
  good: "survived",
  none: "not run",
};

/** Changes (rows) by changed call (columns). Each field leads to its item on the page. */
export function mapHtml({ title, fields }: MapGroup): SafeHtml | "" {
  if (fields.length === 0) return "";
  const calls = [...new Set(fields.map(({ column }) => column))];
  const byFamily = [...Map.groupBy(fields, ({ family }) => family)];
  return html`<section><h2 id="map">${title}</h2>
<p class="key">${(["bad", "unsure", "good", "none"] as const).map((tone) => html`<span class="badge ${tone}">${toneSigns[tone]} ${meanings[tone]}</span> `)}
A field leads to what happened there.</p>
<div class="scroll" tabindex="0" role="region" aria-labelledby="map"><table class="map">
<thead><tr><th scope="col">change</th>${calls.map((call) => html`<th scope="col">${call}</th>`)}</tr></thead>
${byFamily.map(
  ([family, ofFamily]) => html`<tbody><tr><th scope="rowgroup" colspan="${calls.length + 1}">${family}</th></tr>
${[...Map.groupBy(ofFamily, ({ row }) => row)].map(([row, of]) => html`<tr><th scope="row">${shortOf(row, family)}</th>${calls.map((call) => fieldHtml(of.filter(({ column }) => column === call)))}</tr>`)}</tbody>`,
)}</table></div></section>`;
}

/** Removes the family, because the heading contains it. */
const shortOf = (row: string, family: string): string =>
  row.startsWith(`${family}/`) ? row.slice(family.length + 1) : row;

const fieldHtml = (fields: readonly MapField[]): SafeHtml =>
  fields.length === 0
    ? html`<td class="impossible"></td>`
    : html`<td>${fields.map(
        ({ item: { label, name, tone, anchor } }) =>
          html`<a class="badge ${tone}" href="#${anchor}" aria-label="${label}: ${name}" title="${label}: ${name}">${toneSigns[tone]}</a>`,
      )}</td>`;
