import { isPaymentMethod, type PaymentMethod } from "../../../core/facts/methods.js";
import { untouched } from "../hosted/card-form.js";
import { formErrorOf, inputError } from "../hosted/form-error.js";
import { futureExpiry } from "../hosted/sample-cards.js";
import { home, type PageAnswer, to } from "../hosted/session-pages.js";
import type { PayOutcome } from "../hosted/view.js";
import { type Fields, show } from "../visit.js";
import { EMAIL_CHARS, type Entry, paysByQr, shownMethods } from "./entry.js";
import { isPaid } from "./outcome-pages.js";
import { afterPayment, type CheckoutRequest, pay } from "./payment.js";
import { PhoneDonePage, PhonePage, QrPage, SheetPage, sheetCards } from "./wallet-pages.js";

/** The wallet in the URL, if the order accepts it and it has this kind of page. */
function methodOf({ c, view }: CheckoutRequest): PaymentMethod | undefined {
  const name = c.req.param("method") ?? "";
  if (!isPaymentMethod(name) || name === "CARD") return undefined;
  const isTaken = shownMethods(view).includes(name) || view.startsAt?.method === name;
  return isTaken && paysByQr(name) !== c.req.path.includes("/sheet/") ? name : undefined;
}

const emailOf = (text: string | undefined): string | undefined => text?.slice(0, EMAIL_CHARS) || undefined;

/**
 * The sheet, QR code or phone page of an open order. If the order is no longer open, leads to the page for its status.
 */
export function walletPage(call: CheckoutRequest): PageAnswer {
  const { c, view, visit } = call;
  const method = methodOf(call);
  const here = c.req.query("here") !== undefined;
  if (isPaid(view) && method) return c.req.path.includes("/phone/") && !here ? phoneDone(call) : to(call, "/result");
  if (view.status !== "OPEN" || !method) return home(call);
  const seen = c.req.query("declines");
  if (seen !== undefined && view.declines > Number(seen))
    return home(call, { declined: view.lastDecline ?? "do-not-honour" });
  const props = { view, visit, method, here, email: emailOf(c.req.query("email")) };
  if (!paysByQr(method)) return show(c, visit, <SheetPage {...props} />);
  return show(c, visit, c.req.path.includes("/qr/") ? <QrPage {...props} /> : <PhonePage {...props} />);
}

const walletEntry = (method: PaymentMethod, fields: Fields): Entry => ({
  method,
  card: { number: "", holder: "", expiry: "", cvc: "" },
  email: emailOf(fields.email),
  country: undefined,
});

/** Charges the card that the shopper chose in Apple Pay or Google Pay. */
export async function sheetAnswered(call: CheckoutRequest, fields: Fields): Promise<Response> {
  const { view, t, formAgain } = call;
  const method = methodOf(call);
  const offered = sheetCards(view);
  const chosen = offered.find((card) => card.name === fields.card) ?? offered[0];
  if (!method) return home(call);
  if (!chosen) return formAgain({ ...untouched, method, formError: inputError(t.errors.bin) });
  const card = { number: chosen.number, holder: "", expiry: futureExpiry(view.now), cvc: "" };
  const approved = fields.answer === "approve";
  const entry = walletEntry(method, fields);
  return afterPayment(call, await pay(call, { method, card, email: entry.email, approved }), entry);
}

const walletPay = (call: CheckoutRequest, method: PaymentMethod, fields: Fields): Promise<PayOutcome> =>
  pay(call, { method, email: emailOf(fields.email), approved: fields.answer === "approve" });

/** Handles an answer on the QR page, for testers without a phone. */
export async function walletAnswered(call: CheckoutRequest, fields: Fields): Promise<Response> {
  const method = methodOf(call);
  if (!method) return home(call);
  return afterPayment(call, await walletPay(call, method, fields), walletEntry(method, fields));
}

/**
 * Handles an answer on the phone. Redirects to the shop if it is open on this phone too: for a WAP sale, or if the
 * page itself opened the wallet.
 */
export async function phoneAnswered(call: CheckoutRequest, fields: Fields): Promise<Response> {
  const method = methodOf(call);
  if (!method) return home(call);
  const outcome = await walletPay(call, method, fields);
  if (fields.here !== undefined || call.view.startsAt?.view === "phone")
    return afterPayment(call, outcome, walletEntry(method, fields));
  return phoneDone(call, outcome);
}

function phoneDone({ c, view, visit, t }: CheckoutRequest, outcome: PayOutcome = { kind: "paid" }): PageAnswer {
  return show(c, visit, <PhoneDonePage view={view} visit={visit} formError={formErrorOf(outcome, t)} />);
}
