import { limits } from "../../facts/limits.js";
import type { CardEntry } from "../card-entry.js";
import type { OpenCardEntry } from "../commands.js";
import { accept, type Circumstances, type Decision, reject } from "../decision.js";
import type { CardEntryEvent } from "../events.js";
import { lastInstant, later } from "../money.js";
import { wrongOptions } from "./page-options.js";

/** Rejects only invalid parameters: the page opens for any user of any merchant. */
export function decideOpenCardEntry(command: OpenCardEntry, c: Circumstances): Decision<CardEntryEvent> {
  const { merchantId, userId, notifyUrl, options } = command;
  const { redirect, colour } = wrongOptions(options, c.policy);
  const wrong = redirect ?? colour;
  if (wrong !== undefined) return reject("invalid-parameter", wrong);
  const id = c.fresh.cardEntryId();
  const cardEntry: CardEntry = {
    id,
    merchantId,
    userId,
    session: c.fresh.session("card-entry", id),
    openedAt: c.now,
    expiresAt: c.policy["card-entry-page"] === "no-end" ? lastInstant : later(c.now, limits.orderLifetimeMs.value),
    options,
    charges: [],
    ...(notifyUrl !== undefined && { notifyUrl }),
    ...(c.carried && { carried: c.carried }),
    ...(c.traceparent !== undefined && { traceparent: c.traceparent }),
  };
  return accept({ type: "card-entry-opened", at: c.now, cardEntry });
}
