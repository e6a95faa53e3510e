import { requestSummary } from "../../../app/explain/explain.js";
import { answerMessageOf } from "../../../app/explain/message.js";
import type { Exchange } from "../../../app/ports/exchange.js";
import { callFacts } from "../../../app/views/facts-of-call.js";
import { requestPage } from "../../../app/views/list-pages.js";
import { SUCCESS_CODE } from "../../../facts/codes.js";
import { isPaymentCall, operations } from "../../../scenario/values/operations.js";
import type { ConsoleVisit } from "../context.js";
import { choiceFilter, isFiltered, numberFilter, textFilter, textOf } from "../frame/filter.js";
import { Code, EntryLink, OrderLink, ShortTime, StateBadge, twoDecimals } from "../frame/parts.js";
import { DataTable, type TableColumns } from "../frame/table.js";
import { Comparable, CompareBox } from "./comparable.js";
import { HeldGates } from "./gates.js";
import { listPages, type RowsProps } from "./list-page.js";

/** A row for a call. Explains the code, because a code alone says little. */
export function requestRow(exchange: Exchange) {
  const { amount, currency } = callFacts(exchange, []);
  const message = exchange.responseCode === SUCCESS_CODE ? undefined : answerMessageOf(exchange.response);
  return { ...requestSummary(exchange), amount, currency, message };
}
type Row = ReturnType<typeof requestRow>;

const columns = (visit: ConsoleVisit): TableColumns<Row> => ({
  Request: {
    by: ({ id }) => Number(id.slice("req-".length)),
    cell: ({ id }) => <EntryLink visit={visit} path={`requests/${id}`} text={id} />,
  },
  At: { by: ({ at }) => at, cell: ({ at }) => <ShortTime at={at} of={visit} /> },
  Operation: { by: ({ operation }) => operation },
  Answer: { by: ({ responseCode }) => responseCode, cell: (row) => <Answer of={row} /> },
  "#Amount": {
    by: ({ amount }) => amount,
    cell: ({ amount, currency = "" }) =>
      amount === undefined ? undefined : `${twoDecimals(amount)} ${currency}`.trim(),
  },
  Order: { by: ({ orderId }) => orderId, cell: ({ orderId }) => <OrderLink visit={visit} id={orderId} /> },
  "~Reference": { by: ({ merchantReference }) => merchantReference, isExtra: true },
  "Status before": {
    by: ({ orderStatus }) => orderStatus,
    cell: ({ orderStatus }) => orderStatus && <StateBadge of={orderStatus} />,
    isExtra: true,
  },
  Merchant: { by: ({ merchantId }) => merchantId, isExtra: true },
  "~Rule": { by: ({ rule }) => rule, cell: ({ rule }) => rule, isExtra: true },
  "*Why": ({ message, warnings }) => message ?? warnings?.[0],
  Compare: ({ id }) => <CompareBox id={id} what="request" />,
});

const Answer = ({ of: { responseCode, operation, signature, fault, resendOf } }: { of: Row }) => (
  <>
    {fault && (
      <>
        <StateBadge of={fault} tone="bad" /> {responseCode !== "" && <span class="m">instead of </span>}
      </>
    )}
    {(!fault || responseCode !== "") && <Code of={responseCode} />}{" "}
    {resendOf !== undefined && <StateBadge of={`same bytes as ${resendOf}`} tone="warn" />}
    {isPaymentCall(operation) && signature !== "valid" && (
      <StateBadge of={`signature ${signature}`} tone={signature === "invalid" ? "bad" : ""} />
    )}
  </>
);

export const Requests = ({ visit, rows, sorts }: RowsProps<Row>) => (
  <Comparable path={`${visit.home}/requests/compare`} isEmpty={rows.length === 0}>
    <DataTable
      of="Requests"
      columns={columns(visit)}
      rows={rows}
      row={({ id }) => ({ "data-testid": "request-row", "data-key": id })}
      isDense
      sorts={sorts}
      empty={
        isFiltered(visit) ? (
          <>
            No requests here: none fits this filter. <a href="?">Show all</a>.
          </>
        ) : (
          <>
            No requests here yet. Point your shop's <code>base_url</code> at <code>{visit.lane.baseUrl}</code>, or{" "}
            <a href={`${visit.home}/call`}>send one here</a>.
          </>
        )
      }
    />
  </Comparable>
);

export const requestList = listPages({
  name: "requests",
  title: "Requests",
  hint: "req-12, reference, order id, operation",
  filters: {
    operation: { ...choiceFilter("Operation", operations), read: textOf },
    responseCode: textFilter("Answer"),
    merchantId: numberFilter("Merchant"),
    orderId: numberFilter("Order"),
  },
  read: requestPage,
  rowOf: requestRow,
  columns,
  Rows: Requests,
  exported: ({ warnings, ...row }) => ({ ...row, warnings: warnings?.join("; ") }),
  Above: HeldGates,
});
