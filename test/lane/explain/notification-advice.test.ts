import { describe, expect, it } from "vitest";
import {
  type AdvisableNotification,
  adviceForNotification,
  originalOf,
  signedTextOf,
  worstOf,
} from "../../../src/lane/explain/notification-advice.js";
import { notificationStates } from "../../../src/lane/ports/outbox.js";
import { notificationJson } from "../../../src/lane/views/order-json.js";
import { NOW } from "../../support/orders.js";
import { outboxEntry } from "../../support/outbox.js";

type Attempt = AdvisableNotification["attempts"][number];

describe("the advice about a notification", () => {
  const refused = { status: null, why: "connection refused: nothing listens at 127.0.0.1:1" };
  const about = (state: (typeof notificationStates)[number], attempts: readonly Attempt[] = [refused]) =>
    adviceForNotification({ id: 7, state, attempts, effects: {} });

  it("tells one that waits for its time from one that failed", () => {
    expect(about("due", [])).toContain("It is scheduled for nextAt on the lane's clock.");
    expect(about("due")).toContain("It is retried at nextAt");
  });

  it("says what a swapped one waits for, until its first attempt", () => {
    const swapped = { id: 7, state: "due", nextAt: "16:41", effects: { swap: true } } as const;
    expect(adviceForNotification({ ...swapped, attempts: [] })).toBe(
      "A rule swaps it: it is sent right after the next notification of another order, or at 16:41 on the lane's clock if there is none.",
    );
    expect(adviceForNotification({ ...swapped, attempts: [refused] })).toContain("It is retried at 16:41");
  });

  it.each([
    [
      "its host is not allowed",
      { state: "held", note: "public host (…)", effects: {} },
      "It is not sent: public host (…).",
    ],
    [
      "a rule holds it",
      { state: "held", effects: { hold: true } },
      "It is held. Release it with POST /_sandbox/notifications/7/release.",
    ],
    [
      "its address is none of HTTP",
      { state: "refused", note: "not an HTTP address", effects: {} },
      "Its address cannot be called: not an HTTP address. Set the order's callbackUrl.notify (notifyUrl) to an http or https URL of the shop.",
    ],
  ] as const)("tells why it waits if %s", (_, facts, expected) => {
    expect(adviceForNotification({ id: 7, attempts: [], ...facts })).toBe(expected);
  });

  const bad = { status: 200, why: 'answered 200 but the body was "BAD", expected OK' };
  const unverified = { status: 400, why: "answered 400, expected 2XX with the text OK" };
  const broken = { status: 500, why: "answered 500, expected 2XX with the text OK" };
  it.each([
    [
      "does not answer",
      refused,
      "It failed: connection refused: nothing listens at 127.0.0.1:1. Start the shop, and check the address.",
    ],
    [
      "answers 200 with another body",
      bad,
      'It failed: answered 200 but the body was "BAD", expected OK. Answer with the body OK, and nothing else than white space around it.',
    ],
    [
      "answers 400",
      unverified,
      "It failed: answered 400, expected 2XX with the text OK. Perhaps the shop could not read it: the body is JSON (Content-Type: application/json), not a form. Perhaps it refused the order or the amount: compare them with the shop's own order. It is genuine: if the shop refused its signature, check that its public key is the service's own (`payment-sandbox keys` and notificationPublicKey of GET /_sandbox/keys have it, and under exec PAYMENT_SANDBOX_PUBLIC_KEY_FILE names its file), not the shop's or the demo merchant's, and compare the text that the shop verifies with the signed text, which `payment-sandbox why notification-<id>` prints. Answer HTTP 200 with the body OK.",
    ],
    [
      "answers 500",
      broken,
      "It failed: answered 500, expected 2XX with the text OK. The shop's handler failed: look into the shop's log and mend it. Do not answer OK in place of the error: it is delivered again, and then the handler can do its work.",
    ],
  ])("tells a shop that %s what it did wrong", (_, last, expected) => {
    expect(about("due", [last])).toBe(`${expected} It is retried at nextAt on the lane's clock.`);
    expect(about("gave-up", [refused, last])).toContain(expected.replace("It failed: ", "The last one: "));
  });

  it.each([
    ["acknowledged", /^The shop acknowledged it before/],
    ["gave-up", /POST \/_sandbox\/notifications\/7\/resend\./],
    ["held", /^It is not sent: public host\.$/],
    [
      "dropped",
      /^A rule dropped it, so it never comes: .* POST \/_sandbox\/notifications\/7\/resend sends it after all\.$/,
    ],
    ["refused", /http or https/],
    ["in-flight", /^It is being sent again now\. The last attempt failed: /],
  ] as const)("%s says what to do", (state, expected) => {
    expect(about(state)).toMatch(expected);
  });

  it("of one that is being sent is the order's if the attempt before failed", () => {
    const sending = (attempts: readonly Attempt[]) => worstOf([{ id: 7, state: "in-flight", attempts, effects: {} }]);
    expect(sending([bad])).toMatch(
      /^Notification 7: It is being sent again now\. The last attempt failed: answered 200 /,
    );
    expect([sending([]), sending([bad, { status: 200, why: null }])]).toEqual([undefined, undefined]);
  });

  it("says that an acknowledged one was refused when it was sent again", () => {
    expect(about("acknowledged", [{ status: 200, why: null }, bad])).toBe(
      'The shop acknowledged it before, but the last attempt failed: answered 200 but the body was "BAD", expected OK. Answer with the body OK, and nothing else than white space around it.',
    );
    expect(about("acknowledged", [bad, { status: 200, why: null }])).toBe("Nothing to do: the shop acknowledged it.");
  });

  it("is a sentence of its own for each state", () => {
    const texts = notificationStates.map((state) => about(state));
    for (const text of texts) expect(text).toMatch(/^[A-Z].+\.$/);
    expect(new Set(texts).size).toBe(notificationStates.length);
  });
});

describe("the advice about a forged notification", () => {
  const about = (
    forge: NonNullable<AdvisableNotification["effects"]["forge"]>,
    state: AdvisableNotification["state"],
    attempts: readonly Attempt[],
  ) => adviceForNotification({ id: 7, state, attempts, effects: { forge } });
  const accepted = { status: 200, why: null };
  const refused = { status: 401, why: "answered 401, expected 2XX with the text OK" };
  const silent = { status: null, why: "no answer within 15 s" };
  const fooled =
    "The shop accepted it. The shop was fooled. Verify the signature before you believe anything, and answer a forged one with 4XX.";

  it.each([
    ["signature", "its signature was changed", fooled],
    ["amount", "its amount was changed after it was signed", fooled],
    ["status", "its status was changed after it was signed", fooled],
    ["reference", "its merchantReference was changed after it was signed", fooled],
    ["unpaid", "no payment caused it, and its signature is wrong", fooled],
    ["no-signature", "no payment caused it, and it has no signature", fooled],
    ["empty-signature", "no payment caused it, and its signature is empty", fooled],
    [
      "amount-signed",
      "it states a wrong amount, and its signature is valid: the service's own mistake",
      "The shop accepted it. OK is right only if the shop booked the amount of its own order. Compare the amount, and query the order if it differs.",
    ],
    [
      "other-order",
      "its fields and signature are those of another order's genuine notification",
      "The shop accepted it. OK is right only if the shop booked the order that the fields name, and that one only once. Never book the order of the address.",
    ],
    [
      "other-merchant",
      "its signature is valid, and it is about another merchant's order with this reference and amount",
      "The shop accepted it. Only its orderId differs. Query the order before you believe a notification: the service signs for all merchants with one key.",
    ],
  ] as const)(
    "of the kind %s, which the shop accepted, says what was forged and what it means",
    (forge, what, cure) => {
      expect(about(forge, "acknowledged", [accepted])).toBe(`Notification 7 was forged on purpose: ${what}. ${cure}`);
    },
  );

  it.each([
    ["due", [refused], "The shop was right not to accept it (HTTP 401)."],
    ["gave-up", [silent, refused], "The shop was right not to accept it (HTTP 401)."],
    ["gave-up", [silent], "The shop gave no answer: no answer within 15 s. Check that it believed nothing."],
    ["due", [], "It was not sent yet. A right shop does not accept it."],
  ] as const)("that is %s after %j praises a right shop, which must query", (state, attempts, expected) => {
    expect(about("signature", state, attempts)).toBe(
      `Notification 7 was forged on purpose: its signature was changed. ${expected} Every retry is forged, too: the shop must query the order.`,
    );
  });

  it("besides a genuine one asks for nothing", () => {
    const effects = { forge: "amount", isBeside: true } as const;
    expect(adviceForNotification({ id: 7, state: "gave-up", attempts: [refused], effects })).toBe(
      "Notification 7 was forged on purpose: its amount was changed after it was signed. The shop was right not to accept it (HTTP 401). Nothing to do.",
    );
  });
});

describe("a copy", () => {
  const of = (id: number, causedBy: string, effects: AdvisableNotification["effects"] = {}) => ({
    id,
    causedBy,
    effects,
  });
  const all = [of(6, "req-2"), of(5, "req-1"), of(4, "req-1"), of(3, "req-1", { forge: "amount", isBeside: true })];

  it("is of the first genuine notification of its call", () => {
    expect(all.map((one) => originalOf(one, all))).toEqual([undefined, 4, undefined, undefined]);
  });
});

describe("the signed text", () => {
  const fields = {
    amount: "50.00",
    updateTime: "2026-01-05T10:00:00.000+08:00",
    merchantReference: "A 1&b",
    signature: "",
  };
  const text = "amount=50.00&merchantReference=A 1&b&updateTime=2026-01-05T10:00:00.000+08:00";
  const attempt = (status: number | null) => ({
    n: 1,
    at: NOW,
    request: "{}",
    status,
    body: "",
    durationMs: 1,
    why: status === 200 ? null : "no",
  });

  it.each([
    ["of a genuine one that the shop refused", "due", {}, 400, text],
    ["of one that was never answered", "due", {}, null, text],
    ["of a forged one that the shop refused", "due", { forge: "amount" }, 400, undefined],
    ["of one that the shop accepted", "acknowledged", {}, 200, text],
  ] as const)("%s", (_, state, effects, status, expected) => {
    const entry = { ...outboxEntry({ fields, state, effects }), attempts: [attempt(status)] };
    expect(signedTextOf(notificationJson(entry))).toBe(expected);
  });
});
