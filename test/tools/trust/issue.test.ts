import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type AssumptionId, defaultPolicy } from "../../../src/core/facts/assumptions.js";
import type { Calibration } from "../../../src/server/options/calibration.js";
import { driftBetween } from "../../../src/tools/trust/calibrate/results/drift.js";
import { Cleaner } from "../../../src/tools/trust/issue/clean.js";
import { guessesOfCalibration, guessesOfDrift } from "../../../src/tools/trust/issue/from-calibration.js";
import { guessesOfRecording } from "../../../src/tools/trust/issue/from-recording.js";
import { issueText } from "../../../src/tools/trust/issue/issue.js";
import type { Recorded } from "../../../src/tools/trust/recording/exchange.js";
import { compareRecording } from "../../../src/tools/trust/replay/compare.js";
import { type Answered, clientOf, type Params, requests } from "../../support/client.js";
import { startTestSandbox } from "../../support/sandbox.js";

type Call = (operation: string, params: Params) => Promise<Answered["body"]>;

/** What a shop does at a service with these choices and codes: the calls and their answers. */
async function recordedAt(
  choices: Partial<Record<AssumptionId, string>>,
  act: (call: Call) => Promise<void>,
  responseCodes: object = {},
): Promise<readonly Recorded[]> {
  await using service = await startTestSandbox({
    policy: { ...defaultPolicy, ...choices } as typeof defaultPolicy,
    responseCodes: responseCodes as never,
  });
  const client = clientOf(service.url);
  const recorded: Recorded[] = [];
  await act(async (operation, params) => {
    const { http, text, body } = await client(operation, params);
    const request = JSON.stringify({ request: JSON.stringify(params), signature: "***" });
    const response = { status: http, contentType: "application/json", body: text };
    recorded.push({
      at: "2026-01-05T02:00:00Z",
      durationMs: 1,
      method: "POST",
      path: `/${operation}`,
      request,
      response,
    });
    return body;
  });
  return recorded;
}

/** A shop's day. */
const dayAt = (choices: Partial<Record<AssumptionId, string>>, responseCodes: object = {}) =>
  recordedAt(choices, day, responseCodes);

async function day(call: Call): Promise<void> {
  const create = (merchantReference: string) => requests.create({ merchantReference, email: "mei.chan@example.org" });
  for (const reference of ["MEI-CHAN-1", "MEI-CHAN-2"]) {
    const { order } = await call("hosted-checkout/create", create(reference));
    await call("hosted-checkout/query", { merchantId: 3, orderId: order.id });
  }
  await call("hosted-checkout/create", create("MEI-CHAN-1"));
  await call("hosted-checkout/query", { merchantId: 3, merchantReference: "nobody" });
  const open = await call("hosted-checkout/create", create("MEI-CHAN-3"));
  await call("direct/void", { merchantId: 3, orderId: open.order.id });
  const { order } = await call("tokenization/sale", requests.sale({ tokenId: 375 }));
  await call("hosted-checkout/query", { merchantId: 3, orderId: order.id });
}

/** What a reader of the report writes into the config file. */
const applied = (report: string) => parse(/config\.yaml\n\n```yaml\n(.*?)```/s.exec(report)?.[1] ?? "{}");

describe("a report of wrong guesses", () => {
  it.each([
    [{ "void-open-order": "closed" }],
    [
      {
        "duplicate-reference": "return-existing",
        "void-open-order": "void",
        "unpaid-card-type": "null",
        "date-spelling": "hong-kong",
        "query-order": "absent",
      },
    ],
  ] as const)("names what differs, and makes a fresh sandbox answer alike: %j", async (choices) => {
    const recorded = await dayAt(choices);
    const guesses = await guessesOfRecording(recorded);
    const report = issueText(guesses, { found: "" });
    expect(applied(report).assumptions).toEqual(choices);
    expect((await compareRecording(recorded, applied(report))).differing).toEqual([]);
  });

  it("shows the fewest calls", async () => {
    const [guess, ...others] = await guessesOfRecording(await dayAt({ "void-open-order": "closed" }));
    expect(others).toEqual([]);
    expect(guess?.calls.map(({ request }) => request.split(" ")[0])).toEqual(["hosted-checkout/create", "direct/void"]);
  });

  it.each([
    ["reference-case", "same", ["Tea-1"], { merchantReference: "TEA-1" }],
    ["id-reference-mismatch", "order-id-wins", ["Tea-1", "Tea-2"], { merchantReference: "Tea-2" }],
  ] as const)("keeps the call that made an order if only %s explains the answer", async (id, choice, made, asked) => {
    const recorded = await recordedAt({ [id]: choice }, async (call) => {
      const orders: Params[] = [];
      for (const merchantReference of made)
        orders.push((await call("hosted-checkout/create", requests.create({ merchantReference }))).order);
      const query = id === "reference-case" ? asked : { ...asked, orderId: orders[0]!.id };
      await call("hosted-checkout/query", { merchantId: 3, ...query });
    });
    const guesses = await guessesOfRecording(recorded);
    const { assumptions } = applied(issueText(guesses, { found: "" }));
    expect(assumptions).toEqual({ [id]: choice });
    expect(guesses[0]!.calls.map(({ request }) => request.split(" ")[0])).toContain("hosted-checkout/create");
    expect((await compareRecording(recorded, { assumptions })).differing).toEqual([]);
  });

  it("shows a price with the noise of a float as it was sent", async () => {
    const recorded = await recordedAt({ "amount-precision": "round" }, async (call) => {
      await call("tokenization/sale", requests.sale({ tokenId: 351, amount: 0.1 + 0.2 }));
    });
    const [guess] = await guessesOfRecording(recorded);
    expect(guess!.calls[0]!.request).toContain('"amount":0.30000000000000004');
  });

  it("tells a code from a choice", async () => {
    const recorded = await dayAt(
      { "void-open-order": "closed" },
      { "order-not-found": { code: "4404", message: "no such order" } },
    );
    const report = issueText(await guessesOfRecording(recorded), { found: "" });
    expect(applied(report)).toEqual({
      assumptions: { "void-open-order": "closed" },
      responseCodes: { "order-not-found": { code: "4404", message: "no such order" } },
    });
    expect((await compareRecording(recorded, applied(report))).differing).toEqual([]);
  });

  it("has no reference, address, id or signature of the shop", async () => {
    const report = issueText(await guessesOfRecording(await dayAt({ "duplicate-reference": "return-existing" })), {
      found: "",
    });
    expect(report).toContain("hosted-checkout/create");
    expect(report).not.toMatch(/MEI-|mei\.chan|example\.org|"merchantId":3\b|localhost/i);
  });

  it("has a rule for a refusal that no choice explains, and says so if nothing helps", async () => {
    const recorded = await dayAt({});
    const refused = {
      ...recorded[0]!.response!,
      body: JSON.stringify({ responseCode: "7777", message: "closed today" }),
    };
    const [guess, ...others] = await guessesOfRecording([{ ...recorded[0]!, response: refused }]);
    expect(others).toEqual([]);
    expect(guess?.remedy.rule).toMatchObject({ then: { outcome: { responseCode: "7777", message: "closed today" } } });
    const other = { ...recorded[0]!.response!, body: recorded[0]!.response!.body.replace('"OPEN"', '"WAITING"') };
    const report = issueText(await guessesOfRecording([{ ...recorded[0]!, response: other }]), { found: "" });
    expect(report).toContain('order.status: "WAITING" there, "OPEN" here');
    expect(report).toContain("No setting of the sandbox");
  });
});

describe("a report of a calibration", () => {
  const evidence = [
    {
      request: 'direct/query {"merchantId":4711,"merchantReference":"cal-7f-9"}',
      answer: '200 {"responseCode":"4404","message":"no such order","order":{"email":"mei@example.org"',
    },
  ];
  const settled = (choice: string) => ({ choice, confidence: "sure" as const, evidence });
  const calibration: Calibration = {
    version: 1,
    madeBy: "0.1.0",
    date: "2026-01-05T02:00:00.000Z",
    target: "https://payments.example",
    merchantId: 4711,
    userId: "mei.chan",
    assumptions: {
      cancel: settled("closed"),
      stan: settled(defaultPolicy.stan),
      "user-id-case": { ...settled("sensitive"), tried: "no card of mei.chan is listed for another spelling" },
    },
    responseCodes: { "order-not-found": { code: "4404", message: "no such order", confidence: "sure", evidence } },
    findings: { "date-spelling": { text: "createTime is a number", evidence } },
    undetermined: {},
  };

  it("has what differs from the sandbox, and nothing of the caller", () => {
    const guesses = guessesOfCalibration(calibration);
    expect(guesses.map(({ about }) => about)).toEqual([
      "cancel",
      "user-id-case",
      "responseCodes.order-not-found",
      "date-spelling",
    ]);
    const report = issueText(guesses, { found: "" });
    expect(applied(report)).toEqual({
      assumptions: { cancel: "closed", "user-id-case": "sensitive" },
      responseCodes: { "order-not-found": { code: "4404", message: "no such order" } },
    });
    expect(report).toContain("createTime is a number");
    expect(report).not.toMatch(/mei|4711|cal-7f|payments\.example/);
  });

  it("shows the calls of a log, without their time", () => {
    const [one] = evidence as [(typeof evidence)[0]];
    const seen = [{ ...one, request: `2026-01-05T02:00:00.000Z ${one.request}` }];
    const cancel = { ...settled("closed"), evidence: seen };
    const [guess] = guessesOfCalibration({ ...calibration, assumptions: { cancel } });
    expect(guess?.calls[0]?.request).toMatch(/^direct\/query \{"merchantId":\d{4},"merchantReference":/);
  });

  it("tells a change since a calibration", () => {
    const before = { ...calibration, assumptions: { cancel: settled("cancelled") } };
    const drift = driftBetween(before, calibration);
    const [guess, ...others] = guessesOfDrift(drift, calibration);
    expect(others).toEqual([]);
    expect(guess?.says).toContain("(cancelled), as its calibration says");
    expect(guess?.remedy).toEqual({ assumptions: { cancel: "closed" } });
    const wider = { ...calibration, limits: { "item-name-length": { accepts: 5, refuses: 6 } } };
    const told = guessesOfDrift(
      driftBetween({ ...wider, limits: { "item-name-length": { accepts: 9, refuses: 10 } } }, wider),
      wider,
    );
    expect(told).toMatchObject([{ about: "limits.item-name-length", says: "accepts 9, refuses 10" }]);
    expect(issueText(told, { found: "" })).toContain("accepts 5, refuses 6");
  });
});

describe("what is replaced", () => {
  it.each([
    ['{"merchantId":17,"amount":12.5,"currency":"HKD"}', '{"merchantId":11,"amount":12.5,"currency":"HKD"}'],
    [
      '{"stan":"004512","createTime":"2026-01-05T02:00:00.000+00:00"}',
      '{"stan":"001001","createTime":"2026-01-05T02:00:00.000+00:00"}',
    ],
    [
      '{"paymentMethods":["VISA"],"nobody@home":"", "signature":"abc"}',
      '{"paymentMethods":["VISA"],"member":"", "signature":"***"}',
    ],
    ['{"status":"OPEN","merchantReference":"A-1', '{"status":"OPEN","merchantReference":"…'],
    ["<html>Dear Mei</html>", "(no JSON, 21 characters)"],
  ])("%s", (text, clean) => {
    expect(new Cleaner().json(text)).toBe(clean);
  });

  it("is the same everywhere, and in sentences too", () => {
    const cleaner = new Cleaner();
    const [one, two] = [
      cleaner.json('{"merchantReference":"Order-9"}'),
      cleaner.json('{"merchantReference":"Order-9"}'),
    ];
    expect(one).toBe(two);
    expect(one).toMatch(/^\{"merchantReference":"[A-Z][a-z]{4}-\d"\}$/);
    expect(cleaner.sentence("Order-9 is paid")).not.toContain("Order-9");
  });
});
