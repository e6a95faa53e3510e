import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defaultPolicy, type Policy } from "../../../../src/core/facts/assumptions.js";
import { type Client, lineItems, type Params, reference, requests } from "../../../support/client.js";
import { startTestSandbox, type TestSandbox } from "../../../support/sandbox.js";

const under = (policy: Partial<Policy>) => startTestSandbox({ policy: { ...defaultPolicy, ...policy } });

const create = async (client: Client, over: Params) =>
  (await client("hosted-checkout/create", requests.create(over))).body;
const addToken = async (client: Client, over: Params) =>
  (await client("tokenization/add-token", { merchantId: 3, userId: "user1", ...over })).body;
const calls = [
  ["hosted-checkout/create", create],
  ["tokenization/add-token", addToken],
] as const;

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox[Symbol.asyncDispose]());

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

  it.each(forms)("is no %s where the policy takes #RRGGBB alone", async (buttonFontColor) => {
    await using other = await under({ "colour-forms": "refuse" });
    expect(await call(other.client, { themeColor: "#ABCDEF", buttonFontColor })).toEqual({
      responseCode: "1001",
      message: "invalid parameter: buttonFontColor: expected a colour as #RRGGBB",
    });
    expect((await call(other.client, { themeColor: "#ABCDEF" })).responseCode).toBe("0000");
  });
});

it.each([
  ["showOrderDetail", "items"],
  ["showEmail", "email"],
  ["showMerchantReference", "merchant-reference"],
  ["showOrderId", "order-id"],
])("%s is on where it is not said, and off where it is false", async (option, testid) => {
  const { client } = await sandbox.lane();
  const pageOf = async (over: Params): Promise<string> => {
    const { checkoutUrl } = await create(client, over);
    return (await fetch(checkoutUrl)).text();
  };
  expect(await pageOf({})).toContain(`data-testid="${testid}"`);
  expect(await pageOf({ [option]: true })).toContain(`data-testid="${testid}"`);
  expect(await pageOf({ [option]: false })).not.toContain(`data-testid="${testid}"`);
});

describe("showResultPage false without callbackUrl.success", () => {
  const over = { showResultPage: false, callbackUrl: { notify: "http://127.0.0.1:9/" } };

  it("is taken", async () => {
    const { client } = await sandbox.lane();
    expect((await create(client, over)).responseCode).toBe("0000");
  });

  it("is refused where the policy says so", async () => {
    await using other = await under({ "hidden-result-page": "refuse" });
    expect(await create(other.client, over)).toEqual({
      responseCode: "1001",
      message: "invalid parameter: callbackUrl.success: required when showResultPage is false",
    });
    expect((await create(other.client, { ...over, callbackUrl: { success: "app://x" } })).responseCode).toBe("0000");
    expect((await create(other.client, { callbackUrl: {} })).responseCode).toBe("0000");
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

  it.each(leading("app://paid"))("of %s may be an app's own scheme", async (path, params) => {
    const { client } = await sandbox.lane();
    expect((await client(path, params)).body.responseCode).not.toBe("1001");
  });

  it.each(leading("javascript:1"))("of %s is taken where the policy says so", async (path, params) => {
    await using other = await under({ "redirect-schemes": "never-followed" });
    expect((await other.client(path, params)).body.responseCode).not.toBe("1001");
  });
});
