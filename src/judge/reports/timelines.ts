import { type Html, html } from "../../reports/page.js";
import type { JudgedMutant, JudgedRun, JudgeReport } from "../schema/report.js";
import type { TimelineEvent } from "../schema/timeline-schema.js";
import { beliefText, bookText, eventText, toneOf, toneSigns, withoutRepeats } from "./words.js";

/**
 * The anchor of a mutant's timeline, by its position in the report. It is inside the folded element, so that a link
 * unfolds it.
 */
export const timelineId = (at: number): string => `mutant-${at + 1}`;

export const timelinesHtml = ({ mutants }: JudgeReport): Html | "" =>
  mutants.length === 0
    ? ""
    : html`<section><h2>Each mutant</h2>${mutants.map((mutant, at) => mutantHtml(mutant, timelineId(at)))}</section>`;

/** Links a mutant's id to its timeline, if it has one. */
export const linkTo = (mutant: string, { mutants }: JudgeReport): Html => {
  const at = mutants.findIndex(({ id }) => id === mutant);
  return at === -1 ? html`<code>${mutant}</code>` : html`<a href="#${timelineId(at)}"><code>${mutant}</code></a>`;
};

const mutantHtml = ({ id, verdict, ms, about, replay, run }: JudgedMutant, anchor: string): Html =>
  html`<details class="mutant"><summary><span class="badge ${toneOf(verdict)}">${toneSigns[toneOf(verdict)]} ${verdict}</span> <code>${id}</code></summary>
<div id="${anchor}" tabindex="-1"><p>${about}${run === null ? "" : ` Took ${Math.round(ms)} ms.`}</p>
${run === null || verdict === "survived" ? "" : runHtml(run)}
${replayHtml(replay)}
<p><a href="#map">Back to the map</a></p></div></details>
`;

/** A run's events, the books and the shop's beliefs. */
export const runHtml = ({ timeline, books, beliefs, why }: JudgedRun): Html => {
  const references = [...new Set([...Object.keys(books), ...Object.keys(beliefs ?? {})])];
  return html`${why === null ? "" : html`<p class="unmet">${why}</p>`}
${timeline.length > 0 ? timelineHtml(timeline) : html`<p>It made no call.</p>`}
${references.length > 0 ? sidesHtml(references.map((name) => [name, bookText(books[name]), beliefText(beliefs?.[name])])) : ""}`;
};

/** What the shop believes, next to what really happened. */
export const sidesHtml = (sides: readonly (readonly [string, string, string])[]): Html =>
  sides.length === 0
    ? html``
    : html`<div class="scroll" tabindex="0" role="group" aria-label="Books and beliefs"><table class="sides"><thead><tr><th scope="col">order</th><th scope="col">the books say</th><th scope="col">the shop believes</th></tr></thead>
<tbody>${sides.map(([name, book, belief]) => html`<tr><th scope="row">${name}</th><td data-of="books:">${book}</td><td data-of="shop:">${belief}</td></tr>`)}</tbody></table></div>`;

const columns = ["calls", "notices and redirects", "money"] as const;

const columnOf = ({ kind }: TimelineEvent): (typeof columns)[number] => {
  if (kind === "call") return "calls";
  return kind === "money" ? "money" : "notices and redirects";
};

/** Calls, notifications and money in one vertical timeline. */
const timelineHtml = (timeline: readonly TimelineEvent[]): Html =>
  html`<div class="scroll" tabindex="0" role="group" aria-label="Timeline"><table class="timeline">
<thead><tr><th scope="col">ms</th>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${withoutRepeats(timeline).map(
    (event) =>
      html`<tr><th scope="row"><time>${Math.round(event.ms)}</time></th>${columns.map((column) => (column === columnOf(event) ? html`<td class="${toneOfEvent(event)}">${event.kind === "call" ? html`<code>${event.request}</code> ` : ""}${eventText(event)}${event.reference === null ? "" : html` <small>${event.reference}</small>`}</td>` : html`<td></td>`))}</tr>`,
  )}</tbody></table></div>`;

function toneOfEvent(event: TimelineEvent): string {
  if (event.kind === "call" && event.isMutated) return "changed";
  if (event.kind === "call") return event.by === "shop" ? "" : "other";
  return event.kind === "notice" && !event.isGenuine ? "changed" : "";
}

export const replayHtml = (replay: string): Html =>
  html`<p class="replay"><span>Replay</span> <code>${replay}</code></p>`;
