import { allRules } from "../../../app/rules/rule-changes.js";
import { settlementDue } from "../../../app/time/settlement.js";
import { statusOf } from "../../../domain/order.js";
import { SUCCESS_CODE } from "../../../facts/codes.js";
import { orderStatuses } from "../../../facts/transitions.js";
import type { ConsoleVisit } from "../context.js";
import { readByHand } from "../frame/commands.js";
import { ConsoleLayout } from "../frame/layout.js";
import { At, Section } from "../frame/parts.js";
import { DataTable } from "../frame/table.js";
import { HeldGates } from "../lists/gates.js";
import { Notifications, notificationRow } from "../lists/notifications.js";
import { Requests, requestRow } from "../lists/requests.js";
import { JudgedOrders } from "../orders/judged.js";
import { LaneList } from "./lanes.js";
import { Balances } from "./merchants.js";

/** How many of the newest entries the counters include, so that a large lane loads as fast as a small one. */
const COUNTED = 200;
const PROBLEMS = 5;

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

async function Counters({ visit: { lane, home, now } }: { visit: ConsoleVisit }) {
  const { views } = lane.store;
  const [newest] = await views.exchanges({ limit: 1 });
  const orders = await views.orders({ limit: COUNTED });
  const counts = orderStatuses.map((status) => {
    const count = orders.filter((order) => statusOf(order, now as never) === status).length;
    return { status, count };
  });
  const rules = await allRules(lane);
  return (
    <div class="tiles" data-testid="counters">
      <a href={`${home}/requests`}>
        <b>{newest?.id ?? 0}</b>calls
      </a>
      {counts
        .filter(({ count }) => count > 0)
        .map(({ status, count }) => (
          <a href={`${home}/orders?status=${status}`}>
            <b>{count}</b>
            {`${status}${orders.length === COUNTED ? `, of the newest ${COUNTED}` : ""}`}
          </a>
        ))}
      {orders.length === 0 && (
        <a href={`${home}/orders`}>
          <b>0</b>orders
        </a>
      )}
      <a href={`${home}/rules`}>
        <b>{rules.length}</b>rules
      </a>
    </div>
  );
}

async function Problems({ visit }: { visit: ConsoleVisit }) {
  const { views } = visit.lane.store;
  const newest = await views.exchanges({ limit: COUNTED });
  const refused = newest
    .filter(({ responseCode, signature }) => responseCode !== SUCCESS_CODE || signature === "invalid")
    .slice(0, PROBLEMS);
  const undelivered = (await views.notifications({ limit: COUNTED }))
    .filter(
      ({ state, attemptCount }) =>
        ["gave-up", "held", "dropped"].includes(state) || (state === "due" && attemptCount > 0),
    )
    .slice(0, PROBLEMS);
  return (
    <Section title="Last problems" id="problems" note={`among the newest ${COUNTED}`}>
      {refused.length === 0 && undelivered.length === 0 ? (
        <p class="e">
          {newest.length === 0 ? (
            <>
              Nothing was called yet: let your shop call <code>{visit.lane.baseUrl}</code>, or{" "}
              <a href={`${visit.home}/rules#scenarios`}>apply a scenario</a> to have something to look at.
            </>
          ) : (
            "None: what was called went through, and what was notified arrived or waits."
          )}
        </p>
      ) : (
        <>
          {refused.length > 0 && <Requests visit={visit} rows={refused.map(requestRow)} />}
          {undelivered.length > 0 && <Notifications visit={visit} rows={undelivered.map(notificationRow)} />}
        </>
      )}
    </Section>
  );
}

/** The next events that fall due. */
async function Coming({ visit }: { visit: ConsoleVisit }) {
  const { lane } = visit;
  const { views } = lane.store;
  const work = await views.nextDue({ expiries: false });
  const all = await views.nextDue({ expiries: true });
  const settlement = await settlementDue(lane);
  const rows = [
    { what: "A notification, or a page that completes itself", at: work },
    { what: "An unpaid order's time is up", at: all === work ? undefined : all },
    { what: "The day is settled", at: settlement },
  ].flatMap(({ what, at }) => (at === undefined ? [] : [{ what, at }]));
  return (
    <Section title="Scheduled next" id="next" note="on the lane's clock: advance it, and it happens">
      <DataTable
        of="Scheduled next"
        columns={{ What: ({ what }) => what, At: ({ at }) => <At at={at} of={visit} /> }}
        rows={rows}
        empty="Nothing waits."
      />
    </Section>
  );
}
