import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { type Beliefs, judge, type SandboxLane } from "../../../src/index.js";
import { packagePath } from "../../../src/package/files.js";
import { evaluate } from "../../../src/tools/judge/conformance/evaluate.js";
import { profilesNamed } from "../../../src/tools/judge/conformance/profiles.js";
import type { JudgedFunction, JudgeOptions } from "../../../src/tools/judge/types.js";

import { saleAt } from "../../support/sale-shop.js";

const load = (name: string) => import(pathToFileURL(packagePath(`examples/shops/${name}.mjs`)).href);
const { Shop, shopDay } = await load("skeleton");

const FORGED = ["*/notice/forged-*", "*/forged/*", "*/foreign/*"];

async function judgedShop(name: string, options: JudgeOptions) {
  const { default: Kind } = await load(name);
  return judge((lane) => shopDay(Kind, { url: lane.url, timeoutMs: 10_000 }), { jobs: 2, ...options });
}

it("a decline is found, a forged notice beside it isn't blamed for it, and NT's tests pass", async () => {
  const only = [...FORGED, "*/notice/*", "*/again/*", "pay#1/decline/do-not-honour"];
  const report = await judgedShop("used-before-is-paid", { only });
  const blame = /^create#1\/notice\/forged-for-unpaid: MUG-2 .*not the cause$/;
  expect(report.notes).toContainEqual(expect.stringMatching(blame));
  expect(report.practices.filter(({ grave }) => grave)).toEqual([]);
  expect(new Set(report.findings.map(({ verdict }) => verdict))).toEqual(new Set(["paid-unpaid", "shipped-unpaid"]));
  expect(new Set(report.findings.map(({ mutant }) => mutant))).toEqual(new Set(["pay#1/decline/do-not-honour"]));
  const setup = new Set(["output", "interleavings"] as const);
  const failed = evaluate(profilesNamed("nt"), { report, setup }).filter(({ result }) => result === "FAIL");
  expect(failed.map(({ id }) => id)).toEqual([]);
});

it("a shop that believes, and answers 400 afterwards, is still accused", async () => {
  const { findings } = await judgedShop("believes-then-checks", { only: "*/notice/forged-for-unpaid" });
  expect(findings.map(({ verdict }) => verdict)).toContain("believed-forged");
});

it("a shop that trusts another merchant's genuine notification is left open, and warned", async () => {
  const only = ["sale#1/foreign/other-merchant", "sale#1/foreign/other-order"];
  const report = await judgedShop("trusts-notifications", { only });
  const ends = Object.fromEntries(report.mutants.map(({ id, verdict }) => [id, verdict]));
  expect(ends).toMatchObject({ "sale#1/foreign/other-merchant": "unresolved" });
  expect(report.findings).toEqual([]);
  expect(report.notes).toContainEqual(
    expect.stringMatching(/^sale#1\/foreign\/other-merchant: TEA-1.*another merchant's genuine notification said so/),
  );
  expect(report.practices.map(({ id }) => id)).toContain("trusts-notification-alone");
  const setup = new Set(["output"] as const);
  const results = evaluate(profilesNamed("nt"), { report, setup });
  expect(results.find(({ id }) => id === "NT-20")).toMatchObject({ result: "WARN" });
});

it("without a control nobody is accused", async () => {
  const { default: Kind } = await load("never-checks-signatures");
  const run: JudgedFunction = async (lane) => {
    const beliefs = await shopDay(Kind, { url: lane.url, timeoutMs: 10_000 });
    // Only without the forged notice does the shop know that nobody paid.
    if (beliefs["TEA-1"].paid === 0) throw new Error("the control fails");
    return beliefs;
  };
  const { findings, mutants } = await judge(run, { only: "sale#1/notice/forged-for-unpaid", jobs: 1 });
  expect(findings).toEqual([]);
  expect(mutants.map(({ verdict }) => verdict)).toEqual(["unresolved"]);
});

it("a shop that hears nothing proves nothing about notifications", async () => {
  class Deaf extends Shop {
    particulars(order: object) {
      const { callbackUrl, ...others } = super.particulars(order);
      return { ...others, callbackUrl: { ...callbackUrl, notify: "http://127.0.0.1:9/notify" } };
    }
  }
  const report = await judge((lane) => shopDay(Deaf, { url: lane.url, timeoutMs: 10_000 }), {
    only: ["*/notice/*", "*/forged/*", "sale#1/after-commit/connection-reset"],
    jobs: 2,
  });
  expect(report.mutants.map(({ id }) => id)).toEqual(["sale#1/after-commit/connection-reset"]);
  expect(new Set(Object.values(report.inconclusive))).toEqual(new Set(["not-applied"]));
  const setup = new Set(["output"] as const);
  const results = evaluate(profilesNamed("nt"), { report, setup }).map(({ result }) => result);
  expect(results).not.toContain("PASS");
  expect(report.notes).toContainEqual(
    expect.stringMatching(/^the shop heard no notification in the first run, so \d+ mutants/),
  );
});

it("a shop that books net amounts is noted, and accused of nothing", async () => {
  const { findings, notes } = await judgedShop("right-books-net", { only: "*/state/refunded-*" });
  expect(findings).toEqual([]);
  expect(notes).toContainEqual(expect.stringMatching(/^MUG-2.*the beliefs name net amounts/));
});

it("tests of a shop whose first run failed are not verified", async () => {
  const { default: Kind } = await load("refuses-every-notice");
  const failed = await judge((lane) => shopDay(Kind, { url: lane.url, timeoutMs: 10_000 })).catch(
    ({ report }) => report,
  );
  const results = evaluate(profilesNamed("nt"), { report: failed, setup: new Set() });
  expect(new Set(results.map(({ result }) => result))).toEqual(new Set(["NOT VERIFIED"]));
  expect(results[0]?.why).toMatch(/^The first run failed: the shop accepted no notification/);
});

it("a first run whose calls were all refused before the rules is told, because it has nothing to judge", async () => {
  const sellsNothing = async (lane: SandboxLane): Promise<Beliefs> => {
    await lane.call("hosted-checkout/create", { merchantReference: "A-1" });
    return {};
  };
  const failed = await judge(sellsNothing).catch(({ report }) => report);
  expect(failed.dryRun.problems).toEqual([
    expect.stringMatching(
      /^its only call was refused, so nothing was sold: req-1 hosted-checkout\/create was answered 1001 /,
    ),
  ]);
  expect(failed.exitCode).toBe(1);
});

const lineItems = [{ quantity: 1, priceData: { name: "Tea", unitAmount: 5 } }];
it.each<[string, string, Readonly<Record<string, unknown>>, string]>([
  [
    "without line items",
    "hosted-checkout/create",
    { currency: "HKD", amount: 5 },
    "lineItems: required. Add lineItems. ",
  ],
  [
    "by an unknown token",
    "tokenization/sale",
    { currency: "HKD", amount: 5, tokenId: 999, userId: "user1", lineItems },
    '. No such token was stored here. User "user1" has 351 (VISA 4705********8101), ',
  ],
  [
    "by a token of nobody",
    "tokenization/sale",
    { currency: "HKD", amount: 5, tokenId: 999, userId: "nobody", lineItems },
    "store one in the test with lane.putToken(token). ",
  ],
])("a first run that sold nothing is told why, even if it queried then: %s", async (_, operation, params, why) => {
  const sellsNothing = async (lane: SandboxLane): Promise<Beliefs> => {
    await lane.call("tokenization/query-token", { userId: "user-1" });
    await lane.call(operation, { merchantReference: "A-1", ...params });
    await lane.call("hosted-checkout/query", { merchantReference: "A-1" });
    return {};
  };
  const failed = await judge(sellsNothing).catch(({ report }) => report);
  const said = `each of its 2 calls for orders was refused, so nothing was sold: req-2 ${operation} was answered `;
  expect(failed.dryRun.problems).toEqual([expect.stringContaining(said)]);
  expect(failed.dryRun.problems[0]).toContain(why);
});

it("a first run whose only sale was declined is judged", async () => {
  const declined = async (lane: SandboxLane): Promise<Beliefs> => {
    await lane.next({ outcome: "insufficient-funds" });
    await saleAt(lane, "A-1");
    return { "A-1": { paid: 0 } };
  };
  const { dryRun } = await judge(declined, { only: "sale#1/after-commit/connection-reset" });
  expect(dryRun.problems).toEqual([]);
});
