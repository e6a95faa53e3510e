import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { PaymentMethod } from "../../facts/methods.js";
import { isPaymentMethod } from "../../facts/methods.js";
import { followable, headerSafe } from "../addresses.js";
import { isFormToken } from "../form-token.js";
import { amountText } from "../format.js";
import type { Visit } from "../layout.js";
import { seal, unseal } from "../sealed.js";
import { fill, type Text, texts } from "../text/index.js";
import { type Fields, fieldsOf, show, visitOf } from "../visit.js";
import { ChallengePage } from "./challenge-page.js";
import { type Entry, entryOf, faultsOf, refillOf } from "./entry.js";
import { FORM_MAX_BYTES, failed, failedPage, type PageOptions } from "./failed.js";
import { FormPage, type FormState, paysByQr, shownMethods, untouched } from "./form-page.js";
import { declineFromQuery, formErrorOf, refusalError } from "./message.js";
import { BarePage, EndedPage, isPaid, RefusedPage, ResultPage } from "./outcome-pages.js";
import { payeeOf } from "./parts.js";
import type { CardEntry, CheckoutService, CheckoutView, PayOutcome } from "./service.js";
import { futureExpiry } from "./test-panel.js";
import { PhoneDonePage, PhonePage, QrPage, SheetPage, sheetCards } from "./wallet-pages.js";

/** One request, with all that its answer needs. */
interface Call {
  readonly c: Context;
  readonly service: CheckoutService;
  readonly session: string;
  readonly view: CheckoutView;
  readonly visit: Visit;
  readonly t: Text;
}

type Answer = Response | Promise<Response>;
export type CheckoutServiceOf = (c: Context) => CheckoutService | Promise<CheckoutService>;

/** The hosted checkout, to be mounted at `/checkout` (of any lane): `/:session` and what lies below it. */
export function checkoutPages(serviceOf: CheckoutServiceOf, options: PageOptions = {}): Hono {
  const app = new Hono();

  /** Finds the session and hands on; an unknown one is a bare 404 page. */
  const at =
    (answer: (call: Call) => Answer, how: "open" | "look" = "look") =>
    async (c: Context): Promise<Response> => {
      const session = c.req.param("session") ?? "";
      const service = await serviceOf(c);
      const view = await service[how](session);
      const visit = visitOf(c, view?.wishes.lang);
      if (!view) return show(c, visit, <BarePage visit={visit} kind="unknown" />, 404);
      return answer({ c, service, session, view, visit, t: texts[visit.language] });
    };

  /** As `at`, for a form: it must carry this session's token. */
  const form = (answer: (call: Call, fields: Fields) => Answer) =>
    at(async (call) => {
      const fields = await fieldsOf(call.c);
      if (isFormToken(call.session, fields.token)) return answer(call, fields);
      return formAgain(
        call,
        { ...untouched, formError: { title: call.t.errors.formToken, reason: "form-token" } },
        403,
      );
    });

  app.use(bodyLimit({ maxSize: FORM_MAX_BYTES, onError: (c) => failedPage(c, 413) }));
  app.onError((defect, c) => failed(defect, c, options));
  app.get("/:session", at(opened, "open"));
  app.get("/:session/", at(opened, "open"));
  app.get("/:session/status", at(status));
  app.get("/:session/result", at(result));
  app.post("/:session/pay", form(payPressed));
  app.post("/:session/challenge", form(challengeAnswered));
  app.post("/:session/cancel", form(cancelPressed));
  app.post("/:session/expire", form(expirePressed));
  app.get("/:session/sheet/:method", at(walletPage));
  app.post("/:session/sheet/:method", form(sheetAnswered));
  app.get("/:session/qr/:method", at(walletPage));
  app.post("/:session/qr/:method", form(walletAnswered));
  app.get("/:session/phone/:method", at(walletPage));
  app.post("/:session/phone/:method", form(phoneAnswered));
  // Reloading an address that only takes forms leads back to the order.
  app.get(
    "/:session/*",
    at((call) => home(call)),
  );
  return app;
}

/** 303 to one of our own pages. */
const to = ({ c, visit }: Call, path: string, query: Readonly<Record<string, string>> = {}): Response => {
  const search = new URLSearchParams({ ...(visit.query && { lang: visit.language }), ...query }).toString();
  c.header("Cache-Control", "no-store");
  return c.redirect(`${visit.home}${path}${search && `?${search}`}`, 303);
};

const home = (call: Call, query?: Readonly<Record<string, string>>): Response => to(call, "", query);

/** 303 to the merchant, whose address stays as it is. */
function leave({ c }: Call, url: string): Response {
  c.header("Cache-Control", "no-store");
  return c.redirect(headerSafe(url), 303);
}

/** The form with what went wrong; the ended page where the order has ended meanwhile. */
async function formAgain(call: Call, state: FormState, code: 200 | 403 | 422 = 422): Promise<Response> {
  const { c, visit, service, session } = call;
  const view = (await service.look(session)) ?? call.view;
  if (view.status !== "OPEN") return show(c, visit, <EndedPage view={view} visit={visit} elsewhere />);
  return show(c, visit, <FormPage view={view} visit={visit} state={state} />, code);
}

/** GET of the page itself. */
function opened(call: Call): Answer {
  const { c, view, visit, t } = call;
  if (view.refused) return show(c, visit, <RefusedPage view={view} visit={visit} refusal={view.refused} />);
  if (view.status !== "OPEN") return show(c, visit, <EndedPage view={view} visit={visit} />);
  const declined = declineFromQuery(c.req.query("declined"), t);
  if (view.startsAt && !declined) return to(call, `/${view.startsAt.view}/${view.startsAt.method}`);
  const cancelled = c.req.query("cancelled") !== undefined;
  const state = { ...untouched, formError: declined, note: cancelled ? t.stillPayable : undefined, failed: !!declined };
  return show(c, visit, <FormPage view={view} visit={visit} state={state} />);
}

/** What waiting pages ask for. */
const status = ({ c, view }: Call): Response => {
  c.header("Cache-Control", "no-store");
  return c.json({ status: view.status, declines: view.declines });
};

function result(call: Call): Answer {
  const { c, view, visit } = call;
  if (!isPaid(view)) return home(call);
  const url = followable(view.callbackUrl.success);
  if (view.wishes.showResultPage === false && url) return leave(call, url);
  return show(c, visit, <ResultPage view={view} visit={visit} />);
}

/** Wallets go to their own page; a card is checked, then charged. */
async function payPressed(call: Call, fields: Fields): Promise<Response> {
  const { view, t, service, session } = call;
  const entry = entryOf(fields, view, t);
  const method = entry.method;
  if (!method) return formAgain(call, { ...untouched, formError: { title: t.errors.method } });
  if (view.status !== "OPEN") return formAgain(call, untouched);
  const faults = faultsOf(entry, view);
  if (Object.keys(faults).length > 0) {
    return formAgain(call, { method, faults, refill: refillOf(entry), formError: { title: t.errors.summary } });
  }
  if (method !== "CARD") {
    return to(call, `/${paysByQr(method) ? "qr" : "sheet"}/${method}`, entry.email ? { email: entry.email } : {});
  }
  const outcome = await service.pay(session, { method, card: entry.card, email: entry.email, country: entry.country });
  if (outcome.kind === "challenge") return challenge(call, entry);
  return settled(call, outcome, entry);
}

type Sealed = Pick<Entry, "email" | "country"> & { readonly card: CardEntry };

function challenge({ c, visit, view, session, t }: Call, entry: Entry): Answer {
  // The CVC has been checked and goes no further.
  const sealed: Sealed = { card: { ...entry.card, cvc: "" }, email: entry.email, country: entry.country };
  const page = (
    <ChallengePage
      visit={visit}
      look={view.wishes}
      payee={payeeOf(view, t)}
      amount={amountText(view.amountMinor, view.currency, visit.language)}
      last4={entry.card.number.slice(-4)}
      sealed={seal(sealed, session)}
    />
  );
  return show(c, visit, page);
}

async function challengeAnswered(call: Call, fields: Fields): Promise<Response> {
  const { t, service, session } = call;
  const typed = unseal<Sealed>(fields.sealed, session);
  if (!typed) return formAgain(call, { ...untouched, formError: { title: t.errors.challengeLost } });
  const entry: Entry = { ...typed, method: "CARD", email: typed.email, country: typed.country };
  if (fields.answer !== "ok" && fields.answer !== "fail") {
    const formError = { title: t.errors.challengeClosed, reason: "challenge-closed" };
    return formAgain(call, { method: "CARD", faults: {}, refill: refillOf(entry), formError }, 200);
  }
  const { card, email, country } = typed;
  const authenticated = fields.answer === "ok";
  return settled(call, await service.pay(session, { method: "CARD", card, email, country, authenticated }), entry);
}

/** What follows a payment: the result, the merchant's own page, or the form once more. */
async function settled(call: Call, outcome: PayOutcome, entry: Entry): Promise<Response> {
  const { view, t } = call;
  if (outcome.kind === "paid") return to(call, "/result");
  const fail = followable(view.callbackUrl.fail);
  // Without a page of ours for results the merchant shows them all, the decline too.
  // ASSUMED(fail-redirect): with one, the shopper may try again and finds the way to `callbackUrl.fail` below the form.
  if (outcome.kind === "declined" && view.wishes.showResultPage === false && fail) return leave(call, fail);
  const formError = formErrorOf(outcome, t);
  const failed = outcome.kind === "declined";
  return formAgain(call, { method: entry.method, faults: {}, refill: refillOf(entry), formError, failed }, 200);
}

async function cancelPressed(call: Call): Promise<Response> {
  const { view, t, service, session } = call;
  const outcome = await service.cancel(session);
  if (outcome.kind === "refused") {
    return formAgain(call, { ...untouched, formError: refusalError(outcome.reason, outcome.message, t) }, 200);
  }
  const url = followable(view.callbackUrl.cancel);
  return url ? leave(call, url) : home(call, { cancelled: "1" });
}

async function expirePressed(call: Call): Promise<Response> {
  if (call.view.testPanel) await call.service.expire(call.session);
  return home(call);
}

/** The wallet that an address names, where the order takes it and the page is of its kind. */
function methodOf({ c, view }: Call): PaymentMethod | undefined {
  const name = c.req.param("method") ?? "";
  if (!isPaymentMethod(name) || name === "CARD") return undefined;
  const isTaken = shownMethods(view).includes(name) || view.startsAt?.method === name;
  return isTaken && paysByQr(name) !== c.req.path.includes("/sheet/") ? name : undefined;
}

const emailOf = (text: string | undefined): string | undefined => text?.slice(0, 254) || undefined;

/** Sheet, QR code or phone, of an order that is still open. A waiting page moves on when that is no longer so. */
function walletPage(call: Call): Answer {
  const { c, view, visit } = call;
  const method = methodOf(call);
  if (isPaid(view) && method) return c.req.path.includes("/phone/") ? phoneDone(call) : to(call, "/result");
  if (view.status !== "OPEN" || !method) return home(call);
  const seen = c.req.query("declines");
  if (seen !== undefined && view.declines > Number(seen))
    return home(call, { declined: view.lastDecline ?? "do-not-honour" });
  const props = { view, visit, method, email: emailOf(c.req.query("email")) };
  if (!paysByQr(method)) return show(c, visit, <SheetPage {...props} />);
  return show(c, visit, c.req.path.includes("/qr/") ? <QrPage {...props} /> : <PhonePage {...props} />);
}

const walletEntry = (method: PaymentMethod, fields: Fields): Entry => ({
  method,
  card: { number: "", holder: "", expiry: "", cvc: "" },
  email: emailOf(fields.email),
  country: undefined,
});

/** Apple Pay and Google Pay: the chosen card is charged. */
async function sheetAnswered(call: Call, fields: Fields): Promise<Response> {
  const { view, t, service, session } = call;
  const method = methodOf(call);
  const offered = sheetCards(view);
  const chosen = offered.find((card) => card.name === fields.card) ?? offered[0];
  if (!method) return home(call);
  if (!chosen) return formAgain(call, { ...untouched, method, formError: { title: t.errors.bin } });
  const card = { number: chosen.number, holder: "", expiry: futureExpiry(view.now), cvc: "" };
  const approved = fields.answer === "approve";
  const entry = walletEntry(method, fields);
  const outcome = await service.pay(session, { method, card, email: entry.email, approved });
  if (outcome.kind !== "challenge") return settled(call, outcome, entry);
  const formError = { title: fill(t.errors.walletCancelled, { wallet: t.methods[method] }) };
  return formAgain(call, { method, faults: {}, refill: {}, formError });
}

async function walletPay({ service, session }: Call, method: PaymentMethod, fields: Fields): Promise<PayOutcome> {
  return service.pay(session, { method, email: emailOf(fields.email), approved: fields.answer === "approve" });
}

/** A tester without a phone answers on the QR page. */
async function walletAnswered(call: Call, fields: Fields): Promise<Response> {
  const method = methodOf(call);
  if (!method) return home(call);
  return settled(call, await walletPay(call, method, fields), walletEntry(method, fields));
}

/** Answered on the phone; on a WAP sale the phone is where the shop is. */
async function phoneAnswered(call: Call, fields: Fields): Promise<Response> {
  const method = methodOf(call);
  if (!method) return home(call);
  const outcome = await walletPay(call, method, fields);
  if (call.view.startsAt?.view === "phone") return settled(call, outcome, walletEntry(method, fields));
  return phoneDone(call, outcome);
}

function phoneDone({ c, view, visit, t }: Call, outcome: PayOutcome = { kind: "paid" }): Answer {
  return show(c, visit, <PhoneDonePage view={view} visit={visit} formError={formErrorOf(outcome, t)} />);
}
