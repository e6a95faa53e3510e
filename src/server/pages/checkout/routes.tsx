import type { Hono } from "hono";
import type { OrderKey } from "../../../lane/commands/command.js";
import {
  cancelOrder,
  challengeOrder,
  expireOrder,
  openOrder,
  refuseOrderForm,
} from "../../../lane/shopper/checkout.js";
import { followable } from "../addresses.js";
import { amountText } from "../format.js";
import { refusalOfAct } from "../hosted/acts.js";
import { type CardForm, cardRulesOf, refillOf, untouched } from "../hosted/card-form.js";
import { challenge, challengeAnswered } from "../hosted/challenge.js";
import { declineFromQuery, faultError, inputError } from "../hosted/form-error.js";
import { type HostedPagesOptions, home, leave, type PageAnswer, sessionPages, to } from "../hosted/session-pages.js";
import { type Fields, show } from "../visit.js";
import { cardEntered, entryFaultsOf, paysByQr, shownMethods } from "./entry.js";
import { FormPage } from "./form-page.js";
import { EndedPage, isPaid, RefusedPage, ResultPage } from "./outcome-pages.js";
import { afterPayment, type CheckoutRequest, pay } from "./payment.js";
import { type CheckoutSession, lookAtOrder } from "./view.js";
import { phoneAnswered, sheetAnswered, walletAnswered, walletPage } from "./wallet-routes.js";

/** Routes of the hosted checkout, mounted at `/checkout` of each lane: `/:session` and below. */
export function checkoutPages(options: HostedPagesOptions): Hono {
  const { app, at, form } = sessionPages<CheckoutSession>(
    {
      look: lookAtOrder,
      cancel: (session) => cancelOrder(session.lane, keyOf(session)),
      cards: (view) => cardRulesOf(view),
      refuse: (session, refused) => refuseOrderForm(session.lane, keyOf(session), refused),
      form: (shown) => <FormPage {...shown} />,
      ended: (shown) => <EndedPage {...shown} elsewhere />,
    },
    options,
  );
  app.get("/:session", at(opened));
  app.get("/:session/status", at(status));
  app.get("/:session/result", at(result));
  app.post("/:session/pay", form(payPressed));
  app.post(
    "/:session/challenge",
    form(challengeAnswered(payByCard, ({ lane, order }) => challengeOrder(lane, order, "challenge-closed"))),
  );
  app.post("/:session/expire", form(expirePressed));
  app.get("/:session/:view{sheet|qr|phone}/:method", at(walletPage));
  app.post("/:session/sheet/:method", form(sheetAnswered));
  app.post("/:session/qr/:method", form(walletAnswered));
  app.post("/:session/phone/:method", form(phoneAnswered));
  // If the shopper reloads an address that only accepts forms, redirects to the order's page.
  app.get(
    "/:session/*",
    at((call) => home(call)),
  );
  return app;
}

const keyOf = ({ order }: CheckoutSession): OrderKey => ({ merchantId: order.merchantId, orderId: order.id });

/** Answers GET for the page itself. This is the operation `checkout/open`, so rules apply. */
async function opened(call: CheckoutRequest): Promise<Response> {
  const { c, session, view, visit, t } = call;
  const refusal = await refusalOfAct(call, openOrder(session.lane, keyOf(session)));
  if (refusal) return show(c, visit, <RefusedPage view={view} visit={visit} refusal={refusal} />);
  if (view.status !== "OPEN") return show(c, visit, <EndedPage view={view} visit={visit} />);
  const declined = declineFromQuery(c.req.query("declined"), t);
  if (view.startsAt && !declined) return to(call, `/${view.startsAt.view}/${view.startsAt.method}`);
  const cancelled = c.req.query("cancelled") !== undefined;
  const state = { ...untouched, formError: declined, note: cancelled ? t.stillPayable : undefined, failed: !!declined };
  return show(c, visit, <FormPage view={view} visit={visit} state={state} />);
}

/** The status that open pages poll. */
const status = ({ c, view: { status, declines, expiresAt, now, clockRuns } }: CheckoutRequest): Response => {
  c.header("Cache-Control", "no-store");
  return c.json({ status, declines, leftMs: expiresAt - now, clockRuns });
};

function result(call: CheckoutRequest): PageAnswer {
  const { c, view, visit } = call;
  if (!isPaid(view)) return home(call);
  const url = followable(view.callbackUrl.success);
  if (view.options.showResultPage === false && url) return leave(call, url);
  return show(c, visit, <ResultPage view={view} visit={visit} />);
}

/** Of an unknown method's name, the journal keeps so much. */
const METHOD_CHARS = 40;

/** A wallet leads to its own page. A card is checked and then charged. */
async function payPressed(call: CheckoutRequest, fields: Fields): Promise<Response> {
  const { view, t, formAgain } = call;
  const entry = cardEntered(fields, view, t);
  const method = entry.method;
  if (!method) {
    const message = `method is ${JSON.stringify(fields.method?.slice(0, METHOD_CHARS))}`;
    const fix = `Send as method what the order takes: ${shownMethods(view).join(", ")}.`;
    return formAgain({ ...untouched, formError: inputError(t.errors.method), told: { message, fix } });
  }
  if (view.status !== "OPEN") return formAgain(untouched);
  const faults = entryFaultsOf(entry, view);
  if (Object.keys(faults).length > 0) {
    return formAgain({
      method,
      faults,
      refill: refillOf(entry),
      formError: faultError(t, { isCard: method === "CARD" }),
    });
  }
  if (method !== "CARD") {
    return to(call, `/${paysByQr(method) ? "qr" : "sheet"}/${method}`, entry.email ? { email: entry.email } : {});
  }
  return payByCard(call, entry);
}

/** `authenticated` is absent before the 3-D Secure challenge. */
async function payByCard(
  call: CheckoutRequest,
  { card, email, country }: CardForm,
  authenticated?: boolean,
): Promise<Response> {
  const { view, visit } = call;
  const outcome = await pay(call, { method: "CARD", card, email, authenticated });
  if (outcome.kind !== "challenge") return afterPayment(call, outcome, { method: "CARD", card, email, country });
  return challenge(call, { card, email, country }, amountText(view.amountMinor, view.currency, visit.language));
}

async function expirePressed(call: CheckoutRequest): Promise<Response> {
  const { view, session } = call;
  if (view.testPanel) await refusalOfAct(call, expireOrder(session.lane, keyOf(session)));
  return home(call);
}
