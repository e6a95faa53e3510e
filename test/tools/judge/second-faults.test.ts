import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { judge } from "../../../src/index.js";
import { packagePath } from "../../../src/package/files.js";

const load = (name: string) => import(pathToFileURL(packagePath(`examples/shops/${name}.mjs`)).href);
const { Shop, shopDay } = await load("skeleton");
const { default: SplitsTheCart } = await load("right-splits-the-cart");

const QUICK = { jobs: 2, timeout: "20s" } as const;
/** Only a shop that gets no answer waits for so long. */
const PATIENT_MS = 10_000;
const judged = (Kind: unknown, only: string | string[]) =>
  judge((lane) => shopDay(Kind, { url: lane.url, timeoutMs: PATIENT_MS }), { ...QUICK, only });

interface Order {
  readonly reference: string;
  readonly paid: number;
}

/** Takes an order back and writes that down, whatever is answered. */
class TakesBackUnchecked extends SplitsTheCart {
  async cancel(order: Order): Promise<void> {
    await this.ask("/hosted-checkout/void", { merchantReference: order.reference });
    this.markRefunded(order, order.paid);
  }
}

/** Reads the answer to a void. That of the refund after it is written down unread. */
class RefundsUnchecked extends Shop {
  async refund(order: Order, amount: number): Promise<void> {
    await this.ask("/hosted-checkout/refund", { merchantReference: order.reference, amount });
    this.markRefunded(order, amount);
  }
}

it.each([
  [
    "a decline makes it give the other half of the cart back",
    TakesBackUnchecked,
    "sale#2/decline/do-not-honour",
    "void",
  ],
  ["a settled order can't be voided, so that it refunds", RefundsUnchecked, "void#1/state/settled", "refund"],
])("what a shop does if %s is broken, too", async (_, Kind, base, then) => {
  const { findings, mutants } = await judged(Kind, `${base}*`);
  expect(mutants.find(({ id }) => id === base)?.verdict).toBe("survived");
  const found = findings.filter(({ mutant }) => mutant.startsWith(`${base}+${then}#`));
  expect(found.map(({ verdict }) => verdict)).toContain("refund-not-made");
  const lost = found.find(({ mutant }) => mutant.endsWith("/before-commit/connection-reset"));
  expect(lost?.cure).toMatch(/^Count a refund only if its answer says/);
});

it("a shop that reads what comes of it is not accused, and its queries after a clear answer are not broken", async () => {
  const { exitCode, mutants, text } = await judged(SplitsTheCart, "sale#2/decline/do-not-honour*");
  expect(exitCode, text).toBe(0);
  const seconds = mutants.map(({ id }) => id.split("+")[1]).filter((one) => one !== undefined);
  expect(seconds).toContain("void#1/before-commit/connection-reset");
  expect(seconds.filter((one) => one.startsWith("query"))).toEqual([]);
});

/** Asks three times what became of a charge. If nobody answers, it sells again. */
class SellsAgainAfterSilence extends Shop {
  async sell(cart: string, amount: number): Promise<Order> {
    const order = await super.sell(cart, amount);
    if (order.paid !== null) return order;
    this.markPaid(order, 0);
    return super.sell(cart, amount);
  }
}

/** Asks three times what became of a refund. If nobody answers, there was none. */
class ForgetsTheRefundAfterSilence extends Shop {
  async refund(order: Order & { refunded: number | null }, amount: number): Promise<void> {
    await super.refund(order, amount, 1);
    order.refunded ??= 0;
  }

  /** What a later query says about money that went back comes too late for it. */
  async takeNotice(): Promise<boolean> {
    return true;
  }
}

it.each([
  ["a charge", SellsAgainAfterSilence, "sale#1/after-commit/connection-reset", "charged-twice"],
  ["a refund", ForgetsTheRefundAfterSilence, "refund#1/after-commit/connection-reset", "refunded-still-paid"],
])(
  "a shop that takes silence about %s for a no is found by an outage of the queries alone",
  async (_, Kind, base, verdict) => {
    const { findings, practices } = await judged(Kind, [base, `${base}+*/connection-reset`, `${base}+*/outage`]);
    expect(findings.map((one) => one.verdict)).toContain(verdict);
    expect(findings.every(({ mutant }) => /\+query#\d+\/outage$/.test(mutant))).toBe(true);
    expect(practices.map(({ id }) => id)).not.toContain("gives-up-after-one-lost-query");
    const again = practices.find(({ id }) => id === "retried-under-new-reference");
    expect(again === undefined || /though no query was answered/.test(JSON.stringify(again.evidence))).toBe(true);
    expect(again !== undefined).toBe(verdict === "charged-twice");
  },
);

it("who says that it does not know is right while no query is answered, and is tried at each lost answer", async () => {
  const { mutants, text, exitCode, counts } = await judge(
    (lane) => shopDay(Shop, { url: lane.url, timeoutMs: PATIENT_MS }),
    { ...QUICK, only: "*/after-commit/connection-reset+*/outage", strict: true },
  );
  expect(exitCode, text).toBe(0);
  expect(counts.unresolved).toBe(0);
  const outages = mutants.filter(({ id }) => id.endsWith("/outage")).map(({ id }) => id.split("/")[0]);
  expect(new Set(outages)).toEqual(new Set(["sale#1", "refund#1", "void#1", "sale#2"]));
});

/** Sends a charge again and asks once, four times over. It hears no notice of what it does not know. */
class AsksOnceAfterEachTry extends Shop {
  async sell(cart: string, amount: number): Promise<Order> {
    const order = this.write(cart, amount, "user1");
    for (let left = 4; left > 0 && order.paid === null; left--) await this.charge(order, 1);
    return order;
  }

  recover(order: Order): Promise<boolean | undefined> {
    return super.recover(order, 1);
  }

  async takeNotice({ merchantReference }: { merchantReference: string }): Promise<boolean> {
    return this.book.get(merchantReference)?.paid > 0;
  }
}

it("the same charge again, refused as used before, tells nothing: who then does not know is right", async () => {
  const only = "sale#1/after-commit/connection-reset+query#1/outage";
  const { mutants } = await judged(AsksOnceAfterEachTry, only);
  expect(mutants.find(({ id }) => id === only)).toMatchObject({ verdict: "survived" });
});
