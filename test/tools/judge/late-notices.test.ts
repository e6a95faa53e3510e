import { describe, expect, it } from "vitest";
import type { Beliefs, SandboxLane } from "../../../src/index.js";
import { callsOf, type LaneFacts, type NotificationFact } from "../../../src/tools/judge/observe/facts.js";
import { judgedShop } from "../../support/judged-shop.js";
import { rightSale } from "../../support/sale-shop.js";

const LOST = "sale#1/after-commit/connection-reset";

/** A lane in which the shop was notified before its sale, and handled that only so long after the sale. */
function heardAfter(lane: LaneFacts, ms: number): LaneFacts {
  const sale = callsOf(lane).find(({ operation }) => operation === "tokenization/sale")!;
  const { orderId, reference, at } = sale;
  const notification = { id: 99, about: "payment", orderId, causedBy: 0, isHttp: true } as const;
  const heard: NotificationFact = {
    ...{ kind: "notification", ms: sale.ms - 1, at, lane: 0, orderId, reference, id: 99, about: "payment", attempt: 1 },
    ...{ forged: undefined, body: "", says: {}, status: 200, answer: "OK", tookMs: 0, why: null },
    handledMs: sale.ms + ms,
  };
  return { ...lane, notifications: [...lane.notifications, notification], facts: [...lane.facts, heard] };
}

/** Judges a shop that is late in some runs, and takes a lost sale for unpaid in others. The first run is number 1. */
async function judged(lateIn: readonly number[], wrongIn: readonly number[], only = [LOST]) {
  let runs = 0;
  const shop = async (lane: SandboxLane): Promise<Beliefs> => {
    const said = await rightSale(lane);
    return wrongIn.includes(++runs) ? { "A-1": { paid: 0, cart: "c1" } } : said;
  };
  const { mutants, inconclusive, notes, notTried } = await judgedShop(shop, { only, jobs: 1, depth: 1 }, (runner) => ({
    run: async (...given) => {
      const run = await runner.run(...given);
      return { ...run, lanes: run.lanes.map((lane) => heardAfter(lane, lateIn.includes(runs) ? 1 : -1)) };
    },
  }));
  return {
    verdicts: [...mutants.map(({ verdict }) => verdict), ...Object.values(inconclusive)],
    notes,
    notTried,
    runs,
  };
}

describe("a notification that is handled only after the changed call", () => {
  it.each<[string, readonly number[], readonly number[], string, number]>([
    ["gets the mutant another run, which accuses", [2], [3, 4], "paid-unknown", 4],
    ["gets the mutant another run, which it survives", [2, 3], [], "survived", 4],
    ["proves nothing if it is so each time", [2, 3, 4, 5], [], "not-applied", 5],
    ["counts if the shop goes this way in the first run too", [1, 2, 3, 4, 5], [], "survived", 5],
    ["is no excuse", [2, 3], [2, 3], "paid-unknown", 3],
  ])("%s", async (_, lateIn, wrongIn, verdict, runs) => {
    const report = await judged(lateIn, wrongIn);
    expect([report.verdicts, report.runs]).toEqual([[verdict], runs]);
    expect(report.notes.some((note) => note.startsWith(`${LOST}: it proves nothing`))).toBe(verdict === "not-applied");
    const why = report.notTried.filter((text) => text.includes("not applied"));
    expect(why).toEqual(
      verdict === "not-applied" ? [expect.stringContaining("since the shop handled a notification from before")] : [],
    );
  });

  it("is not waited for again once the shop has shown that it always goes this way", async () => {
    const always = Array.from({ length: 20 }, (_, i) => i);
    const report = await judged(always, [], [LOST, "sale#1/after-commit/http-502"]);
    expect([report.verdicts, report.runs]).toEqual([["survived", "survived"], 6]);
  });
});
