import { toldOf } from "../../app/choices.js";
import { assumptionSummaries } from "../../app/explain/assumptions.js";
import { requestSummary } from "../../app/explain/explain.js";
import type { Lane } from "../../app/lane.js";
import { firedTimes, rulesInForce } from "../../app/rules/rule-changes.js";
import { notificationJson, orderSummary } from "../../app/views/order-json.js";
import { type Inspection, Layout } from "./layout.js";
import { Notifications, Orders, Requests } from "./lists.js";
import { At, Badge, money, Section, Table } from "./parts.js";

const SHOWN = 50;
const NEWEST = `the newest ${SHOWN}`;

/** All of a lane at a glance. */
export async function Overview({ of, notFound }: { of: Inspection; notFound?: string | undefined }) {
  const { lane, home, isLive } = of;
  const { views } = lane.store;
  const limit = SHOWN;
  const now = await lane.clock.now();
  const orders = (await views.orders({ limit })).map((order) => orderSummary(order, now));
  const requests = (await views.exchanges({ limit })).map(requestSummary);
  const notifications = (await views.notifications({ limit })).map(notificationJson);
  const chosen = await rulesInForce(lane);
  const fired = await firedTimes(lane);
  return (
    <Layout of={of} title={`Lane ${lane.name}`}>
      <h1>{`Lane ${lane.name}`}</h1>
      <nav aria-label="Sections">
        {["orders", "requests", "notifications", "rules", "merchants", "assumptions"].map((id) => (
          <a href={`#${id}`}>{id}</a>
        ))}
        <a href={isLive ? home : `${home}?live=1`}>{isLive ? "stop reloading" : "reload by itself"}</a>
      </nav>
      {notFound !== undefined && (
        <p class="advice" role="alert" data-testid="not-found">
          {`There is no request, order or merchantReference ${notFound} in lane ${lane.name}.`}
        </p>
      )}
      <Section title="Orders" id="orders" note={NEWEST}>
        <Orders home={home} orders={orders} />
      </Section>
      <Section title="Requests" id="requests" note={NEWEST}>
        <Requests home={home} requests={requests} />
      </Section>
      <Section title="Notifications" id="notifications" note={NEWEST}>
        <Notifications home={home} notifications={notifications} />
      </Section>
      <CardEntries lane={lane} />
      <Section title="Rules" id="rules" note="in the order in which they are asked">
        <Table
          heads={["Rule", "From", "When", "Then", "#Fired"]}
          empty="No rules: everything goes as the state says."
          rows={chosen.map(({ id, rule, meta }) => (
            <tr>
              <td>{rule.name ?? id}</td>
              <td>
                {meta.file === undefined
                  ? meta.origin
                  : `${meta.file}${meta.line === undefined ? "" : `:${meta.line}`}`}
              </td>
              <td>
                <code>{JSON.stringify(rule.when ?? {})}</code>
              </td>
              <td>
                <code>{JSON.stringify(rule.then)}</code>
              </td>
              <td class="n">{fired(id)}</td>
            </tr>
          ))}
        />
      </Section>
      <Merchants lane={lane} />
      <Assumptions lane={lane} />
    </Layout>
  );
}

// ASSUMED(verification-charge): shown here, and not among the orders.
async function CardEntries({ lane }: { lane: Lane }) {
  const entries = await lane.store.views.cardEntries(SHOWN);
  if (entries.length === 0) return null;
  return (
    <Section title="Card entries" id="card-entries" note="add-token; the charge that verifies a card is voided at once">
      <Table
        heads={["User", "Merchant", "Card", "Token", "Verification", "Opened"]}
        empty=""
        rows={entries.map((entry) => (
          <tr>
            <td>{entry.userId}</td>
            <td>{entry.merchantId}</td>
            <td>{entry.saved?.maskedPan ?? "–"}</td>
            <td>{entry.saved?.tokenId ?? "–"}</td>
            <td>
              {entry.charges
                .map(
                  (charge) =>
                    `${charge.type} ${money(charge.amount / 100)}${charge.declined ? ` ${charge.declined}` : ""}`,
                )
                .join(", ") || "–"}
            </td>
            <td>
              <At at={entry.openedAt} />
            </td>
          </tr>
        ))}
      />
    </Section>
  );
}

async function Merchants({ lane }: { lane: Lane }) {
  const { views } = lane.store;
  const merchants = await Promise.all(
    (await views.merchants()).map(async (merchant) => ({
      ...merchant,
      balance: await views.balances(merchant.merchantId),
    })),
  );
  return (
    <Section title="Merchants" id="merchants">
      <Table
        heads={["Merchant", "Public keys", "#Unsettled HKD", "#Unsettled USD"]}
        empty="No merchants."
        rows={merchants.map(({ merchantId, publicKeys, balance: { HKD, USD } }) => (
          <tr>
            <td>{merchantId}</td>
            <td>{publicKeys.length === 0 ? <Badge of="none" tone="warn" /> : publicKeys.length}</td>
            <td class="n">{money(HKD / 100)}</td>
            <td class="n">{money(USD / 100)}</td>
          </tr>
        ))}
      />
    </Section>
  );
}

const Assumptions = async ({ lane }: { lane: Lane }) => (
  <Section title="Assumptions" id="assumptions" note="guesses about the provider: nobody has published these">
    <Table
      heads={["Id", "Claim", "Because", "Else", "Find out"]}
      empty="None."
      rows={assumptionSummaries(await toldOf(lane)).map((one) => (
        <tr id={`assumption-${one.id}`}>
          <td>
            <code>{one.id}</code>
            {one.chosen !== one.choices[0] && <Badge of={`chosen: ${one.chosen}`} tone="info" />}
            {one.status === "observed" && <Badge of="observed" tone="info" />}
          </td>
          <td>{one.claim}</td>
          <td>{one.because}</td>
          <td>{one.alternatives.join("; ") || "–"}</td>
          <td>{one.findOut}</td>
        </tr>
      ))}
    />
  </Section>
);
