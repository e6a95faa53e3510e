import type { OrderDetails } from "../../../app/views/order-schema.js";
import { type StoryStep, storyOf } from "../../../app/views/order-story.js";
import { mermaidOf } from "../../../app/views/sequence-text.js";
import { wholeOrder } from "../../../app/views/whole-order.js";
import type { Order } from "../../../domain/order.js";
import { span } from "../../islands/console/times.js";
import { DROPPED } from "../calls/fork.js";
import type { Visit } from "../context.js";
import { readByCurl } from "../frame/commands.js";
import { Layout } from "../frame/layout.js";
import { At, Badge, Facts, pretty, Section, Table, twoDecimals } from "../frame/parts.js";
import { Ledger, Notifications } from "../lists/lists.js";
import { Judged } from "./judged.js";
import { OrderActs } from "./order-acts.js";
import { Sequence } from "./sequence.js";

/** Everything known about an order, and what a tester can do to it. */
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
        <Notifications visit={visit} notifications={details.notifications} />
      </Section>
      <section>
        <details>
          <summary>The merchant's request</summary>
          <pre>{pretty(JSON.stringify(order.options))}</pre>
        </details>
      </section>
    </Layout>
  );
}

const Standing = ({ visit, details: { order: o, checkoutUrl } }: { visit: Visit; details: OrderDetails }) => (
  <Section title="Current state" id="order">
    <Facts
      of={{
        Amount: `${twoDecimals(o.amount)} ${o.currency}`,
        Net: `${twoDecimals(o.netAmount)} ${o.currency}`,
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

/** Pauses longer than this are shown as gaps. On a running clock, a second is long. */
const GAP_MS = 1000;

/**
 * The link to fork at a step. For a notification, before the call that caused it. Undefined for events that time
 * alone caused.
 */
function forkOf({ home }: Visit, step: StoryStep, { order, notifications }: OrderDetails): string | undefined {
  const query = `order=${order.id}`;
  if (step.requestId !== undefined) return `${home}/requests/${step.requestId}/fork?${query}`;
  const cause = notifications.find(({ id }) => id === step.notificationId)?.causedBy;
  return cause && `${home}/requests/${cause}/fork?${query}&then=${encodeURIComponent(DROPPED)}`;
}

const Fork = ({ href }: { href: string | undefined }) =>
  href === undefined ? null : (
    <a class="fork" href={href} data-testid="fork-here">
      Fork here
    </a>
  );

interface TimelineProps {
  readonly visit: Visit;
  readonly story: readonly StoryStep[];
  readonly details: OrderDetails;
}

const Timeline = ({ visit, story, details }: TimelineProps) => (
  <Section
    title="Timeline"
    id="timeline"
    note="calls, the shopper's steps, notices, money, and the spans that the shop posted, oldest first"
  >
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
            <li
              class={`${step.kind === "span" ? "span " : ""}${step.isGood ? "good" : "wrong"}`}
              data-testid={step.kind === "span" ? "span-row" : undefined}
              data-key={`step-${i}`}
            >
              <span class="when">
                <At at={step.at} />
              </span>
              <span class="dot" />
              <span>
                {step.kind === "span"
                  ? `${step.from}, ${step.what}`
                  : step.from === step.to
                    ? step.what
                    : `${step.from} → ${step.to}: ${step.what}`}{" "}
                {step.answer !== undefined && <Badge of={step.answer} tone={step.isGood ? "ok" : "bad"} />}{" "}
                {step.durationMs !== undefined && <span class="m">{`${Math.round(step.durationMs)} ms `}</span>}
                {step.issuer && <span class="m">{`issuer ${step.issuer.said} `}</span>}
                {step.money !== undefined && <b>{step.money} </b>}
                {step.requestId !== undefined && (
                  <a href={`${visit.home}/requests/${step.requestId}`}>{step.requestId}</a>
                )}
                {step.notificationId !== undefined && <a href={`#n-${step.notificationId}`}>attempts</a>}
                <Fork href={forkOf(visit, step, details)} />
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
          <td class="n">{`${twoDecimals(t.amount)} ${t.currency}`}</td>
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
