import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type Beliefs, judge, type SandboxLane } from "../../../src/index.js";
import { judgeFunction } from "../../../src/tools/judge/judge-function.js";
import { mayBeSecond } from "../../../src/tools/judge/mutants/second-faults.js";
import { reportOfJudge } from "../../../src/tools/judge/reports/judge-report.js";
import { fromUrl } from "../../../src/tools/judge/run/shop/belief-source.js";
import { terminalLines } from "../../../src/tools/reports/terminal.js";
import { sellHosted } from "../../support/hosted-shop.js";
import { judgedShop } from "../../support/judged-shop.js";
import { listening } from "../../support/listening.js";
import { callOf, rightSale, saleAt } from "../../support/sale-shop.js";
import { timersByHand } from "../../support/timers-by-hand.js";

const LOST = "sale#1/after-commit/connection-reset";

it("the first run that takes long is told at once, the others are not", async () => {
  const warn = vi.spyOn(process, "emitWarning").mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const { timers, hangFor } = timersByHand();
  const slow = (lane: SandboxLane): Promise<Beliefs> => {
    void hangFor(4_000);
    return rightSale(lane);
  };
  const { mutants } = await judgeFunction(slow, { only: LOST, timeout: "60s" }, timers);
  expect(mutants).toHaveLength(1);
  expect(warn.mock.calls).toEqual([
    [
      expect.stringMatching(/^judge: the first run has not ended after 4 s; the judge waits up to 60 s for each\./),
      "payment-sandbox",
    ],
  ]);
});

describe("a mutant", () => {
  it("whose finding does not repeat is unstable, and accuses nobody", async () => {
    let runs = 0;
    const forgetsOnce = async (lane: SandboxLane): Promise<Beliefs> =>
      ++runs === 2 ? saleAt(lane, "A-1").then(() => ({ "A-1": { paid: 0 } })) : rightSale(lane);
    const { mutants, findings, exitCode, notes } = await judge(forgetsOnce, { only: LOST });
    expect(mutants.map(({ verdict }) => verdict)).toEqual(["unstable"]);
    expect(notes.slice(1).map((note) => note.replace(/ \(A-1: .*\)\./, " (…)."))).toEqual([
      `${LOST}: paid-unknown in 1 of 7 runs (…). That accuses nobody: the machine was busy, or the shop depends on time or order. Run it alone, a few times: judge(run, { only: "${LOST}" })`,
    ]);
    expect([findings, exitCode, runs]).toEqual([[], 0, 8]);
  });

  it("whose finding comes back at times is told with how often", async () => {
    let runs = 0;
    const forgetsAtTimes = async (lane: SandboxLane): Promise<Beliefs> =>
      [2, 5, 6].includes(++runs) ? saleAt(lane, "A-1").then(() => ({ "A-1": { paid: 0 } })) : rightSale(lane);
    const { findings, exitCode } = await judge(forgetsAtTimes, { only: LOST });
    expect([findings.map(({ verdict, seen }) => [verdict, seen]), exitCode]).toEqual([
      [["paid-unknown", { of: 7, times: 3 }]],
      6,
    ]);
  });

  it.each([
    [undefined, "the function returned nothing, expected the shop's beliefs"],
    [null, "it reported no beliefs"],
  ])("whose beliefs are missing is unreadable, and the exit code is 4: %s", async (missing, why) => {
    let runs = 0;
    const silent = async (lane: SandboxLane) => {
      const beliefs = await rightSale(lane);
      return runs++ === 0 ? beliefs : missing;
    };
    const { mutants, exitCode, unproven, notes } = await judge(silent as typeof rightSale, { only: LOST });
    expect([mutants.map(({ verdict }) => verdict), exitCode]).toEqual([["unreadable"], 4]);
    expect(unproven).toEqual([`1 mutant whose beliefs are missing or cannot be read: ${LOST}`]);
    expect(notes).toContainEqual(expect.stringContaining(`${LOST}: ${why}`));
  });

  it("whose beliefs cannot be read is unreadable, and the exit code is 4", async () => {
    let runs = 0;
    const garbled = async (lane: SandboxLane) =>
      rightSale(lane).then((beliefs) => (runs++ === 0 ? beliefs : { "A-1": { paid: "20,00" } }));
    const { mutants, exitCode, notes } = await judge(garbled as typeof rightSale, { only: LOST });
    expect([mutants.map(({ verdict }) => verdict), exitCode]).toEqual([["unreadable"], 4]);
    expect(notes).toContainEqual(expect.stringMatching(/^sale#1\/after-commit\/connection-reset: .*A-1\.paid/));
  });

  it.each([
    [1, "survived"],
    [2, "survived"],
    [3, "noticed"],
  ])("that fails by itself %i times in a row is %s: it is run again twice", async (failures, verdict) => {
    let runs = 0;
    const stumbles = async (lane: SandboxLane): Promise<Beliefs> => {
      if (++runs > 1 && runs <= 1 + failures) throw new Error("the machine is busy");
      return rightSale(lane);
    };
    const { mutants } = await judge(stumbles, { only: LOST, depth: 1 });
    expect([mutants.map((one) => one.verdict), runs]).toEqual([[verdict], 1 + Math.min(failures + 1, 3)]);
  });

  it.each([
    [1, "survived"],
    [3, "noticed"],
  ])("that times out %i times in a row is %s: it is run again twice", async (failures, verdict) => {
    let runs = 0;
    const { timers, hangFor } = timersByHand();
    const hangs = async (lane: SandboxLane): Promise<Beliefs> => {
      if (++runs > 1 && runs <= 1 + failures) return hangFor(60_000);
      return rightSale(lane);
    };
    const { mutants } = await judgeFunction(hangs, { only: LOST, depth: 1, timeout: "60s" }, timers);
    expect([mutants.map((one) => one.verdict), runs]).toEqual([[verdict], 1 + Math.min(failures + 1, 3)]);
  });

  it("that survives a lost answer gets a second fault, by its name alone too", async () => {
    const both = `${LOST}+query#1/connection-reset`;
    const { mutants } = await judge(rightSale, { only: both });
    expect(mutants.map(({ id, verdict }) => [id, verdict])).toEqual([[both, "survived"]]);
    const { mutants: open } = await judge(rightSale, { only: `${LOST}*` });
    expect(open.length).toBeGreaterThan(2);
    expect([open[0]!.id, open.filter(({ id }) => !id.startsWith(`${LOST}+`)).length]).toEqual([LOST, 1]);
    const alone = await judge(rightSale, { only: LOST });
    expect(alone.mutants.map(({ id }) => id)).toEqual([LOST]);
    expect(alone.notes).toContain(
      `${open.length - 1} second faults after ${LOST} did not run, because --only does not name them: --only "${LOST}*" runs them, too`,
    );
    const asksOnce = async (lane: SandboxLane): Promise<Beliefs> => {
      if ((await saleAt(lane, "A-1"))?.responseCode === "0000") return { "A-1": { paid: 20 } };
      const asked = await callOf(lane, "hosted-checkout/query", { merchantReference: "A-1" });
      return { "A-1": { paid: asked?.order?.netAmount ?? 0 } };
    };
    const lost = { only: ["sale#1/*/connection-reset", "sale#1/*/connection-reset+*/connection-reset"], jobs: 2 };
    const { findings } = await judge(asksOnce, lost);
    expect(new Set(findings.map(({ mutant }) => mutant.split("+")[1]?.split("/")[0]))).toEqual(new Set(["query#1"]));
    expect((await judge(asksOnce, { ...lost, depth: 1 })).findings).toEqual([]);
  });

  it("whose whole id fits a pattern runs, also if a star spans both of its faults", async () => {
    const takesRefusalForUnpaid = async (lane: SandboxLane): Promise<Beliefs> => {
      if ((await saleAt(lane, "A-1"))?.responseCode === "0000") return { "A-1": { paid: 20 } };
      const asked = await callOf(lane, "hosted-checkout/query", { merchantReference: "A-1" });
      return { "A-1": { paid: asked?.order?.netAmount ?? 0 } };
    };
    const second = `${LOST}+query#1/refusal/system-error`;
    for (const only of ["*query#1*", "sale#1/*/system-error"]) {
      const { findings } = await judge(takesRefusalForUnpaid, { only });
      expect([only, findings.map(({ mutant }) => mutant)]).toEqual([only, expect.arrayContaining([second])]);
    }
  });

  it.each([
    ["*query*", true],
    ["*#12/refusal/system-error", true],
    ["*/outage", true],
    ["*/decline/*", false],
    ["*amounts*", false],
  ])("of two faults can fit %s: %s", (pattern, may) => {
    expect(mayBeSecond(pattern)).toBe(may);
  });

  it("that survives a lost call gets a second fault at its second try, under the same reference too", async () => {
    const sellsTwice = async (lane: SandboxLane): Promise<Beliefs> => {
      if ((await saleAt(lane, "A-1"))?.responseCode === "0000") return { "A-1": { paid: 20 } };
      const asked = await callOf(lane, "hosted-checkout/query", { merchantReference: "A-1" });
      if (asked?.responseCode === "0000") return { "A-1": { paid: 20 } };
      const again = await saleAt(lane, "A-1");
      return { "A-1": { paid: again?.responseCode === "0000" ? 20 : 0 } };
    };
    const { findings } = await judge(sellsTwice, { only: "sale#1/before-commit/connection-reset+sale#2/*" });
    expect(findings.map(({ mutant, verdict }) => [mutant, verdict])).toEqual([
      ["sale#1/before-commit/connection-reset+sale#2/after-commit/connection-reset", "paid-unknown"],
    ]);
  });

  it("whose whole id is given gets its second fault at any later call, also of the dry run", async () => {
    const refundsBlindly = async (lane: SandboxLane): Promise<Beliefs> => {
      const isSold = async () => (await saleAt(lane, "A-1"))?.responseCode === "0000";
      if (!(await isSold()) && !(await isSold())) return { "A-1": { paid: null } };
      await callOf(lane, "hosted-checkout/refund", { merchantReference: "A-1", amount: 5 });
      return { "A-1": { paid: 20, refunded: 5 } };
    };
    const only = "sale#1/before-commit/connection-reset+refund#1/before-commit/connection-reset";
    const { findings } = await judge(refundsBlindly, { only });
    expect(findings.map(({ mutant, verdict }) => [mutant, verdict])).toEqual([[only, "refund-not-made"]]);
    await expect(judge(refundsBlindly, { only: only.replace("refund#1", "refund#2") })).rejects.toThrow(
      /the shop does not survive sale#1\/before-commit\/connection-reset, or makes no such call after it\. --only "sale#1/,
    );
  });

  it("that goes as another one went, or never comes to its change, is pruned and counted", async () => {
    const alike = await judge((lane) => sellHosted(lane), { only: "pay#1/*/never*", jobs: 1 });
    expect(alike.mutants.map(({ id }) => id)).toEqual(["pay#1/notice/never"]);
    expect(alike.counts).toMatchObject({ planned: 2, run: 1, pruned: 1 });
    let runs = 0;
    const once = await judge(async (lane) => (runs++ === 0 ? rightSale(lane) : {}), { only: LOST });
    expect(once.counts).toMatchObject({ planned: 1, run: 0, pruned: 1 });
  });

  it("that goes as an earlier one of the plan is pruned, whichever ends first", async () => {
    let runs = 0;
    const last = Promise.withResolvers<void>();
    const firstEndsLast = async (lane: SandboxLane): Promise<Beliefs> => {
      const run = runs++;
      const beliefs = await sellHosted(lane);
      if (run === 1) await last.promise;
      if (run === 2) last.resolve();
      return beliefs;
    };
    const { mutants, pruned } = await judge(firstEndsLast, { only: "pay#1/*/never*", jobs: 2 });
    expect(mutants.map(({ id }) => id)).toEqual(["pay#1/notice/never"]);
    expect(pruned).toHaveLength(1);
  });

  it("that fails before it comes to its change is noticed, and the terminal says what may hinder it", async () => {
    let runs = 0;
    const once = async (lane: SandboxLane) => {
      if (runs++ > 0) throw new Error("the port is in use");
      return rightSale(lane);
    };
    const report = await judge(once, { only: LOST });
    expect(report.counts).toMatchObject({ run: 1, noticed: 1, pruned: 0 });
    expect(terminalLines(reportOfJudge(report))).toContain(
      "1 run failed before the first call; if they share a port or a database, try --jobs 1: the port is in use",
    );
  });

  it("that fails at a step of the test itself is noticed, and the terminal says why and what to do", async () => {
    const pays = async (lane: SandboxLane): Promise<Beliefs> => {
      const { body } = await lane.call("hosted-checkout/create", {
        ...{ merchantReference: "A-1", amount: 20 },
        lineItems: [{ quantity: 1, priceData: { unitAmount: 20, name: "Tea" } }],
      });
      await lane.pay(body.checkoutUrl);
      return { "A-1": { paid: 20 } };
    };
    const report = await judge(pays, { only: "pay#1/page/expires-while-paying" });
    expect(terminalLines(reportOfJudge(report)).join("\n")).toMatch(
      /1 mutant noticed by the command itself: let it go on .*expires-while-paying.*: the order could not be paid: .* is CLOSED/,
    );
  });

  it("whose shop tells of an order of an earlier run once more is not resolved, and told", async () => {
    const kept: Record<string, Beliefs[string]> = {};
    const keeps = async (lane: SandboxLane) => {
      const reference = `A-${Object.keys(kept).length}`;
      await saleAt(lane, reference);
      kept[reference] = { paid: 20, shipped: true };
      return kept;
    };
    const { findings, notes } = await judge(keeps, { only: "sale#1/after-commit/*", jobs: 1 });
    expect(findings).toEqual([]);
    expect(notes.join("\n")).toContain(
      "A-0: an earlier run made this order. Does the shop keep its book from run to run?",
    );
  });

  it("in which the function fails is noticed: the suite saw it", async () => {
    const { mutants, exitCode } = await judge(
      async (lane) => {
        if ((await saleAt(lane, "A-1")) === undefined) throw new Error("expected a sale");
        return { "A-1": { paid: 20 } };
      },
      { only: LOST },
    );
    expect(mutants).toMatchObject([{ verdict: "noticed", run: { why: "expected a sale" } }]);
    expect(exitCode).toBe(0);
  });

  it("is run beside others, as many as asked for", async () => {
    let active = 0;
    let most = 0;
    let second = () => {};
    const two = new Promise<void>((resolve) => (second = resolve));
    let runs = 0;
    const run = async (lane: SandboxLane) => {
      most = Math.max(most, ++active);
      if (active === 2) second();
      if (runs++ > 0) await two;
      return rightSale(lane).finally(() => active--);
    };
    await judge(run, { only: "sale#1/refusal/*", jobs: 2 });
    expect(most).toBe(2);
  });

  it.each([
    ["no first fault that it names gets a second one", "sale#1/refusal/*+*", 1, []],
    [
      "the shop makes no such call after a first fault",
      "sale#1/after-commit/*+*void*",
      2,
      ["--only names second faults alone, and 1 first fault must run"],
    ],
  ])("of two faults fits no --only, if %s", async (_, only, least, told) => {
    let runs = 0;
    const notes: string[] = [];
    const shop = (lane: SandboxLane): Promise<Beliefs> => {
      runs++;
      return rightSale(lane);
    };
    const progress = { note: (text: string) => notes.push(text), begin: () => {}, ended: () => {}, pruned: () => {} };
    await expect(judgedShop(shop, { only: [only], jobs: 1, progress })).rejects.toThrow(
      `--only: no second fault's id fits ${JSON.stringify(only)}: after no first fault that it names`,
    );
    expect([runs, notes]).toEqual([least, told.map((start) => expect.stringContaining(start))]);
  });

  it("that is named and open is told, even if another run was the same", async () => {
    const giveBack = async (lane: SandboxLane): Promise<Beliefs> => {
      await saleAt(lane, "A-1");
      const back = await callOf(lane, "hosted-checkout/refund", { merchantReference: "A-1", amount: 20 });
      return { "A-1": { paid: 20, refunded: back?.responseCode === "0000" ? 20 : null } };
    };
    const needed = ["refund#1/state/refunded-a-cent", "refund#1/state/refunded-all-but-a-cent"];
    const { mutants, notes } = await judgedShop(giveBack, { needed, whole: true, jobs: 1, depth: 1 });
    expect(mutants.map(({ id, verdict }) => [id, verdict])).toEqual(needed.map((id) => [id, "unresolved"]));
    for (const id of needed)
      expect(notes).toContainEqual(expect.stringContaining(`${id}: A-1: the shop does not know`));
  });

  it("has a name that fits --only, else the names are told", async () => {
    await expect(judge(rightSale, { only: "refund#1/*" })).rejects.toThrow(
      `--only: no mutant's id fits "refund#1/*", expected one such as sale#1/after-commit/connection-reset, of one of these calls: sale#1`,
    );
    await expect(judge(rightSale, { only: "sale#[12]/*" })).rejects.toThrow(
      "A glob knows * only: repeat --only for each",
    );
    const never = async (lane: SandboxLane): Promise<Beliefs> => ({
      "A-1": { paid: (await saleAt(lane, "A-1")) ? 20 : 0 },
    });
    await expect(judge(never, { only: "*query*" })).rejects.toThrow(
      'no mutant\'s id fits "*query*", nor that of a second fault: after no first fault that it survives does the shop make such a call, expected one such as sale#1/',
    );
    await expect(judge(rightSale, { only: "assume/*" })).rejects.toThrow(
      "the judge changes no assumption, but payment-sandbox sensitivity --only 'assume/*' does",
    );
  });
});

describe("strict", () => {
  /** Opens a page besides, which nobody pays. */
  const sellsAndOpens = async (lane: SandboxLane): Promise<Beliefs> => {
    const lineItems = [{ quantity: 1, priceData: { name: "Tea", unitAmount: 20 } }];
    await callOf(lane, "hosted-checkout/create", { merchantReference: "B-1", amount: 20, lineItems });
    return rightSale(lane);
  };
  /** Says of a lost answer that it does not know. */
  const asksNobody = async (lane: SandboxLane): Promise<Beliefs> => ({
    "A-1": { paid: (await saleAt(lane, "A-1"))?.responseCode === "0000" ? 20 : null },
  });

  it("tells of an unresolved mutant what to do, and its replay has the options of its run", async () => {
    const scenario = { name: "long", description: "the value is too long for a line: ".repeat(3), rules: [] };
    const counted = { only: LOST, depth: 1, strict: true, onMutant: () => {} } as const;
    const { notes, mutants } = await judge(asksNobody, { ...counted, timeout: "9s", seed: 3, scenario });
    expect(notes).toContainEqual(
      expect.stringMatching(
        / does not know yet\. .*\. Let the shop query the order until it knows, before its test ends$/,
      ),
    );
    expect(mutants[0]!.replay).toBe(`judge(run, { only: "${LOST}", timeout: "9s", seed: 3, scenario })`);
  });

  it.each([
    [{}, 0],
    [{ maxUnresolved: 1 }, 0],
    [{ maxUnresolved: 0 }, 4],
    [{ strict: true }, 4],
    [{ strict: true, maxUnresolved: 1 }, 0],
  ])("with %j and one unresolved mutant ends with %i", async (options, expected) => {
    const { mutants, exitCode, unproven } = await judge(asksNobody, { only: LOST, depth: 1, ...options });
    expect([mutants.map(({ verdict }) => verdict), exitCode]).toEqual([["unresolved"], expected]);
    expect(unproven).toEqual(expected === 0 ? [] : [`1 mutant unresolved, at most 0 allowed: ${LOST}`]);
  });

  it.each<[string, (lane: SandboxLane) => Promise<Beliefs | null>, string]>([
    ["no beliefs", async (lane) => rightSale(lane).then(() => null), "the dry run: the shop reports no beliefs"],
    [
      "null",
      async (lane) => saleAt(lane, "B-1").then(async () => ({ ...(await rightSale(lane)), "B-1": { paid: null } })),
      "the dry run: B-1 is null, not known",
    ],
    ["nothing of an unpaid order", sellsAndOpens, "the dry run: the beliefs do not name B-1"],
  ])("fails a shop that tells %s in the dry run", async (_, shop, line) => {
    const { exitCode, unproven } = await judge(shop, { only: LOST, depth: 1, strict: true });
    expect(unproven).toContain(line);
    expect(exitCode).toBe(4);
  });

  it("fails if mutants were not run or failed by themselves; otherwise only if none was run", async () => {
    let runs = 0;
    const fails = async (lane: SandboxLane): Promise<Beliefs> => {
      if (runs++ > 0) throw new Error("no database");
      return rightSale(lane);
    };
    const failed = await judge(fails, { only: LOST, strict: true });
    expect([failed.exitCode, failed.unproven]).toEqual([4, [`1 mutant noticed by the command itself: ${LOST}`]]);
    const hurried = { only: "sale#1/after-commit/*", budget: "1ms", jobs: 1 } as const;
    const usual = await judge(rightSale, hurried);
    expect([usual.exitCode, usual.unproven]).toEqual([4, ["no mutant was run: give it a longer --budget"]]);
    const strict = await judge(rightSale, { ...hurried, strict: true });
    expect([strict.exitCode, strict.unproven[1]]).toEqual([4, expect.stringMatching(/^\d mutants not run: sale#1/)]);
  });
});

it("the budget ends the runs, even if the garbage collector has run meanwhile", async () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const collecting = (lane: SandboxLane): Promise<Beliefs> => {
    collect();
    return rightSale(lane);
  };
  const { counts } = await judge(collecting, { budget: "1ms", jobs: 1 });
  expect(counts).toMatchObject({ run: 0, notRun: counts.planned });
});

it("a late notice falls due while the shop only waits for it", async () => {
  const run = async (lane: SandboxLane): Promise<Beliefs> => {
    let heard = (_: boolean) => {};
    const notice = new Promise<boolean>((resolve) => (heard = resolve));
    await using server = await listening((_, response) => void response.end("OK", () => heard(true)));
    await callOf(lane, "tokenization/sale", {
      ...{ userId: "user1", tokenId: 351, merchantReference: "A-1", amount: 20, callbackUrl: { notify: server.url } },
      lineItems: [{ quantity: 1, priceData: { name: "Tea", unitAmount: 20 } }],
    });
    await notice;
    return { "A-1": { paid: 20 } };
  };
  const { counts } = await judge(run, { only: "sale#1/notice/late-by-an-hour", idle: "20ms", timeout: "10s" });
  // A run that had waited for it in vain would have been ended, and noticed. The order of what happened may be the dry run's.
  expect(counts).toMatchObject({ planned: 1, noticed: 0, found: 0 });
});

it.each([
  ["http://localhost:3000/{merchantReference}?in={lane}", "lane"],
  ["http://localhost:3000/{merchantReference}", "nothing"],
  ["http://localhost:3000/all", "nothing"],
])("asked at %s the shop tells runs by %s: by nothing, and they go one after another", (url, by) => {
  expect(fromUrl(url).tellsRunsBy).toBe(by);
});
