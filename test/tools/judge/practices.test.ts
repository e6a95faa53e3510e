import { describe, expect, it } from "vitest";
import { instant, minorUnits } from "../../../src/core/domain/money.js";
import { type Belief, judge, type SandboxLane } from "../../../src/index.js";
import type { Resend } from "../../../src/lane/ports/explanation.js";
import type { CallFact, Fact, NotificationFact } from "../../../src/tools/judge/observe/facts.js";
import { tookEffect } from "../../../src/tools/judge/observe/took-effect.js";
import { allBelieved } from "../../../src/tools/judge/oracle/believed.js";
import type { Wrong } from "../../../src/tools/judge/oracle/wrong.js";
import { beliefPractices } from "../../../src/tools/judge/practices/beliefs.js";
import { callPractices } from "../../../src/tools/judge/practices/calls.js";
import { notificationPractices } from "../../../src/tools/judge/practices/notifications.js";
import { sellHosted } from "../../support/hosted-shop.js";
import { listening } from "../../support/listening.js";
import { callOf, postedSale, rightSale, saleAt, saleParams } from "../../support/sale-shop.js";

const practicesIn = async (run: Parameters<typeof judge>[0], only: string): Promise<readonly string[]> =>
  (await judge(run, { only, jobs: 2 })).practices.map(({ id }) => id);
const refundOf = (lane: SandboxLane, merchantReference: string, amount: number) =>
  callOf(lane, "hosted-checkout/refund", { merchantReference, amount });
const queryOf = (lane: SandboxLane, merchantReference: string) =>
  callOf(lane, "hosted-checkout/query", { merchantReference });

const LOST = "sale#1/after-commit/connection-reset";
const ANSWERED_ERROR = "right-notice-answered-with-error";

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

/** Of the order that the first refund is of. */
const same = { orderId: 1, reference: "A-1" } as const;

it("a query that was lost and not repeated is told with how long the shop still ran", () => {
  const operation = "hosted-checkout/query";
  const facts = [refundFact(1, 300, { operation, fault: "connection-reset" })];
  const beliefs = allBelieved({ "A-1": { paid: null } });
  const seen = callPractices({ facts, books: new Map(), beliefs, dryCalls: [], wrong: [], endedMs: 2_500 });
  expect(seen.map(({ what }) => what)).toEqual(["nobody asked for A-1 again in the 2.2 s until the run ended"]);
});

it("refunds of different orders may go at once", () => {
  const facts = [refundFact(1, 0, { fault: "no-response", leftMs: 500 }), refundFact(2, 1)];
  expect(callPractices({ facts, wrong: [], dryCalls: [], books: new Map(), beliefs: new Map() })).toEqual([]);
});

it.each([
  ["read", undefined, ["reference-reused"]],
  ["not waited for", 500, []],
])("a reference whose first answer was %s and is sent again", (_, leftMs, expected) => {
  const sale = { operation: "tokenization/sale", reference: "A-1" };
  const facts = [refundFact(1, 0, { ...sale, leftMs }), refundFact(2, 900, { ...sale, responseCode: "2004" })];
  const found = callPractices({ facts, wrong: [], dryCalls: [], books: new Map(), beliefs: new Map() });
  expect(found.map(({ id }) => id)).toEqual(expected);
});

it.each([
  ["in doubt", [], []],
  ["as in the dry run", [0], ["reference-reused"]],
])("a reference that is sent again after a query found nothing, asked %s", (_, dry, expected) => {
  const sale = { operation: "tokenization/sale", reference: "A-1" };
  const query = { operation: "hosted-checkout/query", reference: "A-1", ended: "order-not-found" };
  const facts = [refundFact(0, 0, query), refundFact(1, 7, sale), refundFact(2, 40, { ...sale, responseCode: "2002" })];
  const dryCalls = dry.map((i) => facts[i] as CallFact);
  const found = callPractices({ facts, wrong: [], dryCalls, books: new Map(), beliefs: new Map() });
  expect(found.map(({ id }) => id)).toEqual(expected);
});

it.each([
  ["in one moment", 0, ["polls-too-fast"]],
  ["each time that its notification comes again", 15_000, []],
])("eleven queries of an order, %s", (_, gapMs, expected) => {
  const query = { operation: "hosted-checkout/query", reference: "A-1" };
  const facts = Array.from({ length: 11 }, (_, i) => refundFact(i, 20 * i, { ...query, at: instant(gapMs * i) }));
  const found = callPractices({ facts, wrong: [], dryCalls: [], books: new Map(), beliefs: new Map() });
  expect(found.map(({ id }) => id)).toEqual(expected);
});

describe("refunds in parallel are two of which the second is sent", () => {
  it.each<[string, number, number | undefined, boolean]>([
    ["at once", 1, 500, true],
    ["while the first is waited for, on a busy machine", 200, 500, true],
    ["when the first was given up a moment ago", 200, 199, false],
    ["by a client that never closes what it gave up", 300, undefined, false],
  ])("%s: %i ms after the first", (_, ms, leftMs, isFound) => {
    const facts = [refundFact(1, 0, { fault: "no-response", placed: "after-commit", leftMs }), refundFact(2, ms, same)];
    const found = callPractices({ facts, wrong: [], dryCalls: [], books: new Map(), beliefs: new Map() });
    expect(found.map(({ id }) => id)).toEqual(isFound ? ["refunds-in-parallel"] : []);
  });
});

it("refunds in two lanes at once are those of two shops", () => {
  const facts = [refundFact(1, 0, { fault: "no-response" }), refundFact(2, 10, { lane: 1 })];
  expect(callPractices({ facts, wrong: [], dryCalls: [], books: new Map(), beliefs: new Map() })).toEqual([]);
});

describe("a notice", () => {
  const notice = (more: Partial<NotificationFact>): NotificationFact => ({
    ...{ kind: "notification", ms: 0, at: instant(0), lane: 0, orderId: 1, reference: "A-1", id: 1, about: "payment" },
    ...{
      attempt: 1,
      forged: undefined,
      body: "",
      says: {},
      status: 200,
      answer: "OK",
      tookMs: 5,
      handledMs: 5,
      why: null,
    },
    ...more,
  });
  it.each<[string, Partial<NotificationFact>, readonly string[]]>([
    ["that is answered within 5 s", { tookMs: 5000 }, []],
    ["that takes longer", { tookMs: 5001 }, ["slow-to-answer-notices"]],
    ["that is genuine and answered with an error", { status: 500 }, [ANSWERED_ERROR]],
    ["that is forged and answered with an error", { status: 400, forged: "amount" }, []],
    ["that nobody answers", { status: null, tookMs: 30_000 }, []],
  ])("%s", (_, more, expected) => {
    const watched = { facts: [notice(more)], wrong: [], dryCalls: [], books: new Map(), beliefs: new Map() };
    expect(notificationPractices(watched).map(({ id }) => id)).toEqual(expected);
  });

  it("that takes longer is no practice of the shop if the judge held its query", () => {
    const watched = {
      facts: [notice({ tookMs: 5001 })],
      wrong: [],
      dryCalls: [],
      books: new Map(),
      beliefs: new Map(),
    };
    const conducted = { schedule: [], asksNothing: false, hasOpened: true, hasOverlapped: false, hasMissed: false };
    expect(notificationPractices({ ...watched, conducted })).toEqual([]);
  });

  it.each<[string, Partial<CallFact>, readonly string[]]>([
    ["was lost", { fault: "no-response" }, []],
    ["was delayed by the judge", { isMutated: true }, []],
    ["was answered", {}, ["slow-to-answer-notices"]],
  ])("that takes longer by a handler whose own query %s", (_, more, expected) => {
    const query = refundFact(2, 1, { operation: "hosted-checkout/query", ...same, ...more });
    const facts = [notice({ tookMs: 5031, handledMs: 5040 }), query];
    const watched = { facts, wrong: [], dryCalls: [], books: new Map(), beliefs: new Map() };
    expect(notificationPractices(watched).map(({ id }) => id)).toEqual(expected);
  });

  it.each([
    [500, /^Answered 500: the handler failed, so look into your shop's log for the error\. Answer OK to every genuine/],
    [502, /^Answered 502: a proxy answered for the shop, which was down, died or was too slow, so look/],
    [403, undefined],
  ])("that is genuine and answered with %i has a cure that fits", (status, cure) => {
    const watched = { facts: [notice({ status })], wrong: [], dryCalls: [], books: new Map(), beliefs: new Map() };
    const [seen] = notificationPractices(watched);
    if (cure === undefined) expect(seen!.cure).toBeUndefined();
    else expect(seen!.cure).toMatch(cure);
  });

  it.each<[string, Partial<CallFact>, readonly string[]]>([
    ["failed", { fault: "connection-reset" }, []],
    ["was refused", { responseCode: "9002" }, []],
    ["was answered too late for its client", { leftMs: 4 }, []],
    ["failed when its ms and tookMs were over", { ms: 8, fault: "connection-reset" }, []],
    ["failed, and was a refund", { operation: "hosted-checkout/refund", fault: "http-502" }, []],
    ["was refused, and was a refund", { operation: "hosted-checkout/refund", responseCode: "2004" }, [ANSWERED_ERROR]],
    ["was answered", { responseCode: "0000" }, [ANSWERED_ERROR]],
    ["failed before", { ms: -1, fault: "connection-reset" }, [ANSWERED_ERROR]],
    ["failed afterwards", { ms: 10, fault: "connection-reset" }, [ANSWERED_ERROR]],
    ["failed, and was about another order", { reference: "A-2", fault: "http-502" }, [ANSWERED_ERROR]],
  ])("that is answered with an error by a handler whose own query %s", (_, more, expected) => {
    const query = refundFact(2, 1, { operation: "hosted-checkout/query", reference: "A-1", ...more });
    const facts = [notice({ status: 500, handledMs: 9 }), query];
    const watched = { facts, wrong: [], dryCalls: [], books: new Map(), beliefs: new Map() };
    expect(notificationPractices(watched).map(({ id }) => id)).toEqual(expected);
  });
});

describe("a lost call whose bytes came again", () => {
  it.each<[string, Partial<CallFact>, Partial<Resend>, readonly string[], boolean]>([
    ["a refund that was cut", {}, { fault: "connection-reset" }, ["client-sends-again"], false],
    ["a query that was cut", { operation: "hosted-checkout/query" }, { fault: "connection-reset" }, [], false],
    ["a refund whose shop was killed, sent by the restarted shop", {}, {}, [], true],
  ])("by a client that does so by itself: %s", (_, about, how, expected, isApplied) => {
    const resend = { of: 1, afterMs: 80, ...how };
    const lost = refundFact(1, 0, { reference: "A", ...about, isMutated: true, fault: resend.fault });
    const copy = refundFact(2, 80, { reference: "A", ...about, arrival: { realAt: 80, resend } });
    const watched = { facts: [lost, copy], wrong: [], dryCalls: [], books: new Map(), beliefs: new Map() };
    expect(callPractices(watched).map(({ id }) => id)).toEqual(expected);
    const lane = { ...watched, index: 0, name: "default", slot: 0, orders: [], notifications: [], now: instant(0) };
    expect(tookEffect({ witness: undefined }, { lanes: [lane] })).toBe(isApplied);
  });
});

describe("a charge that was lost and one of the same amount right after", () => {
  const sale = (id: number, reference: string, more: Partial<CallFact> = {}) =>
    refundFact(id, id, { operation: "tokenization/sale", reference, amount: minorUnits(2000), ...more });
  const lost = sale(1, "X", { fault: "connection-reset" });
  const about = (id: number, reference: string, operation: string) => refundFact(id, id, { reference, operation });
  const shown = (id: number, reference: string) =>
    refundFact(id, id, { reference, operation: "hosted-checkout/query", response: '{"order":{"status":"SUCCESS"}}' });
  const [one, two] = [sale(1, "A"), sale(2, "B")];
  it.each<[string, readonly CallFact[], readonly CallFact[], boolean]>([
    ["a new reference, and nobody asked", [lost, sale(2, "Y")], [one], true],
    ["a new reference, by another card of the same user", [lost, sale(2, "Y", { tokenId: 352 })], [one], true],
    ["a new reference, of another user", [lost, sale(2, "Y", { userId: "user2" })], [one], false],
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
      "a new reference, though a query had shown the lost one, as in a handler of notifications",
      [lost, shown(2, "X"), sale(3, "Y")],
      [one],
      true,
    ],
    [
      "a new reference, when a query had shown the lost one and a later one had not",
      [lost, shown(2, "X"), about(3, "X", "hosted-checkout/query"), sale(4, "Y")],
      [one],
      false,
    ],
    [
      "a new reference, and only another order was asked for",
      [lost, about(2, "W", "hosted-checkout/query"), sale(3, "Y")],
      [one],
      true,
    ],
    [
      "the next of two sales under names drawn anew, and the second lost before it was charged, asked for and sold anew",
      [
        lost,
        shown(2, "X"),
        sale(3, "Y", { fault: "connection-reset", responseCode: "" }),
        about(4, "Y", "hosted-checkout/query"),
        sale(5, "Z"),
      ],
      [one, two],
      false,
    ],
    [
      "a new reference, when the lost one was taken back",
      [lost, about(2, "X", "direct/void"), sale(3, "Y")],
      [one],
      false,
    ],
    ["a sale in another lane", [lost, sale(2, "Y", { lane: 1 })], [one], false],
  ])("is %s: accused where nobody asked for the lost one", (_, facts, dryCalls, isFound) => {
    const found = callPractices({ facts, wrong: [], dryCalls, books: new Map(), beliefs: new Map() });
    expect(found.map(({ id }) => id)).toEqual(isFound ? ["retried-under-new-reference"] : []);
  });
});

describe("HTTP 200 is taken for success", () => {
  const call = (operation: string, more: Partial<CallFact> = {}) =>
    refundFact(1, 0, { operation, responseCode: "1003", ...more });
  const sale = (more: Partial<CallFact> = {}) => call("tokenization/sale", more);
  const asked = refundFact(2, 1, { ...same, operation: "hosted-checkout/query" });
  const told: NotificationFact = {
    ...{ kind: "notification", ms: 1, at: instant(0), lane: 0, orderId: 1, reference: "A-1", id: 1, about: "payment" },
    ...{
      attempt: 1,
      forged: undefined,
      body: "",
      says: {},
      status: 200,
      answer: "OK",
      tookMs: 5,
      handledMs: 5,
      why: null,
    },
  };
  const seen = (verdict: Wrong["verdict"], facts: readonly Fact[]) => {
    const wrong: readonly Wrong[] = [{ verdict, references: ["A-1"], cart: undefined, why: "" }];
    return beliefPractices({ facts, wrong, dryCalls: [], books: new Map(), beliefs: new Map() }).map(({ id }) => id);
  };

  it.each<[string, Wrong["verdict"], readonly Fact[]]>([
    ["sale", "paid-unpaid", [sale()]],
    ["sale of an order that was never made", "order-unknown", [sale()]],
    ["recurring charge", "paid-unpaid", [call("recurring/recurring")]],
    ["refund", "refund-not-made", [call("hosted-checkout/refund")]],
    ["void", "refund-not-made", [call("direct/void")]],
    ["void, told as nothing paid", "paid-unknown", [call("direct/void")]],
    ["sale, after a query that was lost", "paid-unpaid", [sale(), { ...asked, fault: "connection-reset" }]],
    [
      "sale, and whose refund was refused",
      "paid-unpaid",
      [sale(), refundFact(2, 1, { ...same, responseCode: "2003" })],
    ],
  ])("by a shop that counts a refused %s as done", (_, verdict, facts) => {
    expect(seen(verdict, facts)).toEqual(["http-200-taken-for-success"]);
  });

  it("is said of the refund that a shop sent because its void was refused", () => {
    const facts = [
      call("hosted-checkout/void", { responseCode: "2008" }),
      refundFact(2, 1, { ...same, responseCode: "2006" }),
    ];
    const wrong: readonly Wrong[] = [{ verdict: "refund-not-made", references: ["A-1"], cart: undefined, why: "" }];
    const found = beliefPractices({ facts, wrong, dryCalls: [], books: new Map(), beliefs: new Map() });
    expect(found.map(({ what }) => what)).toEqual([
      "hosted-checkout/refund of A-1 was answered HTTP 200, responseCode 2006",
    ]);
  });

  it("by a shop that counts an unreadable answer as done", () => {
    const garbage = sale({ fault: "garbage-body" });
    expect(seen("paid-unpaid", [garbage])).toEqual(["http-200-taken-for-success"]);
  });

  it.each<[string, Wrong["verdict"], readonly Fact[]]>([
    ["an HTTP 500", "paid-unpaid", [sale({ http: 500, fault: "http-500" })]],
    ["a lost answer", "paid-unpaid", [sale({ fault: "connection-reset" })]],
    ["a later query", "paid-unpaid", [sale(), asked]],
    ["a later query that found nothing", "paid-unpaid", [sale(), { ...asked, responseCode: "2001" }]],
    ["a notification", "paid-unpaid", [sale(), told]],
    ["an approved sale", "paid-unpaid", [sale({ responseCode: "0000" })]],
    ["a refused refund, if the sale is in doubt", "paid-unpaid", [call("hosted-checkout/refund")]],
    ["a refused sale, if it charged twice", "charged-twice", [sale()]],
    ["the refusal of another order", "paid-unpaid", [sale({ orderId: 9, reference: "A-9" })]],
  ])("is not said of a shop that misreads %s", (_, verdict, facts) => {
    expect(seen(verdict, facts)).toEqual([]);
  });
});

describe("an order that counts as paid, without an answer that says so, after a redirect at 5 ms", () => {
  const query = { ...same, operation: "hosted-checkout/query", response: '{"order":{"status":"OPEN"}}' } as const;
  it.each<[string, number, Partial<CallFact>, readonly string[]]>([
    ["before the shopper acted", 1, {}, ["redirect-taken-for-proof"]],
    ["in the redirect's handler, and may have misread the answer", 4, {}, []],
    ["in the redirect's handler, without an answer", 4, { fault: "connection-reset" }, ["redirect-taken-for-proof"]],
    ["later, and may have misread the answer", 6, {}, []],
  ])("by a shop that asked %s", (_, ms, more, expected) => {
    const acted = refundFact(1, 2, { operation: "checkout/pay", by: "shopper" });
    const came = { kind: "redirect", ms: 5, at: instant(0), lane: 0, ...same, to: "success", status: 200 } as const;
    const facts = [acted, refundFact(2, ms, { ...query, ...more }), came];
    const beliefs = allBelieved({ "A-1": { paid: 20 } });
    const found = beliefPractices({ facts, wrong: [], dryCalls: [], books: new Map(), beliefs });
    expect(found.map(({ id }) => id)).toEqual(expected);
  });
});

describe("a shop", () => {
  it("that asks wherever it is in doubt has no bad practices", async () => {
    expect(await practicesIn(rightSale, "sale#1/*/connection-reset")).toEqual([]);
  });

  it("that charges again under another reference after a lost answer", async () => {
    const run = async (lane: SandboxLane) => {
      for (const reference of ["A-1", "A-2"])
        if ((await saleAt(lane, reference))?.responseCode === "0000") return { [reference]: { paid: 20 } };
      return {};
    };
    expect(await practicesIn(run, LOST)).toEqual(["retried-under-new-reference"]);
  });

  it("that refunds in parallel", async () => {
    const run = async (lane: SandboxLane) => {
      await saleAt(lane, "A-1");
      await Promise.all([20, 20].map((amount) => refundOf(lane, "A-1", amount)));
      return { "A-1": { paid: 20, refunded: 20 } };
    };
    expect(await practicesIn(run, "refund#1/after-commit/no-response")).toEqual(["refunds-in-parallel"]);
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
          const [seen] = await lane.requests({ operation, merchantReference });
          const { explain } = await lane.request(seen!.id);
          if (explain?.effects?.fault === "no-response") leaving.abort();
          await answer;
        };
        for (const reference of ["A-1", "A-2"]) await refunded(reference);
        return null;
      };
      const report = await judge(run, { only: "refund#1/after-commit/no-response" });
      expect([report.counts.run, report.practices]).toEqual([1, []]);
    },
  );

  it("that takes HTTP 200 for success", async () => {
    const run = async (lane: SandboxLane) => ({ "A-1": { paid: (await saleAt(lane, "A-1")) ? 20 : 0 } });
    expect(await practicesIn(run, "sale#1/decline/insufficient-funds")).toEqual(["http-200-taken-for-success"]);
  });

  it("that takes HTTP 200 for success is not said to book by the amount", async () => {
    const run = async (lane: SandboxLane) => {
      await using server = await listening((_, response) => void response.end("OK"));
      const callbackUrl = { notify: server.url };
      const beliefs: Record<string, Belief> = {};
      for (const reference of ["A-1", "A-2"]) {
        const sold = await callOf(lane, "tokenization/sale", { ...saleParams(reference), callbackUrl });
        beliefs[reference] = { paid: sold ? 20 : 0 };
      }
      await lane.waitFor({ for: "notification", match: { acknowledged: true } });
      return beliefs;
    };
    const { practices, findings } = await judge(run, { only: "sale#1/decline/insufficient-funds" });
    expect(practices.map(({ id }) => id)).toEqual(["http-200-taken-for-success"]);
    expect(findings.map(({ references, cure }) => [references, cure])).toEqual([
      [["A-1"], expect.not.stringMatching(/same amount/)],
    ]);
  });

  it("that misreads one code is told which, and not only to compare codes", async () => {
    const run = async (lane: SandboxLane) => {
      const code = (await saleAt(lane, "A-1"))?.responseCode;
      return { "A-1": { paid: code === "0000" || code === "3051" ? 20 : 0 } };
    };
    const { practices } = await judge(run, { only: "sale#1/decline/*" });
    expect(practices.map(({ id, cause, cure }) => [id, cause, cure])).toEqual([
      [
        "http-200-taken-for-success",
        expect.stringContaining("it took HTTP 200, or that response code, for success"),
        expect.stringContaining("If the shop reads other refusals right, look at what it does on 3051"),
      ],
    ]);
  });

  it("that takes an HTTP 502 for success is not said to take HTTP 200 for it", async () => {
    const run = async (lane: SandboxLane) => {
      const { status } = await postedSale(lane, "A-1");
      return { "A-1": { paid: status === 200 || status === 502 ? 20 : 0 } };
    };
    const report = await judge(run, { only: "sale#1/before-commit/http-502" });
    expect(report.findings.map(({ verdict }) => verdict)).toEqual(["order-unknown"]);
    expect(report.practices).toEqual([]);
  });

  it("that takes the redirect for proof", async () => {
    const run = (lane: SandboxLane) => sellHosted(lane, "takes-redirect-for-proof");
    expect(await practicesIn(run, "pay#1/page/returns-without-notice")).toEqual(["redirect-taken-for-proof"]);
  });

  it("that books a notification on another order with that amount is not told that a redirect did it", async () => {
    const run = (lane: SandboxLane) => sellHosted(lane, "books-by-amount");
    const { practices, findings } = await judge(run, { only: "pay#1/page/returns-unpaid" });
    expect(practices.map(({ id, evidence }) => [id, evidence.map(({ what }) => what)])).toEqual([
      ["booked-by-amount", ["H-1 is counted as paid, and the notification was of H-2"]],
    ]);
    expect(findings.map(({ verdict, references, cure }) => [verdict, references, cure])).toEqual(
      [
        ["paid-unpaid", ["H-1"]],
        ["paid-unknown", ["H-2"]],
      ].map((one) => [
        ...one,
        expect.stringMatching(/^A genuine notification of another order with the same amount came/),
      ]),
    );
  });

  it("that never checks a signature", async () => {
    const run = (lane: SandboxLane) => sellHosted(lane, "checks-no-signature");
    expect(await practicesIn(run, "pay#1/notice/forged-signature-alone")).toEqual(["signature-never-checked"]);
    expect(await practicesIn(run, "create#1/notice/forged-for-unpaid")).toEqual(["forged-notice-believed"]);
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
    expect(report.practices.map(({ id }) => id)).toEqual([
      "reference-reused",
      "polls-too-fast",
      "gives-up-after-one-lost-query",
    ]);
    expect(report.practices.some(({ grave }) => grave)).toBe(false);
    expect(report.exitCode).toBe(0);
  });
});
