import type { Child } from "hono/jsx";
import { noteOf } from "../../app/notifications/non-delivery.js";
import { notificationStates } from "../../app/ports/outbox.js";
import { type ListPage, notificationPage, orderPage, requestPage } from "../../app/views/list-pages.js";
import { notificationJson, orderSummary } from "../../app/views/order-json.js";
import type { Instant } from "../../domain/money.js";
import { orderStatuses } from "../../facts/transitions.js";
import { operations } from "../../scenario/operations.js";
import { Field } from "./actions.js";
import { readList } from "./commands.js";
import type { Visit } from "./context.js";
import { Choice, Filter, given, numberOf, oneOf, Pages, textOf } from "./filter.js";
import { Layout } from "./layout.js";
import { Notifications, Orders, Requests, requestRow } from "./lists.js";
import { Section } from "./parts.js";

/** A list that is a page of its own, newest first. */
interface ListOf<T> {
  /** In the console's address, in the control API and in the library. */
  readonly name: "orders" | "requests" | "notifications";
  readonly title: string;
  /** What free text is looked for in. */
  readonly hint: string;
  /** The filters of the control API, and their fields. */
  readonly filters: readonly string[];
  readonly fields: (visit: Visit) => Child;
  readonly read: (visit: Visit, part: Part) => Promise<ListPage<T>>;
  readonly rows: (visit: Visit, items: readonly T[]) => Child;
}

interface Part {
  readonly find: string | undefined;
  readonly before: number | undefined;
}

const listPage =
  <T,>({ name, title, hint, filters, fields, read, rows }: ListOf<T>) =>
  async ({ visit }: { visit: Visit }) => {
    const page = await read(visit, { find: textOf(visit, "find"), before: numberOf(visit, "before") });
    const how = readList(visit.lane.baseUrl, name, given(visit, [...filters, "before"]));
    return (
      <Layout visit={visit} title={title} section={name} how={how}>
        <h1>{title}</h1>
        <Section title="Newest first" id={name} note={page.isCutShort ? "only the newest were looked at" : undefined}>
          <Filter visit={visit} hint={hint}>
            {fields(visit)}
          </Filter>
          {rows(visit, page.items)}
          <Pages visit={visit} of={page} />
        </Section>
      </Layout>
    );
  };

export const OrdersPage = listPage({
  name: "orders",
  title: "Orders",
  hint: "reference or order id",
  filters: ["status", "merchantId"],
  fields: (visit) => (
    <>
      <Choice visit={visit} name="status" label="Status" of={orderStatuses} />
      <Field name="merchantId" label="Merchant" value={visit.query.merchantId} />
    </>
  ),
  read: (visit, part) =>
    orderPage(visit.lane, {
      ...part,
      status: oneOf(visit, "status", orderStatuses),
      merchantId: numberOf(visit, "merchantId"),
    }),
  rows: (visit, orders) => (
    <Orders visit={visit} orders={orders.map((one) => orderSummary(one, visit.now as Instant))} />
  ),
});

export const RequestsPage = listPage({
  name: "requests",
  title: "Requests",
  hint: "req-12, reference, order id, operation",
  filters: ["operation", "responseCode", "merchantId", "orderId"],
  fields: (visit) => (
    <>
      <Choice visit={visit} name="operation" label="Operation" of={operations} />
      <Field name="responseCode" label="Answer" value={visit.query.responseCode} />
      <Field name="merchantId" label="Merchant" value={visit.query.merchantId} />
      <Field name="orderId" label="Order" value={visit.query.orderId} />
    </>
  ),
  read: (visit, part) =>
    requestPage(visit.lane, {
      ...part,
      operation: textOf(visit, "operation"),
      responseCode: textOf(visit, "responseCode"),
      merchantId: numberOf(visit, "merchantId"),
      orderId: numberOf(visit, "orderId"),
    }),
  rows: (visit, requests) => <Requests visit={visit} requests={requests.map(requestRow)} />,
});

export const NotificationsPage = listPage({
  name: "notifications",
  title: "Notifications",
  hint: "reference, order id or address",
  filters: ["state", "orderId"],
  fields: (visit) => (
    <>
      <Choice visit={visit} name="state" label="State" of={notificationStates} />
      <Field name="orderId" label="Order" value={visit.query.orderId} />
    </>
  ),
  read: (visit, part) =>
    notificationPage(visit.lane, {
      ...part,
      state: oneOf(visit, "state", notificationStates),
      orderId: numberOf(visit, "orderId"),
    }),
  rows: (visit, entries) => (
    <Notifications
      visit={visit}
      notifications={entries.map((one) => ({ ...notificationJson(one), note: noteOf(one) }))}
    />
  ),
});
