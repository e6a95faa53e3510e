import { type CardEntry, cardEntryStatusOf } from "../card-entry.js";
import { accept, type Circumstances, type Decision, reject } from "../decision.js";
import type { CardEntryEvent } from "../events.js";

/** Rejects a page that takes no card any more. */
export const decideCancelCardEntry = (entry: CardEntry, c: Circumstances): Decision<CardEntryEvent> =>
  closedCardEntry(entry, c) ?? accept({ type: "card-entry-cancelled", at: c.now });

/** Why nothing can be done on a card entry's page; undefined while it is open. */
export function closedCardEntry(entry: CardEntry, c: Circumstances): Decision<never> | undefined {
  const status = cardEntryStatusOf(entry, c.now);
  return status === "OPEN" ? undefined : reject("order-not-payable", `the card-entry page is ${status}`);
}
