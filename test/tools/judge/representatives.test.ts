import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { type Beliefs, judge, type SandboxLane } from "../../../src/index.js";
import { packagePath } from "../../../src/package/files.js";
import { evaluate } from "../../../src/tools/judge/conformance/evaluate.js";
import { profilesNamed } from "../../../src/tools/judge/conformance/profiles.js";
import { planLines } from "../../../src/tools/judge/reports/plan.js";
import type { Baseline } from "../../../src/tools/judge/schema/baseline.js";
import type { JudgeReport } from "../../../src/tools/library/language.js";
import { judgedShop } from "../../support/judged-shop.js";
import { callOf, rightSale, saleAt } from "../../support/sale-shop.js";

const { Shop, shopDay } = await import(pathToFileURL(packagePath("examples/shops/skeleton.mjs")).href);

/** A busy machine answers within it. */
const PATIENT_MS = 30_000;
const QUICK = { depth: 1, jobs: 2 } as const;
const codes = ["invalid-signature", "no-public-key", "merchant-not-found", "rate-limited", "maintenance"];
const refusals = codes.map((code) => `sale#1/refusal/${code}`);
const OF_REFUSALS = { ...QUICK, needed: ["sale#1/refusal/*"] } as const;

describe("of a shop that asks wherever it is in doubt", () => {
  let report: JudgeReport;
  beforeAll(async () => {
    report = await judge(rightSale, QUICK);
  });

  it("one refusal stands for the others if the shop reacts to two of them in the same way", () => {
    const main = report.mutants.find(({ id }) => id === "sale#1/refusal/system-error");
    expect(main?.standsFor).toEqual(expect.arrayContaining(refusals));
    expect(report.mutants.map(({ id }) => id)).toContain("sale#1/refusal/invalid-parameter");
    expect(report.pruned).toEqual(expect.arrayContaining(refusals));
    expect(report.counts.represented).toBeGreaterThan(refusals.length);
    expect(report.notTried[0]).toMatch(/^\d+ mutants represented by another one \(--whole runs each\): sale#1\//);
    const test = evaluate(profilesNamed("tk"), { report, setup: new Set(["output"]) }).find(({ id }) => id === "TK-05");
    expect(test?.result).toBe("PASS");
    expect(test?.why).toMatch(/ passed, \d+ by one that stands for them \(--whole runs each alone\)\.$/);
  });

  it("a client's copy isn't waited for if the same cut showed that the client sends none", () => {
    const [cut, copied] = ["sale#1/after-commit/connection-reset", "sale#1/lost/client-sends-again"] as const;
    expect(report.mutants.find(({ id }) => id === cut)?.standsFor).toContain(copied);
    expect([report.mutants.some(({ id }) => id === copied), report.inconclusive[copied]]).toEqual([
      false,
      "not-applied",
    ]);
  });
});

it("with whole each runs alone", async () => {
  const report = await judgedShop(rightSale, { ...OF_REFUSALS, whole: true });
  expect(report.counts.represented).toBe(0);
  const told = [...report.mutants.map(({ id }) => id), ...report.pruned];
  expect(told).toEqual(expect.arrayContaining(refusals));
  expect(report.mutants.filter(({ standsFor }) => standsFor !== undefined)).toEqual([]);
});

/** Asks once more about every second sale in doubt. */
const asksByChance = (): typeof rightSale => {
  let runs = 0;
  return async (lane) => {
    const believed = await rightSale(lane);
    const isDoubtful = believed["A-1"]!.paid !== 20;
    if (isDoubtful && runs++ % 2 === 0) await callOf(lane, "hosted-checkout/query", { merchantReference: "A-1" });
    return believed;
  };
};

it("how often a shop asks does not tell two changes apart, nor does the moment of a forged notification", async () => {
  const { pruned } = await judgedShop(asksByChance(), OF_REFUSALS);
  expect(pruned).toEqual(expect.arrayContaining(refusals));
  const needed = ["sale#1/notice/forged-*"];
  const report = await judgedShop(soldByDay, { ...QUICK, needed });
  expect(report.pruned).toEqual(
    expect.arrayContaining(["before", "after"].map((one) => `sale#1/notice/forged-signature-${one}`)),
  );
});

const INVALID = "1001";

/** Knows that a wrong parameter charges nothing, and takes all other refusals for a payment. */
async function looksAtCodes(lane: SandboxLane): Promise<Beliefs> {
  const { responseCode } = (await saleAt(lane, "A-1")) ?? {};
  return { "A-1": { paid: responseCode === undefined ? null : responseCode === INVALID ? 0 : 20 } };
}

it("the others run if the shop tells two of them apart", async () => {
  const report = await judgedShop(looksAtCodes, OF_REFUSALS);
  expect(report.mutants.map(({ id }) => id)).toEqual(expect.arrayContaining(refusals));
  const found = report.findings.map(({ mutant }) => mutant).filter((mutant) => mutant.includes("/refusal/"));
  expect(found).toEqual(expect.arrayContaining(["sale#1/refusal/rate-limited", "sale#1/refusal/no-public-key"]));
});

/** Two sales that look alike. */
const sellsThrice = async (lane: SandboxLane): Promise<Beliefs> => {
  const all: Beliefs[] = [];
  for (const reference of ["A-1", "A-2"]) {
    const sold = await saleAt(lane, reference);
    all.push({ [reference]: { paid: sold?.responseCode === "0000" ? 20 : null } });
  }
  return Object.assign({}, ...all);
};

it("one of two calls that look alike stands for the other", async () => {
  const { mutants, pruned } = await judgedShop(sellsThrice, { ...QUICK, needed: ["*/after-commit/*"] });
  expect(mutants.filter(({ id }) => id.startsWith("sale#2/")).map(({ id }) => id)).toEqual([]);
  expect(pruned).toContain("sale#2/after-commit/connection-reset");
  const standing = mutants.find(({ id }) => id === "sale#1/after-commit/connection-reset")?.standsFor ?? [];
  expect(standing).toContain("sale#2/after-commit/connection-reset");
});

/** Ships what the limit allows, whatever became of its payment. */
const shipsUnpaid =
  (isLow: (amount: number) => boolean) =>
  async (lane: SandboxLane): Promise<Beliefs> => {
    const all: Beliefs = {};
    for (const amount of [88, 120, 35, 19]) {
      const sold = await saleAt(lane, `A-${amount}`, amount);
      const isPaid = sold?.order?.status === "SUCCESS";
      all[`A-${amount}`] = { paid: isPaid ? amount : 0, shipped: isPaid || isLow(amount) };
    }
    return all;
  };

it.each([
  ["below a limit", (amount: number) => amount < 20, [19]],
  ["from a limit on", (amount: number) => amount > 100, [120]],
])("a mistake at orders %s is found: the smallest and the largest run themselves", async (_, isLow, wrong) => {
  const report = await judgedShop(shipsUnpaid(isLow), { ...QUICK, needed: ["*/decline/do-not-honour"] });
  const found = report.findings.filter(({ mutant }) => mutant.endsWith("/decline/do-not-honour"));
  expect(found.map(({ verdict, references }) => [verdict, references])).toEqual(
    wrong.map((amount) => ["shipped-unpaid", [`A-${amount}`]]),
  );
  expect(report.pruned.filter((id) => id.endsWith("/decline/do-not-honour"))).toHaveLength(1);
});

const soldByDay = ({ url }: SandboxLane) => shopDay(Shop, { url, timeoutMs: PATIENT_MS });

it("spoiled answers to all operations share a run", async () => {
  const { pools, representedBy } = await judgedShop(soldByDay, { ...QUICK, plan: true });
  const spoiled = ["sale#1", "create#1", "refund#1", "void#1"].map((call) => `${call}/after-commit/garbage-body`);
  expect(pools).toContainEqual(expect.arrayContaining(spoiled));
  expect(representedBy).toMatchObject({
    "void#1/after-commit/http-502": "void#1/after-commit/connection-reset",
    "void#1/before-commit/garbage-body": "void#1/before-commit/connection-reset",
  });
});

it("two sales look alike to races and lost cards, whatever their cents and later calls", async () => {
  const { representedBy } = await judgedShop(soldByDay, { ...QUICK, plan: true });
  expect(representedBy).toMatchObject({
    "sale#2/race/with-copy": "sale#1/race/with-copy",
    "sale#2/state/token-gone": "sale#1/state/token-gone",
    "sale#1/race/retried-while-running": "sale#1/race/with-copy",
  });
  expect(representedBy).not.toHaveProperty("sale#2/after-commit/connection-reset");
});

async function plannedBy(since: Baseline | undefined, plan: boolean, run = rightSale, needed?: readonly string[]) {
  const order: string[] = [];
  const progress = { begun: (id: string) => void order.push(id) };
  return { report: await judgedShop(run, { jobs: 1, depth: 1, since, plan, progress, needed }), order };
}

it("a plan lists what would run and what stands for what, and runs nothing", async () => {
  const { report, order } = await plannedBy(undefined, true);
  expect([order, report.counts.run]).toEqual([[], 0]);
  const lines = planLines(report, 2);
  expect(lines[0]).toMatch(
    /^\d+ mutants, \d+ of them only if the one that stands for them shows more; 0 share .*; at least .* 2 at a time$/,
  );
  expect(lines).toContainEqual(
    expect.stringMatching(/^ {2}sale#1\/refusal\/system-error .*stands for sale#1\/refusal\/.*/),
  );
});

it("what the last report found runs first, then the calls that have changed", async () => {
  const { report } = await plannedBy(undefined, true);
  const last = "sale#1/refusal/invalid-parameter";
  const finding = { verdict: "paid-unknown", mutant: last };
  const since = { findings: [finding], practices: [], calls: report.calls };
  const { order } = await plannedBy(since, false, rightSale, OF_REFUSALS.needed);
  expect(order.length).toBeGreaterThan(1);
  expect(order[0]).toBe(last);
  expect(report.calls).toEqual({ "sale#1": expect.stringMatching(/^[0-9a-f]{16}$/) });
});

/** Refunds an order that doesn't exist, and then one that was paid. */
const refundsTwice: typeof rightSale = async (lane) => {
  const believed = await rightSale(lane);
  for (const merchantReference of ["A-0", "A-1"])
    await callOf(lane, "hosted-checkout/refund", { merchantReference, amount: 5 });
  return { "A-1": { ...believed["A-1"]!, refunded: 5 } };
};

it("a refused call does not show which lost answers the shop tells apart", async () => {
  const { report } = await plannedBy(undefined, true, refundsTwice);
  const alone = report.mutants.map(({ id }) => id).filter((id) => /^refund#\d\/after-commit/.test(id));
  const probes = ["connection-reset", "no-response", "garbage-body", "empty-body", "truncated-body"];
  expect(alone.toSorted()).toEqual(
    ["refund#1/after-commit/connection-reset", ...probes.map((one) => `refund#2/after-commit/${one}`)].toSorted(),
  );
});

describe("of second faults, a lost answer to a query", () => {
  /** Asks three times after a lost sale; `takesRefusal`: what it then makes of a refused query. */
  const asking =
    (takesRefusal: "as lost" | "as unpaid") =>
    async (lane: SandboxLane): Promise<Beliefs> => {
      const sold = await saleAt(lane, "A-1");
      if (sold?.responseCode === "0000") return { "A-1": { paid: 20 } };
      for (let tries = 3; tries > 0; tries--) {
        const answer = await callOf(lane, "hosted-checkout/query", { merchantReference: "A-1" });
        if (answer?.responseCode === "0000") return { "A-1": { paid: answer.order!.status === "SUCCESS" ? 20 : 0 } };
        if (answer?.responseCode === "2001" || (answer && takesRefusal === "as unpaid")) return { "A-1": { paid: 0 } };
      }
      return { "A-1": { paid: null } };
    };
  const [after, before] = ["after", "before"].map((one) => `sale#1/${one}-commit/connection-reset`);
  const refused = (base = "") => `${base}+query#1/refusal/system-error`;
  const ended = async (takesRefusal: "as lost" | "as unpaid", whole = false) => {
    const needed = [after!, before!].flatMap((base) => [base, `${base}+query#1/*`]);
    return judgedShop(asking(takesRefusal), { needed, whole, depth: 2, jobs: 2 });
  };

  it("stands for a refused one if the shop did the same after the first of them", async () => {
    const { representedBy, mutants, findings } = await ended("as lost");
    expect(findings).toEqual([]);
    expect(mutants.map(({ id }) => id)).toContain(refused(after));
    expect(representedBy?.[refused(before)]).toBe(`${before}+query#1/connection-reset`);
  });

  it("stands for none if the shop takes a refusal for another answer, or with whole", async () => {
    const wrong = await ended("as unpaid");
    expect(wrong.findings.map(({ verdict, mutant }) => `${verdict} ${mutant}`)).toContain(
      `paid-unknown ${refused(after)}`,
    );
    expect(wrong.representedBy?.[refused(before)]).toBeUndefined();
    expect((await ended("as lost", true)).representedBy).toEqual({});
  });
});
