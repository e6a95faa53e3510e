import type { Books, Sale } from "./books.js";
import { type Caller, merchantOf, nameOf } from "./caller.js";
import type { NotifyEndpoint } from "./shop.js";

interface Listed {
  readonly id: number;
  readonly merchantReference: string;
  readonly merchantId: number;
  readonly status: string;
  readonly amount: number;
  readonly netAmount: number;
}

const PAGE = 1000;

/** Where a lane does not stand as its books say; all its orders are looked at. */
export async function audited(
  caller: Caller,
  lane: number,
  books: Books,
  { heard }: NotifyEndpoint,
): Promise<readonly string[]> {
  if (books.sales.size === 0) return [];
  const wrong: string[] = [];
  const differs = (what: string, found: unknown, expected: unknown): void => {
    const [is, should] = [JSON.stringify(found), JSON.stringify(expected)];
    if (is !== should) wrong.push(`${nameOf(lane)}: ${what} is ${is}, expected ${should}`);
  };
  const listed = await allOrders(caller, lane);
  differs("the number of orders", listed.length, books.sales.size);
  const found = new Map(listed.map((order) => [order.merchantReference, order]));
  for (const sale of books.sales.values()) {
    differs(`order ${sale.reference}`, rowOf(found.get(sale.reference)), [
      ...[sale.id, merchantOf(lane), sale.status],
      ...[sale.amount, sale.net],
    ]);
    if (sale.isDoubtful || sale.id % 20 === 0)
      differs(`the transactions of ${sale.reference}`, await approved(caller, lane, sale), approvedOf(sale));
    const told = heard.get(sale.reference);
    const isTold = told && { orderId: told.orderId, amount: told.amount, isAcknowledged: told.acknowledged > 0 };
    const expected = { orderId: String(sale.id), amount: (sale.amount / 100).toFixed(2), isAcknowledged: true };
    differs(`the notification of ${sale.reference}`, isTold, wasPaid(sale) ? expected : undefined);
  }
  differs("the balance", await balanceOf(caller, lane, books), books.balance);
  const { holds, broken } = await caller.control(lane, "GET", "invariants");
  if (!holds) wrong.push(`${nameOf(lane)}: ${JSON.stringify(broken).slice(0, 600)}`);
  return wrong;
}

/** In cents. A shop that nobody has visited has no merchant yet. */
export async function balanceOf(caller: Caller, lane: number, { sales }: Books): Promise<number> {
  if (sales.size === 0) return 0;
  const { unsettledBalance } = await caller.control(lane, "GET", `merchants/${merchantOf(lane)}`);
  return cents(unsettledBalance.HKD);
}

export const wasPaid = ({ status }: Sale): boolean => status !== "OPEN" && status !== "CLOSED";

const cents = (amount: number): number => Math.round(amount * 100);

const rowOf = (order: Listed | undefined): unknown =>
  order && [order.id, order.merchantId, order.status, cents(order.amount), cents(order.netAmount)];

async function allOrders(caller: Caller, lane: number): Promise<readonly Listed[]> {
  const all: Listed[] = [];
  for (let before = ""; ; ) {
    const { orders } = (await caller.control(lane, "GET", `orders?limit=${PAGE}${before}`)) as { orders: Listed[] };
    all.push(...orders);
    if (orders.length < PAGE) return all;
    before = `&before=${orders.at(-1)!.id}`;
  }
}

/** Types and amounts of the transactions that moved money. */
async function approved(caller: Caller, lane: number, { id }: Sale): Promise<readonly string[]> {
  const { transactions } = (await caller.control(lane, "GET", `orders/${id}`)) as {
    transactions: readonly { type: string; status: string; amount: number }[];
  };
  return transactions
    .filter(({ status }) => status !== "DECLINED")
    .map(({ type, amount }) => `${type} ${cents(amount)}`)
    .sort();
}

function approvedOf(sale: Sale): readonly string[] {
  if (!wasPaid(sale)) return [];
  const back = sale.status === "REFUNDED" ? [`REFUND ${sale.amount - sale.net}`] : [];
  const voided = sale.status === "VOIDED" ? [`SALE_VOID ${sale.amount}`] : [];
  return [...back, `SALE ${sale.amount}`, ...voided];
}
