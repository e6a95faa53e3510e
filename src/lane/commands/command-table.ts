import type { CardEntry } from "../../core/domain/card-entry.js";
import type { DomainCommand } from "../../core/domain/commands.js";
import { decideCancelCardEntry, decideSaveCard } from "../../core/domain/decide/card-entry.js";
import { decideChargeParent } from "../../core/domain/decide/charge-parent.js";
import { decideChargeToken } from "../../core/domain/decide/charge-token.js";
import { decideCancelOrder, decideExpireOrder } from "../../core/domain/decide/close-order.js";
import { decideCreateOrder } from "../../core/domain/decide/create-order.js";
import { decideOpenCardEntry } from "../../core/domain/decide/open-card-entry.js";
import { decidePayOrder } from "../../core/domain/decide/pay-order.js";
import { decideRefundOrder } from "../../core/domain/decide/refund-order.js";
import { decideSettleOrder } from "../../core/domain/decide/settle-order.js";
import { decideDeleteToken, decideStoreToken } from "../../core/domain/decide/tokens.js";
import { decideVoidOrder } from "../../core/domain/decide/void-order.js";
import { type Circumstances, type Decision, reject } from "../../core/domain/decision.js";
import type { CardEntryEvent, OrderEvent, TokenEvent } from "../../core/domain/events.js";
import type { MinorUnits } from "../../core/domain/money.js";
import type { Order } from "../../core/domain/order.js";
import type { Token } from "../../core/domain/token.js";
import type { Policy } from "../../core/facts/assumptions.js";
import type { Result } from "../journal/result.js";
import type { Merchant, Tx } from "../ports/store.js";
import type { Command, OrderKey } from "./command.js";
import { type Look, namedOrder, orderNamed, ownOrder, ownToken, tokensOfUser } from "./lookup.js";

/** The state before a command. */
export interface Before {
  readonly order?: Order | undefined;
  readonly cardEntry?: CardEntry | undefined;
}

/** What a command's own row loads. */
export interface LoadedByRow extends Before {
  /** True if orderId exists but has another merchantReference than the one given beside it. */
  readonly isMismatch?: boolean | undefined;
  readonly existingOrder?: Order | undefined;
  readonly token?: Token | undefined;
  readonly parent?: Order | undefined;
  /** The user's stored cards. Only for queries, and before another card is saved. */
  readonly tokens?: readonly Token[] | undefined;
  /** The merchant's unsettled balance in the order's currency. Only if the command takes money out of it. */
  readonly unsettled?: MinorUnits | undefined;
}

/** The inputs of a command's decision. */
export interface Loaded extends LoadedByRow {
  readonly merchant: Merchant;
  /** True if this is the merchant's first call. */
  readonly isNewMerchant: boolean;
}

/** A decision about one kind of record. The decision's events change only that record. */
export type Decided =
  | { readonly about: "order"; readonly decision: Decision<OrderEvent> }
  | { readonly about: "card-entry"; readonly decision: Decision<CardEntryEvent> }
  | { readonly about: "token"; readonly decision: Decision<TokenEvent> };

type OfKind<C, K> = Extract<C, { readonly kind: K }>;

/** One kind of command: what it loads, and either its decision or, for a query, its answer. */
interface CommandRow<K extends Command["kind"]> {
  readonly load?: (command: OfKind<Command, K>, look: Look) => LoadedByRow;
  /** The decision of a command on an order that exists. */
  readonly decideOn?: (command: OfKind<DomainCommand, K>, order: Order, c: Circumstances) => Decision;
  readonly decide?: (command: OfKind<DomainCommand, K>, before: Before, c: Circumstances) => Decided;
  readonly answer?: (loaded: Loaded) => Result | Decided;
}

interface OfOrder {
  readonly key: OrderKey;
}

const byKey = { load: ({ key }: OfOrder, look: Look): LoadedByRow => namedOrder(key, look) };

/** The same, with the balance from which the command takes money. */
const byKeyWithBalance = {
  load: ({ key }: OfOrder, look: Look): LoadedByRow => {
    const found = namedOrder(key, look);
    const { order } = found;
    return order ? { order, unsettled: look.tx.unsettled(key.merchantId, order.currency) } : found;
  },
};

const orderShown = {
  ...byKey,
  answer: (loaded: Loaded): Result | Decided =>
    loaded.order ? { kind: "order", order: loaded.order } : ofOrder(orderNotFound(loaded)),
};

/** One row per command. */
const commandTable: { readonly [K in Command["kind"]]: CommandRow<K> } = {
  "create-order": {
    load: ({ merchantId, reference }, look) => ({ existingOrder: orderNamed(merchantId, reference, look) }),
    decide: (command, _, c) => ofOrder(decideCreateOrder(command, c)),
  },
  "charge-token": {
    load: (command, look) => ({
      existingOrder: orderNamed(command.merchantId, command.reference, look),
      token: ownToken(command, look),
      parent: ownOrder(command.merchantId, command.parentOrderId, look),
    }),
    decide: (command, _, c) => ofOrder(decideChargeToken(command, c)),
  },
  "charge-parent": {
    load: ({ merchantId, reference, parentOrderId }, look) => ({
      existingOrder: orderNamed(merchantId, reference, look),
      parent: ownOrder(merchantId, parentOrderId, look),
    }),
    decide: (command, _, c) => ofOrder(decideChargeParent(command, c)),
  },
  "pay-order": { ...byKey, decideOn: decidePayOrder },
  "refund-order": { ...byKeyWithBalance, decideOn: decideRefundOrder },
  "void-order": { ...byKeyWithBalance, decideOn: decideVoidOrder },
  "settle-order": { ...byKeyWithBalance, decideOn: (_, order, c) => decideSettleOrder(order, c) },
  "cancel-order": { ...byKey, decideOn: (_, order, c) => decideCancelOrder(order, c) },
  "expire-order": { ...byKey, decideOn: (_, order, c) => decideExpireOrder(order, c, true) },
  "open-card-entry": { decide: (command, _, c) => ofCardEntry(decideOpenCardEntry(command, c)) },
  "save-card": {
    load: ({ cardEntryId }, look) => {
      const cardEntry = look.tx.cardEntry(cardEntryId);
      if (!cardEntry) return {};
      return { cardEntry, tokens: tokensOfUser(cardEntry, { ...look, isNewMerchant: false }) };
    },
    decide: (command, before, c) => onCardEntry(before, (cardEntry) => decideSaveCard(command, cardEntry, c)),
  },
  "cancel-card-entry": {
    load: ({ cardEntryId }, { tx }) => ({ cardEntry: tx.cardEntry(cardEntryId) }),
    decide: (_, before, c) => onCardEntry(before, (cardEntry) => decideCancelCardEntry(cardEntry, c)),
  },
  "delete-token": {
    load: (command, look) => ({ token: ownToken(command, look) }),
    decide: (command, _, c) => ofToken(decideDeleteToken(command, c)),
  },
  "store-token": { decide: (command, _, c) => ofToken(decideStoreToken(command, c)) },
  "query-order": orderShown,
  "open-order": orderShown,
  "query-tokens": {
    load: (command, look) => ({ tokens: tokensOfUser(command, look) }),
    answer: ({ tokens = [] }) => ({ kind: "tokens", tokens }),
  },
};

/** The same for a command whose kind isn't known. */
const rows = commandTable as unknown as Readonly<Record<Command["kind"], CommandRow<never>>>;

/** Loads the inputs of a command's decision. */
export function load(command: Command, tx: Tx, policy: Policy): Loaded {
  const merchantId = merchantIdOf(command);
  const known = tx.merchant(merchantId);
  const isNewMerchant = known === undefined;
  const merchant = known ?? { merchantId, publicKeys: [], capabilities: {} };
  return { merchant, isNewMerchant, ...rows[command.kind].load?.(command as never, { tx, policy, isNewMerchant }) };
}

/** Decides each command. The record must exist, except that an unknown token is rejected by its own decision. */
export function decide(command: DomainCommand, before: Before, c: Circumstances): Decided {
  const row = rows[command.kind];
  if (!row.decideOn) return row.decide!(command as never, before, c);
  return ofOrder(before.order ? row.decideOn(command as never, before.order, c) : orderNotFound(c));
}

/** The answer to a query. Undefined if the command is none. */
export const answerQuery = (command: Command, loaded: Loaded): Result | Decided | undefined =>
  rows[command.kind].answer?.(loaded);

function merchantIdOf(command: Command): number {
  if ("key" in command) return command.key.merchantId;
  return command.kind === "store-token" ? command.token.merchantId : command.merchantId;
}

const ofOrder = (decision: Decision): Decided => ({ about: "order", decision });
const ofCardEntry = (decision: Decision<CardEntryEvent>): Decided => ({ about: "card-entry", decision });
const ofToken = (decision: Decision<TokenEvent>): Decided => ({ about: "token", decision });

/** The rejection of a command or query whose order does not exist. */
const orderNotFound = ({ isMismatch = false }: Pick<Circumstances, "isMismatch">): Decision<never> =>
  reject("order-not-found", undefined, ...(isMismatch ? (["id-reference-mismatch"] as const) : []));

const onCardEntry = ({ cardEntry }: Before, decideOn: (cardEntry: CardEntry) => Decision<CardEntryEvent>): Decided =>
  ofCardEntry(cardEntry ? decideOn(cardEntry) : reject("order-not-payable", "the card-entry page is unknown"));
