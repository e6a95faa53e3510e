import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { Child } from "hono/jsx";
import type { RefusedForm } from "../../../core/domain/payable-by.js";
import type { Reply } from "../../../lane/journal/reply.js";
import type { Lane } from "../../../lane/lane.js";
import { type Failure, failureOf } from "../../../lane/ports/store-errors.js";
import { boundedBody } from "../../../package/bounded-body.js";
import { followable, headerSafe, ownAddress } from "../addresses.js";
import type { Visit } from "../layout.js";
import { type Text, texts } from "../text/index.js";
import { type Fields, fieldsOf, isFormToken, show, visitOf } from "../visit.js";
import { envOf, type HostedSession, refusalOfAct, type ViewOptions } from "./acts.js";
import { type FormState, untouched } from "./card-form.js";
import { formErrorOf, refusalError } from "./form-error.js";
import { faultsText, NAMES, type TypedFor } from "./form-faults.js";
import { BarePage } from "./outcome-page.js";
import type { PayOutcome } from "./view.js";

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

export interface HostedPagesOptions extends ViewOptions {
  /** Called for each defect, because the shopper's page doesn't show it. */
  readonly onDefect: (defect: unknown) => void;
}

/** The parts of the pages that differ between the kinds of session. */
interface SessionPages<S extends HostedSession> {
  /** Reads a session without rules or journal. Undefined if it doesn't exist or belongs to another lane. */
  readonly look: (lane: Lane, id: string, options: ViewOptions) => Promise<S | undefined>;
  readonly cancel: (session: S) => Promise<Reply>;
  /** The cards that it takes. */
  readonly cards: (view: S["view"]) => TypedFor;
  /** Records that the page refused a form. */
  readonly refuse: (session: S, form: RefusedForm) => Promise<unknown>;
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
export function sessionPages<S extends HostedSession>(pages: SessionPages<S>, options: HostedPagesOptions) {
  const at =
    (answer: (call: PageRequest<S>) => PageAnswer) =>
    async (c: Context): Promise<Response> => {
      const id = c.req.param("session") ?? "";
      const look = () => pages.look(envOf(c).lane, id, options);
      const session = await look();
      const visit = visitOf(c, session?.view.options.lang);
      if (!session) return show(c, visit, <BarePage visit={visit} kind="unknown" />, 404);
      const formAgain = async (state: FormState, status: 200 | 403 | 422 = 422): Promise<Response> => {
        const { view } = (await look()) ?? session;
        if (view.status !== "OPEN") return show(c, visit, pages.ended({ view, visit }));
        if (status !== 200)
          await pages.refuse(
            session,
            refusedForm(c, state, status, { fields: await fieldsOf(c), cards: pages.cards(view) }),
          );
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
    options.onDefect(defect);
    return failedPage(c, failureOf(defect).http);
  });
  app.post(
    "/:session/cancel",
    form((call) => cancelPressed(call, pages.cancel(call.session))),
  );
  app.get("/:session/inspect", at(inspectPressed));
  return { app, at, form };
}

/** How the journal tells a refused form: by the names and faults of its fields, because card numbers must not be in it. */
function refusedForm(
  c: Context,
  { faults, formError, told }: FormState,
  http: 403 | 422,
  { fields, cards }: { readonly fields: Fields; readonly cards: TypedFor },
): RefusedForm {
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
  if (!told && Object.keys(faults).length === 0) return refused(formError?.title ?? "the form is not valid", NAMES);
  const { message, fix } = told ?? faultsText(faults, fields, cards);
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

async function cancelPressed(call: PageRequest<HostedSession>, cancelling: Promise<Reply>): Promise<Response> {
  const refusal = await refusalOfAct(call, cancelling);
  if (refusal) return call.formAgain({ ...untouched, formError: refusalError(refusal, call.t) }, 200);
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
