import type { Child } from "hono/jsx";
import { noteOf } from "../../../app/notifications/non-delivery.js";
import { notificationStates } from "../../../app/ports/outbox.js";
import {
  COLLECTED_MAX,
  type ListPage,
  notificationPage,
  orderPage,
  requestPage,
} from "../../../app/views/list-pages.js";
import { notificationJson, orderSummary } from "../../../app/views/order-json.js";
import { type Period, periodOf } from "../../../app/views/period.js";
import type { Instant } from "../../../domain/money.js";
import { orderStatuses } from "../../../facts/transitions.js";
import { operations } from "../../../scenario/values/operations.js";
import type { Visit } from "../context.js";
import { Field } from "../frame/actions.js";
import { readList } from "../frame/commands.js";
import {
  ascending,
  Choice,
  Filter,
  given,
  newest,
  numberOf,
  oneOf,
  Pages,
  PeriodFields,
  queryWith,
  textOf,
} from "../frame/filter.js";
import { Layout } from "../frame/layout.js";
import { Section, type Sorts } from "../frame/parts.js";
import { type Exported, type ExportedValue, exportedOf } from "./export.js";
import { HeldGates } from "./gates.js";
import { Notifications, Orders, Requests, requestRow } from "./lists.js";
import { partOf, type SortColumns, type Sorting, sorted, sortingOf, sortsOf } from "./sorting.js";

/** A list with its own page. Newest entries come first until a column is chosen. */
interface ListOf<T, R> {
  /** Its name in the URL, in the control API and in the library. */
  readonly name: "orders" | "requests" | "notifications";
  readonly title: string;
  /** Names the members that free text searches. */
  readonly hint: string;
  /** The filters of the control API, and their fields. */
  readonly filters: readonly string[];
  readonly fields: (visit: Visit) => Child;
  readonly read: (visit: Visit, part: Part) => Promise<ListPage<T>>;
  readonly rowOf: (one: T, visit: Visit) => R;
  readonly columns: SortColumns<R>;
  readonly exported: (row: R) => Readonly<Record<string, ExportedValue>>;
  /** Shown before the list. */
  readonly above?: (visit: Visit) => Child;
  readonly table: (visit: Visit, rows: readonly R[], sorts: Sorts) => Child;
}

/** The part of a list to read. */
interface Part {
  readonly find: string | undefined;
  readonly before: number | undefined;
  readonly period: Period | undefined;
  /** How many entries at most. Left out: one page. */
  readonly size?: number | undefined;
}

/** A list, as a page and as a file. */
interface ListPages {
  readonly Page: (props: { visit: Visit }) => Promise<Child>;
  readonly exported: (visit: Visit) => Promise<Exported>;
}

function listPages<T, R>(list: ListOf<T, R>): ListPages {
  const { name, title, hint, filters, fields, read, rowOf, columns, table } = list;
  const partOfAddress = (visit: Visit): Part => ({
    find: textOf(visit, "find"),
    before: numberOf(visit, "before"),
    period: periodOf(textOf(visit, "from"), textOf(visit, "to")),
  });
  const allRows = async (visit: Visit) => {
    const { items, next } = await read(visit, { ...partOfAddress(visit), before: undefined, size: COLLECTED_MAX });
    return { rows: items.map((one) => rowOf(one, visit)), isCutShort: next !== undefined };
  };
  const pageOf = async (visit: Visit, sorting: Sorting<R> | undefined) => {
    if (!sorting) {
      const page = await read(visit, partOfAddress(visit));
      return { ...page, items: page.items.map((one) => rowOf(one, visit)) };
    }
    const { rows, isCutShort } = await allRows(visit);
    return { next: undefined, isCutShort, ...partOf(sorted(rows, sorting), numberOf(visit, "skip") ?? 0) };
  };
  return {
    Page: async ({ visit }) => {
      const sorting = sortingOf(visit, columns);
      const page = await pageOf(visit, sorting);
      const how = readList(visit.lane.baseUrl, name, given(visit, [...filters, "before"]));
      const limits = page.isCutShort
        ? sorting
          ? `only the newest ${COLLECTED_MAX} are sorted`
          : "only the newest were searched"
        : undefined;
      return (
        <Layout visit={visit} title={title} section={name} how={how}>
          <h1>{title}</h1>
          {list.above?.(visit)}
          <Section
            title={sorting ? `By ${sorting.column.head.toLowerCase()}` : "Newest first"}
            id={name}
            note={limits}
            tools={<ExportLinks visit={visit} name={name} />}
          >
            <Filter visit={visit} hint={hint}>
              {fields(visit)}
              <PeriodFields visit={visit} />
            </Filter>
            {table(visit, page.items, sortsOf(visit, columns, sorting))}
            <Pages
              visit={visit}
              of={{ ...page, isCutShort: page.isCutShort && !sorting }}
              by={sorting ? "skip" : "before"}
              words={sorting ? ascending : newest}
            />
          </Section>
        </Layout>
      );
    },
    exported: async (visit) => {
      const { rows, isCutShort } = await allRows(visit);
      const sorting = sortingOf(visit, columns);
      const all = (sorting ? sorted(rows, sorting) : rows).map(list.exported);
      return exportedOf({ name, laneName: visit.lane.name, rows: all, isCutShort, format: textOf(visit, "format") });
    },
  };
}

const ExportLinks = ({ visit: { home, query }, name }: { visit: Visit; name: string }) => {
  const { before: _, skip: __, ...rest } = query;
  const address = (format: string): string => `${home}/${name}/export${queryWith(rest, { format })}`;
  return (
    <span class="row">
      <a class="button" href={address("csv")} download data-testid="export-csv">
        CSV
      </a>
      <a class="button" href={address("json")} download data-testid="export-json">
        JSON
      </a>
    </span>
  );
};

const orders = listPages({
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
  rowOf: (order, visit) => orderSummary(order, visit.now as Instant),
  columns: {
    order: { head: "Order", of: ({ id }) => id },
    reference: { head: "Reference", of: ({ merchantReference }) => merchantReference },
    status: { head: "Status", of: ({ status }) => status },
    amount: { head: "Amount", of: ({ amount }) => amount },
    net: { head: "Net", of: ({ netAmount }) => netAmount },
    merchant: { head: "Merchant", of: ({ merchantId }) => merchantId },
    created: { head: "Created", of: ({ createTime }) => createTime },
  },
  exported: (order) => ({ ...order }),
  table: (visit, rows, sorts) => <Orders visit={visit} orders={rows} sorts={sorts} />,
});

const requests = listPages({
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
  rowOf: (exchange) => requestRow(exchange),
  columns: {
    request: { head: "Request", of: ({ id }) => Number(id.slice("req-".length)) },
    operation: { head: "Operation", of: ({ operation }) => operation },
    answer: { head: "Answer", of: ({ responseCode }) => responseCode },
    amount: { head: "Amount", of: ({ amount }) => amount },
    order: { head: "Order", of: ({ orderId }) => orderId },
    status: { head: "Status before", of: ({ orderStatus }) => orderStatus },
    reference: { head: "Reference", of: ({ merchantReference }) => merchantReference },
    merchant: { head: "Merchant", of: ({ merchantId }) => merchantId },
    at: { head: "At", of: ({ at }) => at },
  },
  exported: ({ warnings, ...row }) => ({ ...row, warnings: warnings?.join("; ") }),
  above: (visit) => <HeldGates visit={visit} />,
  table: (visit, rows, sorts) => <Requests visit={visit} requests={rows} sorts={sorts} />,
});

const notifications = listPages({
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
  rowOf: (entry) => ({ ...notificationJson(entry), note: noteOf(entry) }),
  columns: {
    notification: { head: "Notification", of: ({ id }) => id },
    state: { head: "State", of: ({ state }) => state },
    reference: { head: "Reference", of: ({ merchantReference }) => merchantReference },
    order: { head: "Order", of: ({ orderId }) => orderId },
    attempts: { head: "Attempts", of: ({ attempts }) => attempts.length },
    next: { head: "Next", of: ({ nextAt }) => nextAt ?? undefined },
  },
  exported: ({ attempts, fields: _, effects: __, ...row }) => ({
    ...row,
    attempts: attempts.length,
    lastStatus: attempts.at(-1)?.status,
    lastWhy: attempts.at(-1)?.why,
  }),
  table: (visit, rows, sorts) => <Notifications visit={visit} notifications={rows} sorts={sorts} />,
});

/** The lists with their own page, by path. */
export const lists = { orders, requests, notifications } as const;
