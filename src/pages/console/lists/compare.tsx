import type { Child } from "hono/jsx";
import { explainExchange } from "../../../app/explain/explain.js";
import { readRequestId } from "../../../app/ports/exchange.js";
import { storyOf } from "../../../app/views/order-story.js";
import { besides } from "../../../app/views/text-diff.js";
import { wholeOrder } from "../../../app/views/whole-order.js";
import { laneHome, type Visit } from "../context.js";
import { readByCurl } from "../frame/commands.js";
import { textOf } from "../frame/filter.js";
import { Layout } from "../frame/layout.js";
import { Section, Table } from "../frame/parts.js";

/** How many members of a section are shown. */
const SHOWN = 300;

/** One side of a comparison: its sections by title. */
interface Side {
  readonly title: string;
  readonly href: string;
  readonly parts: Readonly<Record<string, unknown>>;
}

type Find = (visit: Visit, id: string) => Promise<Side | undefined>;

/** Two entries of a list side by side. `lane` in the URL takes the second one from another lane. */
const comparePage =
  (name: "orders" | "requests", what: string, find: Find) =>
  async ({ visit }: { visit: Visit }) => {
    const [first = "", second = ""] = visit.compared;
    const other = await otherVisit(visit);
    const [here, there] =
      visit.compared.length === 2 && other ? await Promise.all([find(visit, first), find(other, second)]) : [];
    const how = {
      curl: readByCurl(visit.lane.baseUrl, `${name}/${first || "<id>"}`),
      code: `await lane.${what}(${JSON.stringify(first)})`,
    };
    return (
      <Layout visit={visit} title={`Compare two ${name}`} section={name} how={how}>
        <h1>{`Two ${name} side by side`}</h1>
        {here && there ? (
          <Compared here={here} there={there} />
        ) : (
          <p class="advice" role="alert">
            Tick exactly two {name} in the <a href={`${visit.home}/${name}`}>list</a>, then press Compare
            {visit.compared.length === 2 ? `: ${[first, second].join(" or ")} isn't there any more.` : "."}
          </p>
        )}
      </Layout>
    );
  };

const Compared = ({ here, there }: { here: Side; there: Side }) => {
  const sections = Object.keys({ ...here.parts, ...there.parts }).map((title) => ({
    title,
    lines: besides(JSON.stringify(here.parts[title] ?? {}), JSON.stringify(there.parts[title] ?? {})),
  }));
  const differing = sections.flatMap(({ lines }) => lines).filter(({ isSame }) => !isSame).length;
  return (
    <>
      <p class="lead" data-testid="differences">
        {differing === 0 ? "They are the same in all that is shown here." : `${differing} lines differ.`}
      </p>
      {sections.map(({ title, lines }) => (
        <Section
          title={title}
          id={title.toLowerCase()}
          note={lines.length > SHOWN ? `the first ${SHOWN} of ${lines.length} members` : undefined}
        >
          <Table
            of={title}
            heads={["Member", here.title, there.title]}
            empty="Neither has any."
            rows={lines.slice(0, SHOWN).map((line) => (
              <tr class={line.isSame ? undefined : "differs"} data-testid={line.isSame ? undefined : "difference"}>
                <td class="x">
                  {line.path || "all of it"} {!line.isSame && <span class="vh">differs</span>}
                </td>
                <Value of={line.here} />
                <Value of={line.there} />
              </tr>
            ))}
          />
        </Section>
      ))}
      <p class="row">
        <a class="button" href={here.href}>{`Open ${here.title}`}</a>
        <a class="button" href={there.href}>{`Open ${there.title}`}</a>
      </p>
    </>
  );
};

const Value = ({ of }: { of: string | undefined }) => (
  <td class="x">{of === undefined ? <span class="m">absent</span> : <code>{of}</code>}</td>
);

/** The lane of the second entry. Undefined if it isn't open. */
async function otherVisit(visit: Visit): Promise<Visit | undefined> {
  const name = textOf(visit, "lane");
  if (name === undefined || name === visit.lane.name) return visit;
  // Only lanes that this visitor may see: tokens can be limited to some lanes.
  const isSeen = (await visit.context.lanes.names()).includes(name);
  const lane = isSeen ? visit.context.lanes.ifOpen(name) : undefined;
  return lane && { ...visit, lane, home: laneHome(visit, name), now: (await lane.store.views.lane()).now };
}

/** Short, because on a phone it stands before each cell. */
const titleIn = (visit: Visit, title: string): string =>
  textOf(visit, "lane") === undefined ? title : `lane ${visit.lane.name}`;

/** Leaves out ids and instants of transactions and notifications, because they always differ. */
async function orderSide(visit: Visit, id: string): Promise<Side | undefined> {
  const order = /^\d{1,10}$/.test(id) ? await visit.lane.store.views.order(Number(id)) : undefined;
  // In a forked lane, a refused create leaves no order, and that is the difference to show.
  if (!order)
    return textOf(visit, "lane") === undefined
      ? undefined
      : { title: titleIn(visit, `order ${id}`), href: visit.home, parts: {} };
  const details = await wholeOrder(visit.lane, order);
  return {
    title: titleIn(visit, `order ${id}`),
    href: `${visit.home}/orders/${id}`,
    parts: {
      Order: details.order,
      Transactions: details.transactions.map(({ id: _, stan: __, at: ___, ...rest }) => rest),
      Ledger: details.ledger.map(
        ({ account, amount, currency, why }) => `${account} ${amount.toFixed(2)} ${currency}, ${why}`,
      ),
      Balance: await balanceOf(visit, order.merchantId),
      Notifications: details.notifications.map(({ kind, state, url, attempts }) => ({
        kind,
        state,
        url,
        attempts: attempts.length,
      })),
      Timeline: storyOf(details).map(
        ({ what, answer, kind }) =>
          (kind === "notification" ? "notification" : what) + (answer === undefined ? "" : `: ${answer}`),
      ),
      "Asked for": order.options,
    },
  };
}

/** The merchant's unsettled balance, in main units. */
async function balanceOf({ lane }: Visit, merchantId: number): Promise<object> {
  const { HKD, USD } = await lane.store.views.balances(merchantId);
  return { HKD: HKD / 100, USD: USD / 100 };
}

async function requestSide(visit: Visit, text: string): Promise<Side | undefined> {
  const id = readRequestId(text);
  const exchange = id === undefined ? undefined : await visit.lane.store.views.exchange(id);
  if (!exchange) return undefined;
  const { request, response, explain } = await explainExchange(visit.lane, exchange);
  const { operation, merchantId, merchantReference, orderId, signature } = request;
  const { http, responseCode, rule, fault, delayMs } = response;
  return {
    title: titleIn(visit, text),
    href: `${visit.home}/requests/${text}`,
    parts: {
      Call: { operation, merchantId, merchantReference, orderId, signature, http, responseCode, rule, fault, delayMs },
      Parameters: request.params ?? request.text,
      Answer: response.body ?? response.text,
      Ladder: Object.fromEntries(explain.ladder.map(({ step, outcome }) => [step, outcome])),
      Advice: explain.advice,
    },
  };
}

type Page = (props: { visit: Visit }) => Promise<Child>;

export const CompareOrders: Page = comparePage("orders", "order", orderSide);
export const CompareRequests: Page = comparePage("requests", "request", requestSide);
