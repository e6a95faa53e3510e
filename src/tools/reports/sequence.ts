import { type Html, html } from "./page.js";
import { type Message, parties } from "./report.js";

const SPACE = 200;
const MARGIN = 60;
const TOP = 40;
const STEP = 34;
const TEXT_MAX = 32;
/** How many messages are drawn. The list below has all of them. */
const DRAWN = 14;

/** Messages between the participants, from top to bottom. */
export function sequenceHtml(messages: readonly Message[]): Html | "" {
  const drawn = messages.slice(0, DRAWN);
  if (drawn.length === 0) return "";
  const present = parties.filter((party) => drawn.some(({ from, to }) => from === party || to === party));
  const columnOf = (party: (typeof parties)[number]): number => MARGIN + present.indexOf(party) * SPACE;
  const width = 2 * MARGIN + (present.length - 1) * SPACE;
  const height = TOP + drawn.length * STEP + (messages.length > DRAWN ? 26 : 10);
  return html`<div class="seq"><svg viewBox="0 0 ${width} ${height}" style="max-width:${width}px" role="img" aria-label="Sequence; the list beneath says the same">${present.map(
    (party) =>
      html`<line x1="${columnOf(party)}" x2="${columnOf(party)}" y1="28" y2="${height - 6}"/><rect x="${columnOf(party) - 42}" y="4" width="84" height="24" rx="6"/><text x="${columnOf(party)}" y="21" text-anchor="middle">${party}</text>`,
  )}${drawn.map((message, i) => drawnAt(message, columnOf, TOP + (i + 1) * STEP - 8))}${messages.length > DRAWN ? html`<text x="8" y="${height - 8}">and ${messages.length - DRAWN} more</text>` : ""}</svg></div>`;
}

function drawnAt(
  { from, to, text, tone }: Message,
  columnOf: (party: (typeof parties)[number]) => number,
  y: number,
): Html {
  const [a, b] = [columnOf(from), columnOf(to)];
  const shown = text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text;
  if (from === to)
    return html`<g class="arrow"><rect x="${a - 58}" y="${y - 18}" width="116" height="22" rx="6"/><text x="${a}" y="${y - 3}" text-anchor="middle">${shown}</text></g>`;
  const way = b > a ? 1 : -1;
  // The arrow of a lost message ends before its target.
  const end = tone === "lost" ? b - way * 36 : b;
  const head =
    tone === "lost"
      ? html`<text class="end" x="${end + way * 8}" y="${y + 5}" text-anchor="middle">✗</text>`
      : html`<path d="M${b} ${y}l${-8 * way} -5v10z"/>`;
  return html`<g class="arrow ${tone}"><text x="${(a + b) / 2}" y="${y - 6}" text-anchor="middle">${shown}</text><line x1="${a}" x2="${end}" y1="${y}" y2="${y}"/>${head}</g>`;
}
