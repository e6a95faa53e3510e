import type { Hono } from "hono";
import { minorUnits } from "../../../core/domain/money.js";
import { limits } from "../../../core/facts/limits.js";
import { cancelCardEntry, challengeCard, refuseCardForm, saveCard } from "../../../lane/shopper/card-entry.js";
import { amountText } from "../format.js";
import { asksChallenge, expiryDateOf, payOutcome } from "../hosted/acts.js";
import { cardFaults } from "../hosted/card-check.js";
import { type CardForm, cardFormOf, refillOf, untouched } from "../hosted/card-form.js";
import { challenge, challengeAnswered } from "../hosted/challenge.js";
import { faultError } from "../hosted/form-error.js";
import {
  type HostedPagesOptions,
  home,
  type PageAnswer,
  type PageRequest,
  sessionPages,
  settled,
} from "../hosted/session-pages.js";
import { type Fields, show } from "../visit.js";
import { CardEntryPage, ClosedPage, cardEntryRules, SavedPage } from "./page.js";
import { type CardEntrySession, lookAtCardEntry } from "./view.js";

type CardEntryRequest = PageRequest<CardEntrySession>;

/** Routes of add-token's hosted card-entry page: `/:session` and below. Mount them at the path that `data` names. */
export function cardEntryPages(options: HostedPagesOptions): Hono {
  const { app, at, form } = sessionPages<CardEntrySession>(
    {
      look: lookAtCardEntry,
      cancel: ({ lane, entry }) => cancelCardEntry(lane, entry),
      cards: cardEntryRules,
      refuse: ({ lane, entry }, refused) => refuseCardForm(lane, entry, refused),
      form: (shown) => <CardEntryPage {...shown} />,
      ended: (shown) => <ClosedPage {...shown} />,
    },
    options,
  );
  app.get("/:session", at(opened));
  app.get("/:session/result", at(result));
  app.post("/:session/save", form(savePressed));
  app.post(
    "/:session/challenge",
    form(challengeAnswered(save, ({ lane, entry }) => challengeCard(lane, entry, "challenge-closed"))),
  );
  app.get(
    "/:session/*",
    at((call) => home(call)),
  );
  return app;
}

const opened = ({ c, view, visit }: CardEntryRequest): PageAnswer =>
  view.status === "OPEN"
    ? show(c, visit, <CardEntryPage view={view} visit={visit} state={untouched} />)
    : show(c, visit, <ClosedPage view={view} visit={visit} />);

const result = (call: CardEntryRequest): PageAnswer =>
  call.view.status === "SAVED"
    ? show(call.c, call.visit, <SavedPage view={call.view} visit={call.visit} />)
    : home(call);

async function savePressed(call: CardEntryRequest, fields: Fields): Promise<Response> {
  const { view, t, formAgain } = call;
  if (view.status !== "OPEN") return opened(call);
  const typed = cardFormOf(fields, t);
  const faults = cardFaults(typed.card, cardEntryRules(view));
  if (Object.keys(faults).length === 0) return save(call, typed);
  return formAgain({ faults, refill: refillOf(typed), formError: faultError(t, { isCard: true }) });
}

/** `authenticated` is absent before the 3-D Secure challenge. */
async function save(call: CardEntryRequest, typed: CardForm, authenticated?: boolean): Promise<Response> {
  const { card, country } = typed;
  const { lane, entry } = call.session;
  if (asksChallenge(lane, { card, authenticated })) {
    await challengeCard(lane, entry, "challenge");
    const amount = amountText(minorUnits(limits.verificationChargeMinor.value), "HKD", call.visit.language);
    return challenge(call, typed, amount);
  }
  // The CVC isn't passed on.
  const given = {
    number: card.number,
    expiryDate: expiryDateOf(card),
    country,
    declined: authenticated === false ? "authentication-failed" : undefined,
  } as const;
  const outcome = await payOutcome(call, saveCard(lane, entry, given));
  return settled(call, outcome, { refill: refillOf(typed) });
}
