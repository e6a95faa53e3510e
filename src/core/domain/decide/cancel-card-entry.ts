import { type CardEntry, cardEntryStatusOf } from "../card-entry.js";
import { accept, type Circumstances, type Decision, reject } from "../decision.js";
import type { CardEntryEvent } from "../events.js";

/** Rejects a page that is no longer open. */
export const decideCancelCardEntry = (entry: CardEntry, c: Circumstances): Decision<CardEntryEvent> =>
  closedCardEntry(entry, c) ?? accept({ type: "card-entry-cancelled", at: c.now });

/** Rejects an action on a closed card-entry page. Undefined while the page is open. */
export function closedCardEntry(entry: CardEntry, c: Circumstances): Decision<never> | undefined {
  const status = cardEntryStatusOf(entry, c.now);
  return status === "OPEN" ? undefined : reject("order-not-payable", `the card-entry page is ${status}`);
}
