import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { judge } from "../../../src/index.js";
import { packagePath } from "../../../src/package/files.js";

const { Shop, shopDay } = await import(pathToFileURL(packagePath("examples/shops/skeleton.mjs")).href);

interface Order {
  paid: number | null;
  refunded: number;
  shipped: number;
}

/** Its job delivers one order after another, and ends at the first that is not paid. */
class Stops extends Shop {
  async run(): Promise<void> {
    await this.sell("tea", 88);
    await this.sellOnPage("mug", 120.5);
    await this.sell("pot", 35.25);
  }

  deliver(): void {
    for (const order of this.book.values()) {
      if (!order.paid) {
        this.stopped();
        return;
      }
      this.shipIfPaid(order);
    }
  }

  stopped(): void {}
}

/** Tells effects only of what was done. */
class TellsWhatLeft extends Stops {
  beliefs() {
    const told = Object.entries<{ effects?: Record<string, number> }>(super.beliefs());
    return Object.fromEntries(
      told.map(([name, { effects, ...belief }]) => [name, effects?.shipped ? { ...belief, effects } : belief]),
    );
  }
}

/** Right: it goes on with the next order. */
class GoesOn extends Stops {
  override deliver(): void {
    for (const order of this.book.values()) this.shipIfPaid(order);
  }
}

/** Right: an order for which the goods are sold out waits, and says so. */
class SoldOut extends GoesOn {
  override deliver(): void {
    const all: Order[] = [...this.book.values()];
    const isShort = all.some(({ paid }) => !paid);
    for (const order of all) if (!isShort) this.shipIfPaid(order);
  }

  beliefs() {
    const told = Object.entries<{ paid: number; effects: Record<string, number> }>(super.beliefs());
    return Object.fromEntries(
      told.map(([name, { effects, ...belief }]) => {
        const waiting = belief.paid && !effects.shipped ? { backordered: 1 } : {};
        return [name, { ...belief, effects: { ...effects, ...waiting } }];
      }),
    );
  }
}

/** Right: it stops as well, and its test fails. */
class StopsAloud extends Stops {
  override stopped(): void {
    throw new Error("an order is not paid");
  }
}

it.each<[string, typeof Stops, string[], string]>([
  ["that its job never came to, told as not shipped", Stops, ["MUG-2", "POT-3"], "kept-unfulfilled"],
  ["that its job never came to, told without effects", TellsWhatLeft, ["MUG-2", "POT-3"], "unresolved"],
  ["that its job came to", GoesOn, [], "survived"],
  ["whose goods are sold out", SoldOut, [], "unresolved"],
  ["that its job never came to, as its failing test says", StopsAloud, [], "noticed"],
])("after a fault of another one, orders %s", async (_, Kind, references, verdict) => {
  const only = "sale#1/decline/do-not-honour";
  const { findings, mutants } = await judge((lane) => shopDay(Kind, { url: lane.url, timeoutMs: 10_000 }), { only });
  expect(mutants.map((mutant) => mutant.verdict)).toEqual([verdict]);
  expect(findings.flatMap((finding) => finding.references)).toEqual(verdict === "kept-unfulfilled" ? references : []);
  for (const { cure } of findings) expect(cure).toMatch(/^The fault was another order's/);
});

/** Hears no notification: its job queries one order after another, up to the first that is not paid. */
class Polls extends Stops {
  particulars(order: object) {
    const { callbackUrl: _, ...rest } = super.particulars(order);
    return rest;
  }

  async letShopperPay(_: Order, orderId: number): Promise<void> {
    await this.post(`/_sandbox/orders/${orderId}/simulate`, { action: "pay" });
  }

  override async run(): Promise<void> {
    await super.run();
    for (const order of this.book.values()) {
      await this.recover(order);
      if (!order.paid) return;
    }
  }
}

/** Takes an order for unpaid as long as nobody told it. */
class TakesForUnpaid extends Polls {
  beliefs() {
    const told = Object.entries<Order>(super.beliefs());
    return Object.fromEntries(told.map(([name, belief]) => [name, { ...belief, paid: belief.paid ?? 0 }]));
  }
}

it.each<[string, typeof Polls, string[]]>([
  ["taken for unpaid", TakesForUnpaid, ["paid-unknown"]],
  ["left open", Polls, []],
])("an order that its job no longer queries is %s", async (_, Kind, verdicts) => {
  const only = "sale#1/decline/do-not-honour";
  const { findings } = await judge((lane) => shopDay(Kind, { url: lane.url, timeoutMs: 10_000 }), { only });
  const ofMug = findings.filter(({ references }) => references.includes("MUG-2"));
  expect(ofMug.map(({ verdict }) => verdict)).toEqual(verdicts);
});
