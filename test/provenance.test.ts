import { describe, expect, it } from "vitest";
import { assumptions, defaultPolicy } from "../src/core/facts/assumptions.js";
import { allCodes } from "../src/core/facts/codes.js";
import { requests } from "./support/client.js";
import { startTestSandbox } from "./support/sandbox.js";
import { sources } from "./support/sources.js";

const registered: readonly string[] = assumptions.map(({ id }) => id);
const used = new Set(
  sources.flatMap(({ text }) =>
    [...text.matchAll(/\bassumed\("([^"]+)"\)|ASSUMED\(([^)]+)\)/g)].map((m) => (m[1] ?? m[2])!),
  ),
);

describe("the register of assumptions", () => {
  it("holds every id that the code rests on", () => {
    expect([...used].filter((id) => !registered.includes(id))).toEqual([]);
  });

  it("holds no id that the code does not rest on", () => {
    expect(registered.filter((id) => !used.has(id))).toEqual([]);
  });

  it("holds each id once", () => {
    expect(new Set(registered).size).toBe(registered.length);
  });

  it.each(assumptions)(
    "says of $id what, why, what else and how to find out",
    ({ claim, because, alternatives, findOut }) => {
      expect(claim).toMatch(/\.$/);
      expect(because).toMatch(/\.$/);
      expect(findOut).toMatch(/\.$/);
      expect(alternatives).not.toEqual([]);
    },
  );

  it("starts from these choices", () => {
    expect(defaultPolicy).toEqual({
      "response-codes": "sandbox",
      "envelope-faults": "http-status",
      "hour-offset": "accept",
      "empty-currency": "refuse",
      "bin-range-order": "refuse",
      "empty-order-id": "empty-only",
      "reference-case": "distinct",
      "user-id-case": "insensitive",
      "user-id-length": "up-to-64",
      "null-members": "left-out",
      "text-length": "code-points",
      "text-ids": "accept",
      "text-flags": "accept",
      "text-numbers": "digits",
      "far-expiry": "accept",
      "bin-range-brand": "accept",
      "empty-callback": "accept",
      "direct-void-transaction": "present",
      "wallet-parent": "accept",
      "email-form": "any-text",
      "unpublished-lengths": "limited",
      "unpaid-card-type": "absent",
      "direct-void-message": "absent",
      "void-open-order": "refuse",
      "void-balance": "allow",
      "settlement-balance": "allow",
      "parent-is-recurring": "accept",
      "parent-other-token": "accept",
      "recurring-email": "empty",
      "token-brand": "mastercard",
      "past-expiry": "refuse",
      "duplicate-reference": "refuse",
      "id-reference-mismatch": "not-found",
      cancel: "stay-open",
      "method-capabilities": "cards-void",
      "expired-token": "refuse",
      "hidden-result-page": "own-page",
      "redirect-schemes": "refuse",
      "colour-forms": "css",
      "failed-challenge": "form",
      "empty-card-holder": "accept",
      acknowledgement: "trimmed",
      "retry-schedule": "newer",
      "missing-signature": "invalid-signature",
      "unknown-merchant": "no-public-key",
      "new-merchant": "made",
      "date-spelling": "colon",
      "query-order": "empty",
      "amount-digits": "nine-in-all",
      "amount-precision": "refuse",
      "number-reading": "double",
      "order-id-size": "six-digits",
      "void-paths": "any",
      stan: "six-digits",
      "wallet-orders": "method",
      "issuer-country": "present",
      "declined-token-order": "open",
      "recurring-parent": "strict",
      "hosted-recurring-notify": "own",
      "token-again": "another",
      "delete-token": "not-found",
      "page-states": "unlimited",
      "fail-redirect": "link",
      "card-entry-page": "1000-seconds",
      "token-notification": "with-brand",
      "direct-pages": "wallet-page",
      "direct-return": "shop",
      "direct-sale-answer": "order",
      "sdk-payloads": "query-string",
    });
  });
});

it("names a source for each code", () => {
  for (const { source } of Object.values(allCodes))
    if (source.kind === "assumed") expect(registered).toContain(source.id);
    else expect(source.ref).not.toBe("");
});

describe("an answer's header", () => {
  it("names the assumptions of a refusal", async () => {
    await using sandbox = await startTestSandbox();
    const { client } = await sandbox.lane();
    const request = requests.sale();
    await client("tokenization/sale", request);
    const { headers } = await client("tokenization/sale", request);
    expect(headers.get("X-Sandbox-Provenance")).toBe("assumed: response-codes, duplicate-reference");
  });

  it.each([
    ["tokenization/sale", requests.sale(), "assumed: issuer-country, stan"],
    ["tokenization/recurring", requests.recurring(), "assumed: recurring-parent, stan"],
    ["hosted-checkout/create", requests.create(), "documented"],
    ["tokenization/query-token", { merchantId: 3, userId: "user1" }, "documented"],
  ])("names what a success of %s rests on", async (path, params, expected) => {
    await using sandbox = await startTestSandbox();
    const { headers, body } = await sandbox.client(path, params);
    expect([body.responseCode, headers.get("X-Sandbox-Provenance")]).toEqual(["0000", expected]);
  });

  it("names registered ids alone", async () => {
    await using sandbox = await startTestSandbox();
    const { client } = await sandbox.lane();
    for (const params of [{}, { merchantId: 3, userId: "user1" }, { merchantId: 3, orderId: 1 }])
      for (const path of [
        "tokenization/query-token",
        "hosted-checkout/query",
        "hosted-checkout/refund",
        "hosted-checkout/create",
      ]) {
        const told = (await client(path, params)).headers.get("X-Sandbox-Provenance")!;
        const ids = told === "documented" ? [] : told.replace("assumed: ", "").split(", ");
        expect(ids.filter((id) => !registered.includes(id))).toEqual([]);
      }
  });

  it("is absent where debug headers are off", async () => {
    await using sandbox = await startTestSandbox({ debugHeaders: false });
    const { headers } = await sandbox.client("tokenization/query-token", { merchantId: 3, userId: "user1" });
    expect([...headers.keys()].filter((name) => name.startsWith("x-sandbox"))).toEqual([]);
  });
});

it("the control API tells the whole register with what was chosen", async () => {
  await using sandbox = await startTestSandbox({ policy: { ...defaultPolicy, cancel: "closed" } });
  const { body } = await sandbox.control("GET", "provenance");
  const told: readonly { id: string; chosen: string }[] = body.assumptions;
  expect(told.map(({ id }) => id)).toEqual(registered);
  expect(told.find(({ id }) => id === "cancel")?.chosen).toBe("closed");
});
