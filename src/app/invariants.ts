import { type Currency, currencies } from "../domain/money.js";
import { netAmount, type Order, type OrderStatus, saleOf, statusOf } from "../domain/order.js";
import type { Lane } from "./lane.js";
import type { Changes, Views } from "./ports.js";

/** A defect of the sandbox itself: the books would not balance. */
export class InvariantBroken extends Error {}

/** Each status with those that may follow it, provider-facts 3; a status may always stay. */
const followers: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  OPEN: ["SUCCESS", "CLOSED", "CANCELLED"],
  SUCCESS: ["VOIDED", "REFUNDED", "SETTLED"],
  SETTLED: ["REFUNDED"],
  CANCELLED: [],
  VOIDED: [],
  REFUNDED: [],
  CLOSED: [],
};

/** What is wrong with an order by itself; empty when nothing is. */
function brokenOrder(order: Order): readonly string[] {
  if (order.transactions.length === 0) return [];
  const approved = order.transactions.filter((t) => !t.declined);
  const sales = approved.filter((t) => t.type === "SALE");
  const refunds = approved.filter((t) => t.type === "REFUND");
  const refunded = refunds.reduce((sum, t) => sum + t.amount, 0);
  const paid = sales.reduce((sum, t) => sum + t.amount, 0);
  const isVoided = approved.some((t) => t.type === "SALE_VOID");
  const broken: string[] = [];
  if (sales.length > 1) broken.push("has more than one approved sale");
  if (refunds.length > 1) broken.push("was refunded more than once");
  if (refunded > paid) broken.push("was refunded more than was paid");
  if (netAmount(order) !== (isVoided ? 0 : paid - refunded))
    broken.push("has a net amount that its transactions do not give");
  return broken.map((what) => `order ${order.id} ${what}`);
}

function brokenSums(ledger: Changes["ledger"] = []): readonly string[] {
  return currencies
    .filter((currency) => ledger.reduce((sum, l) => (l.currency === currency ? sum + l.amount : sum), 0) !== 0)
    .map((currency) => `the ledger lines of a commit in ${currency} do not sum to zero`);
}

function brokenTransition(before: Order | undefined, after: Order): readonly string[] {
  // A clock that never passes: only what is recorded counts.
  const from = before ? statusOf(before, Number.NEGATIVE_INFINITY) : "OPEN";
  const to = statusOf(after, Number.NEGATIVE_INFINITY);
  return from === to || followers[from].includes(to) ? [] : [`order ${after.id} went from ${from} to ${to}`];
}

function brokenRefunds({ ledger = [] }: Changes, views: Views): readonly string[] {
  return ledger
    .filter(
      (l) => l.why === "refund" && l.account === "unsettled" && views.balances(l.merchantId)[l.currency] + l.amount < 0,
    )
    .map((l) => `a refund takes merchant ${l.merchantId}'s unsettled balance below zero`);
}

/** Looks at a commit before it is made. Throws InvariantBroken, so that nothing of it is kept. */
export function checkCommit(changes: Changes, views: Views): void {
  const broken: string[] = [];
  for (const { before, after } of changes.orders ?? [])
    broken.push(...brokenOrder(after), ...brokenTransition(before, after));
  if (changes.ledger?.length) broken.push(...brokenSums(changes.ledger), ...brokenRefunds(changes, views));
  for (const entry of changes.outbox ?? [])
    if (changes.exchange && entry.causedBy !== changes.exchange.id)
      broken.push(`notification ${entry.id} belongs to no commit`);
  if (broken.length > 0) throw new InvariantBroken(broken.join("; "));
}

export interface InvariantReport {
  readonly holds: boolean;
  /** How many orders, ledger lines and notifications were looked at. */
  readonly checked: number;
  readonly broken: readonly string[];
}

/** Looks at a whole lane, under the choices that it was made with. */
export const checkInvariants = ({ store, policy }: Pick<Lane, "store" | "policy">): InvariantReport =>
  checkLane(
    store.views,
    // Whatever the clock says now: an order that was never paid was closed before its reference was used again.
    (order) => policy["duplicate-reference"] === "free-after-closed" && statusOf(order, Infinity) === "CLOSED",
  );

/** Looks at a whole lane. */
export function checkLane(views: Views, isReferenceFree: (order: Order) => boolean): InvariantReport {
  const orders = views.orders({ limit: Number.MAX_SAFE_INTEGER });
  const ledger = views.ledger({});
  const notifications = views.notifications({ limit: Number.MAX_SAFE_INTEGER });
  const broken = [
    ...orders.flatMap(brokenOrder),
    ...brokenSums(ledger),
    ...brokenBalances(views, ledger),
    ...brokenReferences(orders, isReferenceFree),
    ...brokenTokens(orders, views),
    ...brokenLedger(orders, ledger),
    ...notifications
      .filter((n) => n.orderId !== undefined && !views.order(n.orderId))
      .map((n) => `notification ${n.id} has no order`),
    ...notifications
      .filter((n) => n.kind === "payment" && n.orderId !== undefined && !saleOf(views.order(n.orderId)!))
      .map((n) => `notification ${n.id} tells of an unpaid order`),
  ];
  return { holds: broken.length === 0, checked: orders.length + ledger.length + notifications.length, broken };
}

function brokenBalances(views: Views, ledger: NonNullable<Changes["ledger"]>): readonly string[] {
  const sums = new Map<string, number>();
  for (const l of ledger)
    if (l.account === "unsettled")
      sums.set(`${l.merchantId} ${l.currency}`, (sums.get(`${l.merchantId} ${l.currency}`) ?? 0) + l.amount);
  return [...sums].flatMap(([key, sum]) => {
    const [merchantId, currency] = key.split(" ") as [string, Currency];
    const kept = views.balances(Number(merchantId))[currency];
    return kept === sum
      ? []
      : [`merchant ${merchantId}'s unsettled balance in ${currency} is kept as ${kept}, its lines give ${sum}`];
  });
}

function brokenReferences(orders: readonly Order[], isReferenceFree: (order: Order) => boolean): readonly string[] {
  const seen = new Map<string, Order>();
  return [...orders].reverse().flatMap((order) => {
    const key = `${order.merchantId} ${order.reference}`;
    const earlier = seen.get(key);
    seen.set(key, order);
    return earlier && !isReferenceFree(earlier)
      ? [`merchantReference ${order.reference} of merchant ${order.merchantId} is used twice`]
      : [];
  });
}

function brokenTokens(orders: readonly Order[], views: Views): readonly string[] {
  const owners = new Map(views.tokens().map((t) => [`${t.merchantId} ${t.tokenId}`, t.userId.toLowerCase()]));
  return orders.flatMap((order) => {
    const owner = order.tokenId === undefined ? undefined : owners.get(`${order.merchantId} ${order.tokenId}`);
    return owner !== undefined && owner !== order.userId?.toLowerCase()
      ? [`order ${order.id} was charged to another user's token`]
      : [];
  });
}

/** What an order brought into the unsettled balance, less what was paid out of it, gives its net amount. */
function brokenLedger(orders: readonly Order[], ledger: NonNullable<Changes["ledger"]>): readonly string[] {
  const sums = new Map<number, number>();
  for (const l of ledger)
    if (l.orderId !== undefined && (l.account === "unsettled" || l.account === "payout"))
      sums.set(l.orderId, (sums.get(l.orderId) ?? 0) + l.amount);
  return orders
    .filter((order) => (sums.get(order.id) ?? 0) !== netAmount(order))
    .map(
      (order) =>
        `order ${order.id}'s ledger lines give ${sums.get(order.id) ?? 0}, its net amount is ${netAmount(order)}`,
    );
}
