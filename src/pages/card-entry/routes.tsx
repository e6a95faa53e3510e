import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { limits } from "../../facts/limits.js";
import { followable, headerSafe } from "../addresses.js";
import { cardFaults } from "../checkout/card-check.js";
import { ChallengePage } from "../checkout/challenge-page.js";
import { countryOf, typedCard } from "../checkout/entry.js";
import { FORM_MAX_BYTES, failed, failedPage, type PageOptions } from "../checkout/failed.js";
import { type FormState, untouched } from "../checkout/form-page.js";
import { formErrorOf, refusalError } from "../checkout/message.js";
import { BarePage } from "../checkout/outcome-pages.js";
import { payeeOf } from "../checkout/parts.js";
import type { PayOutcome } from "../checkout/service.js";
import { isFormToken } from "../form-token.js";
import { amountText } from "../format.js";
import type { Visit } from "../layout.js";
import { seal, unseal } from "../sealed.js";
import { type Text, texts } from "../text/index.js";
import { type Fields, fieldsOf, show, visitOf } from "../visit.js";
import { brandsOf, CardEntryPage, ClosedPage, SavedPage } from "./page.js";
import type { CardEntryService, CardEntryView, CardToSave } from "./service.js";

interface Call {
  readonly c: Context;
  readonly service: CardEntryService;
  readonly session: string;
  readonly view: CardEntryView;
  readonly visit: Visit;
  readonly t: Text;
}

type Answer = Response | Promise<Response>;
export type CardEntryServiceOf = (c: Context) => CardEntryService | Promise<CardEntryService>;

/** The hosted card entry of add-token, to be mounted wherever `data` points: `/:session` and what lies below it. */
export function cardEntryPages(serviceOf: CardEntryServiceOf, options: PageOptions = {}): Hono {
  const app = new Hono();
  const at =
    (answer: (call: Call) => Answer) =>
    async (c: Context): Promise<Response> => {
      const session = c.req.param("session") ?? "";
      const service = await serviceOf(c);
      const view = await service.open(session);
      const visit = visitOf(c, view?.wishes.lang);
      if (!view) return show(c, visit, <BarePage visit={visit} kind="unknown" />, 404);
      return answer({ c, service, session, view, visit, t: texts[visit.language] });
    };
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
  app.get("/:session", at(opened));
  app.get("/:session/", at(opened));
  app.get("/:session/result", at(result));
  app.post("/:session/save", form(savePressed));
  app.post("/:session/challenge", form(challengeAnswered));
  app.post("/:session/cancel", form(cancelPressed));
  app.get("/:session/*", at(home));
  return app;
}

function to({ c, visit }: Call, path: string): Response {
  c.header("Cache-Control", "no-store");
  return c.redirect(`${visit.home}${path}${visit.query}`, 303);
}

const home = (call: Call): Response => to(call, "");

async function formAgain(call: Call, state: FormState, code: 200 | 403 | 422 = 422): Promise<Response> {
  const view = (await call.service.open(call.session)) ?? call.view;
  if (view.status !== "OPEN") return opened({ ...call, view });
  return show(call.c, call.visit, <CardEntryPage view={view} visit={call.visit} state={state} />, code);
}

function opened({ c, view, visit }: Call): Answer {
  switch (view.status) {
    case "OPEN":
      return show(c, visit, <CardEntryPage view={view} visit={visit} state={untouched} />);
    case "SAVED":
      return show(c, visit, <SavedPage view={view} visit={visit} again />);
    case "CLOSED":
      return show(c, visit, <ClosedPage view={view} visit={visit} />);
  }
}

const result = (call: Call): Answer =>
  call.view.status === "SAVED"
    ? show(call.c, call.visit, <SavedPage view={call.view} visit={call.visit} again={false} />)
    : home(call);

async function savePressed(call: Call, fields: Fields): Promise<Response> {
  const { view, t, service, session } = call;
  if (view.status !== "OPEN") return opened(call);
  const typed = { card: typedCard(fields), country: countryOf(fields, t) };
  const faults = cardFaults(typed.card, { limits: view.wishes, brands: brandsOf(view), now: view.now });
  if (Object.keys(faults).length > 0) {
    return formAgain(call, { faults, refill: refillOf(typed), formError: { title: t.errors.summary } });
  }
  const outcome = await service.save(session, typed);
  return outcome.kind === "challenge" ? challenge(call, typed) : settled(call, outcome, typed);
}

const refillOf = ({ card, country }: CardToSave) => ({
  holder: card.holder,
  expiry: /^\d\d\/\d\d$/.test(card.expiry) ? card.expiry : undefined,
  country,
});

function challenge({ c, visit, view, session, t }: Call, typed: CardToSave): Answer {
  const page = (
    <ChallengePage
      visit={visit}
      look={view.wishes}
      payee={payeeOf(view, t)}
      amount={amountText(limits.verificationChargeMinor.value, "HKD", visit.language)}
      last4={typed.card.number.slice(-4)}
      sealed={seal({ ...typed, card: { ...typed.card, cvc: "" } }, session)}
    />
  );
  return show(c, visit, page);
}

async function challengeAnswered(call: Call, fields: Fields): Promise<Response> {
  const { t, service, session } = call;
  const typed = unseal<CardToSave>(fields.sealed, session);
  if (!typed) return formAgain(call, { ...untouched, formError: { title: t.errors.challengeLost } });
  if (fields.answer !== "ok" && fields.answer !== "fail") {
    const formError = { title: t.errors.challengeClosed, reason: "challenge-closed" };
    return formAgain(call, { faults: {}, refill: refillOf(typed), formError }, 200);
  }
  return settled(call, await service.save(session, { ...typed, authenticated: fields.answer === "ok" }), typed);
}

async function settled(call: Call, outcome: PayOutcome, typed: CardToSave): Promise<Response> {
  if (outcome.kind === "paid") return to(call, "/result");
  const failed = outcome.kind === "declined";
  return formAgain(call, { faults: {}, refill: refillOf(typed), formError: formErrorOf(outcome, call.t), failed }, 200);
}

async function cancelPressed(call: Call): Promise<Response> {
  const outcome = await call.service.cancel(call.session);
  if (outcome.kind === "refused") {
    const formError = refusalError(outcome.reason, outcome.message, call.t);
    return formAgain(call, { ...untouched, formError }, 200);
  }
  const url = followable(call.view.callbackUrl.cancel);
  if (!url) return home(call);
  call.c.header("Cache-Control", "no-store");
  return call.c.redirect(headerSafe(url), 303);
}
