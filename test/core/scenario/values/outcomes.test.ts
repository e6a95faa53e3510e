import { describe, expect, it } from "vitest";
import { outcomeNames, outcomeOf, outcomes } from "../../../../src/core/scenario/values/outcomes.js";

const declines =
  "do-not-honour insufficient-funds expired-card lost-card stolen-card suspected-fraud limit-exceeded issuer-unavailable authentication-failed";
const refusals =
  "insufficient-unsettled-balance already-refunded refund-not-allowed void-not-allowed order-not-found order-not-payable duplicate-reference merchant-not-found no-public-key invalid-signature token-not-found token-expired parent-order-not-found invalid-parameter refund-exceeds-amount parent-not-recurring rate-limited maintenance system-error";

describe("outcomes", () => {
  it("are those of the contract", () => {
    const published = ["approve", ...declines.split(" "), ...refusals.split(" ")];
    expect([...outcomeNames].sort()).toEqual(published.sort());
  });

  it.each(declines.split(" "))("%s is a decline with a code 30xx", (name) =>
    expect(outcomeOf(name)).toMatchObject({ kind: "decline", code: expect.stringMatching(/^30\d\d$/) }),
  );
  it.each(refusals.split(" "))("%s is a refusal", (name) => expect(outcomeOf(name)).toMatchObject({ kind: "refusal" }));

  it("have each a code of their own, a message and an effect", () => {
    expect(new Set(outcomes.map(({ code }) => code)).size).toBe(outcomes.length);
    for (const { message, effect } of outcomes) expect([message, effect].every((text) => text.length > 3)).toBe(true);
  });
});
