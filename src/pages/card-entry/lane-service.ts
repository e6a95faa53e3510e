import type { Result } from "../../app/commands/command.js";
import type { Lane } from "../../app/lane.js";
import { cancelCardEntry, cardEntryOf, type GivenCard, saveCard } from "../../app/shopper/card-entry.js";
import { type CardEntry, cardEntryStatusOf } from "../../domain/card-entry.js";
import { asksChallenge, finish, flagOf, refusalOf, type ServiceOptions } from "../checkout/lane-service.js";
import type { PayOutcome } from "../checkout/service.js";
import type { CardEntryService, CardEntryView, CardToSave } from "./service.js";

/** The card-entry page's port, over a lane. */
export function cardEntryServiceOf(lane: Lane, options: ServiceOptions): CardEntryService {
  const notThere = { kind: "refused" as const, reason: "order-not-found" as const, message: "unknown page" };
  return {
    open: async (session) => {
      const entry = await cardEntryOf(lane, session);
      return entry && viewOf(lane, entry, options);
    },
    save: async (session, typed) => {
      const entry = await cardEntryOf(lane, session);
      if (!entry) return notThere;
      if (asksChallenge(lane, typed)) return { kind: "challenge" };
      return saveOutcome(lane, await finish(saveCard(lane, entry, givenCard(typed))));
    },
    cancel: async (session) => {
      const entry = await cardEntryOf(lane, session);
      if (!entry) return notThere;
      const refusal = refusalOf(lane, await finish(cancelCardEntry(lane, entry)));
      return refusal ? { kind: "refused", ...refusal } : { kind: "done" };
    },
  };
}

/** MM/YY as typed becomes YYYYMM; the CVC ends here. */
const givenCard = ({ card, country, authenticated }: CardToSave): GivenCard => ({
  number: card.number,
  expiryDate: `20${card.expiry.slice(3, 5)}${card.expiry.slice(0, 2)}`,
  country,
  declined: authenticated === false ? "authentication-failed" : undefined,
});

function saveOutcome(lane: Lane, result: Result): PayOutcome {
  if (result.kind === "declined")
    return { kind: "declined", reason: result.decline, message: lane.codes[result.decline].message };
  const refusal = refusalOf(lane, result);
  return refusal ? { kind: "refused", ...refusal } : { kind: "paid" };
}

function viewOf(lane: Lane, entry: CardEntry, { hasTestPanel }: ServiceOptions): CardEntryView {
  const { callbackUrl = {}, issuingCountryCode, ...wishes } = entry.options;
  const now = lane.clock.now();
  return {
    merchantId: entry.merchantId,
    status: cardEntryStatusOf(entry, now),
    now,
    wishes,
    callbackUrl,
    issuingCountryCode,
    maskedPan: entry.saved?.maskedPan,
    cardBrand: entry.saved?.brand,
    savedAt: entry.saved?.at,
    testPanel: hasTestPanel
      ? {
          signature: flagOf(callThatOpened(lane, entry)),
          inspectUrl: `${lane.baseUrl}/_sandbox/card-entries/${entry.id}`,
        }
      : undefined,
  };
}

/** The call that opened the page: its answer names it. */
const callThatOpened = (lane: Lane, { merchantId, session }: CardEntry) =>
  lane.store.views
    .exchanges({ operation: "tokenization/add-token", merchantId, limit: 100 })
    .find((exchange) => exchange.response.includes(session));
