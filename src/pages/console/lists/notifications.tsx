import { adviceForNotification, signedTextOf } from "../../../app/explain/notification-advice.js";
import { noteOf } from "../../../app/notifications/non-delivery.js";
import { notificationStates } from "../../../app/ports/outbox.js";
import { idsOf } from "../../../app/traces/trace-context.js";
import { notificationPage } from "../../../app/views/list-pages.js";
import { notificationJson } from "../../../app/views/order-json.js";
import type { NotificationJson } from "../../../app/views/schemas/notification-schema.js";
import type { ConsoleVisit } from "../context.js";
import { Act } from "../frame/actions.js";
import { choiceFilter, numberFilter } from "../frame/filter.js";
import { At, OrderLink, pretty, StateBadge } from "../frame/parts.js";
import { DataTable, type TableColumns } from "../frame/table.js";
import { listPages, type RowsProps } from "./list-page.js";

export const notificationRow = (entry: Parameters<typeof notificationJson>[0]): NotificationJson => ({
  ...notificationJson(entry),
  note: noteOf(entry),
});

const columns = (visit: ConsoleVisit): TableColumns<NotificationJson> => ({
  Notification: {
    by: ({ id }) => id,
    cell: ({ id, kind }) => (
      <>
        {id} <span class="m">{kind}</span>
      </>
    ),
  },
  State: {
    by: ({ state }) => state,
    cell: ({ state, note }) => (
      <>
        <StateBadge of={state} /> {note !== undefined && <span class="m">{note}</span>}
      </>
    ),
  },
  "~To": ({ url, traceparent }) => (
    <>
      {url}
      {traceparent !== undefined && <div class="m">{`trace ${idsOf(traceparent).traceId}`}</div>}
    </>
  ),
  Order: { by: ({ orderId }) => orderId, cell: ({ orderId }) => <OrderLink visit={visit} id={orderId} /> },
  "~Reference": { by: ({ merchantReference }) => merchantReference },
  Attempts: { by: ({ attempts }) => attempts.length, cell: (row) => <Attempts of={row} /> },
  Next: { by: ({ nextAt }) => nextAt ?? undefined, cell: ({ nextAt }) => nextAt && <At at={nextAt} of={visit} /> },
  Do: (row) => <NotificationActs of={row} />,
});

export const Notifications = ({ visit, rows, sorts }: RowsProps<NotificationJson>) => (
  <DataTable
    of="Notifications"
    columns={columns(visit)}
    rows={rows}
    row={({ id }) => ({ "data-testid": "notification-row", "data-key": `notification-${id}`, id: `n-${id}` })}
    sorts={sorts}
    empty={
      <>
        No notifications here. Give <code>callbackUrl.notify</code> when you{" "}
        <a href={`${visit.home}/call?operation=hosted-checkout/create`}>make an order</a>, then pay it.
      </>
    }
  />
);

/** Buttons of a notification: send it now, release a held one, or hold a waiting one. */
const NotificationActs = ({ of: { id, state } }: { of: NotificationJson }) => (
  <div class="row">
    <NotificationAct id={id} act="resend" text="Resend" />
    {state === "held" && <NotificationAct id={id} act="release" text="Release" />}
    {state === "due" && <NotificationAct id={id} act="hold" text="Hold" />}
  </div>
);

const NotificationAct = ({ id, act, text }: { id: number; act: "resend" | "release" | "hold"; text: string }) => (
  <Act
    text={text}
    testid={`notification-${act}`}
    label={`${text} notification ${id}`}
    does={{ call: `POST notifications/${id}/${act}`, code: `await lane.${act}(${id})` }}
  />
);

const Attempts = ({ of: row }: { of: NotificationJson }) => (
  <>
    {row.attempts.length === 0 ? <span class="m">none</span> : <AttemptList of={row} />}
    {(row.effects.forge !== undefined || (row.state !== "acknowledged" && row.attempts.length > 0)) && (
      <div class="m">{adviceForNotification(row)}</div>
    )}
  </>
);

const AttemptList = ({ of: row }: { of: NotificationJson }) => {
  const { attempts, id } = row;
  const signedText = signedTextOf(row);
  return (
    <>
      {attempts.map((a) => (
        <details data-key={`attempt-${id}-${a.n}`}>
          <summary>
            {`${a.n}: ${a.status ?? "no answer"}, ${a.durationMs} ms`}
            {a.why !== null && ` (${a.why})`}
          </summary>
          <pre>{`${a.at}\n\nsent\n${pretty(a.request)}\n\nanswered\n${a.body}`}</pre>
        </details>
      ))}
      {signedText !== undefined && (
        <details data-key={`signed-${id}`}>
          <summary>The text that was signed</summary>
          <pre>{signedText}</pre>
        </details>
      )}
    </>
  );
};

export const notificationList = listPages({
  name: "notifications",
  title: "Notifications",
  hint: "reference, order id or address",
  filters: { state: choiceFilter("State", notificationStates), orderId: numberFilter("Order") },
  read: notificationPage,
  rowOf: notificationRow,
  columns,
  Rows: Notifications,
  exported: ({ attempts, fields: _, effects: __, ...row }) => ({
    ...row,
    attempts: attempts.length,
    lastStatus: attempts.at(-1)?.status,
    lastWhy: attempts.at(-1)?.why,
  }),
});
