import type { OrderDetails } from "../../app/views/order-schema.js";
import { wholeOrder } from "../../app/views/whole-order.js";
import type { Order } from "../../domain/order.js";
import { type Inspection, Layout } from "./layout.js";
import { Ledger, Notifications } from "./lists.js";
import { At, Badge, Code, Facts, money, pretty, Section, Table } from "./parts.js";

type Details = OrderDetails;

/** All that is known of an order. */
export async function OrderPage({ of, order }: { of: Inspection; order: Order }) {
  const details = await wholeOrder(of.lane, order);
  const { home } = of;
  const o = details.order;
  return (
    <Layout of={of} title={`Order ${o.id}`}>
      <h1>
        {`Order ${o.id}`} <Badge of={o.status} />
      </h1>
      <p class="lead">{o.merchantReference}</p>
      <Section title="As it stands" id="order">
        <Facts
          of={{
            Amount: `${money(o.amount)} ${o.currency}`,
            Net: `${money(o.netAmount)} ${o.currency}`,
            Merchant: String(o.merchantId),
            "Made by": o.origin,
            Email: o.email,
            User: o.userId,
            Token: o.tokenId === undefined ? undefined : String(o.tokenId),
            Parent:
              o.parentOrderId === undefined ? undefined : (
                <a href={`${home}/orders/${o.parentOrderId}`}>{o.parentOrderId}</a>
              ),
            Created: <At at={o.createTime} />,
            Expires: <At at={o.expiryTime} />,
            Settled: o.settledTime === undefined ? undefined : <At at={o.settledTime} />,
            Notifies: o.notifyUrl,
            "Hosted page": details.checkoutUrl === undefined ? undefined : <a href={details.checkoutUrl}>open it</a>,
          }}
        />
      </Section>
      <Timeline home={home} entries={details.timeline} />
      <Transactions of={details.transactions} />
      <Section title="Ledger" id="ledger" note="each move of money is two lines">
        <Ledger lines={details.ledger} />
      </Section>
      <Section title="Notifications" id="notifications">
        <Notifications home={home} notifications={details.notifications} />
      </Section>
      <section>
        <details>
          <summary>What the merchant asked for</summary>
          <pre>{pretty(JSON.stringify(order.options))}</pre>
        </details>
      </section>
    </Layout>
  );
}

const Timeline = ({ home, entries }: { home: string; entries: Details["timeline"] }) => (
  <Section title="Timeline" id="timeline">
    <Table
      heads={["At", "What", "Outcome", "See"]}
      empty="Nothing has happened."
      rows={entries.map((entry) => (
        <tr>
          <td>
            <At at={entry.at} />
          </td>
          <td>{entry.what}</td>
          <td>
            {"requestId" in entry ? (
              <Code of={entry.responseCode} />
            ) : "notificationId" in entry ? (
              `${entry.status ?? "no answer"}${entry.why === null ? "" : `: ${entry.why}`}`
            ) : (
              ""
            )}
          </td>
          <td>{"requestId" in entry ? <a href={`${home}/requests/${entry.requestId}`}>{entry.requestId}</a> : ""}</td>
        </tr>
      ))}
    />
  </Section>
);

const Transactions = ({ of }: { of: Details["transactions"] }) => (
  <Section title="Transactions" id="transactions">
    <Table
      heads={["Transaction", "Type", "Status", "#Amount", "Card", "Stan", "At"]}
      empty="Nobody has tried to pay yet."
      rows={of.map((t) => (
        <tr>
          <td>{t.id}</td>
          <td>{t.type}</td>
          <td>
            <Badge of={t.status} /> {t.declined !== undefined && <span class="m">{t.declined}</span>}
          </td>
          <td class="n">{`${money(t.amount)} ${t.currency}`}</td>
          <td>{t.maskedPan === "" ? t.method : `${t.cardType} ${t.maskedPan}`}</td>
          <td>{t.stan}</td>
          <td>
            <At at={t.at} />
          </td>
        </tr>
      ))}
    />
  </Section>
);
