import { explainExchange } from "../../../../lane/explain/explain.js";
import { storyOf } from "../../../../lane/views/history/order-story.js";
import { besides, type Difference } from "../../../../lane/views/history/text-diff.js";
import { wholeOrder } from "../../../../lane/views/history/whole-order.js";
import { type ConsoleVisit, exchangeInPath, laneHome, orderInPath } from "../context.js";
import { readByHand } from "../frame/commands.js";
import { textOf } from "../frame/filter.js";
import { ConsoleLayout } from "../frame/layout.js";
import { Section, twoDecimals, Value } from "../frame/parts.js";
import { DataTable } from "../frame/table.js";

/** How many members of a section are shown. */
const SHOWN = 300;

/** One side of a comparison: its sections by title. */
interface Side {
  readonly title: string;
  readonly href: string;
  readonly parts: Readonly<Record<string, unknown>>;
}

type Find = (visit: ConsoleVisit, id: string) => Promise<Side | undefined>;

/** Two entries of a list side by side. `lane` in the URL takes the second one from another lane. */
const comparePage =
  (name: "orders" | "requests", what: string, find: Find) =>
  async ({ visit }: { visit: ConsoleVisit }) => {
    const [first = "", second = ""] = visit.compared;
    const other = await otherVisit(visit);
    const [here, there] =
      visit.compared.length === 2 && other ? await Promise.all([find(visit, first), find(other, second)]) : [];
    const how = readByHand(visit, `${name}/${first || "<id>"}`, `await lane.${what}(${JSON.stringify(first)})`);
    const heading = `Two ${name} side by side`;
    return (
      <ConsoleLayout visit={visit} title={`Compare two ${name}`} heading={heading} section={name} how={how}>
        {here && there ? (
          <Compared here={here} there={there} />
        ) : (
          <p class="advice" role="alert">
            Tick exactly two {name} in the <a href={`${visit.home}/${name}`}>list</a>, then press Compare
            {visit.compared.length === 2 ? `: ${[first, second].join(" or ")} isn't there any more.` : "."}
          </p>
        )}
      </ConsoleLayout>
    );
  };

/** Ids, instants and what contains them. They differ between any two orders or calls. */
const ALWAYS = /(?:^|\.)(?:id|orderId|transactionId|parentOrderId|stan|\w*Time|\w*Url)$/;

const isTelling = ({ path, here = "{}", there = "{}" }: Difference): boolean =>
  path === "" ? here !== "{}" || there !== "{}" : !ALWAYS.test(path);

/** A text is JSON already. */
const textOfPart = (part: unknown): string => (typeof part === "string" ? part : JSON.stringify(part ?? {}));

/** An amount in main units with two decimals, as the API writes it. */
const money = (amount: number): unknown => JSON.rawJSON(twoDecimals(amount));

/** Events by name, so that each stands beside its like. The second of a name has a number. */
function byEvent(events: readonly (readonly [name: string, value: unknown])[]): object {
  const seen = new Map<string, number>();
  const numbered = events.map(([name, value]) => {
    const n = (seen.get(name) ?? 0) + 1;
    seen.set(name, n);
    return [n === 1 ? name : `${name} (${n})`, value ?? "–"];
  });
  return Object.fromEntries(numbered);
}

const Compared = ({ here, there }: { here: Side; there: Side }) => {
  const sections = Object.keys({ ...here.parts, ...there.parts }).map((title) => ({
    title,
    lines: besides(textOfPart(here.parts[title]), textOfPart(there.parts[title])).filter(isTelling),
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
          <DataTable
            of={title}
            columns={{
              "~Member": ({ path, isSame }) => (
                <>
                  {path || "all of it"} {!isSame && <span class="vh">differs</span>}
                </>
              ),
              "~here": { head: here.title, cell: (line) => <Value of={line.here} /> },
              "~there": { head: there.title, cell: (line) => <Value of={line.there} /> },
            }}
            rows={lines.slice(0, SHOWN)}
            row={({ isSame }) => (isSame ? {} : { class: "differs", "data-testid": "difference" })}
            empty="Neither has any."
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

/** The lane of the second entry. Undefined if it isn't open. */
async function otherVisit(visit: ConsoleVisit): Promise<ConsoleVisit | undefined> {
  const name = textOf(visit, "lane");
  if (name === undefined || name === visit.lane.name) return visit;
  // Only lanes that this visitor may see: tokens can be limited to some lanes.
  const isSeen = (await visit.context.lanes.names()).includes(name);
  const lane = isSeen ? visit.context.lanes.ifOpen(name) : undefined;
  return lane && { ...visit, lane, home: laneHome(visit, name), now: (await lane.store.views.lane()).now };
}

/** Short, because on a phone it stands before each cell. */
const titleIn = (visit: ConsoleVisit, title: string): string =>
  textOf(visit, "lane") === undefined ? title : `lane ${visit.lane.name}`;

async function orderSide(visit: ConsoleVisit, id: string): Promise<Side | undefined> {
  const order = await orderInPath(visit.lane, id);
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
      Order: { ...details.order, amount: money(details.order.amount), netAmount: money(details.order.netAmount) },
      Transactions: byEvent(
        details.transactions.map(({ type, id: _, at: __, amount, ...rest }) => [
          type,
          { ...rest, amount: money(amount) },
        ]),
      ),
      Ledger: byEvent(
        details.ledger.map(({ account, amount, currency, why }) => [
          `${why}: ${account}`,
          `${twoDecimals(amount)} ${currency}`,
        ]),
      ),
      Balance: await balanceOf(visit, order.merchantId),
      Notifications: byEvent(
        details.notifications.map(({ kind, state, attempts }) => [kind, { state, attempts: attempts.length }]),
      ),
      Timeline: byEvent(
        storyOf(details).map(({ what, answer, kind }) => [kind === "notification" ? "notification" : what, answer]),
      ),
      Request: order.options,
    },
  };
}

/** The merchant's unsettled balance, in main units. */
async function balanceOf({ lane }: ConsoleVisit, merchantId: number): Promise<object> {
  const { HKD, USD } = await lane.store.views.balances(merchantId);
  return { HKD: money(HKD / 100), USD: money(USD / 100) };
}

async function requestSide(visit: ConsoleVisit, text: string): Promise<Side | undefined> {
  const exchange = await exchangeInPath(visit.lane, text);
  if (!exchange) return undefined;
  const { request, response, explain } = await explainExchange(visit.lane, exchange);
  const { operation, merchantId, merchantReference, orderId, signature } = request;
  const { http, responseCode, rule, fault, delayMs } = response;
  return {
    title: titleIn(visit, text),
    href: `${visit.home}/requests/${text}`,
    parts: {
      Call: { operation, merchantId, merchantReference, orderId, signature, http, responseCode, rule, fault, delayMs },
      Parameters: request.text,
      Answer: response.text,
      Checks: Object.fromEntries(explain.ladder.map(({ step, outcome }) => [step, outcome])),
      Advice: explain.advice,
    },
  };
}

export const CompareOrders = comparePage("orders", "order", orderSide);
export const CompareRequests = comparePage("requests", "request", requestSide);
