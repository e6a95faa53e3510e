import { describe, expect, it } from "vitest";
import { defaultPolicy, type Policy } from "../../../../src/core/facts/assumptions.js";
import { type Client, lineItems, type Params, reference, requests } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { startTestSandbox } from "../../../support/sandbox.js";

const under = (policy: Partial<Policy>) => startTestSandbox({ policy: { ...defaultPolicy, ...policy } });

const create = async (client: Client, over: Params) =>
  (await client("hosted-checkout/create", requests.create(over))).body;
const addToken = async (client: Client, over: Params) =>
  (await client("tokenization/add-token", { merchantId: 3, userId: "user1", ...over })).body;
const calls = [
  ["hosted-checkout/create", create],
  ["tokenization/add-token", addToken],
] as const;

const sandbox = ofFile(await startTestSandbox());

const cannotBeFollowed = (name: string, scheme: string) => ({
  responseCode: "1001",
  message: `invalid parameter: callbackUrl.${name}: expected an address to lead the shopper to (https:, http:, or an app's own scheme), found ${scheme}`,
});

describe.each(calls)("a redirect of %s", (_, call) => {
  it.each([
    ["success", "javascript:alert(1)", "javascript:"],
    ["fail", " JavaScript:alert(1)", "javascript:"],
    ["cancel", "data:text/html,<h1>x</h1>", "data:"],
    ["success", "java\nscript:alert(1)", "javascript:"],
    ["success", "blob:https://shop.example/1", "blob:"],
  ])("in %s is refused as %j", async (name, url, scheme) => {
    const { client } = await sandbox.lane();
    expect(await call(client, { callbackUrl: { [name]: url } })).toEqual(cannotBeFollowed(name, scheme));
  });

  it.each(["bbmsl://done?x=1", "app://paid", "https://shop.example/?next=javascript:1", "dataviewer://x"])(
    "to %s is taken",
    async (success) => {
      const { client } = await sandbox.lane();
      expect((await call(client, { callbackUrl: { success } })).responseCode).toBe("0000");
    },
  );

  it("that is a script is taken, and never followed, where the policy says so", async () => {
    await using other = await under({ "redirect-schemes": "never-followed" });
    const body = await call(other.client, { callbackUrl: { success: "javascript:alert(1)" } });
    expect(body.responseCode).toBe("0000");
    const page = await fetch(body.checkoutUrl);
    expect([page.status, (await page.text()).includes("alert(1)")]).toEqual([200, false]);
  });
});

const forms = ["#abcdef80", "#abc", "#abcd", "rebeccapurple", "Navy", "transparent"];

describe.each(calls)("a colour of %s", (_, call) => {
  it.each(forms)("may be %s", async (themeColor) => {
    const { client } = await sandbox.lane();
    const body = await call(client, { themeColor, buttonBackgroundColor: themeColor, buttonFontColor: themeColor });
    expect(body.responseCode).toBe("0000");
    expect(await (await fetch(body.checkoutUrl)).text()).toContain(`--bg:${themeColor.toLowerCase()};`);
  });
});

const direct = { merchantId: 3, amount: 50, paymentType: "WECHAT", paymentTerminal: "SDK", lineItems };
const leading = (url: string): readonly (readonly [string, Params, string])[] => [
  ["tokenization/sale", requests.sale({ callbackUrl: { fail: url } }), "callbackUrl.fail"],
  ["tokenization/recurring", requests.recurring({ callbackUrl: { success: url } }), "callbackUrl.success"],
  ["hosted-checkout/recurring", { ...parentless(), callbackUrl: { cancel: url } }, "callbackUrl.cancel"],
  ["direct/sale", { ...direct, merchantReference: reference(), postLink: url }, "postLink"],
  ["direct/sale", { ...direct, merchantReference: reference(), merchantSite: url }, "merchantSite"],
];
const parentless = () => ({ merchantId: 3, amount: 50, merchantReference: reference(), parentOrderId: 999 });

describe("a redirect of a call without a page", () => {
  it.each(leading("javascript:1"))("of %s is refused where it is a script", async (path, params, name) => {
    const { client } = await sandbox.lane();
    expect((await client(path, params)).body).toEqual({
      responseCode: "1001",
      message: `invalid parameter: ${name}: expected an address to lead the shopper to (https:, http:, or an app's own scheme), found javascript:`,
    });
  });
});
