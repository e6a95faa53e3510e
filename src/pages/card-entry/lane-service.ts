import { type TokenPage, tokenPageStatus } from "../../app/commands/card-entry.js";
import type { Result } from "../../app/commands/command.js";
import type { Lane } from "../../app/lane.js";
import { cancelCardEntry, type GivenCard, saveCard, tokenPageOf } from "../../app/shopper/card-entry.js";
import { asksChallenge, finish, flagOf, refusalOf, type ServiceOptions } from "../checkout/lane-service.js";
import type { PayOutcome } from "../checkout/service.js";
import type { CardEntryService, CardEntryView, CardToSave } from "./service.js";

/** The card-entry page's port, over a lane. */
export function cardEntryServiceOf(lane: Lane, options: ServiceOptions): CardEntryService {
  const notThere = { kind: "refused" as const, reason: "order-not-found" as const, message: "unknown page" };
  return {
    open: async (session) => {
      const page = await tokenPageOf(lane, session);
      return page && viewOf(lane, page, options);
    },
    save: async (session, entry) => {
      const page = await tokenPageOf(lane, session);
      if (!page) return notThere;
      if (asksChallenge(lane, entry)) return { kind: "challenge" };
      return saveOutcome(lane, await finish(saveCard(lane, page, givenCard(entry))));
    },
    cancel: async (session) => {
      const page = await tokenPageOf(lane, session);
      if (!page) return notThere;
      const refusal = refusalOf(lane, await finish(cancelCardEntry(lane, page)));
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

async function viewOf(lane: Lane, page: TokenPage, { hasTestPanel }: ServiceOptions): Promise<CardEntryView> {
  const { callbackUrl = {}, issuingCountryCode, ...wishes } = JSON.parse(page.wish);
  const now = await lane.clock.now();
  return {
    merchantId: page.merchantId,
    status: tokenPageStatus(page, now),
    now,
    wishes,
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
