import { pathToFileURL } from "node:url";
import type { Beliefs, SandboxLane } from "../../src/index.js";
import { packagePath } from "../../src/package/files.js";

const { Shop, shopDay } = await import(pathToFileURL(packagePath("examples/shops/skeleton.mjs")).href);

interface Row {
  readonly cart: string;
  readonly amount: number;
  readonly paid: number | null;
}

/** Three orders by one stored card. Each kind lets one order change what happens to the others. */
class ThreeSales extends Shop {
  async run(): Promise<void> {
    for (const [cart, amount] of wares) await this.sell(cart, amount);
  }

  /** The mistake: a lost answer for the pot counts as "not paid". */
  async recover(order: Row, tries?: number): Promise<boolean | undefined> {
    if (order.cart !== "pot" || !this.makesMistakes) return super.recover(order, tries);
    this.markPaid(order, 0);
    return true;
  }
}

const wares = [
  ["tea", 88],
  ["mug", 20.5],
  ["pot", 35.25],
] as const;

/** Sells nothing more once an order is not paid. */
class Blocks extends ThreeSales {
  override async run(): Promise<void> {
    for (const [cart, amount] of wares) if (!(await this.sell(cart, amount)).paid) return;
  }
}

/** Never uses a card again that was declined. */
class SharesToken extends ThreeSales {
  #isDeclined = false;

  async charge(order: Row, tries?: number): Promise<unknown> {
    if (this.#isDeclined) return this.markPaid(order, 0);
    await super.charge(order, tries);
    this.#isDeclined ||= order.paid === 0;
    return undefined;
  }
}

/** After a lost answer all orders wait for the evening. */
class Queues extends ThreeSales {
  readonly #waiting: (() => Promise<unknown>)[] = [];

  override async run(): Promise<void> {
    await super.run();
    for (let work = this.#waiting.shift(); work; work = this.#waiting.shift()) await work();
  }

  async charge(order: Row, tries?: number): Promise<unknown> {
    if (this.#waiting.length === 0) return super.charge(order, tries);
    return this.#waiting.push(() => super.charge(order, tries));
  }

  override async recover(order: Row, tries?: number): Promise<boolean | undefined> {
    if (order.paid !== null || this.#waiting.length > 0) return super.recover(order, tries);
    this.#waiting.push(() => super.recover(order, tries));
    return undefined;
  }
}

export const poolShops = {
  "sells three times": ThreeSales,
  "stops at the first order that is not paid": Blocks,
  "never uses a declined card again": SharesToken,
  "queues all orders behind a lost answer": Queues,
} as const;

/** The shop's day as the judge runs it. */
export const dayOf =
  (kind: keyof typeof poolShops, { makesMistakes }: { readonly makesMistakes: boolean }) =>
  (lane: SandboxLane): Promise<Beliefs> => {
    const Kind = class extends poolShops[kind] {
      readonly makesMistakes = makesMistakes;
    };
    return shopDay(Kind, { url: lane.url, timeoutMs: 1000 });
  };
