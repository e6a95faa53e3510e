import type { Child } from "hono/jsx";
import { requestSummary } from "../../../app/explain/explain.js";
import { answerMessageOf } from "../../../app/explain/message.js";
import type { Exchange } from "../../../app/ports/exchange.js";
import { idsOf } from "../../../app/traces/trace-context.js";
import { callFacts } from "../../../app/views/facts-of-call.js";
import type { NotificationJson } from "../../../app/views/notification-schema.js";
import type { ledgerLineJson, orderSummary } from "../../../app/views/order-json.js";
import { SUCCESS_CODE } from "../../../facts/codes.js";
import { isPaymentCall } from "../../../scenario/values/operations.js";
import type { Visit } from "../context.js";
import { Act } from "../frame/actions.js";
import { At, Badge, Code, pretty, type Sorts, Table, twoDecimals } from "../frame/parts.js";

interface OfVisit {
  readonly visit: Visit;
  readonly sorts?: Sorts | undefined;
}

/** A list with a checkbox in each row, to compare two of them. */
const Comparable = ({ path, isEmpty, children }: { path: string; isEmpty: boolean; children: Child }) =>
  isEmpty ? (
    children
  ) : (
    <form method="get" action={path} class="comparable">
      {children}
      <p class="pages">
        <button type="submit" data-testid="compare-open">
          Compare the two ticked
        </button>
      </p>
    </form>
  );

const CompareBox = ({ id, what }: { id: string | number; what: string }) => (
  <td>
    <input
      type="checkbox"
      name="compare"
      value={String(id)}
      data-testid="compare"
      aria-label={`Compare ${what} ${id}`}
    />
  </td>
);

export const Orders = ({
  visit,
  orders,
  sorts,
}: OfVisit & { readonly orders: readonly ReturnType<typeof orderSummary>[] }) => (
  <Comparable path={`${visit.home}/orders/compare`} isEmpty={orders.length === 0}>
    <Table
      of="Orders"
      sorts={sorts}
      heads={["Order", "Reference", "Status", "#Amount", "#Net", "Paid by", "Merchant", "Created", "Compare"]}
      empty={
        isFiltered(visit) ? (
          <>
            No orders here: none fits this filter. <a href="?">Show all</a>.
          </>
        ) : (
          <>
            No orders here yet. <a href={`${visit.home}/call?operation=hosted-checkout/create`}>Make one here</a>, or
            call <code>POST {visit.lane.baseUrl}/hosted-checkout/create</code> from your shop.
          </>
        )
      }
      rows={orders.map((o) => (
        <tr data-testid="order-row" data-key={`order-${o.id}`}>
          <td>
            <a href={`${visit.home}/orders/${o.id}`}>{o.id}</a>
          </td>
          <td class="x">{o.merchantReference}</td>
          <td>
            <Badge of={o.status} />
          </td>
          <td class="n">{`${twoDecimals(o.amount)} ${o.currency}`}</td>
          <td class="n">{twoDecimals(o.netAmount)}</td>
          <td>{o.cardType ?? "–"}</td>
          <td>{o.merchantId}</td>
          <td>
            <At at={o.createTime} of={visit} />
          </td>
          <CompareBox id={o.id} what="order" />
        </tr>
      ))}
    />
  </Comparable>
);

const isFiltered = ({ query }: Visit): boolean => Object.values(query).some((value) => value !== "");

/** A row for a call. Explains the code, because a code alone says little. */
export function requestRow(exchange: Exchange) {
  const { amount, currency } = callFacts(exchange, []);
  const message = exchange.responseCode === SUCCESS_CODE ? undefined : answerMessageOf(exchange.response);
  return { ...requestSummary(exchange), amount, currency, message };
}

export const Requests = ({
  visit,
  requests,
  sorts,
}: OfVisit & { readonly requests: readonly ReturnType<typeof requestRow>[] }) => (
  <Comparable path={`${visit.home}/requests/compare`} isEmpty={requests.length === 0}>
    <Table
      of="Requests"
      sorts={sorts}
      heads={[
        "Request",
        "Operation",
        "Answer",
        "#Amount",
        "Status before",
        "Order",
        "Reference",
        "Merchant",
        "Rule",
        "At",
        "Compare",
      ]}
      empty={
        isFiltered(visit) ? (
          <>
            No requests here: none fits this filter. <a href="?">Show all</a>.
          </>
        ) : (
          <>
            No requests here yet. Point your shop's <code>base_url</code> at <code>{visit.lane.baseUrl}</code>, or{" "}
            <a href={`${visit.home}/call`}>send one here</a>.
          </>
        )
      }
      rows={requests.map((r) => (
        <tr data-testid="request-row" data-key={r.id}>
          <td>
            <a href={`${visit.home}/requests/${r.id}`}>{r.id}</a>
          </td>
          <td>{r.operation}</td>
          <td class="x">
            <Code of={r.responseCode} /> {r.message !== undefined && <span class="m">{r.message} </span>}
            {isPaymentCall(r.operation) && r.signature !== "valid" && (
              <Badge of={`signature ${r.signature}`} tone={r.signature === "invalid" ? "bad" : ""} />
            )}
          </td>
          <td class="n">{r.amount === undefined ? "–" : `${twoDecimals(r.amount)} ${r.currency ?? ""}`.trim()}</td>
          <td>{r.orderStatus === undefined ? "–" : <Badge of={r.orderStatus} />}</td>
          <td>{r.orderId === undefined ? "–" : <a href={`${visit.home}/orders/${r.orderId}`}>{r.orderId}</a>}</td>
          <td class="x">{r.merchantReference ?? "–"}</td>
          <td>{r.merchantId ?? "–"}</td>
          <td class="x">{r.rule ?? "–"}</td>
          <td>
            <At at={r.at} of={visit} />
          </td>
          <CompareBox id={r.id} what="request" />
        </tr>
      ))}
    />
  </Comparable>
);

export const Notifications = ({
  visit,
  notifications,
  sorts,
}: OfVisit & { readonly notifications: readonly NotificationJson[] }) => (
  <Table
    of="Notifications"
    sorts={sorts}
    heads={["Notification", "State", "To", "Order", "Reference", "Attempts", "Next", "Do"]}
    empty={
      <>
        No notifications here. Give <code>callbackUrl.notify</code> when you{" "}
        <a href={`${visit.home}/call?operation=hosted-checkout/create`}>make an order</a>, then pay it.
      </>
    }
    rows={notifications.map((n) => (
      <tr data-testid="notification-row" data-key={`notification-${n.id}`} id={`n-${n.id}`}>
        <td>
          {n.id} <span class="m">{n.kind}</span>
        </td>
        <td>
          <Badge of={n.state} /> {n.note !== undefined && <span class="m">{n.note}</span>}
        </td>
        <td class="x">
          {n.url}
          {n.traceparent !== undefined && <div class="m">{`trace ${idsOf(n.traceparent).traceId}`}</div>}
        </td>
        <td>{n.orderId === undefined ? "–" : <a href={`${visit.home}/orders/${n.orderId}`}>{n.orderId}</a>}</td>
        <td class="x">{n.merchantReference ?? "–"}</td>
        <td>
          <Attempts of={n} />
        </td>
        <td>{n.nextAt === null ? "–" : <At at={n.nextAt} of={visit} />}</td>
        <td>
          <NotificationActs of={n} />
        </td>
      </tr>
    ))}
  />
);

/** Buttons of a notification: send it now, release a held one, or hold a waiting one. */
const NotificationActs = ({ of: { id, state } }: { of: NotificationJson }) => (
  <div class="row">
    <NotificationAct id={id} act="resend" label="Resend" />
    {state === "held" && <NotificationAct id={id} act="release" label="Release" />}
    {state === "due" && <NotificationAct id={id} act="hold" label="Hold" />}
  </div>
);

const NotificationAct = ({ id, act, label }: { id: number; act: "resend" | "release" | "hold"; label: string }) => (
  <Act
    testid={`notification-${act}`}
    label={`${label} notification ${id}`}
    does={{ method: "POST", path: `notifications/${id}/${act}`, body: {}, code: `await lane.${act}(${id})` }}
  >
    {label}
  </Act>
);

const Attempts = ({ of: { attempts, id } }: { of: NotificationJson }) =>
  attempts.length === 0 ? (
    <span class="m">none</span>
  ) : (
    attempts.map((a) => (
      <details data-key={`attempt-${id}-${a.n}`}>
        <summary>
          {`${a.n}: ${a.status ?? "no answer"}, ${a.durationMs} ms`}
          {a.why !== null && ` (${a.why})`}
        </summary>
        <pre>{`${a.at}\n\nsent\n${pretty(a.request)}\n\nanswered\n${a.body}`}</pre>
      </details>
    ))
  );

/** The ledger's lines in order, each with the running balance of its account for this order. */
export const Ledger = ({
  visit,
  lines,
}: OfVisit & { readonly lines: readonly ReturnType<typeof ledgerLineJson>[] }) => {
  const sums = new Map<string, number>();
  return (
    <Table
      of="Ledger"
      heads={["Account", "#Amount", "#Since then", "Why", "At"]}
      empty="No money has moved."
      rows={lines.map((line) => {
        const key = `${line.account} ${line.currency}`;
        const sum = (sums.get(key) ?? 0) + Math.round(line.amount * 100);
        sums.set(key, sum);
        return (
          <tr>
            <td>{line.account}</td>
            <td class="n">{`${twoDecimals(line.amount)} ${line.currency}`}</td>
            <td class="n">{twoDecimals(sum / 100)}</td>
            <td>{line.why}</td>
            <td>
              <At at={line.at} of={visit} />
            </td>
          </tr>
        );
      })}
    />
  );
};
