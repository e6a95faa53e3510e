import { expect, it } from "vitest";
import type { Beliefs, SandboxLane } from "../../../src/index.js";
import { evaluate } from "../../../src/tools/judge/conformance/evaluate.js";
import { profilesNamed } from "../../../src/tools/judge/conformance/profiles.js";
import type { JudgeShopOptions } from "../../../src/tools/judge/judge-shop.js";
import { planLines } from "../../../src/tools/judge/reports/plan.js";
import type { JudgedFunction } from "../../../src/tools/judge/types.js";
import type { JudgeReport } from "../../../src/tools/library/language.js";
import { judgedShop } from "../../support/judged-shop.js";
import { callOf } from "../../support/sale-shop.js";

/** Those that take no time, and are enough for some pools. */
const needed = ["sale#*/refusal/m*", "sale#*/decline/*-card", "*/after-commit/*-body", "*/after-commit/http-502"];

/** Judges a shop by some of its mutants. */
const judged = (run: JudgedFunction, options: Partial<JudgeShopOptions> = {}): Promise<JudgeReport> =>
  judgedShop(run, { needed, jobs: 2, depth: 1, ...options });

interface Order {
  readonly reference: string;
  readonly amount: number;
  readonly cart?: string;
}

const TEA: Order = { reference: "A-1", amount: 20.1 };
const MUG: Order = { reference: "A-2", amount: 30.25 };

interface Habits {
  /** What the shop believes about an order after trouble: a sale that failed, or a query without an answer. */
  readonly inTrouble?: (order: Order, troubles: number) => number | undefined;
  readonly stopsAtTrouble?: boolean;
  readonly asksTwiceInTrouble?: boolean;
}

/** Sells by a stored card, and asks about each order. */
const sells =
  (orders: readonly Order[], { inTrouble, stopsAtTrouble = false, asksTwiceInTrouble = false }: Habits = {}) =>
  async (lane: SandboxLane): Promise<Beliefs> => {
    const beliefs: Beliefs = {};
    let troubles = 0;
    for (const order of orders) {
      const { reference: merchantReference, amount, cart } = order;
      const lineItems = [{ quantity: 1, priceData: { name: "Tea", unitAmount: amount } }];
      const params = { userId: "user1", tokenId: 351, merchantReference, amount, lineItems };
      const sold = await callOf(lane, "tokenization/sale", params);
      const ask = () => callOf(lane, "hosted-checkout/query", { merchantReference });
      const first = await ask();
      const asked = asksTwiceInTrouble && sold === undefined ? ((await ask()) ?? first) : first;
      const isKnown = asked?.responseCode === "0000";
      const isTrouble = sold?.responseCode !== "0000" || !isKnown;
      if (isTrouble) troubles++;
      const isUnpaid = asked?.responseCode === "2001" || asked?.order?.status === "OPEN";
      const paid = isUnpaid ? 0 : sold?.responseCode === "0000" || isKnown ? amount : null;
      const refunded = isKnown && paid ? amount - asked.order!.netAmount : 0;
      const wrong = isTrouble ? inTrouble?.(order, troubles) : undefined;
      beliefs[merchantReference] = { paid: wrong ?? paid, refunded: wrong ?? refunded, ...(cart && { cart }) };
      if (isTrouble && stopsAtTrouble) break;
    }
    return beliefs;
  };

/** The report of a right shop's two orders, judged once for the tests that look at it. */
let right: Promise<JudgeReport> | undefined;
const ofTwoOrders = () => (right ??= judged(sells([TEA, MUG])));

const pooled = ({ mutants }: JudgeReport) => mutants.filter(({ poolOf }) => poolOf !== undefined);

it("faults of different orders share a run, and each order has its own at its place", async () => {
  const report = await ofTwoOrders();
  expect(report.counts.pools).toBeGreaterThan(1);
  for (const { id, verdict, poolOf } of pooled(report)) {
    expect([verdict, poolOf!.length]).toEqual(["survived", 1]);
    const orders = [id, ...poolOf!].map((one) => one.replace(/^(?:sale|query)#(\d).*/, "$1"));
    expect(orders.sort()).toEqual(["1", "2"]);
  }
  const [first] = pooled(report);
  const changed = first!.run!.timeline.filter((event) => event.kind === "call" && event.isMutated);
  expect(new Set(changed.map(({ reference }) => reference))).toEqual(new Set(["A-1", "A-2"]));
});

it("second faults on different orders share a run, each after the first fault of its order", async () => {
  const bases = ["sale#*/after-commit/connection-reset", "sale#*/before-commit/connection-reset"];
  const needed = bases.flatMap((base) => [base, `${base}+*/connection-reset`]);
  const report = await judged(sells([TEA, MUG], { asksTwiceInTrouble: true }), { needed, depth: 2 });
  expect(report.findings).toEqual([]);
  const pools = pooled(report).filter(({ id }) => id.includes("+"));
  const orders = pools.map(({ id, poolOf }) => [id, ...poolOf!].map((one) => one.slice(0, "sale#1".length)).sort());
  expect([...new Set(orders.flat())].sort()).toEqual(["sale#1", "sale#2"]);
  for (const [i, { id, run }] of pools.entries()) {
    expect([id, orders[i]]).toEqual([id, ["sale#1", "sale#2"]]);
    const changed = run!.timeline.filter((event) => event.kind === "call" && event.isMutated);
    expect([id, changed.length]).toEqual([id, 4]);
  }
});

it("the same seed reports the same, whatever the jobs", async () => {
  const shop = sells([TEA, MUG], { inTrouble: ({ amount }) => (amount === MUG.amount ? 0 : undefined) });
  const few = { needed: ["sale#*/after-commit/*-body", "query#*/after-commit/empty-body"] };
  const told = ({ mutants, pruned, findings, counts }: JudgeReport) => ({
    mutants: mutants.map(({ id, verdict, poolOf }) => [id, verdict, poolOf]),
    findings: findings.map(({ mutant, verdict }) => [mutant, verdict]),
    pruned,
    counts,
  });
  const [one, four] = [await judged(shop, { ...few, jobs: 1 }), await judged(shop, { ...few, jobs: 4 })];
  expect(told(four)).toEqual(told(one));
});

it("a plan lists under the first mutant of a pool those that share its run, and counts it once", async () => {
  const plan = await judged(sells([TEA, MUG]), { plan: true });
  const ran = await ofTwoOrders();
  expect([plan.counts.run, plan.pools]).toEqual([0, ran.pools]);
  const [[first, other] = []] = ran.pools!;
  const lines = planLines({ ...plan, durationMs: 1000, notes: [] }, 1);
  const at = lines.findIndex((line) => line.startsWith(`  ${first}  `));
  expect(lines[at + 1]).toMatch(new RegExp(`^ {4}in the same run: ${other} {2}`));
  const runs = lines.slice(1).filter((line) => !line.startsWith("    ")).length;
  expect(lines[0]).toContain(`; ${plan.pools!.length} share another one's run; at least ${runs} s, 1 at a time`);
});

it("a plan that was stopped during the first run says so, and not that there are no mutants", async () => {
  const plan = await judged(sells([TEA, MUG]), { plan: true });
  const stopped = { ...plan, mutants: [], isStopped: true };
  expect(planLines(stopped, 1)).toEqual(["stopped before the first run ended, so nothing is planned"]);
});

it("a conformance test says how many of its mutants passed in a pool, and by another one", async () => {
  const testOf = async (whole: boolean) => {
    const report = await judged(sells([TEA, MUG]), { needed: ["sale#*/refusal/*"], whole });
    return evaluate(profilesNamed("tk"), { report, setup: new Set(["output"]) }).find(({ id }) => id === "TK-04");
  };
  const [shared, alone] = [await testOf(false), await testOf(true)];
  expect([shared?.result, alone?.result]).toEqual(["PASS", "PASS"]);
  expect(shared?.why).toMatch(
    /^\d+ mutants passed, \d+ by one that stands for them and 2 in a run with faults of other orders \(--whole .*\)\.$/,
  );
  expect(alone?.why).toMatch(/^\d+ mutants passed\.$/);
});

it.each([
  ["each mutant is to run", [TEA, MUG], { whole: true }],
  ["mutants are named", [TEA, MUG], { only: ["*/refusal/*"] }],
  ["orders have the same amount and user", [TEA, { ...MUG, amount: TEA.amount }], {}],
  [
    "orders are of one cart",
    [
      { ...TEA, cart: "c" },
      { ...MUG, cart: "c" },
    ],
    {},
  ],
  ["there is one order", [TEA], {}],
] as const)("no run is shared if %s", async (_, orders, options) => {
  const plan = await judged(sells(orders), { plan: true, ...options });
  expect(plan.mutants.length).toBeGreaterThan(1);
  expect(plan.pools).toEqual([]);
});

it("each finding is of a mutant that ran alone", async () => {
  const shop = sells([TEA, MUG], { inTrouble: ({ amount }) => (amount === MUG.amount ? 0 : undefined) });
  const { findings, mutants } = await judged(shop);
  const accused = new Set(findings.map(({ mutant }) => mutant));
  expect(accused).toContain("sale#2/after-commit/http-502");
  for (const mutant of accused) {
    expect(mutant).toMatch(/^(sale|query)#2\//);
    expect(mutants.find(({ id }) => id === mutant)).not.toHaveProperty("poolOf");
  }
});

it("a mistake that only two faults show is a note, and accuses nobody", async () => {
  const report = await judged(sells([TEA, MUG], { inTrouble: (_, troubles) => (troubles > 1 ? 0 : undefined) }));
  expect(report.findings).toEqual([]);
  expect(report.notes.find((note) => note.includes("none of them does alone"))).toMatch(
    /^\S+#\d\/\S+ with \S+#\d\/\S+ showed paid-unknown, and none of them does alone\. It accuses nobody, but/,
  );
});

it("a pool in which a fault never came does not count", async () => {
  const report = await judged(sells([TEA, MUG], { stopsAtTrouble: true }));
  expect(report.findings).toEqual([]);
  // Of each pool, the first order's fault must not have kept the shop from the second one.
  for (const { run } of pooled(report)) expect(Object.keys(run!.beliefs!)).toEqual(["A-1", "A-2"]);
});

it("what the shop does not know yet is told of each order of a pool", async () => {
  const asksNothing = async (lane: SandboxLane): Promise<Beliefs> => {
    const beliefs: Beliefs = {};
    for (const { reference: merchantReference, amount } of [TEA, MUG]) {
      const lineItems = [{ quantity: 1, priceData: { name: "Tea", unitAmount: amount } }];
      const params = { userId: "user1", tokenId: 351, merchantReference, amount, lineItems };
      const sold = await callOf(lane, "tokenization/sale", params);
      beliefs[merchantReference] = { paid: sold?.responseCode === "0000" ? amount : null };
    }
    return beliefs;
  };
  const report = await judged(asksNothing, { needed: ["sale#*/refusal/system-error"] });
  const [tea, mug] = ["sale#1/refusal/system-error", "sale#2/refusal/system-error"];
  expect(pooled(report).map(({ id, verdict, poolOf }) => [id, verdict, poolOf])).toEqual([
    [tea, "unresolved", [mug]],
    [mug, "unresolved", [tea]],
  ]);
  const open = report.notes.filter((note) => note.includes("does not know yet"));
  expect(open.map((note) => note.match(/^(\S+): (A-\d)/)?.slice(1))).toEqual([
    [tea, "A-1"],
    [mug, "A-2"],
  ]);
});

it("answers of a later version share a run at several calls of one order", async () => {
  const report = await judged(sells([TEA]), { needed: ["*/future/member-order", "*/future/slow"] });
  expect(report.pools).toEqual([
    expect.arrayContaining(["sale#1/future/member-order", "query#1/future/member-order"]),
    expect.arrayContaining(["sale#1/future/slow", "query#1/future/slow"]),
  ]);
});
