import { describe, expect, it } from "vitest";
import { judge, type SandboxLane } from "../../src/index.js";
import { sellHosted } from "../support/hosted-shop.js";
import { callOf, rightSale, saleAt } from "../support/sale-shop.js";

const mannersIn = async (run: Parameters<typeof judge>[0], only: string): Promise<readonly string[]> =>
  (await judge(run, { only, jobs: 2 })).manners.map(({ id }) => id);
const refundOf = (lane: SandboxLane, merchantReference: string, amount: number) =>
  callOf(lane, "hosted-checkout/refund", { merchantReference, amount });
const queryOf = (lane: SandboxLane, merchantReference: string) =>
  callOf(lane, "hosted-checkout/query", { merchantReference });

const LOST = "sale#1/after-commit/connection-reset";

describe("a shop", () => {
  it("that asks wherever it is in doubt has no bad manners", async () => {
    expect(await mannersIn(rightSale, "sale#1/*/connection-reset")).toEqual([]);
  });

  it("that charges again under another reference after a lost answer", async () => {
    const run = async (lane: SandboxLane) => {
      for (const reference of ["A-1", "A-2"])
        if ((await saleAt(lane, reference))?.responseCode === "0000") return { [reference]: { paid: 20 } };
      return {};
    };
    expect(await mannersIn(run, LOST)).toEqual(["retried-under-new-reference"]);
  });

  it("that refunds in parallel", async () => {
    const run = async (lane: SandboxLane) => {
      for (const reference of ["A-1", "A-2"]) await saleAt(lane, reference);
      await Promise.all(["A-1", "A-2"].map((reference) => refundOf(lane, reference, 20)));
      return { "A-1": { paid: 20, refunded: 20 }, "A-2": { paid: 20, refunded: 20 } };
    };
    expect(await mannersIn(run, "refund#1/before-commit/no-response")).toEqual(["refunds-in-parallel"]);
  });

  it("that takes HTTP 200 for success", async () => {
    const run = async (lane: SandboxLane) => ({ "A-1": { paid: (await saleAt(lane, "A-1")) ? 20 : 0 } });
    expect(await mannersIn(run, "sale#1/decline/insufficient-funds")).toEqual(["http-200-taken-for-success"]);
  });

  it("that takes the redirect for proof", async () => {
    const run = (lane: SandboxLane) => sellHosted(lane, "takes-redirect-for-proof");
    expect(await mannersIn(run, "pay#1/page/returns-without-notice")).toEqual(["redirect-taken-for-proof"]);
  });

  it("that never checks a signature", async () => {
    const run = (lane: SandboxLane) => sellHosted(lane, "checks-no-signature");
    expect(await mannersIn(run, "pay#1/notice/forged-signature-alone")).toEqual(["signature-never-checked"]);
    expect(await mannersIn(run, "create#1/notice/forged-for-unpaid")).toEqual(["forged-notice-believed"]);
  });

  it("that asks too often, uses a reference again and gives up after one lost query is only advised", async () => {
    const run = async (lane: SandboxLane) => {
      await saleAt(lane, "A-1");
      await saleAt(lane, "A-1");
      for (let n = 0; n < 11; n++) await queryOf(lane, "A-1");
      await saleAt(lane, "A-2");
      return { "A-1": { paid: 20 }, "A-2": { paid: (await queryOf(lane, "A-2")) ? 20 : null } };
    };
    const report = await judge(run, { only: "query#12/after-commit/connection-reset" });
    expect(report.manners.map(({ id }) => id)).toEqual([
      "reference-reused",
      "polls-too-fast",
      "gives-up-after-one-lost-query",
    ]);
    expect(report.manners.some(({ grave }) => grave)).toBe(false);
    expect(report.exitCode).toBe(0);
  });
});
