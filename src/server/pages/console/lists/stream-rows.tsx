import type { Child } from "hono/jsx";
import { SUCCESS_CODE } from "../../../../core/facts/codes.js";
import { isPaymentCall } from "../../../../core/scenario/values/operations.js";
import { requestSummary } from "../../../../lane/explain/request-summary.js";
import { acceptedForgery } from "../../../../lane/ports/attempt-failures.js";
import type { Exchange } from "../../../../lane/ports/exchange.js";
import { callFacts } from "../../../../lane/views/facts-of-call.js";
import { answerMessageOf } from "../../../../lane/views/message-of-answer.js";
import { notificationJson } from "../../../../lane/views/order-json.js";
import type { NotificationJson } from "../../../../lane/views/schemas/notification-schema.js";
import type { StreamEntry } from "../../../../lane/views/stream-entries.js";
import { spelt } from "../../islands/console/times.js";
import { Code, StateBadge } from "../frame/parts.js";
import { CompareBox } from "./comparable.js";
import type { ExportedValue } from "./export.js";
import { lastAnswer, NotificationActs } from "./notifications.js";

/** A line of the stream. */
export interface StreamRow {
  /** Its mark in the page, so that a refresh finds it again. */
  readonly key: string;
  readonly testid: string;
  /** The name of its entry, and the path of that entry's page. */
  readonly name: string;
  readonly path?: string | undefined;
  readonly at: number | string;
  readonly what: string;
  readonly answer?: () => Child;
  /** The code or state to sort by. */
  readonly code?: string | undefined;
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
  readonly orderId?: number | undefined;
  readonly reference?: string | undefined;
  readonly orderStatus?: string | undefined;
  readonly merchantId?: number | undefined;
  readonly rule?: string | undefined;
  readonly why?: string | undefined;
  readonly act?: () => Child;
  readonly exported: Readonly<Record<string, ExportedValue>>;
}

export function streamRow(entry: StreamEntry): StreamRow {
  const { at, orderId, reference, merchantId } = entry;
  const shared = { at, orderId, reference, merchantId };
  const exported = {
    kind: entry.kind,
    at: new Date(at).toISOString(),
    orderId,
    merchantReference: reference,
    merchantId,
  };
  switch (entry.source) {
    case "calls":
      return callRow(entry.of);
    case "notifications":
      return { ...noticeRow(notificationJson(entry.of)), merchantId };
    case "attempts": {
      const { n, status, why, durationMs, notification } = entry.of;
      const warning = acceptedForgery(notification.effects, { why });
      return {
        ...shared,
        key: `attempt-${entry.key}`,
        testid: "attempt-row",
        name: `notification ${notification.id}`,
        path: `notifications/${notification.id}`,
        what: `attempt ${n}`,
        answer: () => (
          <StateBadge
            of={status === null ? "no answer" : String(status)}
            tone={why === null && warning === undefined ? "ok" : "bad"}
          />
        ),
        code: String(status ?? ""),
        why: why ?? warning ?? `acknowledged in ${durationMs} ms`,
        exported: { ...exported, notificationId: notification.id, attempt: n, status, why, warning },
      };
    }
    case "money": {
      const { amount, currency, why, id } = entry.of;
      return {
        ...shared,
        key: `money-${id}`,
        testid: "money-row",
        name: "money",
        path: orderId === undefined ? undefined : `orders/${orderId}`,
        what: why,
        amount: amount / 100,
        currency,
        why: `the unsettled balance of merchant ${merchantId}`,
        exported: { ...exported, amount: amount / 100, currency, why },
      };
    }
    case "clock": {
      const { n, action, from } = entry.of;
      return {
        ...shared,
        key: `clock-${n}`,
        testid: "clock-row",
        name: "clock",
        what: action,
        why: `from ${spelt(from).slice(0, 19)}`,
        exported: { ...exported, action, from: new Date(from).toISOString() },
      };
    }
  }
}

/** Explains the code, because a code alone says little. */
export function callRow(exchange: Exchange): StreamRow {
  const { amount, currency } = callFacts(exchange, []);
  const message = exchange.responseCode === SUCCESS_CODE ? undefined : answerMessageOf(exchange.response);
  const { warnings, ...summary } = requestSummary(exchange);
  const { id, at, operation, orderId, merchantReference, merchantId, orderStatus, rule } = summary;
  return {
    key: id,
    testid: "request-row",
    name: id,
    path: `requests/${id}`,
    at,
    what: operation,
    answer: () => <Answer of={summary} />,
    code: summary.responseCode,
    ...{ amount, currency, orderId, reference: merchantReference, orderStatus, merchantId, rule },
    why: message ?? warnings?.[0],
    act: () => <CompareBox id={id} what="request" />,
    exported: { ...summary, amount, currency, message, warnings: warnings?.join("; ") },
  };
}

const Answer = ({ of }: { of: Omit<ReturnType<typeof requestSummary>, "warnings"> }) => {
  const { responseCode, operation, signature, fault, resendOf } = of;
  return (
    <>
      {fault && (
        <>
          <StateBadge of={fault} tone="bad" /> {responseCode !== "" && <span class="m">instead of </span>}
        </>
      )}
      {(!fault || responseCode !== "") && <Code of={responseCode} />}{" "}
      {resendOf !== undefined && <StateBadge of={`same bytes as ${resendOf}`} tone="warn" />}
      {isPaymentCall(operation) && signature !== "valid" && (
        <StateBadge of={`signature ${signature}`} tone={signature === "invalid" ? "bad" : ""} />
      )}
    </>
  );
};

export function noticeRow(row: NotificationJson): StreamRow {
  const { id, kind, state, createdAt, orderId, merchantReference, note, nextAt, attempts, url } = row;
  const next =
    nextAt === null || attempts.length === 0 ? undefined : `again at ${nextAt.slice(0, 19).replace("T", " ")}`;
  const { fields: _, effects: __, attempts: ___, ...rest } = row;
  return {
    key: `notification-${id}`,
    testid: "notification-row",
    name: `notification ${id}`,
    path: `notifications/${id}`,
    at: createdAt,
    what: `${kind} notification`,
    answer: () => <StateBadge of={state} />,
    code: state,
    orderId,
    reference: merchantReference,
    why: [note, lastAnswer(attempts), next, `to ${url}`].filter((one) => one !== undefined).join(" · "),
    act: () => <NotificationActs of={row} isInList />,
    exported: {
      ...rest,
      attempts: attempts.length,
      lastStatus: attempts.at(-1)?.status,
      lastWhy: attempts.at(-1)?.why,
    },
  };
}
