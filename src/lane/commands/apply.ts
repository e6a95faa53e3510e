// The room `commands`: the path that every command takes. `execute.ts` shows it from top to bottom: load, choose,
// decide, commit.

import type { CardEntry } from "../../core/domain/card-entry.js";
import type { Decision, Replaced } from "../../core/domain/decision.js";
import type { CardEntryEvent, OrderEvent, TokenEvent } from "../../core/domain/events.js";
import { evolve, evolveCardEntry } from "../../core/domain/evolve.js";
import { type LedgerLine, ledgerOf, ledgerOfCardEntry } from "../../core/domain/ledger.js";
import type { Order } from "../../core/domain/order.js";
import type { Refused, Result } from "../journal/result.js";
import type { Changes } from "../ports/store.js";
import type { CommandResult } from "./command.js";
import type { Before, Decided } from "./command-table.js";

type Events<Event> = readonly [Event, ...Event[]];

/** Turns a decision into the changes to write and the result to answer. */
export function apply(decided: Decided, before: Before): CommandResult {
  const { about, decision } = decided;
  if (decision.kind !== "accepted") return withoutEvents(decision);
  switch (about) {
    case "order":
      return applyToOrder(decision.events, before.order, decision.replaced);
    case "card-entry":
      return applyToCardEntry(decision.events, before.cardEntry);
    case "token":
      return applyToToken(decision.events);
  }
}

export const unchanged = (result: Result): CommandResult => ({ result, changes: {} });
export const refused = (rejection: Refused): CommandResult => unchanged({ kind: "refused", ...rejection });

function withoutEvents(decision: Exclude<Decision<never>, { readonly kind: "accepted" }>): CommandResult {
  switch (decision.kind) {
    case "repeated":
      return unchanged(repeated(decision.order));
    case "unrecorded": {
      const { decline, transaction } = decision;
      return unchanged({ kind: "declined", decline, transaction });
    }
    case "nothing":
      return unchanged({ kind: "done" });
    case "rejected":
      return refused(decision.rejection);
  }
}

/** The result of the first call with this reference: if that charge was declined, it is declined again. */
function repeated(order: Order): Result {
  const first = order.transactions[0];
  return order.session === "" && first?.declined
    ? { kind: "declined", decline: first.declined, order, transaction: first }
    : { kind: "order", order };
}

function applyToOrder(
  events: Events<OrderEvent>,
  before: Order | undefined,
  replaced: Replaced | undefined,
): CommandResult {
  const ledger: LedgerLine[] = [];
  let order = before;
  for (const event of events) {
    if (order) ledger.push(...ledgerOf(order, event));
    order = evolve(order, event);
  }
  const after = order as Order;
  const last = events.at(-1) as OrderEvent;
  return {
    result: orderResult(after, last),
    changes: { orders: [...closed(replaced), { before, after }], ledger },
    paid: last.type === "sale-approved" ? after : undefined,
  };
}

/** The order that loses its reference. It was never paid, so no money moves. */
const closed = (replaced: Replaced | undefined): NonNullable<Changes["orders"]> =>
  replaced ? [{ before: replaced.order, after: evolve(replaced.order, replaced.event) }] : [];

function orderResult(order: Order, last: OrderEvent): Result {
  const transaction = "transaction" in last ? last.transaction : undefined;
  return transaction?.declined
    ? { kind: "declined", decline: transaction.declined, order, transaction }
    : { kind: "order", order, transaction };
}

/** A decision about a card entry consists of one event. */
function applyToCardEntry([event]: Events<CardEntryEvent>, before: CardEntry | undefined): CommandResult {
  const cardEntry = evolveCardEntry(before, event);
  const cardEntries = [cardEntry];
  switch (event.type) {
    case "card-entry-opened":
      return { result: { kind: "card-entry", cardEntry }, changes: { cardEntries } };
    case "card-declined": {
      const { charge, decline } = event;
      return { result: { kind: "declined", decline, transaction: charge }, changes: { cardEntries } };
    }
    case "card-saved": {
      const { token } = event;
      const { merchantId, notifyUrl } = cardEntry;
      return {
        result: { kind: "token", token },
        changes: { tokens: [token], cardEntries, ledger: ledgerOfCardEntry(merchantId, event) },
        saved: notifyUrl === undefined ? undefined : { token, notifyUrl },
      };
    }
    case "card-entry-cancelled":
      return unchanged({ kind: "done" });
  }
}

/** A decision about a token consists of one event. */
function applyToToken([event]: Events<TokenEvent>): CommandResult {
  switch (event.type) {
    case "token-stored":
      return { result: { kind: "token", token: event.token }, changes: { tokens: [event.token] } };
    case "token-deleted":
      return { result: { kind: "done" }, changes: { deletedTokens: [event.token] } };
  }
}
