import { createHmac } from "node:crypto";
import { type Charge, saleEvent } from "../../domain/decide/sale.js";
import type { HostAnswer } from "../../domain/decision.js";
import { type LedgerLine, move } from "../../domain/ledger.js";
import type { Instant } from "../../domain/money.js";
import type { Transaction } from "../../domain/order.js";
import { type Token, tokenMask, transactionMask } from "../../domain/token.js";
import type { CardBrand } from "../../facts/cards.js";
import type { DeclineName } from "../../facts/codes.js";
import { limits } from "../../facts/limits.js";
import type { CommandContext, CommandResult } from "./perform.js";

/** The card-entry page that an add-token call opened, with the charges that verified a card on it. */
export interface TokenPage {
  readonly id: number;
  readonly merchantId: number;
  readonly userId: string;
  /** Names the page; cannot be guessed without the seed. */
  readonly session: string;
  readonly openedAt: Instant;
  /** From this instant on no card is taken. */
  readonly expiresAt: Instant;
  readonly notifyUrl?: string;
  /** What the page is asked to look like, and where it leads. JSON text. */
  readonly wish: string;
  /** Verification charges with their voids, declined ones too. */
  readonly charges: readonly Transaction[];
  readonly saved?: SavedCard;
}

/** What came of the page. */
export interface SavedCard {
  readonly tokenId: number;
  readonly maskedPan: string;
  readonly brand: CardBrand;
  readonly at: Instant;
}

export interface OpenTokenPage {
  readonly kind: "open-token-page";
  readonly merchantId: number;
  readonly userId: string;
  readonly notifyUrl?: string | undefined;
  readonly wish: string;
}

/** The shopper saves a card. The full number and the CVC stay outside. */
export interface SaveCard {
  readonly kind: "save-card";
  readonly merchantId: number;
  readonly pageId: number;
  readonly card: Omit<Token, "tokenId" | "merchantId" | "userId">;
  readonly cardOutcome: "approve" | DeclineName;
}

export type TokenPageStatus = "OPEN" | "SAVED" | "CLOSED";

// ASSUMED(card-entry-page): one card, for as long as an unpaid order's page.
export const tokenPageStatus = (page: TokenPage, now: Instant): TokenPageStatus =>
  page.saved ? "SAVED" : now >= page.expiresAt ? "CLOSED" : "OPEN";

/** The page's id and a proof, as a checkout session is made, of another secret. */
const sessionOf = (seed: number, id: number): string => {
  const proof = createHmac("sha256", `payment-sandbox card entry ${seed}`).update(String(id)).digest("base64url");
  return `${id.toString(36)}-${proof.slice(0, 24)}`;
};

export function openTokenPage(
  { merchantId, userId, notifyUrl, wish }: OpenTokenPage,
  s: CommandContext,
): CommandResult {
  const id = s.fresh.tokenPageId();
  const page: TokenPage = {
    id,
    merchantId,
    userId,
    session: sessionOf(s.seed, id),
    openedAt: s.now,
    expiresAt: s.now + limits.orderLifetimeMs.value,
    wish,
    charges: [],
    ...(notifyUrl !== undefined && { notifyUrl }),
  };
  return { result: { kind: "page", page }, changes: { tokenPages: [page] } };
}

/** Charges the verification amount; approved, it is voided at once and the card has its token. */
// ASSUMED(verification-charge): HKD 1.00, no order.
export function saveCard({ card, cardOutcome }: SaveCard, page: TokenPage, s: CommandContext): CommandResult {
  const answer = s.forced ?? answerOf(cardOutcome);
  const charge: Charge = {
    amount: limits.verificationChargeMinor.value,
    method: "CARD",
    maskedPan: transactionMask(card),
    cardType: card.brand,
    issuerCountry: card.issuerCountry,
  };
  const event = saleEvent(charge, { ...s, answer, unsettled: 0 });
  if (event.type === "declined") {
    const after = { ...page, charges: [...page.charges, event.transaction] };
    const declined = { decline: event.transaction.declined!, transaction: event.transaction };
    return { result: { kind: "declined", ...declined }, changes: { tokenPages: [after] } };
  }
  if (event.type !== "sale-approved") throw new Error(`expected a charge, found ${event.type}`);
  return saved(page, card, event.transaction, s);
}

const answerOf = (outcome: "approve" | DeclineName): HostAnswer =>
  outcome === "approve" ? { approved: true } : { approved: false, decline: outcome };

/** The token, the void, and the four ledger lines that leave the balance as it was. */
// ASSUMED(token-again): a card that is saved once more has another token.
function saved(page: TokenPage, card: SaveCard["card"], sale: Transaction, s: CommandContext): CommandResult {
  const reversal: Transaction = { ...sale, ...s.fresh.transaction(), type: "SALE_VOID" };
  const { merchantId, userId } = page;
  const token: Token = { ...card, tokenId: s.fresh.tokenId(), merchantId, userId };
  const after: TokenPage = {
    ...page,
    charges: [...page.charges, sale, reversal],
    saved: { tokenId: token.tokenId, maskedPan: tokenMask(token), brand: token.brand, at: s.now },
  };
  return {
    result: { kind: "token", token },
    changes: { tokens: [token], tokenPages: [after], ledger: verificationLines(merchantId, sale, reversal) },
    saved: page.notifyUrl === undefined ? undefined : { token, notifyUrl: page.notifyUrl },
  };
}

function verificationLines(merchantId: number, sale: Transaction, reversal: Transaction): readonly LedgerLine[] {
  const line = { merchantId, currency: "HKD", at: sale.at, against: "scheme" } as const;
  return [
    ...move({ ...line, transactionId: sale.id, into: sale.amount, why: "verification" }),
    ...move({ ...line, transactionId: reversal.id, into: -sale.amount, why: "verification void" }),
  ];
}
