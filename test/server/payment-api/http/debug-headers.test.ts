import { describe, expect, it } from "vitest";
import type { Reply } from "../../../../src/lane/journal/reply.js";
import type { Lane } from "../../../../src/lane/lane.js";
import { debugHeaders } from "../../../../src/server/payment-api/http/debug-headers.js";
import { FROZEN_AT } from "../../../support/sandbox.js";

const headersOf = (over: Partial<Reply>): Readonly<Record<string, string>> =>
  debugHeaders({ name: "refunds" } as Lane, {
    http: 200,
    responseCode: "0000",
    at: FROZEN_AT,
    result: { kind: "done" },
    body: "{}",
    requestId: "req-7",
    operation: "direct/query",
    signature: "valid",
    notes: [],
    assumed: [],
    delayMs: 0,
    ...over,
  });

describe("the debug headers", () => {
  it("name call, lane, provenance and signature, and no rule where none fired", () => {
    expect(headersOf({})).toEqual({
      "X-Sandbox-Request-Id": "req-7",
      "X-Sandbox-Lane": "refunds",
      "X-Sandbox-Provenance": "documented",
      "X-Sandbox-Signature": "valid",
    });
  });

  it.each([
    [["a"], undefined, "assumed: a"],
    [["a", "b", "a"], undefined, "assumed: a, b"],
    [["a", "b"], [], "assumed: a, b"],
    [["a", "b"], ["b"], "assumed: a; observed: b"],
    [["a", "b", "c"], ["c", "a", "c"], "assumed: b; observed: c, a"],
    [["a"], ["a", "a"], "observed: a"],
  ])("say of guesses %j, of which %j were observed: %s", (assumed, observed, provenance) => {
    expect(headersOf({ assumed, observed })["X-Sandbox-Provenance"]).toBe(provenance);
  });

  it.each([
    ["valid", undefined, "valid"],
    ["no-key", undefined, "no-key"],
    ["invalid", "it is empty", "invalid; it is empty"],
  ] as const)("say of a signature that is %s (%s): %s", (signature, signatureFault, told) => {
    expect(headersOf({ signature, signatureFault })["X-Sandbox-Signature"]).toBe(told);
  });

  it.each([
    ["short", undefined, "short"],
    ["short", false, "short"],
    ["short", true, "short; carried to the first attempt"],
    ["x".repeat(100), undefined, "x".repeat(100)],
    ["x".repeat(101), undefined, `${"x".repeat(100)}%E2%80%A6`],
    ["茶".repeat(100), undefined, "%E8%8C%B6".repeat(100)],
  ])("say of a rule called %j (carried: %j): %s", (rule, isCarried, told) => {
    expect(headersOf({ rule, isCarried })["X-Sandbox-Rule"]).toBe(told);
  });
});
