import { describe, expect, it } from "vitest";
import { type StoryStep, storyOf } from "../../../src/lane/views/history/order-story.js";
import { arrowsOf, mermaidOf } from "../../../src/lane/views/history/sequence-text.js";

const at = (second: number) => `2026-01-05T02:00:${String(second).padStart(2, "0")}.000+00:00`;
type Told = Parameters<typeof storyOf>[0];
const told = (timeline: readonly object[], transactions: readonly object[] = []): Told =>
  ({ timeline, transactions }) as unknown as Told;
const called = (what: string, over: object = {}) => ({
  at: at(5),
  what,
  requestId: "req-1",
  responseCode: "0000",
  ...over,
});
const charge = (over: object = {}) => ({ at: at(5), type: "SALE", amount: 50, currency: "HKD", ...over });

describe("a step of a story", () => {
  it.each([
    ["hosted-checkout/create", "call", "shop"],
    ["tokenization/sale", "call", "shop"],
    ["checkout/return", "shopper", "shopper"],
    ["checkout/open", "shopper", "shopper"],
    ["checkout/pay", "shopper", "shopper"],
    ["checkout/cancel", "shopper", "shopper"],
    ["checkout/challenge-closed", "shopper", "shopper"],
    ["card-entry/save", "shopper", "shopper"],
    ["checkout/expire", "time", "sandbox"],
    ["checkout/settle", "time", "sandbox"],
  ])("%s is a %s from the %s", (what, kind, from) => {
    expect(storyOf(told([called(what)]))).toEqual([
      {
        ...{ at: at(5), gapMs: 0, kind, from, to: "sandbox", what, answer: "0000" },
        ...{ isGood: true, requestId: "req-1", issuer: undefined, money: undefined },
      },
    ]);
  });

  it.each([
    [
      { responseCode: "2001", why: "no such order" },
      { answer: "2001: no such order", isGood: false },
    ],
    [{ responseCode: "" }, { answer: "lost", isGood: false }],
    [
      { responseCode: "", why: "cut" },
      { answer: "lost: cut", isGood: false },
    ],
  ])("that was answered %j says so", (over, expected) => {
    expect(storyOf(told([called("direct/query", over)]))[0]).toMatchObject(expected);
  });

  it.each([
    ["expired", false],
    ["settled", true],
  ])("that time alone did: %s", (what, isGood) => {
    expect(storyOf(told([{ at: at(5), what }]))).toEqual([
      { at: at(5), gapMs: 0, kind: "time", from: "sandbox", to: "sandbox", what, isGood },
    ]);
  });

  it.each([
    [{ status: 200, why: null }, "200", true],
    [{ status: 200, why: null, warning: "forged, and accepted" }, "200: forged, and accepted", false],
    [{ status: 500, why: "answered 500" }, "500: answered 500", false],
    [{ status: null, why: "connection refused" }, "no answer: connection refused", false],
  ])("that was a notification: %j", (attempt, answer, isGood) => {
    expect(storyOf(told([{ at: at(5), what: "notification", notificationId: 4, ...attempt }]))).toEqual([
      {
        ...{ at: at(5), gapMs: 0, kind: "notification", from: "sandbox", to: "shop", what: "notification 4" },
        ...{ answer, isGood, notificationId: 4 },
      },
    ]);
  });
});

describe("what the issuer was asked", () => {
  it.each([
    ["direct/sale", {}, { asked: "sale HKD 50.00", said: "approved", isGood: true }, "+ HKD 50.00"],
    [
      "direct/sale",
      { declined: "lost-card" },
      { asked: "sale HKD 50.00", said: "declined: lost-card", isGood: false },
      undefined,
    ],
    [
      "direct/refund",
      { type: "REFUND", amount: 0.5, currency: "USD" },
      { asked: "refund USD 0.50", said: "approved", isGood: true },
      "− USD 0.50",
    ],
    ["direct/void", { type: "SALE_VOID" }, { asked: "void HKD 50.00", said: "approved", isGood: true }, "− HKD 50.00"],
  ])("by %s with %j", (what, over, issuer, money) => {
    expect(storyOf(told([called(what)], [charge(over)]))[0]).toMatchObject({ issuer, money });
  });

  it.each([
    ["at another instant", { at: at(6) }],
    ["of another kind", { type: "REFUND" }],
  ])("is no transaction %s", (_, over) => {
    expect(storyOf(told([called("direct/sale")], [charge(over)]))[0]).toMatchObject({ issuer: undefined });
  });

  it("is told once for each transaction, in their order", () => {
    const declined = charge({ declined: "lost-card" });
    const story = storyOf(told(Array(3).fill(called("checkout/pay")), [declined, charge({ at: at(1) }), charge()]));
    expect(story.map(({ issuer }) => issuer?.said)).toEqual(["declined: lost-card", "approved", undefined]);
  });

  it("leaves the transactions as they were", () => {
    const transactions = [charge()];
    storyOf(told([called("direct/sale")], transactions));
    expect(transactions).toEqual([charge()]);
  });
});

it("tells the time between the steps, in milliseconds", () => {
  const story = storyOf(told([0, 2, 2, 9].map((second) => called("direct/query", { at: at(second) }))));
  expect(story.map(({ gapMs }) => gapMs)).toEqual([0, 2000, 0, 7000]);
});

describe("a sequence", () => {
  const step = (over: Partial<StoryStep>): StoryStep => ({
    ...{ at: at(0), gapMs: 0, kind: "call", from: "shop", to: "sandbox", what: "direct/sale", isGood: true },
    ...over,
  });
  const issuer = { asked: "sale HKD 50.00", said: "declined: lost-card", isGood: false };
  const story = [
    step({ answer: "3041", isGood: false, issuer }),
    step({ from: "shopper", what: "checkout/open" }),
    step({ from: "sandbox", to: "shop", what: "notification 1", answer: "200" }),
    step({ from: "sandbox", what: "settled", answer: "to nobody" }),
  ];

  it("has an arrow for each question and each answer, in order", () => {
    expect(arrowsOf(story).map(({ from, to, text, isAnswer, isGood }) => [from, to, text, isAnswer, isGood])).toEqual([
      ["shop", "sandbox", "direct/sale", false, true],
      ["sandbox", "issuer", "sale HKD 50.00", false, true],
      ["issuer", "sandbox", "declined: lost-card", true, false],
      ["sandbox", "shop", "3041", true, false],
      ["shopper", "sandbox", "checkout/open", false, true],
      ["sandbox", "shop", "notification 1", false, true],
      ["shop", "sandbox", "200", true, true],
      ["sandbox", "sandbox", "settled", false, true],
    ]);
  });

  it("is Mermaid", () => {
    expect(mermaidOf(story)).toBe(`sequenceDiagram
  participant shopper
  participant shop
  participant sandbox
  participant issuer
  shop->>sandbox: direct/sale
  sandbox->>issuer: sale HKD 50.00
  issuer-->>sandbox: declined: lost-card
  sandbox-->>shop: 3041
  shopper->>sandbox: checkout/open
  sandbox->>shop: notification 1
  shop-->>sandbox: 200
  Note over sandbox: settled`);
  });

  it("takes out of a text what could end a line or a message, and cuts it", () => {
    const texts = mermaidOf([step({ what: `a;b\n#c\r${"x".repeat(200)}` })]).split("\n");
    expect(texts.at(-1)).toBe(`  shop->>sandbox: a b c ${"x".repeat(114)}`);
  });
});
