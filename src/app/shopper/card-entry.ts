// The room `shopper`: what a shopper does on the hosted checkout and the card entry, with a browser or without one.

import type { CardEntry } from "../../domain/card-entry.js";
import { minorUnits } from "../../domain/money.js";
import type { DeclineName } from "../../facts/codes.js";
import { limits } from "../../facts/limits.js";
import type { Executed } from "../commands/execute.js";
import { idOfSession } from "../commands/session.js";
import type { Lane } from "../lane.js";
import { cardOfNumber } from "./card-of-number.js";
import { actAsShopper } from "./shopper-action.js";

/** A card as the shopper gave it, on the page or by the control API. */
export interface GivenCard {
  /** Digits. It leaves this module masked only. */
  readonly number: string;
  /** Last month of validity, YYYYMM. */
  readonly expiryDate: string;
  /** HK, TW, CA, UK, US or OTHER. */
  readonly country?: string | undefined;
  /** Makes the issuer decline, unless a rule says otherwise. */
  readonly declined?: DeclineName | undefined;
}

/** The card entry that a session names; undefined where the proof in it is not its own. */
export async function cardEntryOf({ store }: Pick<Lane, "store">, session: string): Promise<CardEntry | undefined> {
  const id = idOfSession(session);
  const entry = id === undefined ? undefined : await store.views.cardEntry(id);
  return entry?.session === session ? entry : undefined;
}

/** The shopper presses Save: the operation `card-entry/save`. */
export function saveCard(lane: Lane, entry: CardEntry, given: GivenCard): Promise<Executed> {
  const { number, expiryDate, country = "HK", declined } = given;
  const typed = cardOfNumber(lane, number);
  const { first6, last4, brand: cardType } = typed;
  // ASSUMED(token-country): the shopper's choice, in the page's own spelling; OTHER is none.
  const card = { ...typed, expiryDate, ...(country !== "OTHER" && { issuerCountry: country }) };
  return actAsShopper(lane, {
    operation: "card-entry/save",
    command: { kind: "save-card", ...named(entry), card, cardOutcome: declined ?? card.outcome },
    subject: {
      ...subjectOf(entry),
      amountMinor: minorUnits(limits.verificationChargeMinor.value),
      currency: "HKD",
      paymentMethod: "CARD",
      cardType,
      cardNumber: number,
    },
    request: { ...requestOf(entry), first6, last4, cardType, expiryDate },
  });
}

/** The shopper goes back: the operation `card-entry/cancel`. */
export const cancelCardEntry = (lane: Lane, entry: CardEntry): Promise<Executed> =>
  actAsShopper(lane, {
    operation: "card-entry/cancel",
    command: { kind: "cancel-card-entry", ...named(entry) },
    subject: subjectOf(entry),
    request: requestOf(entry),
  });

const named = ({ id, merchantId }: CardEntry) => ({ merchantId, cardEntryId: id });
const subjectOf = ({ merchantId, userId }: CardEntry) => ({ merchantId: String(merchantId), userId });
const requestOf = ({ id, userId }: CardEntry) => ({ cardEntryId: id, userId });
