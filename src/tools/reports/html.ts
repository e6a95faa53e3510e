import { html, raw } from "hono/html";
import { coverageHtml } from "./coverage-html.js";
import { cardHtml, foldedHtml, lineHtml, rowHtml } from "./item-html.js";
import { mapHtml } from "./map-html.js";
import type { SafeHtml } from "./page.js";
import type { Group, ItemGroup, Report, TableGroup } from "./report.js";
import { reportScript } from "./script.js";
import { style } from "./style.js";

/** A self-contained page that can be read without JavaScript, so that a build can store it as an artefact. */
export async function htmlOf(report: Report): Promise<string> {
  const { title, verdict, groups, coverage } = report;
  const hasMap = groups.some(({ kind }) => kind === "map");
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}: ${verdict}</title><style>${raw(style)}</style></head><body><main>
${headHtml(report)}
${groups.map(groupHtml)}
${coverage ? coverageHtml(coverage) : ""}
</main>${hasMap ? raw(`<script>${reportScript}</script>`) : ""}</body></html>
`;
  return String(await page);
}

function headHtml({
  verdict,
  command,
  durationMs,
  seed,
  version,
  startedAt,
  sums = [],
  counts = [],
  facts,
}: Report): SafeHtml {
  const what = command === null ? "a function" : html`<code>${command.join(" ")}</code>`;
  return html`<h1>${verdict}</h1>
<p class="about">${what} · ${(durationMs / 1000).toFixed(1)} s${seed === undefined ? "" : ` · seed ${seed}`} · payment-sandbox ${version} · ${startedAt.slice(0, 16).replace("T", " ")} UTC</p>
${sums.length > 0 ? html`<ul class="tiles">${sums.map(({ sum, what }) => html`<li><b>${sum}</b>${what}</li>`)}</ul>` : ""}
${counts.length > 0 ? html`<ul class="counts">${counts.map(({ text, tone }) => html`<li><span class="badge ${tone}">${text}</span></li>`)}</ul>` : ""}
${facts.map((fact) => html`<p class="note">${fact}</p>`)}`;
}

function groupHtml(group: Group): SafeHtml | "" {
  switch (group.kind) {
    case "map":
      return mapHtml(group);
    case "table":
      return tableHtml(group);
    case "items":
      return group.items.length === 0
        ? ""
        : html`<section><h2>${group.title}</h2>${group.about === undefined ? "" : html`<p>${group.about}</p>`}
${itemsHtml(group)}</section>`;
  }
}

function itemsHtml({ items, page }: ItemGroup): SafeHtml | readonly SafeHtml[] {
  switch (page) {
    case "cards":
      return items.map(cardHtml);
    case "folded":
      return items.map(foldedHtml);
    case "list":
      return html`<ul>${items.map(lineHtml)}</ul>`;
    case "table":
      return html`<div class="scroll"><table><thead><tr><th>Test</th><th>Result</th><th>Requirement</th><th>Source</th></tr></thead>
<tbody>${items.map(rowHtml)}</tbody></table></div>`;
  }
}

const tableHtml = ({ title, columns, rows, folded }: TableGroup): SafeHtml =>
  html`<section><h2>${title}</h2>
${
  rows.length === 0
    ? ""
    : html`<div class="scroll" tabindex="0" role="group" aria-label="${title}"><table><thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map(([head, ...cells]) => html`<tr><th scope="row">${head}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`
}
${folded === undefined || folded.lines.length === 0 ? "" : html`<details><summary>${folded.title}</summary><ul>${folded.lines.map((line) => html`<li>${line}</li>`)}</ul></details>`}</section>`;
