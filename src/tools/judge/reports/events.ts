import type { Message, TimelineRow } from "../../reports/report.js";
import type { TimelineEvent } from "../schema/timeline-schema.js";
import { amountOrUnknown, eventsAbout, eventText } from "./words.js";

/** An event as a row of a run's timeline. */
export const rowOf = (event: TimelineEvent): TimelineRow => ({
  ms: Math.round(event.ms),
  column: event.kind === "call" ? "calls" : event.kind === "money" ? "money" : "notices and redirects",
  tone: toneOf(event),
  ...(event.kind === "call" && { request: event.request }),
  text: eventText(event),
  reference: event.reference,
});

function toneOf(event: TimelineEvent): TimelineRow["tone"] {
  if (event.kind === "call" && event.isMutated) return "changed";
  if (event.kind === "call") return event.by === "shop" ? "" : "other";
  return event.kind === "notice" && !event.isGenuine ? "changed" : "";
}

/** The calls, notifications and money of these orders, as messages of a drawing. */
export function messagesOf(timeline: readonly TimelineEvent[], references: readonly string[]): readonly Message[] {
  return eventsAbout(timeline, references).flatMap((event) => messagesOfEvent(event, references.length > 1));
}

/** `namesOrder`: several orders are drawn, so each message says which order it is about. */
function messagesOfEvent(event: TimelineEvent, namesOrder: boolean): readonly Message[] {
  const order = namesOrder && event.reference !== null ? ` · ${event.reference}` : "";
  switch (event.kind) {
    case "call": {
      const caller = event.by === "shop" ? "shop" : "shopper";
      const name =
        `${event.operation.replace(/^.*\//, "")} ${event.amount === null ? "" : amountOrUnknown(event.amount)}`.trim();
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
      return [{ from: "service", to: "service", text: `${event.what} ${amountOrUnknown(event.amount)}`, tone: "" }];
    case "redirect":
      return [{ from: "shopper", to: "shop", text: `opens ${event.to}`, tone: event.status === null ? "lost" : "" }];
  }
}
