import type { Child } from "hono/jsx";
import { operations } from "../../../../core/scenario/values/operations.js";
import { notificationStates } from "../../../../lane/ports/outbox.js";
import { amountAsSent } from "../../../../lane/views/facts-of-call.js";
import { streamPage } from "../../../../lane/views/stream.js";
import { type StreamSource, streamKinds } from "../../../../lane/views/stream-entries.js";
import type { ConsoleVisit } from "../context.js";
import { choiceFilter, isFiltered, numberFilter, textFilter, textOf } from "../frame/filter.js";
import { EntryLink, OrderLink, ShortTime, StateBadge } from "../frame/parts.js";
import { DataTable, type TableColumns } from "../frame/table.js";
import { Comparable } from "./comparable.js";
import { HeldGates } from "./gates.js";
import { listPages, type RowsProps } from "./list-page.js";
import { type StreamRow, streamRow } from "./stream-rows.js";

const columns = (visit: ConsoleVisit): TableColumns<StreamRow> => ({
  Entry: {
    by: ({ name }) => name,
    cell: ({ name, path }) => (path === undefined ? name : <EntryLink visit={visit} path={path} text={name} />),
  },
  At: { by: ({ at }) => at, cell: ({ at }) => <ShortTime at={at} of={visit} /> },
  Operation: { by: ({ what }) => what },
  Answer: { by: ({ code }) => code, cell: ({ answer }) => answer?.() },
  "#Amount": {
    by: ({ amount }) => amount,
    cell: ({ amount, currency = "" }) =>
      amount === undefined ? undefined : `${amountAsSent(amount)} ${currency}`.trim(),
  },
  Order: { by: ({ orderId }) => orderId, cell: ({ orderId }) => orderId && <OrderLink visit={visit} id={orderId} /> },
  "~Reference": { by: ({ reference }) => reference, isExtra: true },
  "Status before": {
    by: ({ orderStatus }) => orderStatus,
    cell: ({ orderStatus }) => orderStatus && <StateBadge of={orderStatus} />,
    isExtra: "rare",
  },
  Merchant: { by: ({ merchantId }) => merchantId, isExtra: "rare" },
  "~Rule": { by: ({ rule }) => rule, isExtra: "rare" },
  "*Why": ({ why }) => why,
  Act: { cell: ({ act }) => act?.(), isExtra: true },
});

type StreamRowsProps = RowsProps<StreamRow> & { readonly of?: string; readonly empty?: Child };

/** Lines of the stream. Two calls among them can be ticked to compare them. */
export const StreamRows = ({ visit, rows, sorts, of = "What happened", empty }: StreamRowsProps) => (
  <Comparable path={`${visit.home}/requests/compare`} isEmpty={!rows.some(({ testid }) => testid === "request-row")}>
    <DataTable
      of={of}
      columns={columns(visit)}
      rows={rows}
      row={({ key, testid }) => ({ "data-testid": testid, "data-key": key })}
      versions={{ visit, of: ({ exported, why, act }) => `${JSON.stringify(exported)} ${why} ${act === undefined}` }}
      isDense
      sorts={sorts}
      empty={empty ?? <Nothing visit={visit} what="entries" />}
    />
  </Comparable>
);

const Nothing = ({ visit, what }: { visit: ConsoleVisit; what: string }) =>
  isFiltered(visit) ? (
    <>
      {`No ${what} here: none fits this filter. `}
      <a href="?">Show all</a>.
    </>
  ) : (
    <>
      {`No ${what} here yet. Point your shop's `}
      <code>base_url</code> at <code>{visit.lane.baseUrl}</code>, or <a href={`${visit.home}/call`}>send a call here</a>
      {what === "notifications" && (
        <>
          {" with "}
          <code>callbackUrl.notify</code>, then pay its order
        </>
      )}
      .
    </>
  );

const kinds = { kind: choiceFilter("Kind", streamKinds) };
const calls = {
  operation: { ...choiceFilter("Operation", operations), read: textOf },
  responseCode: textFilter("Code"),
};
const states = { state: choiceFilter("State of a notification", notificationStates) };
const shared = {
  failed: choiceFilter("Only failed", ["yes"] as const),
  orderId: numberFilter("Order"),
  merchantId: numberFilter("Merchant"),
};

interface StreamList {
  readonly name: "stream" | "requests" | "notifications";
  readonly title: string;
  readonly sources?: readonly StreamSource[];
}

/** The stream, or those entries of it that come from some sources. */
const streamListOf = ({ name, title, sources }: StreamList) =>
  listPages({
    name,
    title,
    hint: "reference, id, code, rule, message",
    filters: {
      ...(name === "stream" && kinds),
      ...(name !== "notifications" && calls),
      ...(name !== "requests" && states),
      ...shared,
    } as typeof kinds & typeof calls & typeof states & typeof shared,
    read: (lane, { failed, ...part }) => streamPage(lane, { ...part, sources, onlyFailed: failed && true }),
    rowOf: streamRow,
    columns,
    Rows: (props) => (
      <StreamRows {...props} of={title} empty={<Nothing visit={props.visit} what={sources ? name : "entries"} />} />
    ),
    exported: ({ exported }) => exported,
    Above: name === "notifications" ? undefined : HeldGates,
  });

export const streamList = streamListOf({ name: "stream", title: "Activity" });
export const requestList = streamListOf({ name: "requests", title: "Requests", sources: ["calls"] });
export const notificationList = streamListOf({
  name: "notifications",
  title: "Notifications",
  sources: ["notifications"],
});
