import { type CardEntry, cardEntryStatusOf } from "../../../core/domain/card-entry.js";
import type { Lane } from "../../../lane/lane.js";
import {
  cancelCardEntry,
  cardEntryOf,
  challengeCard,
  type GivenCard,
  refuseCardForm,
  saveCard,
} from "../../../lane/shopper/card-entry.js";
import {
  actionOutcome,
  asksChallenge,
  expiryDateOf,
  finish,
  flagOf,
  payOutcome,
  type ServiceOptions,
} from "../hosted/lane-service.js";
import type { CardEntryService, CardEntrySession, CardEntryView, CardToSave } from "./service.js";

/** Connects the card-entry page to a lane. */
export function cardEntryServiceOf(lane: Lane, options: ServiceOptions): CardEntryService {
  return {
    look: async (id) => {
      const entry = await cardEntryOf(lane, id);
      return entry && sessionOf(lane, entry, { view: await viewOf(lane, entry, options), options });
    },
  };
}

interface Shown {
  readonly view: CardEntryView;
  readonly options: ServiceOptions;
}

const sessionOf = (lane: Lane, entry: CardEntry, { view, options }: Shown): CardEntrySession => ({
  view,
  save: async (typed) => {
    if (asksChallenge(lane, typed)) {
      await challengeCard(lane, entry, "challenge");
      return { kind: "challenge" };
    }
    return payOutcome(lane, await finish(saveCard(lane, entry, givenCard(typed)), options));
  },
  formRefused: (form) => refuseCardForm(lane, entry, form),
  challengeClosed: () => challengeCard(lane, entry, "challenge-closed"),
  cancel: async () => actionOutcome(lane, await finish(cancelCardEntry(lane, entry), options)),
});

/** The CVC isn't passed on. */
const givenCard = ({ card, country, authenticated }: CardToSave): GivenCard => ({
  number: card.number,
  expiryDate: expiryDateOf(card),
  country,
  declined: authenticated === false ? "authentication-failed" : undefined,
});

async function viewOf(
  lane: Lane,
  entry: CardEntry,
  { hasTestPanel, sealingKey }: ServiceOptions,
): Promise<CardEntryView> {
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
