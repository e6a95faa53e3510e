import type { DomainCommand } from "../../core/domain/commands.js";
import type { Circumstances, FreshIds } from "../../core/domain/decision.js";
import { instant, later, minorUnits } from "../../core/domain/money.js";
import type { Token } from "../../core/domain/token.js";
import type { Policy } from "../../core/facts/assumptions.js";
import { limits } from "../../core/facts/limits.js";
import { paymentMethods } from "../../core/facts/methods.js";

/** When the exploration's orders are created. Any instant would do. */
export const EXPLORED_AT = instant(0);
/** An instant at which every unpaid order has expired. */
const LATER = later(EXPLORED_AT, limits.orderLifetimeMs.value);

const AMOUNT = minorUnits(2);
const purchase = { merchantId: 1, reference: "R-1", amount: AMOUNT, email: "", options: {} } as const;
const ofUser = { merchantId: 1, userId: "U-1", tokenId: 1 } as const;
const card = { first6: "411111", last4: "1111", brand: "VISA", subBrand: "VISA_CREDIT", outcome: "approve" } as const;
const token: Token = { ...card, ...ofUser, expiryDate: "999912" };

/** Commands of each kind that lead to different results. TypeScript requires samples for every new kind. */
export const samples: { readonly [K in DomainCommand["kind"]]: readonly Extract<DomainCommand, { kind: K }>[] } = {
  "create-order": [
    { kind: "create-order", origin: "hosted", currency: "HKD", recurring: true, ...purchase },
    { kind: "create-order", origin: "hosted", currency: "HKD", recurring: true, ...purchase, expiresAt: EXPLORED_AT },
  ],
  "charge-token": [{ kind: "charge-token", origin: "token-sale", recurring: true, ...purchase, ...ofUser }],
  "charge-parent": [{ kind: "charge-parent", ...purchase, parentOrderId: 1 }],
  "pay-order": paymentMethods.map((method) => ({
    kind: "pay-order",
    instrument: { method, maskedPan: "", cardType: "VISA" },
  })),
  "refund-order": [AMOUNT, minorUnits(AMOUNT + 1)].map((amount) => ({ kind: "refund-order", amount })),
  "void-order": [{ kind: "void-order" }],
  "cancel-order": [{ kind: "cancel-order" }],
  "settle-order": [{ kind: "settle-order" }],
  "expire-order": [{ kind: "expire-order" }],
  "open-card-entry": [
    { kind: "open-card-entry", merchantId: 1, userId: "U-1", options: {} },
    {
      kind: "open-card-entry",
      merchantId: 1,
      userId: "U-1",
      options: { callbackUrl: { success: "javascript:0" } },
    },
  ],
  "save-card": [{ kind: "save-card", merchantId: 1, cardEntryId: 1, card: { ...card, expiryDate: "999912" } }],
  "cancel-card-entry": [{ kind: "cancel-card-entry", merchantId: 1, cardEntryId: 1 }],
  "delete-token": [{ kind: "delete-token", ...ofUser }],
  "store-token": [{ kind: "store-token", token }],
};

const fresh: FreshIds = {
  orderId: () => 1,
  transaction: () => ({ id: 1, stan: "000001" }),
  tokenId: () => 1,
  cardEntryId: () => 1,
  session: () => "session",
};

/** Sets of circumstances. Each differs from the first in one thing. */
export function circumstancesUnder(policy: Policy): readonly Circumstances[] {
  const plain: Circumstances = {
    now: EXPLORED_AT,
    answer: { approved: true },
    unsettled: minorUnits(1_000_000),
    fresh,
    policy,
    capabilities: {},
    token,
  };
  const { token: _, ...withoutToken } = plain;
  return [
    plain,
    { ...plain, answer: { approved: false, decline: "do-not-honour" } },
    { ...plain, unsettled: minorUnits(0) },
    { ...plain, token: { ...token, expiryDate: "196001" } },
    { ...plain, now: LATER },
    withoutToken,
  ];
}
