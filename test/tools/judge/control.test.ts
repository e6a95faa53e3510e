import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { type Beliefs, judge, type SandboxLane } from "../../../src/index.js";
import { packagePath } from "../../../src/package/files.js";
import { evaluate } from "../../../src/tools/judge/conformance/evaluate.js";
import { profilesNamed } from "../../../src/tools/judge/conformance/profiles.js";
import type { JudgedFunction, JudgeOptions } from "../../../src/tools/judge/types.js";

import { listening } from "../../support/listening.js";
import { callOf, rightSale, saleAt } from "../../support/sale-shop.js";

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

const SOME = { only: "sale#1/decline/lost-card", depth: 1 } as const;

it.each<[string, (lane: SandboxLane) => Promise<unknown>, string]>([
  [
    "an answer told of it",
    (lane) => saleAt(lane, "A-1"),
    "The answer to req-1 tokenization/sale told it: does the shop read the order's status there?",
  ],
  [
    "nobody asked",
    (lane) => paidOnPage(lane),
    "Let the shop query the order, or wait for its notification (docs: Notifications in a judged run), before it writes its beliefs",
  ],
  [
    "its handler took the notification, and did nothing",
    async (lane) => {
      await using server = await listening((_, response) => void response.end("OK"));
      await paidOnPage(lane, { callbackUrl: { notify: server.url } });
      await lane.clock.runUntilIdle();
    },
    "The shop answered its notification with OK: does the handler find the order, query it, and book it?",
  ],
])("a first run at whose end the shop knows of no payment is told so: %s", async (_, sells, advice) => {
  const deaf = async (lane: SandboxLane): Promise<Beliefs> => {
    await sells(lane);
    return { "A-1": { paid: null } };
  };
  const failed = await judge(deaf, SOME).catch(({ report }) => report);
  expect(failed.dryRun.problems).toEqual([
    `the shop knows of no payment at the end of the run: A-1 is null (the books: paid 20.00 HKD, refunded 0.00). ${advice}`,
  ]);
  expect(failed.exitCode).toBe(1);
});
async function paidOnPage(lane: SandboxLane, more: object = {}): Promise<void> {
  const items = [{ quantity: 1, priceData: { name: "Tea", unitAmount: 20 } }];
  const order = { merchantReference: "A-1", amount: 20, currency: "HKD", lineItems: items };
  await callOf(lane, "hosted-checkout/create", { ...order, ...more });
  await lane.pay("A-1");
}

it("a first run that leaves some payments unknown is judged, and the first line says what that leaves open", async () => {
  const leavesOpen = async (lane: SandboxLane): Promise<Beliefs> => {
    await saleAt(lane, "B-1");
    return { ...(await rightSale(lane)), "B-1": { paid: null } };
  };
  const report = await judge(leavesOpen, { ...SOME, only: "sale#2/decline/lost-card" });
  expect([report.dryRun.problems, report.exitCode]).toEqual([[], 0]);
  expect(report.text).toMatch(
    /^Nothing found in 1 mutant, which proves nothing about 1 paid order that the shop did not know of even in the unchanged run \(B-1\): let it query, or wait for the notification/,
  );
});

it("a first run in which a rule of the test's own broke the answer may leave the payment open", async () => {
  const broken = async (lane: SandboxLane): Promise<Beliefs> => {
    await lane.next({ fault: "connection-reset", placed: "after-commit" });
    await saleAt(lane, "A-1");
    return { "A-1": { paid: null } };
  };
  const report = await judge(broken, { only: "sale#1/*", depth: 1 }).catch(({ report }) => report);
  expect(report.dryRun.problems).toEqual([]);
});
