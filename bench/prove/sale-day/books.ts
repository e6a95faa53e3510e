export type Status = "OPEN" | "SUCCESS" | "VOIDED" | "REFUNDED" | "SETTLED" | "CLOSED";

/** An order as its shop writes it down. Amounts are cents. */
export interface Sale {
  readonly reference: string;
  readonly id: number;
  readonly amount: number;
  /** Part of the simulated time in which it began. */
  readonly hour: number;
  status: Status;
  net: number;
  isSettled: boolean;
  /** Wallets allow no void. */
  isWallet: boolean;
  /** Something unusual happened to it, so that its transactions are counted too. */
  isDoubtful: boolean;
  /** Real time of the answer that told the payment. */
  paidAt?: number;
}

/**
 * The model: a lane's orders and its merchant's unsettled balance, kept as a bookkeeper would, by the answers that the
 * shop got. It shares no code with the product.
 */
export class Books {
  readonly sales = new Map<string, Sale>();
  /** Orders that nobody has paid yet. */
  readonly #open = new Set<Sale>();
  readonly #unsettled = new Set<Sale>();
  balance = 0;
  paidOut = 0;

  opened(reference: string, id: number, amount: number, hour: number): Sale {
    const sale: Sale = {
      ...{ reference, id, amount, hour, status: "OPEN", net: 0 },
      ...{ isSettled: false, isWallet: false, isDoubtful: false },
    };
    if (this.sales.has(reference)) throw new Error(`expected one order of ${reference}, found two`);
    this.sales.set(reference, sale);
    this.#open.add(sale);
    return sale;
  }

  paid(sale: Sale, isWallet = false): void {
    sale.status = "SUCCESS";
    sale.net = sale.amount;
    sale.isWallet = isWallet;
    sale.paidAt = performance.now();
    this.balance += sale.amount;
    this.#open.delete(sale);
    this.#unsettled.add(sale);
  }

  /** The code of a void. */
  voidCode({ status, isWallet }: Sale): string {
    return status === "SUCCESS" && !isWallet ? "0000" : "2008";
  }

  voided(sale: Sale): void {
    this.balance -= sale.net;
    sale.status = "VOIDED";
    sale.net = 0;
    this.#unsettled.delete(sale);
  }

  /** The code of a refund. */
  refundCode({ status }: Sale, amount: number): string {
    if (status === "REFUNDED") return "2004";
    return this.balance >= amount ? "0000" : "2006";
  }

  refunded(sale: Sale, amount: number): void {
    this.balance -= amount;
    sale.status = "REFUNDED";
    sale.net -= amount;
  }

  /** Pages are open for 1000 seconds; the clock moves by more. */
  hourEnds(): void {
    for (const sale of this.#open) sale.status = "CLOSED";
    this.#open.clear();
  }

  /** All that was not settled is paid out; of a refunded order, the rest. */
  midnight(): void {
    for (const sale of this.#unsettled) {
      this.balance -= sale.net;
      this.paidOut += sale.net;
      sale.isSettled = true;
      if (sale.status === "SUCCESS") sale.status = "SETTLED";
    }
    this.#unsettled.clear();
  }
}
