import type { Instant } from "../../../../core/domain/money.js";
import { orderStatuses } from "../../../../core/facts/transitions.js";
import { readId } from "../../../../lane/ports/name.js";
import { orderPage } from "../../../../lane/views/list-pages.js";
import { orderSummary } from "../../../../lane/views/order-json.js";
import type { ConsoleVisit } from "../context.js";
import { choiceFilter, isFiltered, numberFilter } from "../frame/filter.js";
import { EntryLink, ShortTime, StateBadge, twoDecimals } from "../frame/parts.js";
import { DataTable, type TableColumns } from "../frame/table.js";
import { Comparable, CompareBox } from "./comparable.js";
import { listPages, type RowsProps } from "./list-page.js";

type Row = ReturnType<typeof orderSummary>;

const columns = (visit: ConsoleVisit): TableColumns<Row> => ({
  Order: { by: ({ id }) => id, cell: ({ id }) => <EntryLink visit={visit} path={`orders/${id}`} text={String(id)} /> },
  "*Reference": { by: ({ merchantReference }) => merchantReference },
  Status: { by: ({ status }) => status, cell: ({ status }) => <StateBadge of={status} /> },
  "#Amount": {
    by: ({ amount }) => amount,
    cell: ({ amount, currency }) => `${twoDecimals(amount)} ${currency}`,
  },
  "#Net": { by: ({ netAmount }) => netAmount, cell: ({ netAmount }) => twoDecimals(netAmount), isExtra: true },
  "Paid by": { cell: ({ cardType }) => cardType, isExtra: true },
  Merchant: { by: ({ merchantId }) => merchantId, isExtra: true },
  Created: { by: ({ createTime }) => createTime, cell: ({ createTime }) => <ShortTime at={createTime} of={visit} /> },
  Compare: ({ id }) => <CompareBox id={id} what="order" />,
});

const Orders = ({ visit, rows, sorts }: RowsProps<Row>) => (
  <Comparable path={`${visit.home}/orders/compare`} isEmpty={rows.length === 0}>
    <DataTable
      of="Orders"
      columns={columns(visit)}
      rows={rows}
      row={({ id }) => ({ "data-testid": "order-row", "data-key": `order-${id}` })}
      versions={{ visit, of: JSON.stringify }}
      isDense
      sorts={sorts}
      empty={
        isFiltered(visit) ? (
          <>
            No orders here: none fits this filter. <a href="?">Show all</a>.
          </>
        ) : (
          <>
            No orders here yet. <a href={`${visit.home}/call?operation=hosted-checkout/create`}>Make one here</a>, or
            call <code>POST {visit.lane.baseUrl}/hosted-checkout/create</code> from your shop.
          </>
        )
      }
    />
  </Comparable>
);

export const orderList = listPages({
  name: "orders",
  title: "Orders",
  hint: "reference or order id",
  filters: { status: choiceFilter("Status", orderStatuses), merchantId: numberFilter("Merchant") },
  read: (lane, { before, ...part }) => orderPage(lane, { ...part, before: readId(before) }),
  rowOf: (order, visit) => orderSummary(order, visit.now as Instant),
  columns,
  Rows: Orders,
  exported: (order) => ({ ...order }),
});
