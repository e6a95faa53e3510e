// The room `shopper`: what a shopper does on the hosted checkout and the card entry, with or without a browser.

import { type CardEntry, cardEntryStatusOf } from "../../core/domain/card-entry.js";
import { minorUnits } from "../../core/domain/money.js";
import { cardFor, type NotAllowed, notSavable, type RefusedForm, savedBrands } from "../../core/domain/payable-by.js";
import type { DeclineName } from "../../core/facts/codes.js";
import { limits } from "../../core/facts/limits.js";
import { idOfSession } from "../commands/session.js";
import type { Reply } from "../journal/reply.js";
import type { Lane } from "../lane.js";
import { cardOfNumber } from "./card-of-number.js";
import { type ChallengeStep, challengeStep } from "./challenge.js";
import { forbid } from "./forbidden-action.js";
import { actAsShopper } from "./shopper-action.js";

/** A card as the shopper entered it, on the page or by the control API. */
export interface GivenCard {
  /** Digits. If left out, a card that the page accepts. Only its masked form leaves this module. */
  readonly number?: string | undefined;
  /** Last month of validity, YYYYMM. */
  readonly expiryDate: string;
  /** HK, TW, CA, UK, US or OTHER. */
  readonly country?: string | undefined;
  /** Makes the issuer decline, unless a rule says otherwise. */
  readonly declined?: DeclineName | undefined;
}

/** The card entry that a session identifies. Undefined if the session's proof is wrong. */
export async function cardEntryOf({ store }: Pick<Lane, "store">, session: string): Promise<CardEntry | undefined> {
  const id = idOfSession(session);
  const entry = id === undefined ? undefined : await store.views.cardEntry(id);
  return entry?.session === session ? entry : undefined;
}

/** The shopper presses Save: operation `card-entry/save`. */
export async function saveCard(lane: Lane, entry: CardEntry, given: GivenCard): Promise<Reply> {
  const { expiryDate, country = "HK", declined } = given;
  const number = given.number ?? cardFor(entry.options, savedBrands) ?? ANY_CARD;
  const typed = cardOfNumber(lane, number);
  const { first6, last4, brand: cardType } = typed;
  // ASSUMED(token-country): the shopper's choice, in the page's own spelling; OTHER is none.
  const card = { ...typed, expiryDate, ...(country !== "OTHER" && { issuerCountry: country }) };
  const action = {
    operation: "card-entry/save",
    subject: {
      ...subjectOf(entry),
      amountMinor: minorUnits(limits.verificationChargeMinor.value),
      currency: "HKD",
      paymentMethod: "CARD",
      cardType,
      cardNumber: number,
    },
    request: { ...requestOf(entry), first6, last4, cardType, expiryDate },
  } as const;
  const notAllowed = await forbiddenBy(lane, entry, { cardNumber: number, expiryDate });
  if (notAllowed) return forbid(lane, { ...action, notAllowed });
  const command = { kind: "save-card", ...keyOf(entry), card, cardOutcome: declined ?? card.outcome } as const;
  return actAsShopper(lane, { ...action, command });
}

/** If no card can be accepted, this number is tried, so that the refusal gives the reason. */
const ANY_CARD = "4111111111111111";

/** If the page is already closed, that is the reason for the refusal, whatever the options say. */
async function forbiddenBy(
  lane: Lane,
  entry: CardEntry,
  card: { readonly cardNumber: string; readonly expiryDate: string },
): Promise<NotAllowed | undefined> {
  const now = await lane.clock.now();
  return cardEntryStatusOf(entry, now) === "OPEN" ? notSavable(entry.options, card, now) : undefined;
}

/** The shopper goes back: operation `card-entry/cancel`. */
export const cancelCardEntry = (lane: Lane, entry: CardEntry): Promise<Reply> =>
  actAsShopper(lane, {
    operation: "card-entry/cancel",
    command: { kind: "cancel-card-entry", ...keyOf(entry) },
    subject: subjectOf(entry),
    request: requestOf(entry),
  });

/** A form that the page refused before anything was tried. */
export const refuseCardForm = (lane: Lane, entry: CardEntry, form: RefusedForm): Promise<Reply> =>
  forbid(lane, {
    ...form,
    operation: form.isCancel ? "card-entry/cancel" : "card-entry/save",
    subject: subjectOf(entry),
    request: requestOf(entry),
  });

/** A challenge on the card-entry page. */
export const challengeCard = (lane: Lane, entry: CardEntry, step: ChallengeStep): Promise<void> =>
  challengeStep(lane, step, { page: "card-entry", subject: subjectOf(entry), request: requestOf(entry) });

const keyOf = ({ id, merchantId }: CardEntry) => ({ merchantId, cardEntryId: id });
const subjectOf = ({ merchantId, userId }: CardEntry) => ({ merchantId: String(merchantId), userId });
const requestOf = ({ id, userId }: CardEntry) => ({ cardEntryId: id, userId });
