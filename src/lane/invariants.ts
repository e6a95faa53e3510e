import { WITHHELD } from "../core/domain/ledger.js";
import { beginningOfTime, type Currency, currencies, endOfTime } from "../core/domain/money.js";
import { netAmount, type Order, saleOf, statusOf } from "../core/domain/order.js";
import { foldUserId, type Token } from "../core/domain/token.js";
import { mayFollow } from "../core/facts/transitions.js";
import { type Choices, freesReferences } from "./choices.js";
import type { Lane } from "./lane.js";
import type { InvariantRules } from "./ports/lane-storage.js";
import type { OutboxEntry } from "./ports/outbox.js";
import type { Changes, RuleCount, Tx, Views } from "./ports/store.js";
import type { RuleBook, RuleSet } from "./rules/rule-book.js";

/** A defect of the sandbox itself: this commit would leave the books inconsistent. */
export class InvariantBroken extends Error {}

/** The broken invariants of a single order. Empty if there are none. */
function brokenOrder(order: Order): readonly string[] {
  let [sales, refunds, voids, paid, refunded] = [0, 0, 0, 0, 0];
  let isOtherAmount = false;
  for (const { type, amount, declined } of order.transactions) {
    if (declined !== undefined) continue;
    if (type === "SALE") {
      sales++;
      paid += amount;
      if (amount !== order.amount) isOtherAmount = true;
    } else if (type === "REFUND") {
      refunds++;
      refunded += amount;
    } else voids++;
  }
  const broken: string[] = [];
  if (sales > 1) broken.push("has more than one approved sale");
  if (isOtherAmount) broken.push("was charged another amount than its own");
  if (refunds > 1) broken.push("was refunded more than once");
  if (refunded > paid) broken.push("was refunded more than was paid");
  if (voids > 1) broken.push("was voided more than once");
  if (voids > 0 && (paid === 0 || refunds > 0)) broken.push("was voided without a sale to void");
  return broken.map((what) => `order ${order.id} ${what}`);
}

function brokenSums(ledger: Changes["ledger"] = []): readonly string[] {
  const broken: string[] = [];
  for (const currency of currencies) {
    let sum = 0;
    for (const line of ledger) if (line.currency === currency) sum += line.amount;
    if (sum !== 0) broken.push(`the ledger lines of a commit in ${currency} do not sum to zero`);
  }
  return broken;
}

function brokenTransition(before: Order | undefined, after: Order): readonly string[] {
  // At the beginning of time no order has expired yet, so the status depends only on recorded events.
  const from = before ? statusOf(before, beginningOfTime) : "none";
  const to = statusOf(after, beginningOfTime);
  return mayFollow(from, to) ? [] : [`order ${after.id} went from ${from} to ${to}`];
}

function brokenRefunds(tx: Tx, { ledger = [] }: Changes): readonly string[] {
  const broken: string[] = [];
  for (const { why, account, merchantId, currency, amount } of ledger) {
    if (why !== "refund" || account !== "unsettled") continue;
    if (tx.unsettled(merchantId, currency) + amount < 0)
      broken.push(`a refund takes merchant ${merchantId}'s unsettled balance below zero`);
  }
  return broken;
}

/**
 * Checks that a commit's ledger lines for an order equal the change of its net amount. A settlement moves the net
 * amount out; what it withholds of that goes back.
 */
function brokenMoves({ before, after }: OrderChange, { ledger = [] }: Changes): readonly string[] {
  let [moved, withheld] = [0, 0];
  for (const l of ledger) {
    if (l.orderId !== after.id || l.account !== "unsettled") continue;
    if (l.why === WITHHELD) withheld += l.amount;
    else moved += l.amount;
  }
  const isSettlement = after.settledAt !== undefined && before?.settledAt === undefined;
  const expected = isSettlement ? -netAmount(after) : netAmount(after) - (before ? netAmount(before) : 0);
  const mayWithhold = isSettlement ? netAmount(after) : 0;
  if (withheld < 0 || withheld > mayWithhold) return [`order ${after.id} withholds ${withheld} of ${mayWithhold}`];
  return moved === expected ? [] : [`order ${after.id} moves ${moved}, its net amount asks for ${expected}`];
}

function brokenNewcomer(
  tx: Tx,
  order: Order,
  { orders, tokens = [] }: Changes,
  invariantRules: InvariantRules,
): readonly string[] {
  const broken: string[] = [];
  const known = tx.orderByReference(order.merchantId, order.reference);
  // This commit itself may close the earlier order with this reference.
  const earlier = orders?.find(({ before, after }) => before && after.id === known?.id)?.after ?? known;
  if (earlier && !invariantRules.isReferenceFree(tx.lane(), earlier, order.createdAt))
    broken.push(`merchantReference ${order.reference} of merchant ${order.merchantId} is used twice`);
  if (order.tokenId !== undefined) {
    const isIts = (t: Token): boolean => t.merchantId === order.merchantId && t.tokenId === order.tokenId;
    const token = tokens.find(isIts) ?? tx.token(order.merchantId, order.tokenId);
    if (!token || foldUserId(token.userId) !== foldUserId(order.userId ?? ""))
      broken.push(`order ${order.id} was charged to another user's token`);
  }
  return broken;
}

function brokenCounts(counts: readonly RuleCount[], timesOf: RuleSet["timesOf"]): readonly string[] {
  return counts
    .filter(({ ruleId, fired }) => fired > (timesOf(ruleId) ?? Number.POSITIVE_INFINITY))
    .map(({ ruleId, fired }) => `rule ${ruleId} fired ${fired} times, ${timesOf(ruleId)} were allowed`);
}

type OrderChange = NonNullable<Changes["orders"]>[number];

export const invariantRulesOf = (choices: Choices, rules: RuleBook): InvariantRules => ({
  isReferenceFree: (record, order, at) =>
    (record.reusesReferences || freesReferences(choices.unwatched(record))) && statusOf(order, at) === "CLOSED",
  timesOf: (record) => rules.inForce(record).timesOf,
});

/**
 * Checks a commit before it is made, within its unit of work. Throws InvariantBroken, so that nothing of it is
 * stored.
 */
export function checkCommit(tx: Tx, changes: Changes, invariantRules: InvariantRules): void {
  const broken: string[] = [];
  for (const change of changes.orders ?? []) {
    broken.push(...brokenOrder(change.after), ...brokenTransition(change.before, change.after));
    broken.push(...brokenMoves(change, changes));
    if (!change.before) broken.push(...brokenNewcomer(tx, change.after, changes, invariantRules));
  }
  if (changes.ledger?.length) broken.push(...brokenSums(changes.ledger), ...brokenRefunds(tx, changes));
  for (const entry of changes.outbox ?? [])
    if (entry.causedBy !== changes.exchange?.id) broken.push(`notification ${entry.id} belongs to no commit`);
  if (changes.counts?.length) broken.push(...brokenCounts(changes.counts, invariantRules.timesOf(tx.lane())));
  if (broken.length > 0) throw new InvariantBroken(broken.join("; "));
}

export interface InvariantReport {
  readonly holds: boolean;
  /** How many orders, ledger lines and notifications were checked. */
  readonly checked: number;
  readonly broken: readonly string[];
}

/** Checks a whole lane. Allows for every choice that it ever had. */
export const checkInvariants = ({
  store,
  choices,
  rules,
}: Pick<Lane, "store" | "choices" | "rules">): Promise<InvariantReport> => {
  const check = (views: Views) => checkLane(views, invariantRulesOf(choices, rules));
  return store.atOneInstant ? store.atOneInstant(check) : check(store.views);
};

/**
 * Checks a whole lane. Token ownership isn't included: it can only be checked at commit, because later
 * nobody knows who owned a token when it was charged.
 */
export async function checkLane(views: Views, invariantRules: InvariantRules): Promise<InvariantReport> {
  const record = await views.lane();
  const orders = await views.orders({ limit: Number.MAX_SAFE_INTEGER });
  const ledger = await views.ledger({});
  const notifications = await views.notifications({ limit: Number.MAX_SAFE_INTEGER });
  const byId = new Map(orders.map((order) => [order.id, order]));
  const broken = [
    ...orders.flatMap(brokenOrder),
    ...brokenSums(ledger),
    ...(await brokenBalances(views, ledger)),
    ...brokenReferences(orders, (order) => invariantRules.isReferenceFree(record, order, endOfTime)),
    ...brokenCounts(await views.ruleCounts(), invariantRules.timesOf(record)),
    ...brokenLedger(orders, ledger),
    ...notifications.flatMap((n) => brokenNotification(n, byId)),
  ];
  return { holds: broken.length === 0, checked: orders.length + ledger.length + notifications.length, broken };
}

function brokenNotification({ id, kind, orderId }: OutboxEntry, orders: ReadonlyMap<number, Order>): readonly string[] {
  if (orderId === undefined) return kind === "payment" ? [`notification ${id} has no order`] : [];
  const order = orders.get(orderId);
  if (!order) return [`notification ${id} has no order`];
  return kind === "payment" && !saleOf(order) ? [`notification ${id} tells of an unpaid order`] : [];
}

async function brokenBalances(views: Views, ledger: NonNullable<Changes["ledger"]>): Promise<readonly string[]> {
  const sums = new Map<string, number>();
  for (const l of ledger)
    if (l.account === "unsettled")
      sums.set(`${l.merchantId} ${l.currency}`, (sums.get(`${l.merchantId} ${l.currency}`) ?? 0) + l.amount);
  const broken: string[] = [];
  for (const [key, sum] of sums) {
    const [merchantId, currency] = key.split(" ") as [string, Currency];
    const balance = (await views.balances(Number(merchantId)))[currency];
    if (balance !== sum)
      broken.push(
        `merchant ${merchantId}'s unsettled balance in ${currency} is kept as ${balance}, its lines give ${sum}`,
      );
  }
  return broken;
}

/**
 * Checks orders that share a reference. Each earlier unpaid order must have been closed before the next one was made,
 * whatever the clock says now.
 */
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

/** Checks that an order's ledger lines in the unsettled balance, without payouts, equal its net amount. */
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
