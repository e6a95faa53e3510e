import type { Context, Hono } from "hono";
import { followable } from "../addresses.js";
import { amountText } from "../format.js";
import { type CardForm, refillOf, untouched } from "../hosted/card-form.js";
import { challenge, challengeAnswered } from "../hosted/challenge.js";
import { declineFromQuery, faultError } from "../hosted/form-error.js";
import { type HostedPagesOptions, home, leave, type PageAnswer, sessionPages, to } from "../hosted/session-pages.js";
import { type Fields, show } from "../visit.js";
import { afterPayment, type CheckoutRequest } from "./after-payment.js";
import { cardEntered, entryFaultsOf, paysByQr } from "./entry.js";
import { FormPage } from "./form-page.js";
import { EndedPage, isPaid, RefusedPage, ResultPage } from "./outcome-pages.js";
import type { CheckoutService, CheckoutSession } from "./service.js";
import { phoneAnswered, sheetAnswered, walletAnswered, walletPage } from "./wallet-routes.js";

type CheckoutServiceOf = (c: Context) => CheckoutService | Promise<CheckoutService>;

/** Routes of the hosted checkout, mounted at `/checkout` of each lane: `/:session` and below. */
export function checkoutPages(serviceOf: CheckoutServiceOf, options: HostedPagesOptions = {}): Hono {
  const { app, at, form } = sessionPages<CheckoutSession, CheckoutService>({
    ...options,
    serviceOf,
    form: (shown) => <FormPage {...shown} />,
    ended: (shown) => <EndedPage {...shown} elsewhere />,
  });
  const open = at(opened, (service, id) => service.open(id));
  app.get("/:session", open);
  app.get("/:session/", open);
  app.get("/:session/status", at(status));
  app.get("/:session/result", at(result));
  app.post("/:session/pay", form(payPressed));
  app.post("/:session/challenge", form(challengeAnswered(payByCard)));
  app.post("/:session/expire", form(expirePressed));
  app.get("/:session/sheet/:method", at(walletPage));
  app.post("/:session/sheet/:method", form(sheetAnswered));
  app.get("/:session/qr/:method", at(walletPage));
  app.post("/:session/qr/:method", form(walletAnswered));
  app.get("/:session/phone/:method", at(walletPage));
  app.post("/:session/phone/:method", form(phoneAnswered));
  // If the shopper reloads an address that only accepts forms, redirects to the order's page.
  app.get(
    "/:session/*",
    at((call) => home(call)),
  );
  return app;
}

/** Answers GET for the page itself. */
function opened(call: CheckoutRequest): PageAnswer {
  const { c, view, visit, t } = call;
  if (view.refused) return show(c, visit, <RefusedPage view={view} visit={visit} refusal={view.refused} />);
  if (view.status !== "OPEN") return show(c, visit, <EndedPage view={view} visit={visit} />);
  const declined = declineFromQuery(c.req.query("declined"), t);
  if (view.startsAt && !declined) return to(call, `/${view.startsAt.view}/${view.startsAt.method}`);
  const cancelled = c.req.query("cancelled") !== undefined;
  const state = { ...untouched, formError: declined, note: cancelled ? t.stillPayable : undefined, failed: !!declined };
  return show(c, visit, <FormPage view={view} visit={visit} state={state} />);
}

/** The status that waiting pages poll. */
const status = ({ c, view }: CheckoutRequest): Response => {
  c.header("Cache-Control", "no-store");
  return c.json({ status: view.status, declines: view.declines });
};

function result(call: CheckoutRequest): PageAnswer {
  const { c, view, visit } = call;
  if (!isPaid(view)) return home(call);
  const url = followable(view.callbackUrl.success);
  if (view.options.showResultPage === false && url) return leave(call, url);
  return show(c, visit, <ResultPage view={view} visit={visit} />);
}

/** A wallet leads to its own page. A card is checked and then charged. */
async function payPressed(call: CheckoutRequest, fields: Fields): Promise<Response> {
  const { view, t, formAgain } = call;
  const entry = cardEntered(fields, view, t);
  const method = entry.method;
  if (!method) return formAgain({ ...untouched, formError: { title: t.errors.method } });
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
  const { session, view, visit } = call;
  const outcome = await session.pay({ method: "CARD", card, email, country, authenticated });
  if (outcome.kind !== "challenge") return afterPayment(call, outcome, { method: "CARD", card, email, country });
  return challenge(call, { card, email, country }, amountText(view.amountMinor, view.currency, visit.language));
}

async function expirePressed(call: CheckoutRequest): Promise<Response> {
  if (call.view.testPanel) await call.session.expire();
  return home(call);
}
