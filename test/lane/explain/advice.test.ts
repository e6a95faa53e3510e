import { describe, expect, it } from "vitest";
import { parseInstant } from "../../../src/core/domain/money.js";
import { SENDING } from "../../../src/core/scenario/rule/fit.js";
import { NOTIFYING } from "../../../src/core/scenario/rule/notified.js";
import { type Advisable, adviceFor } from "../../../src/lane/explain/advice.js";
import { advice } from "../../../src/lane/explain/answer-advice.js";
import { looksLike } from "../../../src/lane/explain/looks-like.js";
import { type AdvisableNotification, adviceForNotification } from "../../../src/lane/explain/notification-advice.js";
import type { RuleSummary } from "../../../src/lane/explain/request-schema.js";
import type { Exchange } from "../../../src/lane/ports/exchange.js";
import type { Explanation } from "../../../src/lane/ports/explanation.js";
import { packageText } from "../../../src/package/files.js";
import { exchange } from "../../support/exchange.js";

interface Case
  extends Pick<
      Explanation,
      | "ended"
      | "detail"
      | "effects"
      | "advice"
      | "assumed"
      | "signatureFault"
      | "clientLeft"
      | "isUnsent"
      | "hasMadeMerchant"
      | "warnings"
    >,
    Partial<Pick<Exchange, "merchantId" | "signature" | "operation" | "orderId" | "responseCode">>,
    Partial<Pick<Advisable, "rules" | "notifications" | "looksLike" | "usedUp">> {}
const adviceAfter = ({
  merchantId = 3,
  operation = "hosted-checkout/query",
  signature = "valid",
  rules = [],
  notifications = [],
  orderId,
  responseCode = "0000",
  looksLike,
  usedUp,
  ...rest
}: Case) =>
  adviceFor({
    exchange: exchange({
      merchantId: merchantId || undefined,
      reference: "A-1",
      operation,
      signature,
      orderId,
      responseCode,
    }),
    explanation: { subject: { operation: "direct/sale" }, matched: [], ...rest },
    rules,
    notifications,
    looksLike,
    ...(usedUp && { usedUp }),
  });

const rule = (over: Partial<RuleSummary> = {}): RuleSummary => ({
  ruleId: "rule-1",
  origin: "control",
  outcome: "fired",
  why: "",
  clauses: [],
  ...over,
});
const clause = (holds: boolean, member: "amount" | "operation" = "amount") =>
  ({ member, expected: 1, actual: 2, holds }) as const;
const missed = (...clauses: RuleSummary["clauses"][number][]) => rule({ outcome: "no-match", clauses });

describe("the advice", () => {
  it.each([
    ["wrong-method", "Use POST."],
    ["unknown-path", "Check the path against the endpoints of the payment API (docs/payment-api.md)."],
    ["body-too-large", "Send at most 1 MB."],
    ["wrong-content-type", "Send Content-Type: application/json."],
  ] as const)("after %s is %s", (ended, expected) => {
    expect(adviceAfter({ ended })).toBe(expected);
  });

  it.each([
    [
      "names the list of its endpoint's parameters",
      { detail: "amount: required" },
      "Add amount. docs/payment-api.md#parameters-of-hosted-checkoutquery lists all parameters.",
    ],
    [
      "names the list of outcomes if the header is wrong",
      { detail: 'X-Sandbox-Outcome: unknown outcome "foo"' },
      "Correct the header X-Sandbox-Outcome: `payment-sandbox scenarios --outcomes` lists all outcomes.",
    ],
    [
      "says what is meant by the name of a fault in the header",
      { detail: 'X-Sandbox-Outcome: unknown outcome "http-500": http-500 is a fault: write it as one' },
      "Correct the header X-Sandbox-Outcome: http-500 is a fault: write it as one.",
    ],
    [
      "does so if a rule forced it",
      { rules: [rule({ then: { outcome: "invalid-parameter" } })] },
      'Forced by rule "rule-1". If it were real: Correct the parameter named in the message. docs/payment-api.md#parameters-of-hosted-checkoutquery lists all.',
    ],
  ] as const)("after an invalid parameter %s", (_, facts, expected) => {
    expect(adviceAfter({ ended: "invalid-parameter", ...facts })).toBe(expected);
  });

  const USED_UP =
    "The order is kept, and cannot be paid: charge again under a new merchantReference, because this one is used up.";
  it.each([
    ["tokenization/sale", 1, `${advice["insufficient-funds"]} ${USED_UP}`],
    ["tokenization/recurring", 1, `${advice["insufficient-funds"]} ${USED_UP}`],
    ["hosted-checkout/recurring", 1, `${advice["insufficient-funds"]} ${USED_UP}`],
    // By the choice `none` of the assumption declined-token-order, the reference stays free.
    ["tokenization/sale", undefined, advice["insufficient-funds"]],
    ["checkout/pay", 1, advice["insufficient-funds"]],
  ] as const)(
    "after a declined %s of order %s says whether its reference is used up",
    (operation, orderId, expected) => {
      expect(adviceAfter({ ended: "insufficient-funds", operation, orderId })).toBe(expected);
    },
  );

  it.each(["lost-card", "stolen-card", "expired-card", "suspected-fraud"] as const)(
    "after %s names another card for the new reference",
    (ended) => {
      expect(adviceAfter({ ended, operation: "tokenization/sale", orderId: 1 })).toBe(
        `${advice[ended]} ${USED_UP.replace("charge again", "charge another card")}`,
      );
    },
  );

  it("says once what was wrong with the method", () => {
    const warnings = ["amount: expected a number", "lang: expected en"].map((one) => ({
      message: `invalid, too: ${one}`,
    }));
    expect(adviceAfter({ ended: "invalid-parameter", responseCode: "1001", warnings })).toMatch(
      / Also: amount: expected a number; lang: expected en$/,
    );
    expect(adviceAfter({ ended: "wrong-method", warnings: [{ message: "Use POST, not PUT" }] })).toBe(
      "Use POST, not PUT.",
    );
  });

  it("says of a call that made its merchant that nothing verified it", () => {
    expect(adviceAfter({ hasMadeMerchant: true, signature: "no-key" })).toBe(
      "The call succeeded, but merchant 3 was made by this call, and nothing verified its signature. Register its key with PUT /_sandbox/merchants/3 {publicKeys}, or correct merchantId.",
    );
    expect(adviceAfter({ merchantId: 4, signature: "no-key" })).toBe(
      "The call succeeded, but merchant 4 has no public key here, and nothing verified its signature. Register its key with PUT /_sandbox/merchants/4 {publicKeys}, or correct merchantId.",
    );
    expect(adviceAfter({ hasMadeMerchant: true, signature: "unchecked" })).toBe("Nothing to do: the call succeeded.");
  });

  it("differs by what ended the call, but for cards that must not be tried again", () => {
    const texts = Object.values(advice);
    const repeated = Object.entries(advice).filter(([, text]) => texts.filter((one) => one === text).length > 1);
    expect(repeated.map(([name]) => name).sort()).toEqual(["lost-card", "stolen-card", "suspected-fraud"]);
  });

  it("is a sentence for each name that a call can end with", () => {
    for (const [name, text] of Object.entries(advice)) expect(text, name).toMatch(/^[A-Z].+\.$/);
  });

  it("stands on the page of troubles, word by word", () => {
    const page = packageText("docs/troubleshooting.md");
    expect(Object.values(advice).filter((text) => !page.includes(text))).toEqual([]);
  });

  const ended = "maintenance";
  const lost = (placed: string) => ({ operation: "hosted-checkout/refund", effects: { fault: "http-502", placed } });
  const wrong = { signature: "invalid", signatureFault: "it is cut short" } as const;
  const byStranger = { signature: "invalid", signatureFault: "no key that is known here made it" } as const;
  const DEMO_KEY =
    "Sign with the private key of PAYMENT_SANDBOX_PRIVATE_KEY_FILE (`npx payment-sandbox env`), or register yours: PUT /_sandbox/merchants/3 {publicKeys}.";
  const OVER = " It counts as fired: add it again, or leave such calls out by when.orderStatus.";
  const told = (over: Partial<RuleSummary["then"] & object>) => rule({ then: over });
  it.each<[string, Case, string]>([
    ["nothing", {}, "Nothing to do: the call succeeded."],
    [
      "a call without merchantId",
      { ended: "no-public-key", merchantId: 0 },
      "Send merchantId. The key that checks the signature is the merchant's.",
    ],
    [
      "a merchant without a key",
      { ended: "no-public-key" },
      "Register the public key of merchant 3: PUT /_sandbox/merchants/3 {publicKeys}, or `merchants` in the config.",
    ],
    [
      "an unknown merchant",
      { ended: "no-public-key", merchantId: 4, assumed: ["unknown-merchant"] },
      "Merchant 4 is unknown here. Correct merchantId (3 is the demo merchant), or register its public key: PUT /_sandbox/merchants/4 {publicKeys}, or `merchants` in the config.",
    ],
    [
      "an answer that was lost after the commit",
      { ...lost("after-commit"), rules: [rule({ name: "dark" })] },
      'The call was carried out, and its answer was lost on purpose by rule "dark". Ask hosted-checkout/query for A-1 before you retry.',
    ],
    [
      "a refusal that was lost",
      { ...lost("after-commit"), ended: "already-refunded", responseCode: "2004" },
      "The call was refused (2004 already-refunded), and that answer was lost on purpose. Ask hosted-checkout/query for A-1 before you retry.",
    ],
    [
      "a decline that was lost",
      { ...lost("after-commit"), ended: "lost-card", responseCode: "3041" },
      "The call was declined (3041 lost-card), and that answer was lost on purpose. Ask hosted-checkout/query for A-1 before you retry.",
    ],
    [
      "a code of a rule that was lost",
      { ...lost("after-commit"), responseCode: "7777" },
      "The call was refused (7777), and that answer was lost on purpose. Ask hosted-checkout/query for A-1 before you retry.",
    ],
    [
      "a call that was lost before the commit",
      lost("before-commit"),
      "The call was lost on purpose before it was carried out. Ask hosted-checkout/query for A-1, then retry.",
    ],
    [
      "a query whose answer was lost",
      { ...lost("after-commit"), operation: "hosted-checkout/query" },
      "The call was carried out, and its answer was lost on purpose. It changes nothing: send it again.",
    ],
    [
      "add-token that never arrived",
      { ...lost("before-commit"), operation: "tokenization/add-token" },
      "The call was lost on purpose before it was carried out. It stores nothing before the shopper uses its page: send it again.",
    ],
    [
      "a wrong content type",
      { operation: "hosted-checkout/refund", effects: { fault: "wrong-content-type", placed: "after-commit" } },
      "The call was carried out, and its answer came with a wrong Content-Type on purpose. Ask hosted-checkout/query for A-1 before you retry.",
    ],
    [
      "a client that left while a rule held the answer back",
      { clientLeft: true, operation: "hosted-checkout/refund", rules: [rule({ name: "slow" })] },
      'The client left before it got the answer (rule "slow" held it back). The call was carried out. Ask hosted-checkout/query for A-1 before you retry.',
    ],
    [
      "a client that left while it was to take the notification",
      { clientLeft: true, operation: "hosted-checkout/refund", rules: [told({ notify: { before: "answer" } })] },
      'The client left before it got the answer (rule "rule-1" held it back). The notification comes first, and a shop that handles one request at a time can\'t take it while it waits (php -S needs PHP_CLI_SERVER_WORKERS=4). The call was carried out. Ask hosted-checkout/query for A-1 before you retry.',
    ],
    [
      "a client that left before it was refused",
      { clientLeft: true, ended, responseCode: "9002" },
      `The client left before it got the answer. ${advice.maintenance}`,
    ],
    [
      "an answer that a rule still holds back",
      { isUnsent: true, operation: "hosted-checkout/refund", rules: [rule({ name: "slow" })] },
      'The client has not got the answer: rule "slow" holds it back, or did when the sandbox ended. The call was carried out. Ask hosted-checkout/query for A-1 before you retry.',
    ],
    ["what was known already", { advice: "Read this.", ended }, "Read this."],
    [
      "a fault before what was known already",
      { ...lost("before-commit"), advice: "Read this." },
      "The call was lost on purpose before it was carried out. Ask hosted-checkout/query for A-1, then retry.",
    ],
    [
      "a signature that was refused",
      { ...wrong, ended: "invalid-signature" },
      `Signature: it is cut short. ${advice["invalid-signature"]}`,
    ],
    [
      "a refused signature of an unknown key",
      { ...byStranger, ended: "invalid-signature" },
      `Signature: no key that is known here made it. ${DEMO_KEY}`,
    ],
    [
      "a signature of an unknown key that was only flagged",
      byStranger,
      `The call succeeded, but its signature is invalid (no key that is known here made it). --signature enforce would refuse it. ${DEMO_KEY}`,
    ],
    [
      "a refused signature of another merchant's key",
      {
        ...byStranger,
        signatureFault: "it was made with the demo merchant's key",
        merchantId: 4,
        ended: "invalid-signature",
      },
      "Signature: it was made with the demo merchant's key. Sign with the private key of merchant 4's registered public key, or register yours: PUT /_sandbox/merchants/4 {publicKeys}.",
    ],
    [
      "a signature that was refused, of which nothing more is known",
      { signature: "invalid", ended: "invalid-signature" },
      advice["invalid-signature"],
    ],
    ["another refusal of a call whose signature is wrong", { ...wrong, ended }, advice.maintenance],
    [
      "a refused signature that a rule forced",
      { ...wrong, ended: "invalid-signature", rules: [told({ outcome: "invalid-signature" })] },
      `Forced by rule "rule-1". If it were real: ${advice["invalid-signature"]}`,
    ],
    ["a refusal", { ended }, advice.maintenance],
    [
      "a declined refund",
      { ended: "insufficient-funds", operation: "direct/refund" },
      "Nothing was given back. Query the order, and try again later, or pay the shopper back another way.",
    ],
    [
      "a refusal that a rule forced",
      { ended, rules: [rule({ outcome: "skipped" }), { ...told({ outcome: ended }), ruleId: "rule-2" }] },
      `Forced by rule "rule-2". If it were real: ${advice.maintenance}`,
    ],
    [
      "a refusal beside a rule that wanted another refusal",
      { ended, effects: { outcome: "rate-limited" }, rules: [told({ outcome: "rate-limited" })] },
      advice.maintenance,
    ],
    ...(
      [
        ["approve", {}, " It stays in force: leave such calls out by when.orderStatus."],
        ["approve", { usedUp: new Set(["rule-1"]) }, OVER],
        ["insufficient-funds", { rules: [rule({ origin: "next" })] }, OVER],
        ["insufficient-funds", { rules: [rule({ origin: "header" })] }, ""],
      ] as const
    ).map(([outcome, over, kept]): [string, Case, string] => [
      `a refusal that overruled ${outcome}`,
      { ended: "already-refunded", effects: { outcome }, rules: [rule()], ...over },
      `Rule "rule-1" fired, but its outcome ${outcome} was overruled: the call was refused before the issuer was asked.${kept} ${advice["already-refunded"]}`,
    ]),
    [
      "a refused call of a rule for its notification",
      { ended: "already-refunded", effects: { notify: { drop: true } }, rules: [told({ notify: { drop: true } })] },
      `Rule "rule-1" fired, but changed nothing: its \`notify\` needs a call that succeeds. ${advice["already-refunded"]}`,
    ],
    [
      "a refused call of a rule for its notification and a delay",
      {
        ended: "already-refunded",
        effects: { notify: { drop: true }, delay: "1s" },
        rules: [told({ notify: { drop: true }, delay: "1s" })],
      },
      `Rule "rule-1" fired, but its \`notify\` changed nothing: it needs a call that succeeds. ${advice["already-refunded"]}`,
    ],
    [
      "a code of a rule's own",
      { rules: [told({ outcome: { responseCode: "1", message: "x" } })] },
      'Rule "rule-1" forced this code. Remove it to get the normal answer.',
    ],
    [
      "a wrong signature that was let through",
      wrong,
      `The call succeeded, but its signature is invalid (it is cut short). --signature enforce would refuse it. ${advice["invalid-signature"]}`,
    ],
    [
      "a wrong signature of which nothing more is known",
      { signature: "invalid" },
      `The call succeeded, but its signature is invalid. --signature enforce would refuse it. ${advice["invalid-signature"]}`,
    ],
    [
      "a value that is probably not the one meant",
      {
        looksLike: looksLike(
          "hosted-checkout/create",
          '{"amount":19.989999771118164,"expiryTime":"2026-11-27T11:02:00Z"}',
          parseInstant("2026-11-27T02:32:00Z"),
        ),
      },
      "The call succeeded, but check expiryTime: 8 h 30 min after the call. If you meant 30 min, a literal Z stands on Hong Kong time.",
    ],
    [
      "a rule that fired",
      { rules: [told({ delay: "1ms" })] },
      'Rule "rule-1" changed this call. Everything else is normal.',
    ],
    [
      "a rule that had somebody else act",
      { rules: [told({ meanwhile: "refund" })] },
      'Rule "rule-1" fired just before this call (meanwhile: refund). Everything else is normal.',
    ],
    [
      "a rule that fired and is gone",
      { rules: [rule()] },
      'Rule "rule-1" changed this call. Everything else is normal.',
    ],
    [
      "a rule about a notification that no such call sends",
      {
        rules: [
          missed(clause(true, "operation"), {
            ...{ member: "operation", holds: false },
            ...{ expected: SENDING, actual: "hosted-checkout/create" },
          }),
        ],
      },
      `The call succeeded. Rule "rule-1" did not fire: hosted-checkout/create sends no notification. Match ${NOTIFYING}.`,
    ],
    [
      "a rule about a notification of another call",
      {
        rules: [
          missed(
            clause(true, "operation"),
            {
              ...{ member: "operation", holds: true },
              ...{ expected: SENDING, actual: "tokenization/sale" },
            },
            clause(false, "operation"),
          ),
        ],
      },
      "Nothing to do: the call succeeded.",
    ],
    [
      "a rule about a notification of an order without an address",
      { operation: "tokenization/sale", orderId: 1, rules: [told({ notify: { copies: 2 } })] },
      'Rule "rule-1" fired, but changed nothing: the call caused no notification. Does its order have callbackUrl.notify (notifyUrl)?',
    ],
    [
      "a rule about a notification, with another effect",
      { operation: "hosted-checkout/create", rules: [told({ notify: { copies: 2 }, delay: "1ms" })] },
      'Rule "rule-1" changed this call. Everything else is normal.',
    ],
    [
      "a rule about a stored card's notification",
      { operation: "card-entry/save", rules: [told({ notify: { drop: true } })] },
      'Rule "rule-1" changed this call. Everything else is normal.',
    ],
    [
      "a rule that missed by one clause",
      { rules: [missed(clause(false), clause(false)), missed(clause(true), clause(false))] },
      'The call succeeded. Rule "rule-1" nearly matched: amount was 2, expected 1.',
    ],
    [
      "rules that missed by two clauses",
      { rules: [missed(clause(false), clause(false))] },
      "Nothing to do: the call succeeded.",
    ],
    [
      "a rule of another operation",
      { rules: [missed(clause(true), clause(false, "operation"))] },
      "Nothing to do: the call succeeded.",
    ],
    [
      "a rule that matched and was skipped",
      { rules: [rule({ outcome: "skipped", clauses: [clause(false)] })] },
      "Nothing to do: the call succeeded.",
    ],
  ])("after %s", (_, over, expected) => {
    expect(adviceAfter(over)).toBe(expected);
  });

  it("says that the client of a copy of a lost call left, too", () => {
    const resend = { of: 4, afterMs: 55 };
    const said = adviceFor({
      exchange: exchange({ operation: "hosted-checkout/query", reference: "A-1", responseCode: "0000" }),
      explanation: { subject: { operation: "hosted-checkout/query" }, matched: [], clientLeft: true },
      rules: [rule({ name: "slow" })],
      notifications: [],
      resend,
    });
    expect(said).toMatch(/^The client left before it got the answer \(rule "slow" held it back\)\./);
    expect(said).not.toContain("has its result");
  });

  it("names the failed notification of the call's order, but not a forged one", () => {
    const why = 'answered 200 but the body was "BAD", expected OK';
    const failed = { id: 1, state: "due", attempts: [{ status: 200, why }], effects: {} } as const;
    expect(adviceAfter({ notifications: [failed] })).toBe(
      `The call succeeded. Notification 1: It failed: ${why}. Answer with the body OK, and nothing else than white space around it. It is retried at nextAt on the lane's clock.`,
    );
    const forged = { ...failed, effects: { forge: "signature", isBeside: true } } as const;
    expect(adviceAfter({ notifications: [forged] })).toBe("Nothing to do: the call succeeded.");
  });

  const of = (id: number, over: Partial<AdvisableNotification> = {}): AdvisableNotification => ({
    ...{ id, state: "acknowledged", attempts: [{ status: 200, why: null }], effects: {}, causedBy: "req-1" },
    ...over,
  });
  const unsent = { attempts: [] };
  const refused = [{ status: 400, why: "answered 400" }];
  it.each<[string, readonly AdvisableNotification[], string]>([
    [
      "dropped",
      [of(8, { state: "dropped", ...unsent, effects: {} })],
      "Notification 8: A rule dropped it, so it never comes: the shop must query the order. POST /_sandbox/notifications/8/resend sends it after all.",
    ],
    [
      "delayed",
      [of(8, { state: "due", nextAt: "16:41", ...unsent })],
      "Notification 8: It is scheduled for 16:41 on the lane's clock. Advance the clock with PUT /_sandbox/clock.",
    ],
    [
      "held",
      [of(8, { state: "held", ...unsent, effects: { hold: true } })],
      "Notification 8: It is held. Release it with POST /_sandbox/notifications/8/release.",
    ],
    [
      "sent three times",
      [of(10), of(9), of(8)],
      "Its notification came 3 times (8, 9, 10): answer each with OK, and do the work only once.",
    ],
    [
      "sent beside a forged one",
      [of(9), of(8, { state: "gave-up", attempts: refused, effects: { forge: "amount", isBeside: true } })],
      "Notification 8 was forged on purpose: its amount was changed after it was signed. The shop was right not to accept it (HTTP 400). Nothing to do.",
    ],
    ["sent as ever", [of(8)], "Everything else is normal."],
    ["of another call", [of(8, { state: "dropped", causedBy: "req-2" })], "Everything else is normal."],
  ])("says what to do about a notification that was %s by the call's rule", (_, notifications, expected) => {
    expect(adviceAfter({ notifications, rules: [rule()] })).toBe(`Rule "rule-1" changed this call. ${expected}`);
  });

  it("says that the order's genuine notification never comes if a rule forged it", () => {
    const attempts = [{ status: 400, why: "answered 400, expected 2XX with the text OK" }];
    const forged = { id: 1, state: "due", attempts, effects: { forge: "amount" } } as const;
    const genuine = { ...forged, id: 2, state: "acknowledged", attempts: [], effects: {} } as const;
    expect(adviceAfter({ notifications: [forged] })).toMatch(
      /^The call succeeded\. Notification 1 was forged .* the shop must query the order\.$/,
    );
    expect(adviceAfter({ notifications: [forged, genuine] })).toBe("Nothing to do: the call succeeded.");
  });

  it.each(["signature", "amount-signed"] as const)(
    "gives the verdict of notification 30, a forgery of its %s that the shop accepted, before any other",
    (forge) => {
      const fooled = {
        id: 30,
        state: "acknowledged",
        attempts: [{ status: 200, why: null }],
        effects: { forge },
      } as const;
      const failed = {
        id: 31,
        state: "gave-up",
        attempts: [{ status: 500, why: "answered 500" }],
        effects: {},
      } as const;
      const verdict = adviceForNotification(fooled);
      expect(adviceAfter({ notifications: [failed, fooled], rules: [rule()] })).toBe(
        `Rule "rule-1" changed this call. ${verdict}`,
      );
      expect(adviceAfter({ notifications: [failed, fooled] })).toBe(`The call succeeded. ${verdict}`);
    },
  );

  it("says of a notification that was given up that all attempts failed", () => {
    const gone = { id: 1, state: "gave-up", attempts: [{ status: 500, why: "answered 500" }], effects: {} } as const;
    expect(adviceAfter({ notifications: [gone] })).toBe(
      `The call succeeded. Notification 1: ${adviceForNotification(gone)}`,
    );
  });
});
