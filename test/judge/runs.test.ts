import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { type Beliefs, judge, type SandboxLane } from "../../src/index.js";
import { judgeLines } from "../../src/judge/reports/terminal.js";
import { fromUrl } from "../../src/judge/run/belief-source.js";
import { sellHosted } from "../support/hosted-shop.js";
import { callOf, rightSale, saleAt } from "../support/sale-shop.js";

const LOST = "sale#1/after-commit/connection-reset";

describe("a mutant", () => {
  it("whose finding does not repeat is unstable, and accuses nobody", async () => {
    let runs = 0;
    const forgetsOnce = async (lane: SandboxLane): Promise<Beliefs> =>
      ++runs === 2 ? saleAt(lane, "A-1").then(() => ({ "A-1": { paid: 0 } })) : rightSale(lane);
    const { mutants, findings, exitCode } = await judge(forgetsOnce, { only: LOST });
    expect(mutants.map(({ verdict }) => verdict)).toEqual(["unstable"]);
    expect([findings, exitCode, runs]).toEqual([[], 0, 3]);
  });

  it("that goes as another one went, or never comes to its change, is pruned and counted", async () => {
    const alike = await judge((lane) => sellHosted(lane), { only: "pay#1/*/never*", jobs: 1 });
    expect(alike.mutants.map(({ id }) => id)).toEqual(["pay#1/notice/never"]);
    expect(alike.counts).toMatchObject({ planned: 2, run: 1, pruned: 1 });
    let runs = 0;
    const once = await judge(async (lane) => (runs++ === 0 ? rightSale(lane) : {}), { only: LOST });
    expect(once.counts).toMatchObject({ planned: 1, run: 0, pruned: 1 });
  });

  it("that fails before it comes to its change is noticed, and the terminal says what may hinder it", async () => {
    let runs = 0;
    const once = async (lane: SandboxLane) => {
      if (runs++ > 0) throw new Error("the port is in use");
      return rightSale(lane);
    };
    const report = await judge(once, { only: LOST });
    expect(report.counts).toMatchObject({ run: 1, noticed: 1, pruned: 0 });
    expect(judgeLines(report)).toContain(
      "1 run failed before the first call, as where two share a port or a database (--jobs 1): the port is in use",
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
    expect(notes[0]).toContain("A-0: an earlier run made this order. Does the shop keep its book from run to run?");
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

  it("has a name that fits --only, else the names are told", async () => {
    await expect(judge(rightSale, { only: "refund#1/*" })).rejects.toThrow(
      `--only: no mutant's id fits "refund#1/*", expected one such as sale#1/after-commit/connection-reset, of one of these calls: sale#1`,
    );
  });
});

it("a late notice falls due while the shop only waits for it", async () => {
  const run = async (lane: SandboxLane): Promise<Beliefs> => {
    let heard = (_: boolean) => {};
    const notice = new Promise<boolean>((resolve) => (heard = resolve));
    const server = createServer((_, response) => void response.end("OK", () => heard(true)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const notify = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await callOf(lane, "tokenization/sale", {
      ...{ userId: "user1", tokenId: 351, merchantReference: "A-1", amount: 20, callbackUrl: { notify } },
      lineItems: [{ quantity: 1, priceData: { name: "Tea", unitAmount: 20 } }],
    });
    await notice;
    server.closeAllConnections();
    server.close();
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
