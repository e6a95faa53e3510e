import { describe, expect, it } from "vitest";
import { unknownParameters } from "../../../../src/server/payment-api/read-parameters/unknown-parameters.js";
import { requests } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

const told = (operation: string, params: Readonly<Record<string, unknown>>) =>
  unknownParameters(operation, params)?.map(({ message, didYouMean }) => [message, didYouMean]);

describe("a parameter that the endpoint doesn't know", () => {
  it.each([
    ["hosted-checkout/create", { curency: "HKD" }, [["unknown parameter curency", "currency"]]],
    ["hosted-checkout/create", { Amount: 1 }, [["unknown parameter Amount", "amount"]]],
    ["hosted-checkout/refund", { refundAmount: 1 }, [["unknown parameter refundAmount", "amount"]]],
    [
      "hosted-checkout/create",
      { callbackUrl: { notfy: "x" } },
      [["unknown parameter callbackUrl.notfy", "callbackUrl.notify"]],
    ],
    [
      "tokenization/sale",
      { lineItems: [{}, { quantty: 1 }] },
      [["unknown parameter lineItems[1].quantty", "lineItems[1].quantity"]],
    ],
    [
      "hosted-checkout/create",
      { lineItems: [{ priceData: { nam: "x" } }] },
      [["unknown parameter lineItems[0].priceData.nam", "lineItems[0].priceData.name"]],
    ],
    [
      "hosted-checkout/create",
      { "callbackUrl.notify": "x" },
      [["unknown parameter callbackUrl.notify: it is nested in callbackUrl", undefined]],
    ],
    [
      "hosted-checkout/refund",
      { currency: "HKD" },
      [["currency is not a parameter of hosted-checkout/refund", undefined]],
    ],
    [
      "hosted-checkout/create",
      { notifyUrl: "http://shop" },
      [["notifyUrl is not a parameter of hosted-checkout/create: here it is callbackUrl.notify", undefined]],
    ],
    [
      "hosted-checkout/create",
      { notificationUrl: "x", return_url: "x", failUrl: "x" },
      [
        ["unknown parameter notificationUrl", "callbackUrl.notify"],
        ["unknown parameter return_url", "callbackUrl.success"],
        ["unknown parameter failUrl", "callbackUrl.fail"],
      ],
    ],
    ["direct/sale", { webhookUrl: "x" }, [["unknown parameter webhookUrl", "notifyUrl"]]],
    [
      "direct/sale",
      { callbackUrl: {} },
      [["callbackUrl is not a parameter of direct/sale: here it is notifyUrl", undefined]],
    ],
    ["direct/refund", { notifyUrl: "x" }, [["notifyUrl is not a parameter of direct/refund", undefined]]],
    ["hosted-checkout/refund", { plugin: "shop" }, [["unknown parameter plugin", undefined]]],
    ["hosted-checkout/query", { merchantId: 3, orderId: 1 }, undefined],
    // The service ignores flat duplicates of priceData (spec 4.2).
    ["tokenization/sale", { lineItems: [{ quantity: 1, name: "x", unitAmount: 1 }] }, undefined],
    ["tokenization/sale", { lineItems: "x", callbackUrl: null }, undefined],
    ["card-entry/save", { x: 1 }, undefined],
  ])("%s %j: %j", (operation, params, expected) => {
    expect(told(operation, params)).toEqual(expected);
  });

  it.each([
    ["notifyUrl", "notify"],
    ["notify_url", "notify"],
    ["webhook", "notify"],
    ["webhookUrl", "notify"],
    ["notification_url", "notify"],
    ["success_url", "success"],
    ["returnUrl", "success"],
  ])("of callbackUrl, %s, is taken for %s", (name, meant) => {
    const warnings = told("tokenization/sale", { callbackUrl: { [name]: "x" } });
    expect(warnings).toEqual([[`unknown parameter callbackUrl.${name}`, `callbackUrl.${meant}`]]);
  });

  it.each(["expiresAt", "expires_at", "expiryDuration", "expiresIn", "expirationDate", "ttl", "timeout"])(
    "%s is taken for expiryTime, where there is one",
    (name) => {
      expect(told("hosted-checkout/create", { [name]: 5 })).toEqual([[`unknown parameter ${name}`, "expiryTime"]]);
      expect(told("tokenization/sale", { [name]: 5 })).toEqual([[`unknown parameter ${name}`, undefined]]);
    },
  );

  it("is told ten times at most, with its name cut", () => {
    const params = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`x${i}${"y".repeat(5000)}`, 1]));
    const all = unknownParameters("hosted-checkout/query", params) ?? [];
    expect(all).toHaveLength(11);
    expect(all.at(-1)?.message).toBe("40 more unknown parameters");
    expect(all[0]?.message.length).toBeLessThan(100);
  });
});

describe("a call with a misspelt parameter", () => {
  it("is answered as the service does, and says so beside the answer", async () => {
    const { client } = await sandbox.lane();
    const { body, headers } = await client("hosted-checkout/create", { ...requests.create(), curency: "USD" });
    expect([body.responseCode, body.order.currency]).toEqual(["0000", "HKD"]);
    expect(headers.get("X-Sandbox-Warnings")).toBe("unknown parameter curency. Did you mean currency?");
  });

  it("is explained, also where it was refused", async () => {
    const { client, url } = await sandbox.lane();
    const { amount, ...rest } = requests.create() as { amount: number };
    const { headers } = await client("hosted-checkout/create", { ...rest, ammount: amount });
    const { body } = await control(url, "GET", `requests/${headers.get("X-Sandbox-Request-Id")}`);
    expect(body.explain.warnings).toEqual([{ message: "unknown parameter ammount", didYouMean: "amount" }]);
    expect(body.explain.advice).toContain("unknown parameter ammount. Did you mean amount?");
  });

  it("has its parameters flagged, and the advice names it", async () => {
    const { client, url } = await sandbox.lane();
    const { headers } = await client("hosted-checkout/create", { ...requests.create(), curency: "USD" });
    const { body } = await control(url, "GET", `requests/${headers.get("X-Sandbox-Request-Id")}`);
    const step = body.explain.ladder.find(({ step }: { step: string }) => step === "parameters");
    expect(step).toEqual({
      step: "parameters",
      outcome: "flagged",
      found: "unknown parameter curency. Did you mean currency?",
    });
    expect(body.explain.advice).toBe(
      "The call succeeded, with a warning: unknown parameter curency. Did you mean currency?",
    );
  });

  it("carries no such header where there is nothing to say", async () => {
    const { headers } = await sandbox.client("hosted-checkout/query", { merchantId: 3, orderId: 1 });
    expect(headers.get("X-Sandbox-Warnings")).toBeNull();
  });

  it("keeps the header in ASCII", async () => {
    const { headers } = await sandbox.client("hosted-checkout/query", { merchantId: 3, orderId: 1, 茶: 1 });
    expect(headers.get("X-Sandbox-Warnings")).toBe("unknown parameter %E8%8C%B6");
  });
});
