import type { CardBrand } from "../facts/cards.js";
import type { CarriedDecline } from "./carried-decline.js";
import type { CardEntryOptions } from "./checkout-options.js";
import type { Instant } from "./money.js";
import type { Transaction } from "./order.js";

/**
 * The page on which a shopper stores a card, opened by an add-token call. Includes the charges that verified the
 * card.
 */
export interface CardEntry {
  readonly id: number;
  readonly merchantId: number;
  readonly userId: string;
  /** Identifies the page. Cannot be guessed without the seed. */
  readonly session: string;
  readonly openedAt: Instant;
  /** From this instant on, the page accepts no card. */
  readonly expiresAt: Instant;
  readonly notifyUrl?: string;
  readonly options: CardEntryOptions;
  /** Verification charges and their voids, including declined charges. */
  readonly charges: readonly Transaction[];
  readonly saved?: SavedCard;
  /** Removed after the first card. */
  readonly carried?: CarriedDecline;
  /** The W3C traceparent of the call that opened the page. */
  readonly traceparent?: string;
}

/** The outcome of the page. */
export interface SavedCard {
  readonly tokenId: number;
  readonly maskedPan: string;
  readonly brand: CardBrand;
  readonly at: Instant;
}

export const cardEntryStatuses = ["OPEN", "SAVED", "CLOSED"] as const;
export type CardEntryStatus = (typeof cardEntryStatuses)[number];

// ASSUMED(card-entry-page): one card, for as long as an unpaid order's page.
export const cardEntryStatusOf = (entry: CardEntry, now: Instant): CardEntryStatus =>
  entry.saved ? "SAVED" : now >= entry.expiresAt ? "CLOSED" : "OPEN";
