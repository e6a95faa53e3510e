import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { Child } from "hono/jsx";
import type { RefusedForm } from "../../../core/domain/payable-by.js";
import { type Failure, failureOf } from "../../../lane/ports/store-errors.js";
import { boundedBody } from "../../../package/bounded-body.js";
import { followable, headerSafe, ownAddress } from "../addresses.js";
import type { Visit } from "../layout.js";
import { type Text, texts } from "../text/index.js";
import { type Fields, fieldsOf, isFormToken, show, visitOf } from "../visit.js";
import { type FormState, untouched } from "./card-form.js";
import { formErrorOf, refusalError } from "./form-error.js";
import { faultsText, NAMES } from "./form-faults.js";
import { BarePage } from "./outcome-page.js";
import type { HostedService, HostedSession, PayOutcome } from "./service.js";

/** A request to a page of a session, with everything needed to answer it. */
export interface PageRequest<S extends HostedSession> {
  readonly c: Context;
  readonly id: string;
  readonly session: S;
  readonly view: S["view"];
  readonly visit: Visit;
  readonly t: Text;
  /** Shows the form with the error, or the outcome if the session has ended in the meantime. */
  readonly formAgain: (state: FormState, status?: 200 | 403 | 422) => Promise<Response>;
}

export type PageAnswer = Response | Promise<Response>;

export interface HostedPagesOptions {
  /**
   * Called for each defect, because the shopper's page doesn't show it. Prints to the server's console by default.
   */
  readonly onDefect?: (defect: unknown) => void;
}

/** The parts of the pages that differ between the kinds of session. */
interface SessionPages<S extends HostedSession, Service extends HostedService<S>> extends HostedPagesOptions {
  readonly serviceOf: (c: Context) => Service | Promise<Service>;
  /** The form of an open session. */
  readonly form: (of: { view: S["view"]; visit: Visit; state: FormState }) => Child;
  /** Shown instead of the form if the session ended in the meantime. */
  readonly ended: (of: { view: S["view"]; visit: Visit }) => Child;
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
export function sessionPages<S extends HostedSession, Service extends HostedService<S>>(
  pages: SessionPages<S, Service>,
) {
  const { serviceOf, onDefect = console.error } = pages;
  const at =
    (answer: (call: PageRequest<S>) => PageAnswer, find = (service: Service, id: string) => service.look(id)) =>
    async (c: Context): Promise<Response> => {
      const id = c.req.param("session") ?? "";
      const service = await serviceOf(c);
      const session = await find(service, id);
      const visit = visitOf(c, session?.view.options.lang);
      if (!session) return show(c, visit, <BarePage visit={visit} kind="unknown" />, 404);
      const formAgain = async (state: FormState, status: 200 | 403 | 422 = 422): Promise<Response> => {
        const { view } = (await service.look(id)) ?? session;
        if (view.status !== "OPEN") return show(c, visit, pages.ended({ view, visit }));
        if (status !== 200) await session.formRefused(refusedForm(c, state, status, await fieldsOf(c)));
        return show(c, visit, pages.form({ view, visit, state }), status);
      };
      return answer({ c, id, session, view: session.view, visit, t: texts[visit.language], formAgain });
    };
  const form = (answer: (call: PageRequest<S>, fields: Fields) => PageAnswer) =>
    at(async (call) => {
      const fields = await fieldsOf(call.c);
      if (isFormToken(call.id, fields.token)) return answer(call, fields);
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

/** How the journal tells a refused form: by the names and faults of its fields, because card numbers must not be in it. */
function refusedForm(c: Context, { faults, formError }: FormState, http: 403 | 422, fields: Fields): RefusedForm {
  const refused = (message: string, fix: string) => ({
    http,
    isCancel: c.req.path.endsWith("/cancel"),
    notAllowed: { limit: "form", message: `HTTP ${http}: ${message}`, fix } as const,
  });
  if (http === 403)
    return refused(
      "send the page's hidden field token",
      "Read the hidden field token from the page, and send it with the form's other fields.",
    );
  if (Object.keys(faults).length === 0) return refused(formError?.title ?? "the form is not valid", NAMES);
  const { message, fix } = faultsText(faults, fields);
  return refused(message, fix);
}

const redirect = (c: Context, address: string): Response => {
  c.header("Cache-Control", "no-store");
  return c.redirect(address, 303);
};

type Visited = Pick<PageRequest<HostedSession>, "c" | "visit">;

/** Redirects to one of the session's own pages. */
export const to = ({ c, visit }: Visited, path: string, query?: Readonly<Record<string, string>>): Response =>
  redirect(c, ownAddress(visit, path, query));

export const home = (call: Visited, query?: Readonly<Record<string, string>>): Response => to(call, "", query);

/** Redirects to the merchant's URL. Adds nothing to it. */
export const leave = ({ c }: Pick<Visited, "c">, url: string): Response => redirect(c, headerSafe(url));

const inspectPressed = (call: PageRequest<HostedSession>): Response =>
  call.view.testPanel ? leave(call, call.view.testPanel.inspectUrl) : home(call);

async function cancelPressed(call: PageRequest<HostedSession>): Promise<Response> {
  const outcome = await call.session.cancel();
  if (outcome.kind === "refused")
    return call.formAgain({ ...untouched, formError: refusalError(outcome, call.t) }, 200);
  const url = followable(call.view.callbackUrl.cancel);
  return url ? leave(call, url) : home(call, { cancelled: "1" });
}

/** The page after an attempt: the result, or the form again with the typed values. */
export function settled(
  call: PageRequest<HostedSession>,
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
