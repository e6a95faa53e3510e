import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { Child } from "hono/jsx";
import { type Failure, failureOf } from "../../app/ports/store-errors.js";
import { boundedBody } from "../../package/bounded-body.js";
import { followable, headerSafe, ownAddress } from "../addresses.js";
import { isFormToken } from "../form-token.js";
import type { Visit } from "../layout.js";
import { type Text, texts } from "../text/index.js";
import { type Fields, fieldsOf, show, visitOf } from "../visit.js";
import { type FormState, untouched } from "./card-form.js";
import { formErrorOf, refusalError } from "./form-error.js";
import { BarePage } from "./outcome-page.js";
import type { HostedService, HostedView, PayOutcome } from "./service.js";

/** A request to a page of a session, with everything needed to answer it. */
export interface PageRequest<S, V> {
  readonly c: Context;
  readonly service: S;
  readonly session: string;
  readonly view: V;
  readonly visit: Visit;
  readonly t: Text;
  /** Shows the form with the error, or the outcome if the session has ended in the meantime. */
  readonly formAgain: (state: FormState, status?: 200 | 403 | 422) => Promise<Response>;
}

export type PageAnswer = Response | Promise<Response>;

export interface PageOptions {
  /**
   * Called for each defect, because the shopper's page doesn't show it. Prints to the server's console by default.
   */
  readonly onDefect?: (defect: unknown) => void;
}

/** The parts of the pages that differ between the kinds of session. */
interface SessionPages<S, V> extends PageOptions {
  readonly serviceOf: (c: Context) => S | Promise<S>;
  /** The form of an open session. */
  readonly form: (of: { view: V; visit: Visit; state: FormState }) => Child;
  /** Shown instead of the form if the session ended in the meantime. */
  readonly ended: (of: { view: V; visit: Visit }) => Child;
}

/** All our forms are much smaller than this. */
const FORM_MAX_BYTES = 32_768;

/** If a form is too large, reads it to its end before answering, and then closes the connection. */
const formLimit: MiddlewareHandler = async (c, next) => {
  if (!c.req.raw.body) return next();
  const pieces = await boundedBody(c.req.raw.body, FORM_MAX_BYTES);
  if (!pieces) {
    c.header("Connection", "close");
    return failedPage(c, 413);
  }
  c.req.raw = new Request(c.req.raw, { body: Buffer.concat(pieces) });
  return next();
};

/** The routes that all hosted pages share. `at` finds the session, `form` also checks its token. */
export function sessionPages<S extends HostedService<V>, V extends HostedView>(pages: SessionPages<S, V>) {
  const { serviceOf, onDefect = console.error } = pages;
  const at =
    (answer: (call: PageRequest<S, V>) => PageAnswer, find = (service: S, session: string) => service.look(session)) =>
    async (c: Context): Promise<Response> => {
      const session = c.req.param("session") ?? "";
      const service = await serviceOf(c);
      const view = await find(service, session);
      const visit = visitOf(c, view?.options.lang);
      if (!view) return show(c, visit, <BarePage visit={visit} kind="unknown" />, 404);
      const formAgain = async (state: FormState, status: 200 | 403 | 422 = 422): Promise<Response> => {
        const latest = (await service.look(session)) ?? view;
        if (latest.status !== "OPEN") return show(c, visit, pages.ended({ view: latest, visit }));
        return show(c, visit, pages.form({ view: latest, visit, state }), status);
      };
      return answer({ c, service, session, view, visit, t: texts[visit.language], formAgain });
    };
  const form = (answer: (call: PageRequest<S, V>, fields: Fields) => PageAnswer) =>
    at(async (call) => {
      const fields = await fieldsOf(call.c);
      if (isFormToken(call.session, fields.token)) return answer(call, fields);
      return call.formAgain({ ...untouched, formError: { title: call.t.errors.formToken, reason: "form-token" } }, 403);
    });

  const app = new Hono();
  app.use(formLimit);
  app.onError((defect, c) => {
    onDefect(defect);
    return failedPage(c, failureOf(defect).http);
  });
  app.post("/:session/cancel", form(cancelPressed));
  app.get("/:session/inspect", at(inspectPressed));
  return { app, at, form };
}

const redirect = (c: Context, address: string): Response => {
  c.header("Cache-Control", "no-store");
  return c.redirect(address, 303);
};

type Visited = Pick<PageRequest<unknown, unknown>, "c" | "visit">;

/** Redirects to one of the session's own pages. */
export const to = ({ c, visit }: Visited, path: string, query?: Readonly<Record<string, string>>): Response =>
  redirect(c, ownAddress(visit, path, query));

export const home = (call: Visited, query?: Readonly<Record<string, string>>): Response => to(call, "", query);

/** Redirects to the merchant's URL. Adds nothing to it. */
export const leave = ({ c }: Pick<Visited, "c">, url: string): Response => redirect(c, headerSafe(url));

const inspectPressed = <V extends HostedView>(call: PageRequest<HostedService<V>, V>): Response =>
  call.view.testPanel ? leave(call, call.view.testPanel.inspectUrl) : home(call);

async function cancelPressed<V extends HostedView>(call: PageRequest<HostedService<V>, V>): Promise<Response> {
  const outcome = await call.service.cancel(call.session);
  if (outcome.kind === "refused")
    return call.formAgain({ ...untouched, formError: refusalError(outcome, call.t) }, 200);
  const url = followable(call.view.callbackUrl.cancel);
  return url ? leave(call, url) : home(call, { cancelled: "1" });
}

/** The page after an attempt: the result, or the form again with the typed values. */
export function settled<S, V extends HostedView>(
  call: PageRequest<S, V>,
  outcome: PayOutcome,
  typed: Pick<FormState, "method" | "refill">,
): PageAnswer {
  if (outcome.kind === "paid") return to(call, "/result");
  const failed = outcome.kind === "declined";
  const fail = followable(call.view.callbackUrl.fail);
  // ASSUMED(failed-challenge): the same form again, as after any decline.
  const leaves =
    failed && outcome.reason === "authentication-failed" && call.view.policy["failed-challenge"] === "leave";
  if (leaves && fail) return leave(call, fail);
  return call.formAgain({ ...typed, faults: {}, formError: formErrorOf(outcome, call.t), failed }, 200);
}

/** A page that only says that something went wrong. */
export function failedPage(c: Context, status: 413 | Failure["http"]): Response | Promise<Response> {
  const visit = visitOf(c, undefined);
  return show(c, visit, <BarePage visit={visit} kind="failed" />, status);
}
