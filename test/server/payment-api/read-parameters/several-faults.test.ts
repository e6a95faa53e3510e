import { describe, expect, it } from "vitest";
import { requests } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

describe("a call with several invalid parameters", () => {
  it("is answered with the first one, and warned of the others", async () => {
    const { client } = await sandbox.lane();
    const params = { ...requests.create(), amount: "abc", lang: "fr", curency: "USD", lineItems: [] };
    const { body, headers } = await client("hosted-checkout/create", params);
    expect(body.message).toBe("invalid parameter: amount: expected a number with at most two decimals, such as 50.00");
    expect(headers.get("X-Sandbox-Warnings")?.split("; ")).toEqual([
      "unknown parameter curency. Did you mean currency?",
      "invalid, too: lineItems: expected at least one line item",
      "invalid, too: lang: expected one of zh-HK, en",
    ]);
  });

  it("has all of them in the check of its explanation", async () => {
    const { client, url } = await sandbox.lane();
    const { headers } = await client("hosted-checkout/query", { merchantId: 0, orderId: 0 });
    const { body } = await control(url, "GET", `requests/${headers.get("X-Sandbox-Request-Id")}`);
    const { found } = body.explain.ladder.find(({ step }: { step: string }) => step === "parameters");
    expect(found).toBe(
      "merchantId: expected a whole number from 1 to 2147483647; invalid, too: orderId: expected a whole number from 1 to 2147483647",
    );
  });

  it("lists the first ten others, and counts the rest", async () => {
    const { client } = await sandbox.lane();
    const lineItems = Array.from({ length: 12 }, () => ({ quantity: 0, priceData: { name: "Tea", unitAmount: 1 } }));
    const { headers } = await client("hosted-checkout/create", { ...requests.create(), lineItems });
    const warnings = headers.get("X-Sandbox-Warnings")?.split("; ") ?? [];
    expect([warnings.length, warnings.at(-1)]).toEqual([11, "1 more invalid parameter"]);
  });
});
