import { describe, expect, it } from "vitest";
import { assumptions, defaultPolicy } from "../src/core/facts/assumptions.js";
import { allCodes } from "../src/core/facts/codes.js";
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

  it.each(assumptions)("has what each choice of $id stands for, in their order", ({ choices, alternatives }) => {
    expect(alternatives.length).toBeGreaterThanOrEqual(choices.length - 1);
  });

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
