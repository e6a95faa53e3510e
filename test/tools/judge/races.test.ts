import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { judge } from "../../../src/index.js";
import { packagePath } from "../../../src/package/files.js";
import { interleavings } from "../../../src/tools/judge/mutants/orders.js";

const { Shop, shopDay } = await import(pathToFileURL(packagePath("examples/shops/skeleton.mjs")).href);

interface Order {
  paid: number | null;
  amount: number;
  reference: string;
  times?: number;
}

/** Books what it is notified of, once for each notification that was not handled before. */
class BooksEach extends Shop {
  async takeNotice(fields: Record<string, string>): Promise<boolean> {
    const order: Order | undefined = this.book.get(fields.merchantReference);
    if (!this.isGenuine(fields) || !order) return false;
    if (order.times) return true;
    await this.meanwhile(order);
    order.times = (order.times ?? 0) + 1;
    order.paid = order.amount * order.times;
    return true;
  }
  async recover(order: Order, tries?: number): Promise<unknown> {
    const known = await super.recover(order, tries);
    if (order.times) order.paid = order.amount * order.times;
    return known;
  }
  async meanwhile(_order: Order): Promise<unknown> {
    return undefined;
  }
}

/** Between its check and its write it asks the service. */
class AsksBetween extends BooksEach {
  override meanwhile({ reference }: Order): Promise<unknown> {
    return this.ask("/hosted-checkout/query", { merchantReference: reference });
  }
}

/** Works between its check and its write: until the same order is notified again, or for a quarter of a second. */
class WorksBetween extends BooksEach {
  readonly #again: (() => void)[] = [];
  override async takeNotice(fields: Record<string, string>): Promise<boolean> {
    for (const heard of this.#again) heard();
    return super.takeNotice(fields);
  }
  override meanwhile(): Promise<unknown> {
    return new Promise<void>((resolve) => {
      this.#again.push(resolve);
      setTimeout(resolve, 250);
    });
  }
}

/** Does one thing at a time, as a shop with a single thread. */
class OneAtATime extends AsksBetween {
  #last: Promise<unknown> = Promise.resolve();
  override async takeNotice(fields: Record<string, string>): Promise<boolean> {
    const mine = this.#last.then(() => super.takeNotice(fields));
    this.#last = mine.catch(() => {});
    return mine;
  }
}

/** Believes a notification at first, and asks about a copy. */
class AsksOnCopy extends Shop {
  async takeNotice(fields: Record<string, string>): Promise<boolean> {
    const order = this.book.get(fields.merchantReference);
    if (!this.isGenuine(fields) || Number(fields.amount) !== order?.amount) return false;
    if (order.times || order.refunded) return (await this.recover(order)) === true;
    order.times = 1;
    this.markPaid(order, order.amount);
    return true;
  }
}

const judged = (Kind: typeof Shop, ...only: string[]) =>
  judge((lane) => shopDay(Kind, { url: lane.url, timeoutMs: 5000 }), { only, jobs: 1 });

describe("two handlers of one order", () => {
  it("are pinned between check and write", async () => {
    const races = ["sale#1/race/with-copy", "sale#1/race/retried-while-running"];
    const { findings } = await judged(AsksBetween, ...races);
    expect(findings).toMatchObject(races.map((mutant) => ({ verdict: "amount-differs", mutant })));
  });

  it("that ask nothing overlap by time", async () => {
    const { findings } = await judged(WorksBetween, "sale#1/race/with-copy");
    expect(findings).toMatchObject([{ verdict: "amount-differs" }]);
  });

  it.each(["with-copy", "retried-while-running"])(
    "that ask nothing come before the shop's next call, in each run: %s",
    async (race) => {
      const days: string[][] = [];
      class AsksNothing extends Shop {
        readonly #events: string[] = [];
        async run() {
          await super.run();
          days.push(this.#events);
        }
        async takeNotice({ merchantReference }: Record<string, string>) {
          this.#events.push(`notice ${merchantReference}`);
          return true;
        }
        async cancel(order: { readonly reference: string }) {
          await super.cancel(order);
          this.#events.push(`void ${order.reference}`);
        }
      }
      await judged(AsksNothing, `sale#2/race/${race}`);
      // The dry run, and the run that shows that the handler asks nothing.
      const byTime = days.slice(2).map((events) => events.filter((event) => event.endsWith("POT-3")));
      expect(byTime.length).toBeGreaterThanOrEqual(5);
      for (const events of byTime) expect(events.slice(0, 3)).toEqual(["notice POT-3", "notice POT-3", "void POT-3"]);
    },
  );

  it("of a shop that asks only about a copy do no harm", async () => {
    const races = ["sale#2/race/with-copy", "sale#2/race/retried-while-running", "pay#1/race/with-redirect"];
    const { counts } = await judged(AsksOnCopy, ...races);
    expect(counts).toMatchObject({ found: 0, unstable: 0, noticed: 0 });
    // On a busy machine one may come out as another did.
    expect(counts.run).toBeGreaterThan(0);
  });

  it("show nothing of a shop that asks only when it is notified", async () => {
    const { counts, inconclusive } = await judged(AsksBetween, "sale#1/race/with-query");
    expect([counts.run, inconclusive]).toEqual([0, { "sale#1/race/with-query": "not-applied" }]);
  });

  it("of a shop that handles one at a time are handled so", async () => {
    const { counts, notes } = await judged(OneAtATime, "sale#1/race/with-copy", "sale#1/race/retried-while-running");
    expect(counts).toMatchObject({ run: 2, found: 0, unstable: 0, noticed: 0 });
    expect(notes.join("\n")).toMatch(/sale#1\/race\/with-copy: .* does one thing at a time, or a lock .*WORKERS/);
  });

  it("of a shop that does two things at once, and locks one order, name no workers", async () => {
    class LocksOne extends OneAtATime {
      override takeNotice(fields: Record<string, string>): Promise<boolean> {
        return fields.merchantReference === "POT-3"
          ? AsksBetween.prototype.takeNotice.call(this, fields)
          : super.takeNotice(fields);
      }
    }
    const { notes } = await judged(LocksOne, "sale#1/race/with-copy", "sale#2/race/with-copy");
    const apart = notes.filter((note) => note.includes("/race/with-copy: one handler waited"));
    expect(apart).toEqual([expect.stringMatching(/^sale#1.* two things at once in other mutants, so a lock/)]);
  });

  it("of the right shop do no harm, in whichever order", async () => {
    const { counts } = await judged(Shop, "pay#1/race/*", "pay#1/order/*");
    expect(counts).toMatchObject({ found: 0, unstable: 0 });
    expect(counts.run).toBeGreaterThan(0);
  });
});

describe("the orders of events", () => {
  it.each([
    [["notice", "answer"], false, ["notice-answer", "answer-notice"]],
    [["notice", "answer"], true, ["notice-answer"]],
    [["notice", "answer", "redirect"], true, ["notice-answer-redirect", "answer-redirect-notice"]],
    [
      ["notice", "answer", "query"],
      false,
      ["notice-answer-query", "notice-query-answer", "answer-notice-query", "answer-query-notice"],
    ],
  ] as const)("of %j, on a page: %s, are %j", (events, isOnPage, expected) => {
    expect(interleavings(events, isOnPage).map((one) => one.join("-"))).toEqual(expected);
  });
});
