import { stripVTControlCharacters, styleText } from "node:util";
import { isOpenOrClosed } from "../../core/facts/transitions.js";
import { indented } from "../../package/json-text.js";
import { printableLine } from "../../package/printable.js";
import { version } from "../../package/version.js";
import { idsOf } from "../traces/trace-context.js";
import type { NotificationJson } from "../views/schemas/notification-schema.js";
import type { LedgerLineJson, OrderDetails, TimelineEntry } from "../views/schemas/order-schema.js";
import { NOTHING_TO_DO } from "./advice.js";
import { chosenClaim } from "./assumptions.js";
import { ruleLines, stateLines, stepLine } from "./call-lines.js";
import { lostAnswerText } from "./lost-answer.js";
import { isSwapped, originalOf, signedTextOf, worstOf } from "./notification-advice.js";
import type { RequestDetails } from "./request-schema.js";

/** The explanation of a call, an order or a notification. */
export type Why =
  | ({
      readonly kind: "request";
      /** Other calls that may be meant, if the latest refused one or a trace was asked for: one sentence each. */
      readonly others?: readonly string[] | undefined;
    } & RequestDetails)
  | ({ readonly kind: "order"; readonly lastCall?: RequestDetails | undefined } & OrderDetails)
  | {
      readonly kind: "notification";
      readonly notification: NotificationJson;
      /** The next step. */
      readonly advice: string;
      /** The exact text that was signed. Absent if the notification was forged. */
      readonly signedText?: string | undefined;
      readonly causedBy?: RequestDetails | undefined;
    };

/** The explanation as text: one line per fact, and the advice last, where readers look first. */
export function explanationText(why: Why): string {
  switch (why.kind) {
    case "request":
      return [requestText(why), ...(why.others ?? []).map((one) => `${one}\n`)].join("");
    case "order":
      return [orderText(why), lastCallText(why), verdictText(why)].join("");
    case "notification":
      return [notificationText(why.notification), causeText(why), advice(why.advice)].join("");
  }
}

/**
 * One block to paste into a ticket: the explanation, then the request and the answer. Without colours. Card numbers are
 * masked, as everywhere in the journal; keys and signatures are not in it.
 */
export function ticketText(why: Why): string {
  const call = why.kind === "request" ? why : why.kind === "order" ? why.lastCall : why.causedBy;
  const texts =
    call === undefined
      ? ""
      : section("Request", requestLines(call.request)) + section("Answer", indented(call.response.text).split("\n"));
  return stripVTControlCharacters(`payment-sandbox ${version}\n${explanationText(why)}${texts}`);
}

/** A call that could not be read is shown as it came. */
const requestLines = ({ text, received }: RequestDetails["request"]): readonly string[] =>
  received === undefined
    ? indented(text).split("\n")
    : [
        received.path,
        `Content-Type: ${received.contentType ?? "none"}`,
        ...(received.body === undefined ? [] : ["", ...received.body.split("\n")]),
      ];

function requestText({ request, response, explain }: RequestDetails): string {
  const answer = `${response.responseCode} ${message(response.body)} (HTTP ${response.http})`
    .trim()
    .replace(/ +/g, " ");
  const about = [
    known("merchant", request.merchantId),
    known("reference", request.merchantReference),
    known("order", request.orderId),
    `signature ${request.signature}`,
    known("trace", request.traceparent && idsOf(request.traceparent).traceId),
  ];
  return [
    `${bold(`${request.id}  ${request.operation}`)}  at ${request.at}\n`,
    `${lostAnswerText(response, answer)}\n`,
    listed(about),
    repeatedLine(request),
    section("Checks", explain.ladder.map(stepLine)),
    section("The text of `request` as it came: the signature must be of exactly this", signedLines(request)),
    section(explain.rulesComplete ? "Rules checked" : "Rules that matched (the others are not known here)", [
      ...ruleLines(explain.rules),
    ]),
    section("How the values are written", explain.looksLike),
    section("Looked up", lookupLines(explain.lookup)),
    section("State", stateLines(explain)),
    section("Ledger of the order", explain.ledger.map(ledgerText)),
    section("Notifications of the order", explain.notifications.flatMap(notificationLines)),
    section(
      "Assumptions behind the answer",
      explain.assumptions.map((one) => `${one.id}: ${chosenClaim(one)}`),
    ),
    advice(explain.advice),
  ].join("");
}

/** How much of a text is shown. */
const SHOWN_MAX = 4000;

/** The text that a wrong signature should have signed, with its spaces and escapes. */
function signedLines({ signature, text }: RequestDetails["request"]): readonly string[] {
  if (signature !== "invalid") return [];
  const rest = text.length > SHOWN_MAX ? `… (${text.length} characters; the JSON of this explanation has all)` : "";
  return `${text.slice(0, SHOWN_MAX).toWellFormed()}${rest}`.split("\n");
}

/** Without what its order's own text says. */
const withoutOrder = ({ explain, ...call }: RequestDetails): RequestDetails => ({
  ...call,
  explain: { ...explain, ledger: [], notifications: [] },
});

function repeatedLine({ resendOf, afterMs, resentAs }: RequestDetails["request"]): string {
  if (resendOf !== undefined) return `the same bytes as ${resendOf}, ${afterMs} ms after its answer was lost\n`;
  return resentAs ? `the same bytes came again: ${resentAs.join(", ")}\n` : "";
}

const lookupLines = (lookup: RequestDetails["explain"]["lookup"]): readonly string[] =>
  lookup ? [lookup.asked, lookup.found] : [];

/** An order's current state, and its history. */
function orderText({ order, transactions, ledger, notifications, timeline }: OrderDetails): string {
  const money = `${order.amount.toFixed(2)} ${order.currency}, net ${order.netAmount.toFixed(2)}`;
  return [
    `${bold(`order ${order.id}  ${order.status}`)}  ${money}\n`,
    listed([
      `merchant ${order.merchantId}`,
      `reference ${order.merchantReference}`,
      isOpenOrClosed(order.status) ? `expires ${order.expiryTime}` : undefined,
    ]),
    section(
      "Transactions",
      transactions.map((t) =>
        [t.id, t.type, t.status, t.amount.toFixed(2), t.currency, t.maskedPan, t.declined].filter(Boolean).join("  "),
      ),
    ),
    section("Ledger", ledger.map(ledgerText)),
    section(
      "Notifications",
      order.notifyUrl === undefined && notifications.length === 0
        ? [noAddress(timeline.find(isCreation)?.what)]
        : notifications.flatMap(notificationLines),
    ),
    section("Timeline", timeline.map(timelineLine)),
  ].join("");
}

function lastCallText(why: OrderWhy): string {
  if (!why.lastCall) return "";
  const call = withoutOrder(why.lastCall);
  const isAllSaid = call.explain.advice === NOTHING_TO_DO && isUnseen(why);
  const shown = isAllSaid ? { ...call, explain: { ...call.explain, advice: "" } } : call;
  return `\n${lastCallTitle(why)}:\n\n${requestText(shown)}`;
}

/** The order ends with the verdict on its worst notification, unless the advice on its last call has just said it. */
function verdictText(why: OrderWhy): string {
  const { notifications, lastCall } = why;
  const worst = isUnseen(why) ? UNSEEN : worstOf(notifications);
  return worst === undefined || lastCall?.explain.advice.includes(worst) ? "" : advice(worst);
}

const UNSEEN =
  "No browser has opened its checkoutUrl. If a shopper pressed your pay button, its redirect may have been stopped: by a Content Security Policy with form-action 'self', as helmet's, in Chromium, or by a library that sends the form, such as Turbo or htmx. See docs/payment-api.md#the-checkout-page-in-a-browser-or-an-app-iframe-web-view-back-button-session-cookie.";

/**
 * An unpaid order whose page was never asked for, although the shop got its address. The oldest entries of a timeline may be
 * gone, so its creation must be there.
 */
function isUnseen({ order, timeline }: OrderWhy): boolean {
  // A later one was refused.
  const created = timeline.find(isCreation);
  if (order.origin !== "hosted" || !isOpenOrClosed(order.status) || !created || isLost(created)) return false;
  return !timeline.some(({ what }) => what.startsWith("checkout/"));
}

const isLost = (entry: TimelineEntry): boolean =>
  "requestId" in entry && (entry.fault !== undefined || entry.lost !== undefined);

type OrderWhy = Extract<Why, { kind: "order" }>;

/** The timeline may end with calls that say less about the order. */
function lastCallTitle({ timeline, lastCall }: OrderWhy): string {
  const last = timeline.findLast((entry) => "requestId" in entry);
  return last?.requestId === lastCall?.request.id ? "Its last call" : "Its last call, besides queries and opened pages";
}

/** Spans, and calls on a given order, may stand before it, or in its place. */
const isCreation = (entry: TimelineEntry): boolean =>
  "requestId" in entry && /\/(create|sale|recurring)$/.test(entry.what);

const noAddress = (created = "the order"): string =>
  `none: ${created} had no ${created.startsWith("direct/") ? "notifyUrl" : "callbackUrl.notify"}, or an empty one`;

function timelineLine(entry: TimelineEntry): string {
  if ("spanId" in entry) {
    const { at, what, service, durationMs, error } = entry;
    const of = service === undefined ? "" : ` of ${service}`;
    return `${at}  span "${what}"${of}  ${Math.round(durationMs)} ms${error === undefined ? "" : `  ${error}`}`;
  }
  const { at, what, ...rest } = entry;
  const { resendOf, fault, lost = fault, ...more } = rest as Partial<Record<"resendOf" | "fault" | "lost", string>>;
  const parts = [...Object.values(more), lost && `lost (${lost})`, resendOf && `the same bytes as ${resendOf}`];
  return `${at}  ${what}  ${parts.filter(isSaid).join("  ")}`;
}

const notificationText = (n: NotificationJson): string =>
  [
    `${bold(`notification ${n.id}  ${n.state}`)}  to ${n.url}\n`,
    listed([known("order", n.orderId), known("reference", n.merchantReference), `caused by ${n.causedBy}`]),
    section("Attempts", attemptLines(n)),
    section("The text that was signed (values are raw, not URL-encoded)", [signedTextOf(n)].filter(isSaid)),
  ].join("");

/** The call, without what the notification's own text says. */
function causeText({ notification, causedBy }: Extract<Why, { kind: "notification" }>): string {
  if (causedBy === undefined) return "";
  const { explain, ...call } = causedBy;
  const notifications = explain.notifications.filter(({ id }) => id !== notification.id);
  return `\nCaused by:\n\n${requestText({ ...call, explain: { ...explain, notifications, advice: "" } })}`;
}

const isSaid = (value: unknown): boolean => value !== undefined && value !== "" && typeof value !== "object";
const known = (what: string, value: unknown): string | undefined => (isSaid(value) ? `${what} ${value}` : undefined);
const listed = (parts: readonly (string | undefined)[]): string =>
  `${printableLine(parts.filter(isSaid).join(" · "))}\n`;
const bold = (text: string): string => styleText("bold", text);
/** If it depends on who made an earlier call, each case has a line of its own. */
const advice = (text: string): string =>
  text === ""
    ? ""
    : `\n${text
        .split(/ (?=If it did not: )/)
        .map((line) => `${bold("→")} ${line}\n`)
        .join("")}`;

const section = (title: string, lines: readonly (string | undefined)[]): string =>
  lines.length === 0 ? "" : `\n${bold(title)}\n${lines.map((line) => `  ${line}\n`).join("")}`;

const message = (body: unknown): string => {
  const said = (body as { message?: unknown } | null)?.message;
  return typeof said === "string" ? `"${said}"` : "";
};

const ledgerText = ({ account, amount, currency, why, at }: LedgerLineJson): string =>
  `${account.padEnd(10)} ${(amount > 0 ? "+" : "") + amount.toFixed(2)} ${currency}  ${why}  ${at}`;

const notificationLines = (n: NotificationJson, _at: number, all: readonly NotificationJson[]): readonly string[] => [
  `${n.id}  ${n.state}${copyText(originalOf(n, all))}  ${n.url}${n.nextAt === null ? "" : `  next at ${n.nextAt}`}${isSwapped(n) ? ", or right after another order's notification" : ""}${n.note === undefined ? "" : `  ${n.note}`}`,
  ...attemptLines(n),
];

const copyText = (of: number | undefined): string => (of === undefined ? "" : `  copy of ${of}`);

const attemptLines = ({ attempts }: NotificationJson): readonly string[] =>
  attempts.map(({ n, at, status, durationMs, why, isManual, warning = "" }) =>
    `  attempt ${n}  ${at}  ${status ?? "no answer"}  ${durationMs} ms  ${isManual ? "(by hand)  " : ""}${why ?? warning}`.trimEnd(),
  );
