import { describe, expect, it } from "vitest";
import { orderStatusTable } from "../../build/docs/order-statuses.js";
import { endpointSections } from "../../build/docs/payment-api.js";

/** What the page says that an endpoint refuses and declines. */
const refusalsOf = (path: string): string => {
  const [, after = ""] = endpointSections().split(`### Refusals and declines of ${path}\n`);
  return after.slice(0, after.indexOf("\n#"));
};

describe("the page of the payment API", () => {
  it.each([
    ["tokenization/sale", /`3005` to `3091`: the reference is used up/],
    ["tokenization/recurring", /`3005` to `3091`: the reference is used up/],
    ["hosted-checkout/recurring", /`3005` to `3091`: the reference is used up/],
    ["hosted-checkout/refund", /`3005` to `3091`: nothing was given back/],
    ["hosted-checkout/create", /^(?!.*3005)/s],
    ["tokenization/query-token", /^(?!.*3005)/s],
  ])("says whether %s can be declined", (path, expected) => {
    expect(refusalsOf(path)).toMatch(expected);
  });

  it("leads from each order's status to all statuses", () => {
    const rows = endpointSections().match(/^\| `order\.status`.*$/gm) ?? [];
    expect(rows.length).toBeGreaterThan(8);
    expect(rows.filter((row) => !row.includes("(#order-statuses)"))).toEqual([]);
  });

  it("says what may follow a status by default", () => {
    expect(orderStatusTable()).toMatch(/\| `SETTLED` \| [^|]+ \| `REFUNDED` \(refund\) \|/);
    expect(orderStatusTable()).toMatch(
      /\| `OPEN` \| [^|]+ \| `SUCCESS` \(payment on the page\), `CLOSED` \(expiry\) \|/,
    );
  });
});
