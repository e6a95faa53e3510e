import { requestSummary } from "../../app/explain/explain.js";
import { noteOf } from "../../app/notifications/non-delivery.js";
import { notificationStates } from "../../app/ports/outbox.js";
import { notificationPage, orderPage, requestPage } from "../../app/views/list-pages.js";
import { notificationJson, orderSummary } from "../../app/views/order-json.js";
import type { Instant } from "../../domain/money.js";
import { orderStatuses } from "../../facts/transitions.js";
import { operations } from "../../scenario/operations.js";
import { Field } from "./actions.js";
import { readByCurl } from "./commands.js";
import type { Visit } from "./context.js";
import { Choice, Filter, numberOf, oneOf, Pages, textOf } from "./filter.js";
import { Layout } from "./layout.js";
import { Notifications, Orders, Requests } from "./lists.js";
import { Section } from "./parts.js";

const FURTHER = "only the newest were looked at";

export async function OrdersPage({ visit }: { visit: Visit }) {
  const page = await orderPage(visit.lane, {
    find: textOf(visit, "find"),
    status: oneOf(visit, "status", orderStatuses),
    merchantId: numberOf(visit, "merchantId"),
    before: numberOf(visit, "before"),
  });
  const how = { curl: readByCurl(visit.lane.baseUrl, "orders"), code: "await lane.orders()" };
  return (
    <Layout visit={visit} title="Orders" section="orders" how={how}>
      <h1>Orders</h1>
      <Section title="Newest first" id="orders" note={page.isCutShort ? FURTHER : undefined}>
        <Filter visit={visit} hint="reference or order id">
          <Choice visit={visit} name="status" label="Status" of={orderStatuses} />
          <Field name="merchantId" label="Merchant" value={visit.query.merchantId} />
        </Filter>
        <Orders visit={visit} orders={page.items.map((one) => orderSummary(one, visit.now as Instant))} />
        <Pages visit={visit} of={page} />
      </Section>
    </Layout>
  );
}

export async function RequestsPage({ visit }: { visit: Visit }) {
  const page = await requestPage(visit.lane, {
    find: textOf(visit, "find"),
    operation: textOf(visit, "operation"),
    responseCode: textOf(visit, "responseCode"),
    merchantId: numberOf(visit, "merchantId"),
    orderId: numberOf(visit, "orderId"),
    before: numberOf(visit, "before"),
  });
  const how = { curl: readByCurl(visit.lane.baseUrl, "requests"), code: "await lane.requests()" };
  return (
    <Layout visit={visit} title="Requests" section="requests" how={how}>
      <h1>Requests</h1>
      <Section title="Newest first" id="requests" note={page.isCutShort ? FURTHER : undefined}>
        <Filter visit={visit} hint="req-12, reference, order id, operation">
          <Choice visit={visit} name="operation" label="Operation" of={operations} />
          <Field name="responseCode" label="Answer" value={visit.query.responseCode} />
          <Field name="merchantId" label="Merchant" value={visit.query.merchantId} />
        </Filter>
        <Requests visit={visit} requests={page.items.map(requestSummary)} />
        <Pages visit={visit} of={page} />
      </Section>
    </Layout>
  );
}

export async function NotificationsPage({ visit }: { visit: Visit }) {
  const page = await notificationPage(visit.lane, {
    find: textOf(visit, "find"),
    state: oneOf(visit, "state", notificationStates),
    orderId: numberOf(visit, "orderId"),
    before: numberOf(visit, "before"),
  });
  const shown = page.items.map((one) => ({ ...notificationJson(one), note: noteOf(one) }));
  const how = { curl: readByCurl(visit.lane.baseUrl, "notifications"), code: "await lane.notifications()" };
  return (
    <Layout visit={visit} title="Notifications" section="notifications" how={how}>
      <h1>Notifications</h1>
      <Section title="Newest first" id="notifications" note={page.isCutShort ? FURTHER : undefined}>
        <Filter visit={visit} hint="reference, order id or address">
          <Choice visit={visit} name="state" label="State" of={notificationStates} />
          <Field name="orderId" label="Order" value={visit.query.orderId} />
        </Filter>
        <Notifications visit={visit} notifications={shown} />
        <Pages visit={visit} of={page} />
      </Section>
    </Layout>
  );
}
