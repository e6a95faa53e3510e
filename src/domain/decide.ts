import type { CardEntry } from "./card-entry.js";
import type { DomainCommand } from "./commands.js";
import { decideCancelCardEntry } from "./decide/cancel-card-entry.js";
import { decideCancelOrder } from "./decide/cancel-order.js";
import { decideChargeParent } from "./decide/charge-parent.js";
import { decideChargeToken } from "./decide/charge-token.js";
import { decideCreateOrder } from "./decide/create-order.js";
import { decideDeleteToken } from "./decide/delete-token.js";
import { decideExpireOrder } from "./decide/expire-order.js";
import { decideOpenCardEntry } from "./decide/open-card-entry.js";
import { decidePayOrder } from "./decide/pay-order.js";
import { decideRefundOrder } from "./decide/refund-order.js";
import { decideSaveCard } from "./decide/save-card.js";
import { decideSettleOrder } from "./decide/settle-order.js";
import { decideStoreToken } from "./decide/store-token.js";
import { decideVoidOrder } from "./decide/void-order.js";
import { type Circumstances, type Decision, reject } from "./decision.js";
import type { CardEntryEvent, OrderEvent, TokenEvent } from "./events.js";
import type { Order } from "./order.js";

/** The state before a command. */
export interface Before {
  readonly order?: Order | undefined;
  readonly cardEntry?: CardEntry | undefined;
}

/** A decision about one kind of record. The decision's events change only that record. */
export type Decided =
  | { readonly about: "order"; readonly decision: Decision<OrderEvent> }
  | { readonly about: "card-entry"; readonly decision: Decision<CardEntryEvent> }
  | { readonly about: "token"; readonly decision: Decision<TokenEvent> };

/** Decides each command. The record must exist, except that an unknown token is rejected by its own decision. */
export function decide(command: DomainCommand, before: Before, c: Circumstances): Decided {
  switch (command.kind) {
    case "create-order":
      return ofOrder(decideCreateOrder(command, c));
    case "charge-token":
      return ofOrder(decideChargeToken(command, c));
    case "charge-parent":
      return ofOrder(decideChargeParent(command, c));
    case "pay-order":
      return onOrder(before, c, (order) => decidePayOrder(command, order, c));
    case "refund-order":
      return onOrder(before, c, (order) => decideRefundOrder(command, order, c));
    case "void-order":
      return onOrder(before, c, (order) => decideVoidOrder(command, order, c));
    case "cancel-order":
      return onOrder(before, c, (order) => decideCancelOrder(order, c));
    case "expire-order":
      return onOrder(before, c, (order) => decideExpireOrder(order, c, command.early));
    case "settle-order":
      return onOrder(before, c, (order) => decideSettleOrder(order, c));
    case "open-card-entry":
      return ofCardEntry(decideOpenCardEntry(command, c));
    case "save-card":
      return onCardEntry(before, (cardEntry) => decideSaveCard(command, cardEntry, c));
    case "cancel-card-entry":
      return onCardEntry(before, (cardEntry) => decideCancelCardEntry(cardEntry, c));
    case "delete-token":
      return ofToken(decideDeleteToken(command, c));
    case "store-token":
      return ofToken(decideStoreToken(command, c));
  }
}

const ofOrder = (decision: Decision): Decided => ({ about: "order", decision });
const ofCardEntry = (decision: Decision<CardEntryEvent>): Decided => ({ about: "card-entry", decision });
const ofToken = (decision: Decision<TokenEvent>): Decided => ({ about: "token", decision });

const onOrder = ({ order }: Before, c: Circumstances, decideOn: (order: Order) => Decision): Decided =>
  ofOrder(order ? decideOn(order) : orderNotFound(c));

/** The rejection of a command or query whose order does not exist. */
export const orderNotFound = ({ isMismatch = false }: Pick<Circumstances, "isMismatch">): Decision<never> =>
  reject("order-not-found", undefined, ...(isMismatch ? (["id-reference-mismatch"] as const) : []));

const onCardEntry = ({ cardEntry }: Before, decideOn: (cardEntry: CardEntry) => Decision<CardEntryEvent>): Decided =>
  ofCardEntry(cardEntry ? decideOn(cardEntry) : reject("order-not-payable", "the card-entry page is unknown"));
