import { plural } from "../../core/scenario/values/plural.js";
import { sequenceHtml } from "../../server/pages/sequence.js";
import { html, type SafeHtml } from "./page.js";
import { type Item, parties, type Seen, type TimelineRow, timelineColumns, toneSigns } from "./report.js";

/** How many messages are drawn. The list beneath has all of them. */
const DRAWN = 14;

/** Everything about an item, with a drawing beside it. Long parts are folded. */
export const cardHtml = (item: Item): SafeHtml => {
  const { label, name, about, sum, cure, more, drawing = [], steps = [], output = [], seen = [], anchor } = item;
  const told = html`${whyHtml(item)}${sidesHtml(item)}${detailsHtml(item)}
${cure === undefined ? "" : html`<p class="cure"><strong>Cure.</strong> ${cure} ${more === undefined ? "" : moreHtml(more, label)}</p>`}`;
  return html`<article class="finding"${anchor === undefined ? "" : html` id="${anchor}"`}>
<h3>${badgeHtml(item)} <code>${name}</code> ${about === undefined ? "" : html`<small>${about}</small>`}${sum === undefined ? "" : html` <span class="sum">${sum}</span>`}</h3>
${drawing.length === 0 ? told : html`<div class="sides-by-side"><div>${told}</div><div class="seq">${sequenceHtml(parties, drawing, { most: DRAWN, label: "Sequence; the list beneath says the same" })}</div></div>`}
${replayHtml(item)}
${steps.length === 0 ? "" : html`<details><summary>What happened, in order</summary><ol>${steps.map((line) => html`<li>${line}</li>`)}</ol></details>`}
${output.some((line) => line !== "") ? html`<details><summary>The last lines of the command and the shop</summary><pre>${output.join("\n")}</pre></details>` : ""}
${seen.length === 0 ? "" : html`<details><summary>Seen in ${plural(item.runs ?? seen.length, "run")}</summary><ul>${seen.map(seenHtml)}</ul></details>`}
</article>`;
};

/** A line that opens, with the item's events, sides and replay inside. */
export const foldedHtml = (item: Item): SafeHtml =>
  html`<details class="mutant"><summary>${badgeHtml(item)} <code>${item.name}</code></summary>
<div id="${item.anchor}" tabindex="-1">${whyHtml(item)}${detailsHtml(item)}${timelineHtml(item)}${sidesHtml(item)}
${replayHtml(item)}
<p><a href="#map">Back to the map</a></p></div></details>
`;

const classes = { bad: "unmet", unsure: "note", good: "met", none: "note" } as const;

/** A line, with its findings and its events beneath it. */
export const lineHtml = (item: Item): SafeHtml =>
  html`${(item.found ?? [item]).map((one) => html`<li class="${classes[one.tone]}">${one.why ?? one.name}${one.place === undefined ? "" : html` <small>${one.place}</small>`}${detailsHtml(one)}</li>`)}${
    item.timeline === undefined
      ? ""
      : html`<li><details><summary>What it did</summary>${timelineHtml(item)}${sidesHtml(item)}</details></li>`
  }`;

export const rowHtml = (item: Item): SafeHtml =>
  html`<tr><th scope="row">${item.name}</th><td>${badgeHtml(item)}</td><td>${item.about}<br><small>${item.why}</small></td><td>${item.more === undefined ? "" : moreHtml(item.more, item.label)}</td></tr>`;

const badgeHtml = ({ tone, label }: Item): SafeHtml =>
  html`<span class="badge ${tone}">${toneSigns[tone]} ${label}</span>`;

const whyHtml = ({ why, place }: Item): SafeHtml | "" =>
  why === undefined ? "" : html`<p>${place === undefined ? "" : `${place}: `}${why}</p>`;

const moreHtml = ({ text, href }: NonNullable<Item["more"]>, label: string): SafeHtml => {
  if (href === undefined) return html`<code>${text}</code>`;
  return html`<a href="${href}">${href.startsWith("#") ? `More about ${label}` : text}</a>`;
};

const seenHtml = ({ name, text, item }: Seen): SafeHtml =>
  html`<li>${item?.anchor === undefined ? html`<code>${name}</code>` : html`<a href="#${item.anchor}"><code>${name}</code></a>`}${text === undefined ? "" : `: ${text}`}</li>`;

const detailsHtml = ({ details = [] }: Item): SafeHtml | "" =>
  details.length === 0
    ? ""
    : html`<dl>${details.map(([name, text]) => html`<dt>${name}</dt><dd>${text.includes("\n") ? html`<pre>${text}</pre>` : text}</dd>`)}</dl>`;

/** What the shop believes, next to what really happened. */
const sidesHtml = ({ sides = [] }: Item): SafeHtml | "" =>
  sides.length === 0
    ? ""
    : html`<div class="scroll" tabindex="0" role="group" aria-label="Books and beliefs"><table class="sides"><thead><tr><th scope="col">order</th><th scope="col">the books say</th><th scope="col">the shop believes</th></tr></thead>
<tbody>${sides.map(([order, books, shop]) => html`<tr><th scope="row">${order}</th><td data-of="books:">${books}</td><td data-of="shop:">${shop}</td></tr>`)}</tbody></table></div>`;

/** Calls, notifications and money in one vertical timeline. */
function timelineHtml({ timeline }: Item): SafeHtml | "" {
  if (timeline === undefined) return "";
  if (timeline.length === 0) return html`<p>It made no call.</p>`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Timeline"><table class="timeline">
<thead><tr><th scope="col">ms</th>${timelineColumns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${timeline.map((row) => html`<tr><th scope="row"><time>${row.ms}</time></th>${timelineColumns.map((column) => (column === row.column ? eventHtml(row) : html`<td></td>`))}</tr>`)}</tbody></table></div>`;
}

const eventHtml = ({ tone, request, text, reference }: TimelineRow): SafeHtml =>
  html`<td class="${tone}">${request === undefined ? "" : html`<code>${request}</code> `}${text}${reference === null ? "" : html` <small>${reference}</small>`}</td>`;

const replayHtml = ({ replay }: Item): SafeHtml | "" =>
  replay === undefined ? "" : html`<p class="replay"><span>Replay</span> <code>${replay}</code></p>`;
