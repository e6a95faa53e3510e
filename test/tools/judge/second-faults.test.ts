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
const judged = (Kind: unknown, only: string) =>
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
