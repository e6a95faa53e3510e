import { describe, expect, it } from "vitest";
import { instant, minorUnits } from "../../src/domain/money.js";
import { judge, type SandboxLane } from "../../src/index.js";
import { callManners } from "../../src/judge/manners/calls.js";
import { noticeManners } from "../../src/judge/manners/notices.js";
import type { CallFact, NoticeFact } from "../../src/judge/observe/facts.js";
import { sellHosted } from "../support/hosted-shop.js";
import { callOf, rightSale, saleAt } from "../support/sale-shop.js";

const mannersIn = async (run: Parameters<typeof judge>[0], only: string): Promise<readonly string[]> =>
  (await judge(run, { only, jobs: 2 })).manners.map(({ id }) => id);
const refundOf = (lane: SandboxLane, merchantReference: string, amount: number) =>
  callOf(lane, "hosted-checkout/refund", { merchantReference, amount });
const queryOf = (lane: SandboxLane, merchantReference: string) =>
  callOf(lane, "hosted-checkout/query", { merchantReference });

const LOST = "sale#1/after-commit/connection-reset";

/** A refund that is sent at `ms`; with `silent` no answer comes, and its client leaves at `leftMs`. */
const refundFact = (id: number, ms: number, more: Partial<CallFact> = {}): CallFact => ({
  kind: "call",
  ms,
  at: instant(0),
  lane: 0,
  orderId: id,
  reference: `A-${id}`,
  id,
  operation: "hosted-checkout/refund",
  by: "shop",
  merchantId: 3,
  userId: undefined,
  tokenId: undefined,
  amount: undefined,
  http: 200,
  responseCode: "0000",
  message: undefined,
  request: "{}",
  response: "{}",
  fault: undefined,
  placed: undefined,
  leftMs: undefined,
  isMutated: false,
  orderStatus: undefined,
  ended: undefined,
  asksRules: true,
  effects: undefined,
  ...more,
});

describe("refunds in parallel are two of which the second is sent", () => {
  it.each<[string, number, number | undefined, boolean]>([
    ["at once", 1, 500, true],
    ["while the first is waited for, on a busy machine", 200, 500, true],
    ["when the first was given up a moment ago", 200, 199, false],
    ["by a client that never closes what it gave up", 300, undefined, false],
  ])("%s: %i ms after the first", (_, ms, leftMs, isFound) => {
    const facts = [refundFact(1, 0, { fault: "no-response", placed: "after-commit", leftMs }), refundFact(2, ms)];
    const found = callManners({ facts, wrong: [], dryCalls: [], books: new Map(), beliefs: new Map() });
    expect(found.map(({ id }) => id)).toEqual(isFound ? ["refunds-in-parallel"] : []);
  });
});

it("refunds in two lanes at once are those of two shops", () => {
  const facts = [refundFact(1, 0, { fault: "no-response" }), refundFact(2, 10, { lane: 1 })];
  expect(callManners({ facts, wrong: [], dryCalls: [], books: new Map(), beliefs: new Map() })).toEqual([]);
});

describe("a notice", () => {
  const notice = (more: Partial<NoticeFact>): NoticeFact => ({
    ...{ kind: "notice", ms: 0, at: instant(0), lane: 0, orderId: 1, reference: "A-1", id: 1, about: "payment" },
    ...{ attempt: 1, forged: undefined, body: "", says: {}, status: 200, answer: "OK", tookMs: 5, why: null },
    ...more,
  });
  it.each<[string, Partial<NoticeFact>, readonly string[]]>([
    ["that is answered within 5 s", { tookMs: 5000 }, []],
    ["that takes longer", { tookMs: 5001 }, ["slow-to-answer-notices"]],
    ["that is genuine and answered with an error", { status: 500 }, ["right-notice-answered-with-error"]],
    ["that is forged and answered with an error", { status: 400, forged: "amount" }, []],
    ["that nobody answers", { status: null, tookMs: 30_000 }, []],
  ])("%s", (_, more, expected) => {
    const watched = { facts: [notice(more)], wrong: [], dryCalls: [], books: new Map(), beliefs: new Map() };
    expect(noticeManners(watched).map(({ id }) => id)).toEqual(expected);
  });
});

describe("a charge that was lost and one of the same amount right after", () => {
  const sale = (id: number, reference: string, more: Partial<CallFact> = {}) =>
    refundFact(id, id, { operation: "tokenization/sale", reference, amount: minorUnits(2000), ...more });
  const lost = sale(1, "X", { fault: "connection-reset" });
  const about = (id: number, reference: string, operation: string) => refundFact(id, id, { reference, operation });
  const [one, two] = [sale(1, "A"), sale(2, "B")];
  it.each<[string, readonly CallFact[], readonly CallFact[], boolean]>([
    ["a new reference, and nobody asked", [lost, sale(2, "Y")], [one], true],
    ["the next of two sales as in the dry run", [lost, sale(2, "Y")], [one, two], false],
    [
      "the next sale, and the lost one again under its own reference",
      [lost, sale(2, "Y"), sale(3, "X")],
      [one, two],
      false,
    ],
    [
      "the next sale, and the lost one again when the shop had asked for it",
      [lost, sale(2, "Y"), about(3, "X", "hosted-checkout/query"), sale(4, "Z")],
      [one, two],
      false,
    ],
    [
      "a new reference, and the shop asked for another order before its next sale",
      [lost, sale(2, "Y"), about(3, "Y", "hosted-checkout/query"), sale(4, "Z")],
      [one, two],
      true,
    ],
    [
      "a new reference, when the lost one was taken back",
      [lost, about(2, "X", "direct/void"), sale(3, "Y")],
      [one],
      false,
    ],
    ["a sale in another lane", [lost, sale(2, "Y", { lane: 1 })], [one], false],
  ])("is %s: accused where nobody asked for the lost one", (_, facts, dryCalls, isFound) => {
    const found = callManners({ facts, wrong: [], dryCalls, books: new Map(), beliefs: new Map() });
    expect(found.map(({ id }) => id)).toEqual(isFound ? ["retried-under-new-reference"] : []);
  });
});

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

  it.each(["by sockets", "from inside the process"])(
    "that gives a refund up and sends the next one at once is no such shop, %s",
    async (way) => {
      const run = async (lane: SandboxLane) => {
        const send =
          way === "by sockets" ? fetch : (...args: Parameters<typeof fetch>) => lane.fetch(new Request(...args));
        for (const reference of ["A-1", "A-2"]) await saleAt(lane, reference);
        const refunded = async (merchantReference: string) => {
          const body = JSON.stringify(await lane.sign({ merchantId: 3, merchantReference, amount: 20 }));
          const headers = { "Content-Type": "application/json" };
          const leaving = new AbortController();
          const { signal } = leaving;
          const operation = "hosted-checkout/refund";
          const answer = send(`${lane.url}/${operation}`, { method: "POST", headers, body, signal }).catch(() => {});
          await lane.waitFor({ for: "request", match: { operation, merchantReference } });
          await Promise.race([answer, new Promise((given) => setTimeout(given, 50))]);
          leaving.abort();
          await answer;
        };
        for (const reference of ["A-1", "A-2"]) await refunded(reference);
      };
      const report = await judge(run, { only: "refund#1/after-commit/no-response" });
      expect([report.counts.run, report.manners]).toEqual([1, []]);
    },
  );

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
