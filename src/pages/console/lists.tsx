import { requestSummary } from "../../app/explain/explain.js";
import { messageOf } from "../../app/explain/message.js";
import type { Exchange } from "../../app/ports/exchange.js";
import type { NotificationJson } from "../../app/views/notification-schema.js";
import type { ledgerLineJson, orderSummary } from "../../app/views/order-json.js";
import { SUCCESS_CODE } from "../../facts/codes.js";
import { isPaymentCall } from "../../scenario/operations.js";
import { Act } from "./actions.js";
import type { Visit } from "./context.js";
import { At, Badge, Code, money, pretty, Table } from "./parts.js";

interface OfVisit {
  readonly visit: Visit;
}

export const Orders = ({
  visit,
  orders,
}: OfVisit & { readonly orders: readonly ReturnType<typeof orderSummary>[] }) => (
  <Table
    of="Orders"
    heads={["Order", "Reference", "Status", "#Amount", "#Net", "Paid by", "Merchant", "Created"]}
    empty={
      <>
        No orders here. Make one with your shop, or call <code>POST {visit.lane.baseUrl}/hosted-checkout/create</code>.
      </>
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
        <td class="n">{`${money(o.amount)} ${o.currency}`}</td>
        <td class="n">{money(o.netAmount)}</td>
        <td>{o.cardType ?? "–"}</td>
        <td>{o.merchantId}</td>
        <td>
          <At at={o.createTime} of={visit} />
        </td>
      </tr>
    ))}
  />
);

/** A call as a list shows it: a code alone says little. */
export const requestRow = (exchange: Exchange) => ({
  ...requestSummary(exchange),
  message: exchange.responseCode === SUCCESS_CODE ? undefined : messageOf(exchange.response),
});

export const Requests = ({
  visit,
  requests,
}: OfVisit & { readonly requests: readonly ReturnType<typeof requestRow>[] }) => (
  <Table
    of="Requests"
    heads={["Request", "Operation", "Answer", "Signature", "Order", "Reference", "Rule", "At"]}
    empty={
      <>
        No requests here. Point your shop's <code>base_url</code> at <code>{visit.lane.baseUrl}</code>.
      </>
    }
    rows={requests.map((r) => (
      <tr data-testid="request-row" data-key={r.id}>
        <td>
          <a href={`${visit.home}/requests/${r.id}`}>{r.id}</a>
        </td>
        <td>{r.operation}</td>
        <td class="x">
          <Code of={r.responseCode} /> {r.message !== undefined && <span class="m">{r.message}</span>}
        </td>
        <td>{isPaymentCall(r.operation) ? <Badge of={r.signature} /> : "–"}</td>
        <td>{r.orderId === undefined ? "–" : <a href={`${visit.home}/orders/${r.orderId}`}>{r.orderId}</a>}</td>
        <td class="x">{r.merchantReference ?? "–"}</td>
        <td class="x">{r.rule ?? "–"}</td>
        <td>
          <At at={r.at} of={visit} />
        </td>
      </tr>
    ))}
  />
);

export const Notifications = ({
  visit,
  notifications,
}: OfVisit & { readonly notifications: readonly NotificationJson[] }) => (
  <Table
    of="Notifications"
    heads={["Notification", "State", "To", "Order", "Attempts", "Next", "Do"]}
    empty={
      <>
        No notifications here. Give <code>callbackUrl.notify</code> when you make an order, and let it be paid.
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
        <td class="x">{n.url}</td>
        <td>{n.orderId === undefined ? "–" : <a href={`${visit.home}/orders/${n.orderId}`}>{n.orderId}</a>}</td>
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

/** Sends it now; lets a held one go, or keeps one that waits. */
const NotificationActs = ({ of: { id, state } }: { of: NotificationJson }) => {
  const path = (what: string): string => `notifications/${id}/${what}`;
  return (
    <div class="row">
      <Act
        testid="notification-resend"
        label={`Resend notification ${id}`}
        does={{ method: "POST", path: path("resend"), body: {}, code: `await lane.resend(${id})` }}
      >
        Resend
      </Act>
      {state === "held" && (
        <Act
          testid="notification-release"
          label={`Release notification ${id}`}
          does={{ method: "POST", path: path("release"), body: {}, code: `await lane.release(${id})` }}
        >
          Release
        </Act>
      )}
      {state === "due" && (
        <Act
          testid="notification-hold"
          label={`Hold notification ${id}`}
          does={{ method: "POST", path: path("hold"), body: {}, code: `await lane.hold(${id})` }}
        >
          Hold
        </Act>
      )}
    </div>
  );
};

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

/** The lines as the ledger grew: beside each, what its account has held of the order since. */
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
            <td class="n">{`${money(line.amount)} ${line.currency}`}</td>
            <td class="n">{money(sum / 100)}</td>
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
