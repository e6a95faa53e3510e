import type { Instant } from "../../domain/money.js";
import type { CardBrand } from "../../facts/cards.js";
import type {
  ActionOutcome,
  CardEntry,
  CardLimits,
  Look,
  PayOutcome,
  Redirects,
  TestPanelView,
} from "../checkout/service.js";

/** OPEN waits for a card, SAVED has its token, CLOSED is over. */
export type CardEntryStatus = "OPEN" | "SAVED" | "CLOSED";

/** All that the card-entry page of add-token shows. */
export interface CardEntryView {
  readonly merchantId: number;
  readonly merchantName?: string | undefined;
  readonly status: CardEntryStatus;
  readonly now: Instant;
  readonly wishes: Look & CardLimits;
  readonly callbackUrl: Redirects;
  /** HK, TW, CA, UK, US or OTHER; preselected. */
  readonly issuingCountryCode?: string | undefined;
  /** First 4, eight stars, last 4; once SAVED. */
  readonly maskedPan?: string | undefined;
  readonly cardBrand?: CardBrand | undefined;
  readonly savedAt?: Instant | undefined;
  readonly testPanel?: TestPanelView | undefined;
}

export interface CardToSave {
  readonly card: CardEntry;
  readonly country?: string | undefined;
  /** What the 3-D Secure challenge came to; absent before one. */
  readonly authenticated?: boolean | undefined;
}

/** What the card-entry page asks of the application. An unknown session is undefined. */
export interface CardEntryService {
  open(session: string): Promise<CardEntryView | undefined>;
  /** `paid` means saved: the verification charge was approved and voided. */
  save(session: string, entry: CardToSave): Promise<PayOutcome>;
  cancel(session: string): Promise<ActionOutcome>;
}
