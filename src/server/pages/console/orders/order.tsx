import type { Order } from "../../../../core/domain/order.js";
import { isOpenOrClosed } from "../../../../core/facts/transitions.js";
import { ticketText } from "../../../../lane/explain/why-text.js";
import { participants, type StoryStep, storyOf } from "../../../../lane/views/history/order-story.js";
import { arrowsOf, mermaidOf } from "../../../../lane/views/history/sequence-text.js";
import { wholeOrder } from "../../../../lane/views/history/whole-order.js";
import type { OrderDetails } from "../../../../lane/views/schemas/order-schema.js";
import { indented } from "../../../../package/json-text.js";
import { sequenceHtml } from "../../sequence.js";
import type { ConsoleVisit } from "../context.js";
import { readByHand } from "../frame/commands.js";
import { ConsoleLayout } from "../frame/layout.js";
import {
  At,
  CopyLink,
  FactList,
  Folded,
  OrderLink,
  Section,
  ShortTime,
  StateBadge,
  twoDecimals,
} from "../frame/parts.js";
import { DataTable } from "../frame/table.js";
import { StreamRows } from "../lists/stream.js";
import { noticeRow } from "../lists/stream-rows.js";
import { JudgedOrders } from "./judged.js";
import { Ledger } from "./ledger.js";
import { OrderActs } from "./order-acts.js";
import { Timeline } from "./timeline.js";

/** The texts that an order is copied as. */
export const orderCopies: Readonly<Record<string, (order: Order, visit: ConsoleVisit) => Promise<string>>> = {
  ticket: async (order, { lane }) => ticketText({ kind: "order", ...(await wholeOrder(lane, order)) }),
  mermaid: async (order, { lane }) => mermaidOf(storyOf(await wholeOrder(lane, order))),
};

/** Everything known about an order, and what a tester can do to it. */
export async function OrderPage({ visit, order }: { visit: ConsoleVisit; order: Order }) {
  const details = await wholeOrder(visit.lane, order);
  const story = storyOf(details);
  const o = details.order;
  const mark = <StateBadge of={o.status} />;
  const copy = `${visit.home}/orders/${o.id}/copy`;
  const how = readByHand(visit, `orders/${o.id}`, `await lane.order(${o.id})`);
  return (
    <ConsoleLayout visit={visit} title={`Order ${o.id}`} mark={mark} section="orders" how={how} isEntry>
      <p class="lead">{o.merchantReference}</p>
      <div class="row" id="take">
        <CopyLink href={`${copy}/ticket`} says="Copy for a ticket" testid="copy-ticket" />
        <CopyLink href={`${copy}/mermaid`} says="Copy as Mermaid" testid="copy-mermaid" />
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
      <Folded visit={visit} title="Sequence" id="sequence" note="who told whom, drawn">
        {() => sequenceOf(story)}
      </Folded>
      <Transactions visit={visit} of={details.transactions} />
      <Section title="Ledger" id="ledger" note="each move of money is two lines">
        <Ledger visit={visit} lines={details.ledger} />
      </Section>
      <Section title="Notifications" id="notifications">
        <StreamRows visit={visit} rows={details.notifications.map(noticeRow)} empty="None." />
      </Section>
      <Folded visit={visit} title="The order's settings" id="settings" note="with defaults">
        {() => <pre>{indented(JSON.stringify(order.options))}</pre>}
      </Folded>
    </ConsoleLayout>
  );
}

/** How many messages are drawn. */
const DRAWN = 60;

function sequenceOf(story: readonly StoryStep[]) {
  const messages = arrowsOf(story).map(({ isAnswer, isGood, ...arrow }) => {
    const tone = isAnswer ? (isGood ? "back" : "back wrong") : isGood ? "" : "wrong";
    return { ...arrow, tone } as const;
  });
  if (messages.length === 0) return <p class="e">Nothing to draw yet.</p>;
  const label = "Sequence of the order; the timeline says the same";
  return (
    <div class="seq" tabindex={0}>
      {sequenceHtml(participants, messages, { most: DRAWN, label })}
    </div>
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
        Expires: isOpenOrClosed(o.status) ? <At at={o.expiryTime} of={visit} /> : undefined,
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
        At: ({ at }) => <ShortTime at={at} of={visit} />,
      }}
      rows={of}
      row={({ id }) => ({ "data-key": `transaction-${id}` })}
      empty="Nobody has tried to pay yet."
    />
  </Section>
);
