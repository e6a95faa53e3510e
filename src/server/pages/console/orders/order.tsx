import type { Child } from "hono/jsx";
import type { Order } from "../../../../core/domain/order.js";
import { ticketText } from "../../../../lane/explain/why-text.js";
import { storyOf } from "../../../../lane/views/history/order-story.js";
import { mermaidOf } from "../../../../lane/views/history/sequence-text.js";
import { wholeOrder } from "../../../../lane/views/history/whole-order.js";
import type { OrderDetails } from "../../../../lane/views/schemas/order-schema.js";
import { indented } from "../../../../package/json-text.js";
import type { ConsoleVisit } from "../context.js";
import { readByHand } from "../frame/commands.js";
import { ConsoleLayout } from "../frame/layout.js";
import { At, CopyTicket, FactList, OrderLink, Section, StateBadge, twoDecimals } from "../frame/parts.js";
import { DataTable } from "../frame/table.js";
import { StreamRows } from "../lists/stream.js";
import { noticeRow } from "../lists/stream-rows.js";
import { JudgedOrders } from "./judged.js";
import { Ledger } from "./ledger.js";
import { OrderActs } from "./order-acts.js";
import { Sequence } from "./sequence.js";
import { Timeline } from "./timeline.js";

/** Everything known about an order, and what a tester can do to it. */
export async function OrderPage({ visit, order, list }: { visit: ConsoleVisit; order: Order; list: Child }) {
  const details = await wholeOrder(visit.lane, order);
  const story = storyOf(details);
  const o = details.order;
  const mark = <StateBadge of={o.status} />;
  const how = readByHand(visit, `orders/${o.id}`, `await lane.order(${o.id})`);
  return (
    <ConsoleLayout visit={visit} title={`Order ${o.id}`} mark={mark} section="orders" how={how} list={list}>
      <p class="lead">{o.merchantReference}</p>
      <div class="row" id="take">
        <CopyTicket text={ticketText({ kind: "order", ...details })} />
        <a class="button" href={`${visit.home}/stream?orderId=${o.id}`} data-testid="order-activity">
          All its calls
        </a>
        <a class="button" href={`${visit.home}/stream?orderId=${o.id}&failed=yes`} data-testid="order-failed">
          Its failed calls
        </a>
      </div>
      <OrderActs order={o} />
      <Standing visit={visit} details={details} />
      <JudgedOrders visit={visit} of={o.merchantReference} />
      <Timeline visit={visit} story={story} details={details} />
      <Section
        title="Sequence"
        id="sequence"
        tools={
          <button type="button" class="js" data-testid="copy-mermaid" data-copy="mermaid">
            Copy as Mermaid
          </button>
        }
      >
        <Sequence story={story} />
        <details>
          <summary>As Mermaid</summary>
          <pre id="mermaid">{mermaidOf(story)}</pre>
        </details>
      </Section>
      <Transactions visit={visit} of={details.transactions} />
      <Section title="Ledger" id="ledger" note="each move of money is two lines">
        <Ledger visit={visit} lines={details.ledger} />
      </Section>
      <Section title="Notifications" id="notifications">
        <StreamRows visit={visit} rows={details.notifications.map(noticeRow)} empty="None." />
      </Section>
      <section>
        <details>
          <summary>The order's settings, with defaults</summary>
          <pre>{indented(JSON.stringify(order.options))}</pre>
        </details>
      </section>
    </ConsoleLayout>
  );
}

const Standing = ({ visit, details: { order: o, checkoutUrl } }: { visit: ConsoleVisit; details: OrderDetails }) => (
  <Section title="Current state" id="order">
    <FactList
      of={{
        Amount: `${twoDecimals(o.amount)} ${o.currency}`,
        Net: `${twoDecimals(o.netAmount)} ${o.currency}`,
        Merchant: String(o.merchantId),
        "Made by": o.origin,
        Email: o.email,
        User: o.userId,
        Token: o.tokenId === undefined ? undefined : String(o.tokenId),
        Parent: o.parentOrderId && <OrderLink visit={visit} id={o.parentOrderId} />,
        Created: <At at={o.createTime} of={visit} />,
        Expires: <At at={o.expiryTime} of={visit} />,
        Settled: o.settledTime === undefined ? undefined : <At at={o.settledTime} of={visit} />,
        Notifies: o.notifyUrl,
        "Hosted page": checkoutUrl === undefined ? undefined : <a href={checkoutUrl}>open it</a>,
      }}
    />
  </Section>
);

const Transactions = ({ visit, of }: { visit: ConsoleVisit; of: OrderDetails["transactions"] }) => (
  <Section title="Transactions" id="transactions">
    <DataTable
      of="Transactions"
      columns={{
        Transaction: ({ id }) => id,
        Type: ({ type }) => type,
        Status: ({ status, declined }) => (
          <>
            <StateBadge of={status} /> {declined !== undefined && <span class="m">{declined}</span>}
          </>
        ),
        "#Amount": ({ amount, currency }) => `${twoDecimals(amount)} ${currency}`,
        Card: ({ maskedPan, method, cardType }) => (maskedPan === "" ? method : `${cardType} ${maskedPan}`),
        Stan: ({ stan }) => stan,
        At: ({ at }) => <At at={at} of={visit} />,
      }}
      rows={of}
      row={({ id }) => ({ "data-key": `transaction-${id}` })}
      empty="Nobody has tried to pay yet."
    />
  </Section>
);
