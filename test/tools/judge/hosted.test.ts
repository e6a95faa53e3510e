import { describe, expect, it } from "vitest";
import { judge } from "../../../src/index.js";
import { type Bug, sellHosted } from "../../support/hosted-shop.js";

describe("a shop with hosted pages", () => {
  it("is accused of nothing where it asks whenever it hears of a payment", async () => {
    const only = [
      ...["pay#2/notice/replayed", "pay#2/notice/forged-amount-before", "pay#2/notice/never", "pay#1/notice/swapped"],
      ...["pay#1/page/returns-unpaid", "pay#1/page/cancels-then-pays", "pay#1/page/expires-while-paying"],
      ...["pay#1/again/work-failed", "create#1/notice/forged-for-unpaid"],
      "pay#1/notice/forged-late",
      ...["refund#1/state/balance-short", "refund#1/state/refunded-by-hand"],
    ];
    const report = await judge((lane) => sellHosted(lane), { jobs: 2, only });
    expect(report.findings).toEqual([]);
    expect(report.mutants.map(({ id }) => id).sort()).toEqual(only.sort());
  });

  it("that believes amounts is found", async () => {
    const only = "pay#1/notice/forged-amount-after";
    const report = await judge((lane) => sellHosted(lane, "believes-amounts"), { only });
    expect(report.findings.map((one) => [one.mutant, one.verdict])).toEqual([[only, "believed-forged"]]);
  });
});

it("a query after a forged notification doesn't hide that the shop believes it", async () => {
  const only = ["*#1/notice/forged-amount-after", "*#1/notice/forged-for-unpaid", "*#1/notice/forged-late*"];
  const { findings } = await judge((lane) => sellHosted(lane, "believes-until-it-asks"), { only });
  expect(findings.map((one) => [one.mutant, one.verdict]).sort()).toEqual([
    ["create#1/notice/forged-late-for-unpaid", "believed-forged"],
    ["pay#1/notice/forged-late", "believed-forged"],
  ]);
});

describe("a declined shopper who tries again", () => {
  it.each<[Bug, string, string]>([
    ["takes-redirect-for-proof", "pay#1/page/returns-unpaid", "paid-unpaid"],
    ["closes-when-declined", "pay#1/notice/success-after-decline", "paid-unknown"],
    ["checks-no-signature", "create#1/notice/forged-for-unpaid", "believed-forged"],
  ])("doesn't hide from %s what %s finds: %s", async (bug, only, verdict) => {
    const report = await judge((lane) => sellHosted(lane, bug, 3), { only });
    expect(report.findings.map((one) => [one.mutant, one.verdict])).toEqual([[only, verdict]]);
  });

  it.each(["pay#1/page/returns-unpaid", "create#1/notice/forged-for-unpaid"])(
    "pays in the end, so that %s shows nothing",
    async (only) => {
      const { findings, notTried } = await judge((lane) => sellHosted(lane, "takes-redirect-for-proof", 20), { only });
      expect([findings, notTried[0]]).toEqual([
        [],
        `1 mutant not applied, since the event to try did not happen in that run: ${only}.`,
      ]);
      expect(notTried.filter((text) => text.includes("the budget was used up"))).toEqual([]);
    },
  );

  it("is no fault of a right shop, whatever the shopper does in the end", async () => {
    const only = ["pay#1/notice/success-after-decline", "pay#1/page/returns-unpaid", "create#1/*/*-unpaid"];
    const { findings, mutants } = await judge((lane) => sellHosted(lane, undefined, 3), { only });
    expect(findings).toEqual([]);
    expect(mutants.map(({ verdict }) => verdict)).toEqual(["survived", "survived", "survived"]);
  });
});
