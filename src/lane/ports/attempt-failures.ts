// The room `ports`: interfaces to the outside, and the data that crosses them. Adapters implement them; no SQL and no
// driver type stands here.

import { forgedTexts } from "../../core/scenario/effects/forgeries.js";
import type { AttemptRecord, OutboxEntry } from "./outbox.js";

/** What the cure for a failed attempt depends on. */
type Failed = Pick<AttemptRecord, "status" | "why"> & { readonly body?: string | undefined };

/** Why the last attempt failed. Undefined if it did not, or if the shop was right to refuse it. */
export const lastFailureOf = ({
  effects: { forge },
  attempts,
}: {
  readonly effects: Pick<OutboxEntry["effects"], "forge">;
  readonly attempts: readonly Pick<AttemptRecord, "why">[];
}): string | undefined => (forge === undefined ? (attempts.at(-1)?.why ?? undefined) : undefined);

/** Says that the shop accepted a forged notification. Undefined if it did not, or if the notification is genuine. */
export const acceptedForgery = (
  { forge }: Pick<OutboxEntry["effects"], "forge">,
  { why }: Pick<AttemptRecord, "why">,
): string | undefined =>
  forge === undefined || why !== null ? undefined : `forged on purpose (${forgedTexts[forge]}), and accepted`;

/** The texts by which the causes are told apart: the first that fits. An attempt stores only its text. */
export const failures = {
  nobody: "connection refused: nothing listens at",
  unknownName: "no address known for",
  movesClock: "while another move of the clock waited",
  slow: "no answer within",
  withheld: "and no body, but the answer did not end within",
  unended: "but the answer did not end within",
  brokenOff: "but the answer broke off",
  closedInTls: "TLS connection closed by",
  closed: "connection closed by",
  notHttp: "the answer is not HTTP",
  noTls: "no TLS spoken there",
  untrusted: "certificate not trusted (",
} as const;

/** How an attempt says that the shop answered with a redirect. */
export const REDIRECTED = "redirects are not followed";

/** Statuses that name another address. 304, for example, names none. */
export const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

const END_IT =
  "End the answer: Content-Length: 2 with the body OK, or close the connection. Behind PHP-FPM, call fastcgi_finish_request() before the work.";

/** For a test's author. A move ends once the shop has answered the notifications that it sends. */
export const MOVES_CLOCK =
  "A handler that moves its lane's clock before it answers waits for its own answer: move the clock in the test.";

const CLOSED = "look for a crash, a restart or a time limit in its log.";

const SLOW =
  "Answer OK first and work later, or raise --notify-timeout. Until then the shop may handle a notification twice at once.";

/** The next step for each cause, as far as the shop's server shows it. */
const cures: Readonly<Record<keyof typeof failures, string>> = {
  nobody: "Start the shop, and check the address.",
  unknownName: "Check the name in callbackUrl.notify: is it spelt right, and on the same network?",
  movesClock: `${MOVES_CLOCK} If the handler moves none: ${SLOW}`,
  slow: SLOW,
  withheld: `If PHP printed the OK, its output buffer holds it: while (ob_get_level()) ob_end_flush(); before flush(). ${END_IT}`,
  unended: END_IT,
  brokenOff: `The worker died or was cut while it answered: look at the shop's log. ${END_IT}`,
  closedInTls: `Is it http? A plain server (php -S) closes a TLS connection: set callbackUrl.notify to an http URL. If it speaks TLS: ${CLOSED}`,
  closed: `The shop's server took the connection and closed it: ${CLOSED}`,
  notHttp: "Check the port: something other than a web server listens there, or it expects HTTPS.",
  noTls: "Set callbackUrl.notify to an http URL, or the port that speaks TLS.",
  untrusted: "Give the shop's CA with --notify-ca <pem>.",
};

/** Where the key is that verifies notifications. `--notification-key` changes it, and the control API then knows it. */
const RIGHT_KEY =
  "the service's own (`payment-sandbox keys` and notificationPublicKey of GET /_sandbox/keys have it, and under exec PAYMENT_SANDBOX_PUBLIC_KEY_FILE names its file), not the shop's or the demo merchant's";
/** Its values are raw: a shop that URL-encodes them verifies another text. */
const SIGNED = "the signed text, which `payment-sandbox why notification-<id>` prints";
const SIGNATURE = `It is genuine: if the shop refused its signature, check that its public key is ${RIGHT_KEY}, and compare the text that the shop verifies with ${SIGNED}. Answer HTTP 200 with the body OK.`;
/** For an answer that names the signature. */
const WRONG_KEY = `It is genuine, and the shop's answer names the signature: check for a wrong public key first. It must be ${RIGHT_KEY}. Then compare the text that the shop verifies with ${SIGNED}: a JSON parser that makes dates of texts, such as Newtonsoft.Json, changes updateTime. If that text is empty: the body is JSON, not a form, so PHP's $_POST is empty; read php://input. Answer HTTP 200 with the body OK.`;
/** For an answer that says that a field is missing. */
const NO_FORM = `The shop seems to have found no fields: the body is JSON (Content-Type: application/json), not a form. PHP's $_POST is empty: read php://input. If the shop does read the JSON: ${SIGNATURE}`;
/** For an answer of 2XX with a warning or an error in its body. */
const PHP_FAULT =
  "PHP printed a fault into the answer: mend it at that line, and set display_errors=0 and log_errors=1 in php.ini, so that the body is exactly OK.";
const NOT_MODIFIED =
  "304 answers a GET of something that the client has. Something in front of the handler, such as a cache or a middleware for ETags, seems to answer: let POST through to the handler. Answer HTTP 200 with the body OK.";
const NO_ROUTE =
  "The shop has no handler for a POST there. Check the path in callbackUrl.notify (notifyUrl), and the shop's routes.";
const UNREAD = `Perhaps the shop could not read it: the body is JSON (Content-Type: application/json), not a form. Perhaps it refused the order or the amount: compare them with the shop's own order. ${SIGNATURE}`;
const IN_FRONT = `Something in front of the handler may have refused it, such as a login or a CSRF check: let this path through. ${SIGNATURE}`;
const LARAVEL = `Laravel's CSRF check refused it: exempt the path in bootstrap/app.php, such as $middleware->validateCsrfTokens(except: ['notify']), before Laravel 11 in $except of VerifyCsrfToken. ${IN_FRONT}`;
const RAILS = `If it is Rails, its CSRF check may have refused it: skip_forgery_protection in the controller. ${UNREAD}`;
const MEND =
  "look into the shop's log and mend it. Do not answer OK in place of the error: it is delivered again, and then the handler can do its work.";
const HANDLER_FAILED = `The shop's handler failed: ${MEND}`;
/** 502, and a 503 with a page. Most proxies say the same if nobody listens behind them and if the handler died. */
const BEHIND_PROXY = `A proxy in front of the shop answered, such as nginx: is the shop running, at the address to which the proxy passes on? If it is: its worker died at this notification, so ${MEND}`;
const PROXY_GAVE_UP = `A proxy in front of the shop stopped waiting for it: is the shop reachable from the proxy? If it is, its handler may still be at work: ${SLOW}`;
const LIMITED =
  "A rate limit refused it: exempt this path, because the notifications of all orders come from one address. Answer HTTP 200 with the body OK.";
const A_PAGE =
  "A page answered, not the handler: a single-page app's index.html, a login or a maintenance page. Check the path in callbackUrl.notify (notifyUrl), and what stands in front of it. Answer with the body OK.";

/** What a status usually means for which there is a nearer cause than the signature. */
const refusals: Readonly<Record<number, string>> = {
  304: NOT_MODIFIED,
  400: UNREAD,
  401: IN_FRONT,
  403: IN_FRONT,
  404: NO_ROUTE,
  405: NO_ROUTE,
  415: UNREAD,
  419: LARAVEL,
  422: RAILS,
  429: LIMITED,
  502: BEHIND_PROXY,
  504: PROXY_GAVE_UP,
};

/** The answer of a proxy or of a page in the handler's place. A handler rarely answers with one. */
const isPage = (body: string): boolean => /^\s*<(!doctype|html|head|h1)\b/i.test(body);

/** Statuses with which a shop's own code refuses a signature. */
const BY_SIGNATURE: ReadonlySet<number> = new Set([400, 401, 403, 422, 500]);

/** Statuses with which a shop's own code says that a field is missing. */
const BY_FIELDS: ReadonlySet<number> = new Set([...BY_SIGNATURE, 415]);

/** An answer of a shop that looked for a form's fields. It often names the signature, which is missing, too. */
const saysMissing = (body: string): boolean =>
  /undefined (array key|index)/i.test(body) ||
  (!/^\s*<|public.?key|\.pem\b/i.test(body) &&
    /\b(missing|required|empty|blank|not (given|provided|present|set|sent)|no (signature|fields?|data|body|payload|input|parameters?|merchantReference|reference|order|orderId|status|amount)( (given|provided|sent|found))?[.!"}\s]*$)/i.test(
      body,
    ));

/** How a shop fixes a failed attempt. Never tells a shop to start that has answered. */
export function attemptCure({ status, why, body = "" }: Failed): string {
  const cause = (Object.keys(failures) as (keyof typeof failures)[]).find((name) => why?.includes(failures[name]));
  if (cause) return cures[cause];
  if (status === null) return "Check the address, and the shop's log.";
  if (status >= 200 && status < 300) {
    if (/ on line (<b>)?\d/.test(body)) return saysMissing(body) ? `${PHP_FAULT} ${NO_FORM}` : PHP_FAULT;
    if (/\b(error|fail(ed|ure)?|exception|no (post|data|body))\b/i.test(body))
      return `The answer tells of an error: ${MEND}`;
    if (isPage(body)) return A_PAGE;
    return body.trimStart().startsWith("OK")
      ? "The body begins with OK and goes on: send nothing else."
      : "Answer with the body OK, and nothing else than white space around it.";
  }
  if (isRedirect(status))
    return `${why?.includes(REDIRECTED) ? "" : "Redirects are not followed. "}Set callbackUrl.notify (notifyUrl) to the final address.`;
  if (status === 501)
    return "If the shop's server keeps connections alive, read each notification's whole body: an unread one is taken for the next request, and its 501 answers the next notification. Answer HTTP 200 with the body OK.";
  if (BY_FIELDS.has(status) && saysMissing(body)) return NO_FORM;
  if (BY_SIGNATURE.has(status) && /signature/i.test(body)) return WRONG_KEY;
  if (status === 503 && isPage(body)) return BEHIND_PROXY;
  return refusals[status] ?? (status >= 500 ? HANDLER_FAILED : SIGNATURE);
}
