import { describe, expect, it } from "vitest";
import type { Beliefs, SandboxLane } from "../../../src/index.js";
import { judgeFunction } from "../../../src/tools/judge/judge-function.js";
import type { CallFact, Fact } from "../../../src/tools/judge/observe/facts.js";
import { waitsForEver } from "../../../src/tools/judge/oracle/waiting.js";
import { Alone } from "../../../src/tools/judge/run/alone.js";
import { judgedShop } from "../../support/judged-shop.js";
import { rightSale, saleAt } from "../../support/sale-shop.js";
import { timersByHand } from "../../support/timers-by-hand.js";

const SILENT = "sale#1/after-commit/no-response";

const call = (more: Partial<CallFact>): Fact =>
  ({
    kind: "call",
    by: "shop",
    id: 1,
    ms: 100,
    lane: 0,
    reference: "A",
    operation: "tokenization/sale",
    ...more,
  }) as Fact;
const moved = { kind: "money", what: "charged", amount: 2000, lane: 0, call: 1, ms: 100, reference: "A" } as Fact;
const silent = { fault: "no-response" } as const;

describe("a shop that waits until the run's limit", () => {
  it.each<[string, readonly Fact[], { hasTimedOut: boolean; endedMs?: number }, string | undefined]>([
    ["waits for ever", [call(silent), moved], { hasTimedOut: true, endedMs: 60_000 }, "the money had moved"],
    [
      "waits for the query after a sale",
      [call({}), moved, call({ ...silent, id: 2, ms: 1000, operation: "hosted-checkout/query" })],
      { hasTimedOut: true, endedMs: 60_000 },
      "an earlier call had charged 20.00; set a time limit, then query again",
    ],
    ["waits, and nothing moved", [call(silent)], { hasTimedOut: true, endedMs: 60_000 }, "nothing had moved"],
    [
      "was ended while it waited",
      [call({ ...silent, leftMs: 60_001 })],
      { hasTimedOut: true, endedMs: 60_000 },
      "nothing had moved",
    ],
    ["gave up before", [call({ ...silent, leftMs: 30_100 })], { hasTimedOut: true, endedMs: 60_000 }, undefined],
    [
      "gave up on another call",
      [call({ ...silent, leftMs: 30_100 }), call({ ...silent, id: 2, ms: 31_000, operation: "hosted-checkout/query" })],
      { hasTimedOut: true, endedMs: 60_000 },
      undefined,
    ],
    [
      "called late, after long work of its own",
      [call({ ...silent, ms: 50_000 })],
      { hasTimedOut: true, endedMs: 60_000 },
      undefined,
    ],
    [
      "left the connection open and asked",
      [call(silent), call({ id: 2, ms: 5000, operation: "hosted-checkout/query" })],
      { hasTimedOut: true, endedMs: 60_000 },
      undefined,
    ],
    ["got its answers and hung elsewhere", [call({})], { hasTimedOut: true, endedMs: 60_000 }, undefined],
    ["ended by itself", [call(silent)], { hasTimedOut: false }, undefined],
    [
      "is a server, and waits for a minute",
      [call(silent)],
      { hasTimedOut: false, endedMs: 60_000 },
      "nothing had moved",
    ],
    ["is a server, and waits for two seconds", [call(silent)], { hasTimedOut: false, endedMs: 2000 }, undefined],
  ])("%s", (_, facts, end, expected) => {
    const found = waitsForEver({ lanes: [{ facts }], ...end });
    if (expected === undefined) expect(found).toBeUndefined();
    else
      expect(found).toMatchObject({
        verdict: "waits-for-ever",
        references: ["A"],
        why: expect.stringContaining(expected),
      });
  });

  it("is accused after one run, with the money that moved", async () => {
    let runs = 0;
    const { timers, hangFor } = timersByHand();
    const shop = async (lane: SandboxLane): Promise<Beliefs> => {
      runs++;
      const sale = saleAt(lane, "A-1");
      // The answer never comes, and nobody looks at the clock.
      if (runs > 1) {
        while ((await lane.orders()).length === 0);
        return hangFor(60_000);
      }
      return sale.then(() => ({ "A-1": { paid: 20 } }));
    };
    const { findings, exitCode, mutants } = await judgeFunction(shop, { only: SILENT, timeout: "60s" }, timers);
    expect(findings.map(({ verdict, seen, harm }) => [verdict, seen, harm.amount])).toEqual([
      ["waits-for-ever", { of: 1, times: 1 }, 20],
    ]);
    expect([exitCode, runs, mutants.length]).toEqual([6, 2, 1]);
    expect(findings[0]?.why).toMatch(
      /^A-1: the shop was still waiting for the answer of tokenization\/sale after \d+ s; the money had moved/,
    );
  });
});

describe("a busy machine", () => {
  it("is no proof that a shop waits for ever: a short wait must happen again alone", async () => {
    let runs = 0;
    const { promise: never } = Promise.withResolvers<Beliefs>();
    const shop = async (lane: SandboxLane): Promise<Beliefs> => {
      const isLate = ++runs === 2;
      void saleAt(lane, "A-1");
      while ((await lane.orders()).length === 0);
      return isLate ? never : { "A-1": { paid: 20 } };
    };
    const { findings, mutants } = await judgeFunction(shop, { only: SILENT, timeout: "1s" });
    expect([findings, mutants.map(({ verdict }) => verdict), runs]).toEqual([[], ["survived"], 3]);
  });

  /** Judges a shop that takes a lost sale for unpaid, in the runs whose client left before its answer and in `wrongIn`. */
  async function judged(busyIn: readonly number[], wrongIn: readonly number[]) {
    let runs = 0;
    const shop = async (lane: SandboxLane): Promise<Beliefs> => {
      const said = await rightSale(lane);
      return wrongIn.includes(++runs) ? { "A-1": { paid: 0, cart: "c1" } } : said;
    };
    const left = (fact: Fact): Fact =>
      fact.kind === "call" && fact.fault === undefined ? { ...fact, leftMs: fact.ms } : fact;
    const report = await judgedShop(
      shop,
      { only: ["sale#1/after-commit/connection-reset"], jobs: 2, depth: 1 },
      (runner) => ({
        run: async (...given) => {
          const run = await runner.run(...given);
          if (!busyIn.includes(runs)) return run;
          return { ...run, lanes: run.lanes.map((lane) => ({ ...lane, facts: lane.facts.map(left) })) };
        },
      }),
    );
    return { verdicts: report.mutants.map(({ verdict }) => verdict), notes: report.notes, runs };
  }

  it.each<[string, readonly number[], readonly number[], string, number]>([
    ["repeats a disturbed run alone, and only that one counts", [2], [2], "survived", 3],
    ["accuses a shop that is wrong in the quiet run too", [2], [2, 3, 4], "paid-unknown", 4],
    ["accuses nobody if each run is disturbed", [2, 3], [2, 3], "unresolved", 3],
    ["counts a disturbed run that accuses nobody", [2], [], "survived", 2],
  ])("%s", async (_, busyIn, wrongIn, verdict, runs) => {
    const report = await judged(busyIn, wrongIn);
    expect([report.verdicts, report.runs]).toEqual([[verdict], runs]);
    const isTold = report.notes.some((note) => note.endsWith("so the machine was too busy"));
    expect(isTold).toBe(verdict === "unresolved");
  });

  it.each<[string, readonly number[], readonly number[], string, number]>([
    ["repeats a first run that it disturbed", [1], [], "survived", 3],
    ["and still tells that a later one was disturbed", [1, 3, 4], [3, 4], "unresolved", 4],
    [
      "takes a shop that gives up in three first runs for one that always does",
      [1, 2, 3, 4],
      [4, 5],
      "paid-unknown",
      5,
    ],
  ])("%s", async (_, busyIn, wrongIn, verdict, runs) => {
    const report = await judged(busyIn, wrongIn);
    expect([report.verdicts, report.runs]).toEqual([[verdict], runs]);
  });

  it("lets one run have the machine for itself", async () => {
    const alone = new Alone();
    const events: string[] = [];
    const other = Promise.withResolvers<void>();
    const first = alone.beside(() => other.promise.then(() => void events.push("the other ends")));
    const later: Promise<void>[] = [];
    const second = alone.beside(() => {
      const quiet = alone.alone(async () => void events.push("alone"));
      later.push(alone.beside(async () => void events.push("the next begins")));
      return quiet;
    });
    await Promise.resolve();
    other.resolve();
    await Promise.all([first, second]);
    await Promise.all(later);
    expect(events).toEqual(["the other ends", "alone", "the next begins"]);
  });

  it("lets two that want it have it one after another", async () => {
    const alone = new Alone();
    let inside = 0;
    const most: number[] = [];
    const look = async () => {
      most.push(++inside);
      await Promise.resolve();
      inside--;
    };
    const quiet = () => alone.beside(() => alone.alone(look));
    await Promise.all([quiet(), quiet(), quiet()]);
    expect(most).toEqual([1, 1, 1]);
  });
});
