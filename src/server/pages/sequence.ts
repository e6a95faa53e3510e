import { html } from "hono/html";

const SPACE = 220;
const MARGIN = 60;
const TOP = 40;
const STEP = 34;
/** The maximum length of a text between two columns. */
const TEXT_MAX = 32;

/** A message between two participants. One to oneself is a note. */
export interface DrawnMessage {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** Classes of the style sheet. The arrow of a lost message ends before its target. */
  readonly tone: "" | "back" | "wrong" | "back wrong" | "lost";
}

/** Messages between those who take part, from top to bottom. `most`: how many are drawn, because a text beside it has all. */
export function sequenceHtml(
  all: readonly string[],
  messages: readonly DrawnMessage[],
  { most, label }: { readonly most: number; readonly label: string },
) {
  const drawn = messages.slice(0, most);
  const participants = all.filter((name) => drawn.some(({ from, to }) => from === name || to === name));
  const columnOf = (name: string): number => MARGIN + participants.indexOf(name) * SPACE;
  const width = 2 * MARGIN + (participants.length - 1) * SPACE;
  const more = messages.length - drawn.length;
  const height = TOP + drawn.length * STEP + (more > 0 ? 26 : 10);
  return html`<svg viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${label}">${participants.map(
    (name) =>
      html`<line x1="${columnOf(name)}" x2="${columnOf(name)}" y1="28" y2="${height - 6}"/><rect x="${columnOf(name) - 42}" y="4" width="84" height="24" rx="6"/><text x="${columnOf(name)}" y="21" text-anchor="middle">${name}</text>`,
  )}${drawn.map((message, i) => drawnAt(message, columnOf, TOP + (i + 1) * STEP - 8))}${more > 0 ? html`<text x="8" y="${height - 8}">and ${more} more</text>` : ""}</svg>`;
}

function drawnAt({ from, to, text, tone }: DrawnMessage, columnOf: (name: string) => number, y: number) {
  const [a, b] = [columnOf(from), columnOf(to)];
  const shown = text.length > TEXT_MAX ? html`${text.slice(0, TEXT_MAX - 1)}…<title>${text}</title>` : text;
  if (from === to)
    return html`<g class="arrow ${tone}"><rect x="${a - 58}" y="${y - 18}" width="116" height="22" rx="6"/><text x="${a}" y="${y - 3}" text-anchor="middle">${shown}</text></g>`;
  const way = b > a ? 1 : -1;
  const end = tone === "lost" ? b - way * 36 : b;
  const head =
    tone === "lost"
      ? html`<text class="end" x="${end + way * 8}" y="${y + 5}" text-anchor="middle">✗</text>`
      : html`<path d="M${b} ${y}l${-8 * way} -5v10z"/>`;
  return html`<g class="arrow ${tone}"><text x="${(a + b) / 2}" y="${y - 6}" text-anchor="middle">${shown}</text><line x1="${a}" x2="${end}" y1="${y}" y2="${y}"/>${head}</g>`;
}
