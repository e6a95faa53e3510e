/**
 * A second, small telling of the gateway, written from the spec and provider-facts alone: one merchant (3), one currency
 * of account per order, three tokens. It shares no code with src; the walks compare the two call by call.
 */

export type Status = "OPEN" | "SUCCESS" | "REFUNDED" | "VOIDED" | "CLOSED" | "SETTLED";

/** Amounts in cents, instants in milliseconds. */
export interface ModelOrder {
  readonly reference: string;
  readonly amount: number;
  readonly currency: "HKD" | "USD";
  readonly recurring: boolean;
  readonly userId: string | undefined;
  readonly expiresAt: number;
  readonly isWallet: boolean;
  /** False if a stored card was charged: a shopper has no page to pay it on. */
  readonly hasPage: boolean;
  paid: boolean;
  refunded: number | undefined;
  voided: boolean;
  settled: boolean;
  closed: boolean;
}

const LIFETIME = 1_000_000;

export interface NewOrder {
  readonly reference: string;
  readonly amount: number;
  readonly currency: "HKD" | "USD";
  readonly recurring: boolean;
}

/** Codes are the sandbox's own table (facts/codes.ts), written out. */
export class Model {
  now: number;
  readonly orders: ModelOrder[] = [];
  readonly balance = { HKD: 0, USD: 0 };

  readonly #replacesOpen: boolean;

  constructor(now: number, { replacesOpen = false } = {}) {
    this.now = now;
    this.#replacesOpen = replacesOpen;
  }

  /** As it stands, apart from what happens to this one. */
  clone(): Model {
    const copy = new Model(this.now, { replacesOpen: this.#replacesOpen });
    copy.orders.push(...this.orders.map((order) => ({ ...order })));
    Object.assign(copy.balance, this.balance);
    return copy;
  }

  /** The newest order of this reference. */
  find(reference: string): ModelOrder | undefined {
    return this.orders.findLast((order) => order.reference === reference);
  }

  /** Whether a new order may not have this reference. */
  #isUsed(reference: string): boolean {
    const order = this.find(reference);
    return order !== undefined && !(this.#replacesOpen && ["OPEN", "CLOSED"].includes(this.statusOf(order)));
  }

  statusOf(order: ModelOrder): Status {
    if (order.voided) return "VOIDED";
    if (order.refunded !== undefined) return "REFUNDED";
    if (order.paid) return order.settled ? "SETTLED" : "SUCCESS";
    return order.closed || this.now >= order.expiresAt ? "CLOSED" : "OPEN";
  }

  netOf(order: ModelOrder): number {
    return order.paid && !order.voided ? order.amount - (order.refunded ?? 0) : 0;
  }

  create(wanted: NewOrder, userId?: string): string {
    if (this.#isUsed(wanted.reference)) return "2002";
    this.#add(wanted, userId, true);
    return "0000";
  }

  /** Tokens 351 and 375 are user1's and approve, 651 is user3's and is declined, 510 is user2's and expired. */
  sale(wanted: NewOrder, tokenId: number, userId: string, parent?: string): string {
    if (this.#isUsed(wanted.reference)) return "2002";
    const owner = { 351: "user1", 375: "user1", 651: "user3", 510: "user2" }[tokenId];
    if (owner !== userId) return "2009";
    if (tokenId === 510) return "2010";
    let currency = wanted.currency;
    if (parent !== undefined) {
      const order = this.find(parent);
      if (!order || (order.userId !== undefined && order.userId !== userId)) return "2011";
      if (!order.recurring || !order.paid || order.voided) return "2012";
      currency = order.currency;
    }
    const order = this.#add({ ...wanted, currency }, userId);
    if (tokenId === 651) return "3051";
    this.#take(order);
    return "0000";
  }

  pay(reference: string, method: string): boolean {
    const order = this.find(reference);
    if (!order?.hasPage || this.statusOf(order) !== "OPEN") return false;
    this.#take(order, method === "ALIPAYHK");
    return true;
  }

  refund(reference: string, amount: number): string {
    const order = this.find(reference);
    if (!order) return "2001";
    if (order.refunded !== undefined) return "2004";
    if (!["SUCCESS", "SETTLED"].includes(this.statusOf(order))) return "2007";
    if (amount > order.amount) return "2005";
    if (amount > this.balance[order.currency]) return "2006";
    order.refunded = amount;
    this.balance[order.currency] -= amount;
    return "0000";
  }

  void(reference: string): string {
    const order = this.find(reference);
    if (!order) return "2001";
    if (this.statusOf(order) !== "SUCCESS" || order.isWallet) return "2008";
    this.balance[order.currency] -= this.netOf(order);
    order.voided = true;
    return "0000";
  }

  settle(): number {
    const due = this.orders.filter((order) => order.paid && !order.voided && !order.settled);
    for (const order of due) {
      this.balance[order.currency] -= this.netOf(order);
      order.settled = true;
    }
    return due.length;
  }

  advance(byMs: number): void {
    this.now += byMs;
    // What expired on the way stays so, even if the clock is set back later.
    for (const order of this.orders) if (!order.paid && this.now >= order.expiresAt) order.closed = true;
  }

  #add({ reference, amount, currency, recurring }: NewOrder, userId?: string, hasPage = false): ModelOrder {
    const replaced = this.find(reference);
    if (replaced) replaced.closed = true;
    const order: ModelOrder = {
      reference,
      amount,
      currency,
      recurring,
      userId,
      expiresAt: this.now + LIFETIME,
      isWallet: false,
      hasPage,
      paid: false,
      refunded: undefined,
      voided: false,
      settled: false,
      closed: false,
    };
    this.orders.push(order);
    return order;
  }

  #take(order: ModelOrder, isWallet = false): void {
    order.paid = true;
    (order as { isWallet: boolean }).isWallet = isWallet;
    this.balance[order.currency] += order.amount;
  }
}
