import { type TokenPage, tokenPageStatus } from "../../app/commands/card-entry.js";
import type { Lane } from "../../app/lane.js";
import { cancelCardEntry, type GivenCard, saveCard, tokenPageOf } from "../../app/shopper/card-entry.js";
import {
  actionOutcome,
  asksChallenge,
  finish,
  flagOf,
  notThere,
  payOutcome,
  type ServiceOptions,
} from "../hosted/lane-service.js";
import type { CardEntryService, CardEntryView, CardToSave } from "./service.js";

/** The card-entry page's port, over a lane. */
export function cardEntryServiceOf(lane: Lane, options: ServiceOptions): CardEntryService {
  return {
    look: async (session) => {
      const page = await tokenPageOf(lane, session);
      return page && viewOf(lane, page, options);
    },
    save: async (session, entry) => {
      const page = await tokenPageOf(lane, session);
      if (!page) return notThere(lane);
      if (asksChallenge(lane, entry)) return { kind: "challenge" };
      return payOutcome(lane, await finish(saveCard(lane, page, givenCard(entry))));
    },
    cancel: async (session) => {
      const page = await tokenPageOf(lane, session);
      if (!page) return notThere(lane);
      return actionOutcome(lane, await finish(cancelCardEntry(lane, page)));
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

async function viewOf(lane: Lane, page: TokenPage, { hasTestPanel }: ServiceOptions): Promise<CardEntryView> {
  const { callbackUrl = {}, issuingCountryCode, ...wishes } = JSON.parse(page.wish);
  const now = await lane.clock.now();
  return {
    merchantId: page.merchantId,
    status: tokenPageStatus(page, now),
    now,
    options: wishes,
    callbackUrl,
    issuingCountryCode,
    maskedPan: page.saved?.maskedPan,
    cardBrand: page.saved?.brand,
    savedAt: page.saved?.at,
    testPanel: hasTestPanel
      ? { signature: flagOf(await madeBy(lane, page)), inspectUrl: `${lane.baseUrl}/_sandbox/card-entries/${page.id}` }
      : undefined,
  };
}

/** The call that opened the page: its answer names it. */
const madeBy = async (lane: Lane, page: TokenPage) =>
  (
    await lane.store.views.exchanges({
      operation: "tokenization/add-token",
      merchantId: page.merchantId,
      limit: 100,
    })
  ).find((exchange) => exchange.response.includes(page.session));
