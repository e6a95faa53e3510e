import type { requestSummary } from "../../app/explain/explain.js";
import type { ledgerLineJson, notificationJson, orderSummary } from "../../app/views/order-json.js";
import { At, Badge, Code, money, pretty, Table } from "./parts.js";

export const Orders = ({ home, orders }: { home: string; orders: readonly ReturnType<typeof orderSummary>[] }) => (
  <Table
    heads={["Order", "Reference", "Status", "#Amount", "#Net", "Paid by", "Merchant", "Created"]}
    empty="No orders yet: call /hosted-checkout/create."
    rows={orders.map((o) => (
      <tr>
        <td>
          <a href={`${home}/orders/${o.id}`}>{o.id}</a>
        </td>
        <td>{o.merchantReference}</td>
        <td>
          <Badge of={o.status} />
        </td>
        <td class="n">{`${money(o.amount)} ${o.currency}`}</td>
        <td class="n">{money(o.netAmount)}</td>
        <td>{o.cardType ?? "–"}</td>
        <td>{o.merchantId}</td>
        <td>
          <At at={o.createTime} />
        </td>
      </tr>
    ))}
  />
);

export const Requests = ({
  home,
  requests,
}: {
  home: string;
  requests: readonly ReturnType<typeof requestSummary>[];
}) => (
  <Table
    heads={["Request", "Operation", "Answer", "Signature", "Order", "Reference", "Rule", "At"]}
    empty="No requests yet."
    rows={requests.map((r) => (
      <tr>
        <td>
          <a href={`${home}/requests/${r.id}`}>{r.id}</a>
        </td>
        <td>{r.operation}</td>
        <td>
          <Code of={r.responseCode} />
        </td>
        <td>
          <Badge of={r.signature} />
        </td>
        <td>{r.orderId === undefined ? "–" : <a href={`${home}/orders/${r.orderId}`}>{r.orderId}</a>}</td>
        <td>{r.merchantReference ?? "–"}</td>
        <td>{r.rule ?? "–"}</td>
        <td>
          <At at={r.at} />
        </td>
      </tr>
    ))}
  />
);

type Listed = ReturnType<typeof notificationJson>;

export const Notifications = ({ home, notifications }: { home: string; notifications: readonly Listed[] }) => (
  <Table
    heads={["Notification", "State", "To", "Order", "Attempts", "Next"]}
    empty="No notifications: give callbackUrl.notify, and let an order be paid."
    rows={notifications.map((n) => (
      <tr>
        <td>{n.id}</td>
        <td>
          <Badge of={n.state} /> {n.note !== undefined && <span class="m">{n.note}</span>}
        </td>
        <td>{n.url}</td>
        <td>{n.orderId === undefined ? "–" : <a href={`${home}/orders/${n.orderId}`}>{n.orderId}</a>}</td>
        <td>
          <Attempts of={n} />
        </td>
        <td>{n.nextAt === null ? "–" : <At at={n.nextAt} />}</td>
      </tr>
    ))}
  />
);

const Attempts = ({ of: { attempts } }: { of: Listed }) =>
  attempts.length === 0 ? (
    <span class="m">none</span>
  ) : (
    attempts.map((a) => (
      <details>
        <summary>
          {`${a.n}: ${a.status ?? "no answer"}, ${a.durationMs} ms`}
          {a.why !== null && ` (${a.why})`}
        </summary>
        <pre>{`${a.at}\n\nsent\n${pretty(a.request)}\n\nanswered\n${a.body}`}</pre>
      </details>
    ))
  );

export const Ledger = ({ lines }: { lines: readonly ReturnType<typeof ledgerLineJson>[] }) => (
  <Table
    heads={["Account", "#Amount", "Why", "At"]}
    empty="No money has moved."
    rows={lines.map((line) => (
      <tr>
        <td>{line.account}</td>
        <td class="n">{`${money(line.amount)} ${line.currency}`}</td>
        <td>{line.why}</td>
        <td>
          <At at={line.at} />
        </td>
      </tr>
    ))}
  />
);
