import { randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";
import * as fc from "fast-check";
import type { Beliefs, SandboxLane } from "../../src/index.js";
import { packagePath } from "../../src/package/files.js";

const { Shop, shopDay } = await import(pathToFileURL(packagePath("examples/shops/skeleton.mjs")).href);

/** What a day of a random shop consists of. Amounts are in minor units. */
export type Step =
  | { readonly do: "sell"; readonly cart: number; readonly amount: number }
  | { readonly do: "page"; readonly cart: number; readonly amount: number }
  | { readonly do: "recurring"; readonly amount: number }
  | { readonly do: "refund"; readonly which: number; readonly share: number }
  | { readonly do: "void"; readonly which: number }
  | { readonly do: "ask"; readonly which: number };

export interface Day {
  readonly steps: readonly Step[];
  /** Without an address nothing is notified, and the shop asks. */
  readonly isNotified: boolean;
  readonly ships: boolean;
  /** References and carts have other names in each run. */
  readonly namesAnew: boolean;
  readonly inDoubt: InDoubt;
}

/** What a right shop may do where the answer to a sale is lost: sell again only when it is sure, one way or another. */
const waysInDoubt = ["asks", "sends the same again", "takes it back", "asks in the evening"] as const;
type InDoubt = (typeof waysInDoubt)[number];

const cart = fc.integer({ min: 1, max: 3 });
const amount = fc.integer({ min: 100, max: 20_000 });
const which = fc.nat(5);

const sale = fc.oneof(
  fc.record({ do: fc.constant("sell" as const), cart, amount }),
  fc.record({ do: fc.constant("page" as const), cart, amount }),
  fc.record({ do: fc.constant("recurring" as const), amount }),
);
const step = fc.oneof(
  { weight: 3, arbitrary: sale },
  fc.record({ do: fc.constant("refund" as const), which, share: fc.integer({ min: 10, max: 100 }) }),
  fc.record({ do: fc.constant("void" as const), which }),
  fc.record({ do: fc.constant("ask" as const), which }),
);

/** It begins with a sale: a day without any call is judged by nothing. */
export const anyDay: fc.Arbitrary<Day> = fc.record({
  steps: fc.tuple(sale, fc.array(step, { maxLength: 5 })).map(([first, rest]) => [first, ...rest]),
  isNotified: fc.boolean(),
  ships: fc.boolean(),
  namesAnew: fc.boolean(),
  inDoubt: fc.constantFrom(...waysInDoubt),
});

/** A right shop that has such a day, as the judge runs it. */
export const randomShop =
  (day: Day) =>
  (lane: SandboxLane): Promise<Beliefs> =>
    shopDay(shopOf(day), { url: lane.url, timeoutMs: 1000 });

interface Row {
  readonly reference: string;
  readonly cart: string;
  readonly amount: number;
}

const shopOf = ({ steps, isNotified, ships, namesAnew, inDoubt }: Day) =>
  class RandomShop extends Shop {
    readonly #today = namesAnew ? randomUUID() : "";
    readonly #doubtful: Row[] = [];

    async run(): Promise<void> {
      for (const step of steps) await this.step(step);
      for (const order of this.#doubtful)
        if ((await this.recover(order)) === false) await this.sellOnce(order.cart, order.amount);
      if (ships) for (const order of this.book.values()) this.shipIfPaid(order);
    }

    reference(cart: string): string {
      return namesAnew ? randomUUID() : super.reference(cart);
    }

    async charge(order: Row): Promise<unknown> {
      if (inDoubt === "asks") return super.charge(order);
      const answer = await this.sale(order);
      if (!this.isLost(answer)) return this.took(order, answer);
      if (inDoubt === "sends the same again") return this.took(order, await this.sale(order));
      if (inDoubt === "asks in the evening") return this.#doubtful.push(order);
      return (await this.takeBack(order)) ? this.sellOnce(order.cart, order.amount) : undefined;
    }

    sale({ reference: merchantReference, ...order }: Row) {
      const { amount } = order;
      const more = this.particulars({ reference: merchantReference, ...order });
      return this.ask("/tokenization/sale", { userId: "user1", tokenId: 351, merchantReference, amount, ...more });
    }

    async took(order: Row, answer: unknown): Promise<unknown> {
      return this.isDone(answer) ? this.markPaid(order, order.amount) : this.recover(order);
    }

    async sellOnce(cart: string, amount: number): Promise<unknown> {
      const order = this.write(cart, amount);
      return this.took(order, await this.sale(order));
    }

    /** Whether nothing of it is left: it was voided, or never was. */
    async takeBack(order: Row): Promise<boolean> {
      const { reference: merchantReference, amount } = order;
      const answer = await this.ask("/hosted-checkout/void", { merchantReference });
      if (!this.isDone(answer)) return (await this.recover(order)) === false;
      this.markPaid(order, amount);
      this.markRefunded(order, amount);
      return true;
    }

    write(cart: string, amount: number): Row {
      return super.write(cart.startsWith(this.#today) ? cart : this.#today + cart, amount);
    }

    async step(step: Step): Promise<unknown> {
      if (step.do === "sell") return this.sell(`cart${step.cart}`, step.amount / 100);
      if (step.do === "page") return this.sellOnPage(`cart${step.cart}`, step.amount / 100);
      if (step.do === "recurring") return this.sellAgain(step.amount / 100);
      const orders = [...this.book.values()];
      const order = orders[step.which % Math.max(orders.length, 1)];
      if (!order) return undefined;
      if (step.do === "ask") return this.recover(order);
      // What was given back once, or never paid, is left alone.
      if (!(order.paid > 0) || order.refunded !== 0) return undefined;
      if (step.do === "void") return this.cancel(order);
      return this.refund(order, Math.max(1, Math.round(order.paid * step.share)) / 100);
    }

    /** A stored card is charged by a plan; the same reference again where nothing arrived. */
    async sellAgain(amountDue: number): Promise<void> {
      const order = this.write("plan", amountDue);
      for (let tries = 0; tries < 2; tries++) {
        const parameters = { userId: "user1", tokenId: 351, reason: "plan", merchantReference: order.reference };
        const answer = await this.ask("/tokenization/recurring", {
          ...parameters,
          amount: amountDue,
          callbackUrl: this.particulars(order).callbackUrl,
        });
        if (this.isDone(answer)) return this.markPaid(order, amountDue);
        if ((await this.recover(order)) !== false || !this.isLost(answer)) return;
      }
    }

    particulars(order: { readonly reference: string }) {
      const { callbackUrl, ...rest } = super.particulars(order);
      return isNotified ? { ...rest, callbackUrl } : { ...rest, callbackUrl: { success: callbackUrl.success } };
    }
  };
