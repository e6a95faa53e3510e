import { describe, expect, it } from "vitest";
import { compileRule, type Fired } from "../../../src/core/scenario/matching/choose.js";
import type { Then } from "../../../src/core/scenario/rule/rule.js";
import { type AnsweredCall, journalCall } from "../../../src/lane/journal/journal-call.js";
import type { Result } from "../../../src/lane/journal/result.js";
import {
  amended,
  type Explanation,
  reachedClient,
  readExplanation,
  UNWAITED,
} from "../../../src/lane/ports/explanation.js";
import type { ClockState } from "../../../src/lane/ports/lane-record.js";
import { exchange } from "../../support/exchange.js";
import { NOW } from "../../support/orders.js";

const running: ClockState = { mode: "wall", offsetMs: 0 };
const subject = { operation: "direct/sale", merchantId: "3", merchantReference: "R", cardType: "VISA" };
const fired = (then: Then, delayMs?: number): Fired => {
  const rule = compileRule({ name: "r", then }, { id: "rule-1", origin: "control", since: NOW });
  return { rule, key: "", n: 1, then, ...(delayMs !== undefined && { delayMs }) };
};
const journalled = (over: Partial<AnsweredCall> = {}, clock: ClockState = running) =>
  journalCall(
    { now: NOW, clock },
    {
      id: 9,
      call: { request: "{}", signature: "valid" },
      subject: { ...subject, cardNumber: "4111111111111111" },
      answer: { http: 200, responseCode: "0000", body: '{"a":1}', assumed: [] },
      result: { kind: "done" },
      why: { scenarios: "s" },
      ...over,
    },
  );
const explained = (over: Partial<AnsweredCall>): Explanation => readExplanation(journalled(over).exchange);
const plain = { scenarios: "s", subject, matched: [] };

describe("the journal's entry of a call", () => {
  it("keeps what was asked and answered, and no full card number", () => {
    expect(journalled().exchange).toEqual({
      ...{ id: 9, at: NOW, operation: "direct/sale", merchantId: 3, reference: "R", cardType: "VISA" },
      ...{ signature: "valid", responseCode: "0000", http: 200, request: "{}", response: '{"a":1}' },
      explain: JSON.stringify(plain),
    });
    const request = '{"note":"4111111111111111"}';
    expect(journalled({ call: { request } }).exchange.request).toBe('{"note":"411111******1111"}');
  });

  it("names the order that was found, none if none was, else the one that the call names", () => {
    const about = { id: 5, reference: "made" };
    expect(journalled({ about }).exchange).toMatchObject({ orderId: 5, reference: "made" });
    const named = { ...subject, orderId: 7 };
    expect(journalled({ subject: named }).exchange).toMatchObject({ orderId: 7, reference: "R" });
    const none = journalled({ subject: named, about: "none" }).exchange;
    expect([none.orderId, none.reference]).toEqual([undefined, "R"]);
  });

  const refused: Result = { kind: "refused", reason: "order-not-found", detail: "d" };
  const arrival = { realAt: 5, connection: "p-1", place: 2, userAgent: "curl/8" };
  it.each<[string, Partial<AnsweredCall>, Partial<Explanation>]>([
    ["nothing more", {}, {}],
    ["the assumptions", { answer: { http: 200, responseCode: "", body: "", assumed: ["a"] } }, { assumed: ["a"] }],
    ["a refusal", { result: refused }, { detail: "d", ended: "order-not-found" }],
    ["a refused envelope", { result: { kind: "refused", reason: "body-too-large" } }, { ended: "body-too-large" }],
    ["a decline", { result: { kind: "declined", decline: "lost-card" } as Result }, { ended: "lost-card" }],
    ["a wrong signature", { call: { request: "", signatureFault: "f" } }, { signatureFault: "f" }],
    ["how it came in", { call: { request: "", arrival } }, { arrival }],
    [
      "what a rule asked for",
      { fired: fired({ delay: "5ms" }, 5) },
      { effects: { delay: "5ms", delayMs: 5 }, isUnsent: true },
    ],
    [
      "what a rule asked for, without a delay",
      { fired: fired({ outcome: "approve" }) },
      { effects: { outcome: "approve" } },
    ],
    [
      "a decline that the page carries",
      { fired: fired({ outcome: "lost-card" }), isCarried: true },
      { effects: { outcome: "lost-card" }, advice: 'Rule "r" declines the first attempt on this page: lost-card.' },
    ],
    [
      "what else its kind knows",
      { why: { scenarios: "s", forbidden: { why: "w" }, advice: "a" } },
      { forbidden: { why: "w" }, advice: "a" },
    ],
  ])("says why it went so: %s", (_, over, expected) => {
    expect(explained(over)).toEqual({ ...plain, ...expected });
  });

  it("names the rule that fired", () => {
    expect(journalled({ fired: fired({}) }).exchange.rule).toBe("r");
    expect(journalled().exchange.rule).toBeUndefined();
  });

  it("says later that the client had left", () => {
    const { exchange: entry } = journalled();
    const left = { ...entry, ...amended(entry, { clientLeft: true }) };
    expect([readExplanation(entry), readExplanation(left)].map(reachedClient)).toEqual([true, false]);
    expect(readExplanation(left)).toEqual({ ...plain, clientLeft: true });
    const { exchange: waiting } = journalled({ fired: fired({ gate: { name: "g" } }) });
    const sent = { ...waiting, ...amended(waiting, {}) };
    expect([readExplanation(waiting), readExplanation(sent)].map(reachedClient)).toEqual([false, true]);
    expect(reachedClient(explained({ fired: fired({ fault: "http-502" }) }))).toBe(false);
    const old = exchange({ explain: "" });
    const former = { ...old, ...amended(old, { clientLeft: true }) };
    expect(readExplanation(former)).toMatchObject({ subject: { operation: former.operation }, clientLeft: true });
  });
});

describe("the reply to a call", () => {
  it("has the answer's bytes, and how they are sent", () => {
    const { reply } = journalled({ fired: fired({ fault: "http-502" }, 20), isCarried: true });
    expect(reply).toMatchObject({
      ...{ http: 200, body: '{"a":1}', requestId: "req-9", at: NOW, result: { kind: "done" }, signature: "valid" },
      ...{ rule: "r", isCarried: true, delayMs: 20, fault: "http-502" },
    });
    expect(journalled().reply).toMatchObject({ delayMs: 0, rule: undefined, fault: undefined });
  });

  it("waits for no delay on a frozen clock, and its explanation says so", () => {
    const frozen: ClockState = { mode: "frozen", at: NOW };
    const { reply, exchange: entry } = journalled({ fired: fired({}, 20) }, frozen);
    expect([reply.delayMs, reply.notes, readExplanation(entry).isUnwaited]).toEqual([0, [UNWAITED], true]);
    const undelayed = journalled({ fired: fired({}) }, frozen);
    expect([undelayed.reply.notes, readExplanation(undelayed.exchange).isUnwaited]).toEqual([[], undefined]);
  });

  it("is changed as a later version of the service might, the journal's entry is not", () => {
    const { reply, exchange: entry } = journalled({ fired: fired({ evolve: "member-order" }) });
    expect([reply.body, entry.response]).toEqual(['{"a":1}', '{"a":1}']);
    const extra = journalled({ fired: fired({ evolve: "extra-member" }) });
    expect(JSON.parse(extra.reply.body)).toMatchObject({ a: 1, extension: {} });
    expect(extra.exchange.response).toBe('{"a":1}');
  });
});
