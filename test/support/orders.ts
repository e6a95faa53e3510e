import type { CardEntry } from "../../src/core/domain/card-entry.js";
import type { ChargeToken, CreateOrder, OpenCardEntry, SaveCard } from "../../src/core/domain/commands.js";
import type { Circumstances, FreshIds } from "../../src/core/domain/decision.js";
import { later, minorUnits } from "../../src/core/domain/money.js";
import type { Order, Transaction } from "../../src/core/domain/order.js";
import type { Token } from "../../src/core/domain/token.js";
import { defaultPolicy } from "../../src/core/facts/assumptions.js";
import { FROZEN_AT } from "./sandbox.js";

export const NOW = FROZEN_AT;

export function freshIds(): FreshIds {
  let last = 100;
  return {
    orderId: () => ++last,
    transaction: () => ({ id: ++last, stan: String(last).padStart(6, "0") }),
    tokenId: () => ++last,
    cardEntryId: () => ++last,
    session: (purpose, id) => `${purpose}-${id}`,
  };
}

export const circumstances = (over: Partial<Circumstances> = {}): Circumstances => ({
  now: NOW,
  answer: { approved: true },
  unsettled: minorUnits(1_000_000),
  fresh: freshIds(),
  policy: defaultPolicy,
  capabilities: {},
  ...over,
});

export const createOrder = (over: Partial<CreateOrder> = {}): CreateOrder => ({
  kind: "create-order",
  origin: "hosted",
  merchantId: 3,
  reference: "A-1",
  amount: minorUnits(5000),
  email: "",
  options: {},
  currency: "HKD",
  recurring: false,
  ...over,
});

export const chargeToken = (over: Partial<ChargeToken> = {}): ChargeToken => ({
  kind: "charge-token",
  origin: "token-sale",
  merchantId: 3,
  reference: "A-1",
  amount: minorUnits(5000),
  email: "",
  options: {},
  recurring: false,
  userId: "user1",
  tokenId: 351,
  ...over,
});

export const storedToken = (over: Partial<Token> = {}): Token => ({
  tokenId: 351,
  merchantId: 3,
  userId: "user1",
  first6: "470598",
  last4: "8101",
  brand: "VISA",
  subBrand: "VISA_CREDIT",
  expiryDate: "203012",
  issuerCountry: "HK",
  outcome: "approve",
  ...over,
});

export const order = (over: Partial<Order> = {}): Order => ({
  id: 1,
  merchantId: 3,
  reference: "A-1",
  currency: "HKD",
  amount: minorUnits(5000),
  origin: "hosted",
  recurring: false,
  createdAt: later(NOW, -1000),
  updatedAt: later(NOW, -1000),
  expiresAt: later(NOW, 999_000),
  email: "",
  options: {},
  session: "s",
  transactions: [],
  ...over,
});

export const transaction = (over: Partial<Transaction> = {}): Transaction => ({
  id: 11,
  type: "SALE",
  amount: minorUnits(5000),
  at: NOW,
  maskedPan: "411111XXXXXX1111",
  cardType: "VISA",
  method: "CARD",
  stan: "000011",
  ...over,
});

export const sale = transaction;
export const refund = (over: Partial<Transaction> = {}): Transaction =>
  transaction({ id: 12, type: "REFUND", ...over });
export const voided = (over: Partial<Transaction> = {}): Transaction =>
  transaction({ id: 13, type: "SALE_VOID", ...over });

/** Orders as they stand in each state. */
export const orders = {
  open: order(),
  declined: order({ transactions: [sale({ declined: "do-not-honour" })] }),
  paid: order({ transactions: [sale()] }),
  refunded: order({ transactions: [sale(), refund({ amount: minorUnits(2000) })] }),
  voided: order({ transactions: [sale(), voided()] }),
  settled: order({ transactions: [sale()], settledAt: later(NOW, -1) }),
  closed: order({ closedAt: later(NOW, -1), expiresAt: later(NOW, -1) }),
  expired: order({ expiresAt: NOW }),
  cancelled: order({ cancelled: "CANCELLED" }),
} as const satisfies Record<string, Order>;

export const openCardEntry = (over: Partial<OpenCardEntry> = {}): OpenCardEntry => ({
  kind: "open-card-entry",
  merchantId: 3,
  userId: "Anna",
  options: {},
  ...over,
});

/** What the shopper types, as far as it is kept. */
export function cardToSave(): SaveCard["card"] {
  const { tokenId: _, merchantId: _m, userId: _u, ...card } = storedToken();
  return card;
}

const cardEntry = (over: Partial<CardEntry> = {}): CardEntry => ({
  id: 1,
  merchantId: 3,
  userId: "Anna",
  session: "s",
  openedAt: later(NOW, -1000),
  expiresAt: later(NOW, 999_000),
  options: {},
  charges: [],
  ...over,
});

/** Card entries as they stand in each state. */
export const cardEntries = {
  open: cardEntry(),
  declined: cardEntry({ charges: [sale({ declined: "do-not-honour" })] }),
  saved: cardEntry({ saved: { tokenId: 351, maskedPan: "4705********8101", brand: "VISA", at: later(NOW, -1) } }),
  expired: cardEntry({ expiresAt: NOW }),
} as const satisfies Record<string, CardEntry>;
