import { SUCCESS_CODE } from "../../../../core/facts/codes.js";
import { orderStatuses } from "../../../../core/facts/transitions.js";
import { allRules } from "../../../../lane/rules/rule-changes.js";
import { settlementDue } from "../../../../lane/time/settlement.js";
import { remarksOf } from "../../../../lane/views/remarks.js";
import { streamPage } from "../../../../lane/views/stream.js";
import type { StreamEntry } from "../../../../lane/views/stream-entries.js";
import type { ConsoleVisit } from "../context.js";
import { readByHand } from "../frame/commands.js";
import { ConsoleLayout } from "../frame/layout.js";
import { At, Section } from "../frame/parts.js";
import { DataTable } from "../frame/table.js";
import { HeldGates } from "../lists/gates.js";
import { StreamRows } from "../lists/stream.js";
import { type StreamRow, streamRow } from "../lists/stream-rows.js";
import { JudgedOrders } from "../orders/judged.js";
import { LaneList } from "./lanes.js";
import { Balances } from "./merchants.js";

/** How many of the newest entries the counters include, so that a large lane loads as fast as a small one. */
const COUNTED = 200;
const PROBLEMS = 5;
/** How many of the newest calls and notifications are searched for problems. */
const LOOKED_AT = 200;

/** A lane at a glance: its contents, the next events, and the last failures. */
export async function Overview({ visit, notFound }: { visit: ConsoleVisit; notFound?: string | undefined }) {
  const { lane } = visit;
  const { seed } = await lane.store.views.lane();
  const how = readByHand(visit, "health", `const lane = await sandbox.lane(${JSON.stringify(lane.name)})`);
  return (
    <ConsoleLayout visit={visit} title="Overview" heading={`Lane ${lane.name}`} section="" how={how}>
      <p class="lead">
        <code>base_url</code> of your shop: <code>{lane.baseUrl}</code> · seed <code>{seed}</code>
      </p>
      {notFound !== undefined && (
        <p class="advice" role="alert" data-testid="not-found">
          {`There is no request, order, merchantReference or checkoutUrl ${notFound} in lane ${lane.name}.`}
        </p>
      )}
      <HeldGates visit={visit} />
      <JudgedOrders visit={visit} />
      <Problems visit={visit} />
      <Counters visit={visit} />
      <Coming visit={visit} />
      <Balances visit={visit} isWhole={false} />
      <LaneList visit={visit} />
    </ConsoleLayout>
  );
}

async function Counters({ visit: { lane, home } }: { visit: ConsoleVisit }) {
  const { views } = lane.store;
  const [newest] = await views.exchanges({ limit: 1 });
  const counts = await views.orderCounts(COUNTED);
  const orders = orderStatuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  const rules = await allRules(lane);
  return (
    <div class="tiles" data-testid="counters">
      <a href={`${home}/requests`}>
        <b>{newest?.id ?? 0}</b>calls
      </a>
      {orderStatuses
        .filter((status) => counts[status])
        .map((status) => (
          <a href={`${home}/orders?status=${status}`}>
            <b>{counts[status]}</b>
            {`${status}${orders === COUNTED ? `, of the newest ${COUNTED}` : ""}`}
          </a>
        ))}
      {orders === 0 && (
        <a href={`${home}/orders`}>
          <b>0</b>orders
        </a>
      )}
      <a href={`${home}/rules`}>
        <b>{rules.length}</b>
        {rules.length === 1 ? "rule" : "rules"}
      </a>
    </div>
  );
}

/** What failed lately, by operation and code, and the last of it. */
async function Problems({ visit }: { visit: ConsoleVisit }) {
  const { lane, home } = visit;
  const asked = { onlyFailed: true, sources: ["calls", "notifications"], size: LOOKED_AT, lookAt: LOOKED_AT } as const;
  const { items } = await streamPage(lane, asked);
  if (items.length === 0)
    return (
      <Section title="Last problems" id="problems">
        <p class="e">
          {(await lane.store.views.exchanges({ limit: 1 })).length === 0 ? (
            <>
              Nothing was called yet: let your shop call <code>{lane.baseUrl}</code>, or{" "}
              <a href={`${home}/rules#scenarios`}>apply a scenario</a> to have something to look at.
            </>
          ) : (
            "None: what was called went through, and what was notified arrived or waits."
          )}
        </p>
      </Section>
    );
  const groups = Object.entries(Object.groupBy(items, nameOf)).map(([name, group = []]) => ({
    ...streamRow(group[0]!),
    group: name,
    count: group.length,
  }));
  return (
    <>
      <Section title="Last problems" id="problems" note={`among the newest ${LOOKED_AT}`}>
        <StreamRows visit={visit} rows={items.slice(0, PROBLEMS).map(streamRow)} of="Last problems" />
      </Section>
      <Section title="Errors by operation and code" id="errors" note={`among the newest ${LOOKED_AT}`}>
        <ErrorGroups visit={visit} groups={groups} />
      </Section>
    </>
  );
}

/** What errors are counted by: all that the row's *Code* shows. */
const nameOf = (entry: StreamEntry): string =>
  entry.source === "calls"
    ? `${entry.of.operation} ${entry.of.responseCode} ${remarksOf(entry.of).fault ?? ""} ${entry.of.signature === "invalid"}`
    : entry.source === "notifications"
      ? `${entry.of.kind} ${entry.of.state}`
      : entry.source;

type Group = StreamRow & { readonly group: string; readonly count: number };

/** Each is the newest of its kind. */
const ErrorGroups = ({ visit, groups }: { visit: ConsoleVisit; groups: readonly Group[] }) => (
  <DataTable
    of="Errors by operation and code"
    columns={{
      Operation: ({ what }) => what,
      Code: ({ answer }) => answer?.(),
      "#Count": (group) => (
        <a href={`${visit.home}/${addressOf(group)}`} aria-label={`${group.count} × ${group.what} ${group.code}`}>
          {group.count}
        </a>
      ),
      Last: ({ at }) => <At at={at} of={visit} />,
      "*Why": ({ why }) => why,
    }}
    rows={groups}
    row={({ group }) => ({ "data-testid": "error-group", "data-key": `error ${group}` })}
    isDense
    empty=""
  />
);

const addressOf = ({ testid, what, code = "" }: StreamRow): string =>
  testid === "request-row"
    ? `requests?${new URLSearchParams({
        operation: what,
        ...(code !== "" && { responseCode: code }),
        // A fault or a wrong signature may hide behind a call that succeeded.
        ...((code === "" || code === SUCCESS_CODE) && { failed: "yes" }),
      })}`
    : `notifications?${new URLSearchParams({ state: code })}`;

const HOUR_MS = 3_600_000;
/** How many of the next events are listed. */
const COMING = 12;

/** The next events that fall due, soonest first. */
async function Coming({ visit }: { visit: ConsoleVisit }) {
  const { lane, now, home } = visit;
  const { views } = lane.store;
  const waiting = (await views.notifications({ limit: COUNTED })).flatMap(({ id, dueAt, reference, state }) =>
    state === "due" && dueAt !== null
      ? [{ at: dueAt, path: `notifications/${id}`, what: `Notification ${id} is sent`, reference }]
      : [],
  );
  const unpaid = (await views.orders({ status: "OPEN", limit: COUNTED })).map(({ id, expiresAt, reference }) => ({
    at: expiresAt,
    path: `orders/${id}`,
    what: `Order ${id} expires unless it is paid`,
    reference,
  }));
  const work = await views.nextDue({ expiries: false });
  const isNamed = work === undefined || waiting.some(({ at }) => at <= work);
  const other = (at: number | undefined, what: string) =>
    at === undefined ? [] : [{ at, what, path: undefined, reference: undefined }];
  const rows = [
    ...waiting,
    ...unpaid,
    ...other(isNamed ? undefined : work, "A page completes itself, or a notification is sent"),
    ...other(await settlementDue(lane), "The day is settled"),
  ].sort((a, b) => a.at - b.at);
  const soon = rows.filter(({ at }) => at <= now + HOUR_MS).length;
  return (
    <Section
      title="Scheduled next"
      id="next"
      note={`${soon} within the next hour, on the lane's clock: advance it, and it happens`}
    >
      <DataTable
        of="Scheduled next"
        columns={{
          "*What": ({ what, path }) => (path === undefined ? what : <a href={`${home}/${path}`}>{what}</a>),
          Reference: ({ reference }) => reference,
          At: ({ at }) => <At at={at} of={visit} />,
        }}
        rows={rows.slice(0, COMING)}
        isDense
        empty="Nothing waits."
      />
    </Section>
  );
}
