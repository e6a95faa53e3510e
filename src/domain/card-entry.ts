import type { CardBrand } from "../facts/cards.js";
import type { CarriedDecline } from "./carried-decline.js";
import type { PageOptions } from "./checkout-options.js";
import type { Instant } from "./money.js";
import type { Transaction } from "./order.js";

export const issuingCountries = ["HK", "TW", "CA", "UK", "US", "OTHER"] as const;
export type IssuingCountry = (typeof issuingCountries)[number];

export interface CardEntryOptions extends PageOptions {
  /** Preselected on the page. */
  readonly issuingCountryCode?: IssuingCountry | undefined;
}

/** The page that stores a card, opened by an add-token call, with the charges that verified a card on it. */
export interface CardEntry {
  readonly id: number;
  readonly merchantId: number;
  readonly userId: string;
  /** Names the page; cannot be guessed without the seed. */
  readonly session: string;
  readonly openedAt: Instant;
  /** From this instant on no card is taken. */
  readonly expiresAt: Instant;
  readonly notifyUrl?: string;
  readonly options: CardEntryOptions;
  /** Verification charges with their voids, declined ones too. */
  readonly charges: readonly Transaction[];
  readonly saved?: SavedCard;
  /** Gone after the first card. */
  readonly carried?: CarriedDecline;
}

/** What came of the page. */
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
