import type { OrderDetails } from "../../app/views/order-schema.js";
import { type StoryStep, storyOf } from "../../app/views/order-story.js";
import { mermaidOf } from "../../app/views/sequence-text.js";
import { wholeOrder } from "../../app/views/whole-order.js";
import type { Order } from "../../domain/order.js";
import { span } from "../islands/console/times.js";
import { readByCurl } from "./commands.js";
import type { Visit } from "./context.js";
import { Judged } from "./judged.js";
import { Layout } from "./layout.js";
import { Ledger, Notifications } from "./lists.js";
import { OrderActs } from "./order-acts.js";
import { At, Badge, Facts, money, pretty, Section, Table } from "./parts.js";
import { Sequence } from "./sequence.js";

/** All that is known of an order, and what can be done with it. */
export async function OrderPage({ visit, order }: { visit: Visit; order: Order }) {
  const details = await wholeOrder(visit.lane, order);
  const story = storyOf(details);
  const o = details.order;
  const how = { curl: readByCurl(visit.lane.baseUrl, `orders/${o.id}`), code: `await lane.order(${o.id})` };
  return (
    <Layout visit={visit} title={`Order ${o.id}`} section="orders" how={how}>
      <h1>
        {`Order ${o.id}`} <Badge of={o.status} />
      </h1>
      <p class="lead">{o.merchantReference}</p>
      <OrderActs order={o} />
      <Standing visit={visit} details={details} />
      <Judged visit={visit} of={o.merchantReference} />
      <Timeline visit={visit} story={story} />
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
        <Notifications visit={visit} notifications={details.notifications} />
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

const Standing = ({ visit, details: { order: o, checkoutUrl } }: { visit: Visit; details: OrderDetails }) => (
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
            <a href={`${visit.home}/orders/${o.parentOrderId}`}>{o.parentOrderId}</a>
          ),
        Created: <At at={o.createTime} of={visit} />,
        Expires: <At at={o.expiryTime} of={visit} />,
        Settled: o.settledTime === undefined ? undefined : <At at={o.settledTime} of={visit} />,
        Notifies: o.notifyUrl,
        "Hosted page": checkoutUrl === undefined ? undefined : <a href={checkoutUrl}>open it</a>,
      }}
    />
  </Section>
);

/** What is called a gap is said: on a real clock a second is long. */
const GAP_MS = 1000;

const Timeline = ({ visit, story }: { visit: Visit; story: readonly StoryStep[] }) => (
  <Section title="Timeline" id="timeline" note="calls, the shopper's steps, notices and money, oldest first">
    {story.length === 0 ? (
      <p class="e">Nothing has happened by a call: a scenario gave this order.</p>
    ) : (
      <ol class="story">
        {story.map((step, i) => (
          <>
            {step.gapMs >= GAP_MS && (
              <li class="wait" data-key={`gap-${i}`}>
                <span class="gap">{`${span(step.gapMs)} later`}</span>
              </li>
            )}
            <li class={step.isGood ? "good" : "wrong"} data-key={`step-${i}`}>
              <span class="when">
                <At at={step.at} />
              </span>
              <span class="dot" />
              <span>
                {step.from === step.to ? step.what : `${step.from} → ${step.to}: ${step.what}`}{" "}
                {step.answer !== undefined && <Badge of={step.answer} tone={step.isGood ? "ok" : "bad"} />}{" "}
                {step.issuer && <span class="m">{`issuer ${step.issuer.said} `}</span>}
                {step.money !== undefined && <b>{step.money} </b>}
                {step.requestId !== undefined && (
                  <a href={`${visit.home}/requests/${step.requestId}`}>{step.requestId}</a>
                )}
                {step.notificationId !== undefined && <a href={`#n-${step.notificationId}`}>attempts</a>}
              </span>
            </li>
          </>
        ))}
      </ol>
    )}
  </Section>
);

const Transactions = ({ visit, of }: { visit: Visit; of: OrderDetails["transactions"] }) => (
  <Section title="Transactions" id="transactions">
    <Table
      of="Transactions"
      heads={["Transaction", "Type", "Status", "#Amount", "Card", "Stan", "At"]}
      empty="Nobody has tried to pay yet."
      rows={of.map((t) => (
        <tr data-key={`transaction-${t.id}`}>
          <td>{t.id}</td>
          <td>{t.type}</td>
          <td>
            <Badge of={t.status} /> {t.declined !== undefined && <span class="m">{t.declined}</span>}
          </td>
          <td class="n">{`${money(t.amount)} ${t.currency}`}</td>
          <td>{t.maskedPan === "" ? t.method : `${t.cardType} ${t.maskedPan}`}</td>
          <td>{t.stan}</td>
          <td>
            <At at={t.at} of={visit} />
          </td>
        </tr>
      ))}
    />
  </Section>
);
