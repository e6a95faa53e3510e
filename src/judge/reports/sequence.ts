import { type Html, html } from "../../reports/page.js";
import type { TimelineEvent } from "../schema/timeline-schema.js";
import { moneyText, withoutRepeats } from "./words.js";

const parties = ["shop", "service", "shopper"] as const;
type Party = (typeof parties)[number];

/** A message between two participants, or an event at one of them. */
interface Message {
  readonly from: Party;
  readonly to: Party;
  readonly text: string;
  readonly tone: "" | "back" | "wrong" | "lost";
}

const SPACE = 200;
const MARGIN = 60;
const TOP = 40;
const STEP = 34;
const TEXT_MAX = 32;
/** How many messages are drawn. The list below has all of them. */
const DRAWN = 14;

/** The calls, notifications and money of these orders as a diagram. */
export function sequenceHtml(timeline: readonly TimelineEvent[], references: readonly string[]): Html | "" {
  const isAbout = (event: TimelineEvent) =>
    (event.kind === "call" && event.isMutated) || (event.reference !== null && references.includes(event.reference));
  const namesOrder = references.length > 1;
  const all = withoutRepeats(timeline.filter(isAbout)).flatMap((event) => messagesOf(event, namesOrder));
  const drawn = all.slice(0, DRAWN);
  if (drawn.length === 0) return "";
  const present = parties.filter((party) => drawn.some(({ from, to }) => from === party || to === party));
  const columnOf = (party: Party): number => MARGIN + present.indexOf(party) * SPACE;
  const width = 2 * MARGIN + (present.length - 1) * SPACE;
  const height = TOP + drawn.length * STEP + (all.length > DRAWN ? 26 : 10);
  return html`<div class="seq"><svg viewBox="0 0 ${width} ${height}" style="max-width:${width}px" role="img" aria-label="Sequence; the list beneath says the same">${present.map(
    (party) =>
      html`<line x1="${columnOf(party)}" x2="${columnOf(party)}" y1="28" y2="${height - 6}"/><rect x="${columnOf(party) - 42}" y="4" width="84" height="24" rx="6"/><text x="${columnOf(party)}" y="21" text-anchor="middle">${party}</text>`,
  )}${drawn.map((message, i) => drawnAt(message, columnOf, TOP + (i + 1) * STEP - 8))}${all.length > DRAWN ? html`<text x="8" y="${height - 8}">and ${all.length - DRAWN} more</text>` : ""}</svg></div>`;
}

/** `namesOrder`: several orders are drawn, so each message says which order it is about. */
function messagesOf(event: TimelineEvent, namesOrder: boolean): readonly Message[] {
  const order = namesOrder && event.reference !== null ? ` · ${event.reference}` : "";
  switch (event.kind) {
    case "call": {
      const caller = event.by === "shop" ? "shop" : "shopper";
      const name =
        `${event.operation.replace(/^.*\//, "")} ${event.amount === null ? "" : moneyText(event.amount)}`.trim();
      const code = `${event.responseCode} ${event.message ?? ""}`.trim();
      const asked = { from: caller, to: "service", text: `${name}${order}`, tone: "" } as const;
      if (event.placed === "before-parse" || event.placed === "before-commit") return [{ ...asked, tone: "lost" }];
      if (event.fault !== null) return [asked, { from: "service", to: caller, text: `${code}: lost`, tone: "lost" }];
      return [
        asked,
        { from: "service", to: caller, text: code, tone: event.responseCode === "0000" ? "back" : "wrong" },
      ];
    }
    case "notice": {
      const what = event.isGenuine ? "notice" : `forged (${event.forged ?? "replayed"})`;
      const said = `${what} ${event.says.status ?? ""} ${event.says.amount ?? ""}`.trim();
      const answer = event.status === null ? "no answer" : `${event.status} ${event.answer}`;
      return [
        { from: "service", to: "shop", text: `${said}${order}`, tone: event.isGenuine ? "" : "wrong" },
        { from: "shop", to: "service", text: answer, tone: event.status === 200 ? "back" : "wrong" },
      ];
    }
    case "money":
      return [{ from: "service", to: "service", text: `${event.what} ${moneyText(event.amount)}`, tone: "" }];
    case "redirect":
      return [{ from: "shopper", to: "shop", text: `opens ${event.to}`, tone: event.status === null ? "lost" : "" }];
  }
}

function drawnAt({ from, to, text, tone }: Message, columnOf: (party: Party) => number, y: number): Html {
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
