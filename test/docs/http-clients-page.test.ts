import { describe, expect, it } from "vitest";
import { clients as rows, sdks } from "../../build/docs/data/http-clients.js";
import { resendingClients, sendsAgain } from "../../build/docs/resending.js";
import { resendingClientText } from "../../src/core/facts/resending-clients.js";
import { clients as run } from "../support/clients/clients.js";

describe("the page of HTTP clients", () => {
  it.each(run)("says of $name what the tests see", ({ name, sendsAgain: isSeen }) => {
    const row = rows.find(({ test }) => test === name);
    expect(row && sendsAgain(row)).toBe(isSeen);
  });

  it("has each name once, and runs none that the tests don't have", () => {
    const names = rows.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const unknown = rows.flatMap(({ test }) =>
      test !== undefined && !run.some(({ name }) => name === test) ? [test] : [],
    );
    expect(unknown).toEqual([]);
  });

  it("names a switch wherever `why` names one", () => {
    const known = rows.filter(
      ({ userAgent }) => userAgent !== undefined && resendingClientText(userAgent)?.startsWith("to turn that off"),
    );
    const lines = resendingClients().split("\n");
    const without = known.filter(
      ({ name }) => !lines.some((line) => line.startsWith(`| ${name}`) && !line.endsWith("| – |")),
    );
    expect(known.length).toBeGreaterThan(10);
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  it("has nine SDKs above which a fault with `times: 1` can't be seen", () => {
    expect(sdks.flatMap(([name, , posts]) => (posts.some((count) => count > 1) ? [name] : [])).sort()).toEqual([
      "airwallex",
      "alipay",
      "dodopayments",
      "mercadopago",
      "modern-treasury",
      "mollie",
      "recurly",
      "square",
      "stripe",
    ]);
  });
});
