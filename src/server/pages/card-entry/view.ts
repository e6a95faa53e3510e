import { type CardEntry, cardEntryStatusOf } from "../../../core/domain/card-entry.js";
import type { Instant } from "../../../core/domain/money.js";
import type { CardBrand } from "../../../core/facts/card-number.js";
import type { Lane } from "../../../lane/lane.js";
import { cardEntryOf } from "../../../lane/shopper/card-entry.js";
import { flagOf, type HostedSession, type ViewOptions } from "../hosted/acts.js";
import type { HostedView } from "../hosted/view.js";

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

/** The page that stores a card. */
export interface CardEntrySession extends HostedSession {
  readonly entry: CardEntry;
  readonly view: CardEntryView;
}

export async function lookAtCardEntry(
  lane: Lane,
  id: string,
  options: ViewOptions,
): Promise<CardEntrySession | undefined> {
  const entry = await cardEntryOf(lane, id);
  return entry && { lane, entry, view: await viewOf(lane, entry, options) };
}

async function viewOf(lane: Lane, entry: CardEntry, { hasTestPanel, sealingKey }: ViewOptions): Promise<CardEntryView> {
  const { callbackUrl = {}, issuingCountryCode, ...options } = entry.options;
  const state = await lane.store.views.lane();
  const { now } = state;
  return {
    merchantId: entry.merchantId,
    status: cardEntryStatusOf(entry, now),
    now,
    options,
    callbackUrl,
    policy: lane.choices.inForce(state).policy,
    issuingCountryCode,
    maskedPan: entry.saved?.maskedPan,
    cardBrand: entry.saved?.brand,
    savedAt: entry.saved?.at,
    sealingKey,
    testPanel: hasTestPanel
      ? {
          signature: async () => flagOf(await callThatOpened(lane, entry)),
          actsOnOrder: false,
          inspectUrl: `${lane.baseUrl}/_sandbox/card-entries/${entry.id}`,
        }
      : undefined,
  };
}

/** The call that opened the page. Found by its answer, which contains the page's address. */
async function callThatOpened({ store }: Lane, { merchantId, session }: CardEntry) {
  const calls = await store.views.exchanges({ operation: "tokenization/add-token", merchantId, limit: 100 });
  return calls.find((exchange) => exchange.response.includes(session));
}
