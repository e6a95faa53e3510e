import { describe, expect, it } from "vitest";
import { DryRunFailed, judge } from "../../src/index.js";
import { rightSale, saleAt } from "../support/sale-shop.js";

describe("judge", () => {
  it("accuses a shop of nothing that asks wherever it is in doubt", async () => {
    const report = await judge(rightSale, { jobs: 2 });
    expect(report.findings).toEqual([]);
    expect(report.exitCode).toBe(0);
    expect(report.counts.run).toBeGreaterThan(15);
    expect(report.mutants.map(({ id }) => id)).toContain("sale#1/after-commit/connection-reset");
  });

  it("finds a shop that sells again under another reference", async () => {
    const report = await judge(
      async (lane) => {
        for (const reference of ["A-1", "A-2"])
          if ((await saleAt(lane, reference))?.responseCode === "0000")
            return { [reference]: { paid: 20, cart: "c1" } };
        return {};
      },
      { only: "sale#1/after-commit/*", jobs: 1 },
    );
    expect(report.exitCode).toBe(6);
    expect(report.findings.map(({ verdict }) => verdict)).toContain("paid-unknown");
  });

  it("counts a run that hangs before it comes to its change as noticed", async () => {
    let runs = 0;
    const report = await judge((lane) => (runs++ === 0 ? rightSale(lane) : new Promise<never>(() => {})), {
      only: "sale#1/after-commit/connection-reset",
      timeout: "3s",
    });
    expect(report.mutants.map(({ verdict }) => verdict)).toEqual(["noticed"]);
  });

  it("tells where the shop is not right when all goes well", async () => {
    const judged = judge(async (lane) => {
      await saleAt(lane, "A-1");
      return { "A-1": { paid: 0 } };
    });
    await expect(judged).rejects.toThrow(DryRunFailed);
    await expect(judged).rejects.toThrow("A-1: money came, the shop does not know");
  });
});
