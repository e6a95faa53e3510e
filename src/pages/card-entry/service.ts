import type { Instant } from "../../domain/money.js";
import type { CardBrand } from "../../facts/card-number.js";
import type { HostedService, HostedView, PayOutcome, TypedCard } from "../hosted/service.js";

/** OPEN waits for a card, SAVED has its token, CLOSED is over. */
type CardEntryStatus = "OPEN" | "SAVED" | "CLOSED";

/** All that the card-entry page of add-token shows. */
export interface CardEntryView extends HostedView {
  readonly status: CardEntryStatus;
  /** HK, TW, CA, UK, US or OTHER; preselected. */
  readonly issuingCountryCode?: string | undefined;
  /** First 4, eight stars, last 4; once SAVED. */
  readonly maskedPan?: string | undefined;
  readonly cardBrand?: CardBrand | undefined;
  readonly savedAt?: Instant | undefined;
}

export interface CardToSave {
  readonly card: TypedCard;
  readonly country?: string | undefined;
  /** What the 3-D Secure challenge came to; absent before one. */
  readonly authenticated?: boolean | undefined;
}

/** What the card-entry page asks of the application. */
export interface CardEntryService extends HostedService<CardEntryView> {
  /** `paid` means saved: the verification charge was approved and voided. */
  save(session: string, entry: CardToSave): Promise<PayOutcome>;
}
