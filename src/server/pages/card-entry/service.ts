import type { Instant } from "../../../core/domain/money.js";
import type { CardBrand } from "../../../core/facts/card-number.js";
import type { HostedService, HostedSession, HostedView, PayOutcome, TypedCard } from "../hosted/service.js";

/** OPEN: waits for a card. SAVED: its card has a token. CLOSED: takes no card any more. */
type CardEntryStatus = "OPEN" | "SAVED" | "CLOSED";

/** Everything that the card-entry page of add-token shows. */
export interface CardEntryView extends HostedView {
  readonly status: CardEntryStatus;
  /** HK, TW, CA, UK, US or OTHER. Preselected on the page. */
  readonly issuingCountryCode?: string | undefined;
  /** First 4 digits, eight stars, last 4 digits. Only once SAVED. */
  readonly maskedPan?: string | undefined;
  readonly cardBrand?: CardBrand | undefined;
  readonly savedAt?: Instant | undefined;
}

export interface CardToSave {
  readonly card: TypedCard;
  readonly country?: string | undefined;
  /** The result of the 3-D Secure challenge. Absent before one. */
  readonly authenticated?: boolean | undefined;
}

/** The page that stores a card. */
export interface CardEntrySession extends HostedSession {
  readonly view: CardEntryView;
  /** Here `paid` means that the card was saved: its verification charge was approved and voided. */
  save(entry: CardToSave): Promise<PayOutcome>;
}

/** The application, as the card-entry page sees it. */
export type CardEntryService = HostedService<CardEntrySession>;
