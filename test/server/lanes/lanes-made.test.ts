import { describe, expect, it } from "vitest";
import { envelope, requests } from "../../support/client.js";
import { ofFile } from "../../support/of-file.js";
import { rawCall } from "../../support/raw-call.js";
import { control, startTestSandbox } from "../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

let lanes = 0;

/** A call below a lane that nobody named before; answers with whether the lane is there afterwards. */
async function first(method: string, path: string, body = "") {
  const name = `first-${++lanes}`;
  const headers = { "Content-Type": "application/json" };
  const answer = await rawCall(`${sandbox.url}/lane/${name}${path}`, { method, headers, body });
  const { http } = answer;
  return { http, isMade: sandbox.server.lanes.names().includes(name), body: answer.body };
}

describe("no lane is made by", () => {
  it.each([
    ["GET", "/y.png", 404],
    ["GET", "", 404],
    ["GET", "/", 404],
    ["GET", "/livez", 200],
    ["OPTIONS", "/hosted-checkout/create", 405],
    ["POST", "/hosted-checkout/nothing", 404],
    ["POST", "/wp-login", 404],
    ["GET", "/v1/hosted-checkout/create", 404],
    ["GET", "/_sandbox/orders", 200],
    ["GET", "/_sandbox/orders/7", 404],
    ["GET", "/_sandbox/health", 200],
    ["GET", "/_sandbox/events?", 200],
    ["GET", "/_sandbox/openapi.json", 200],
    ["GET", "/_sandbox/nothing", 404],
    ["POST", "/_sandbox/nothing", 404],
    ["DELETE", "/_sandbox/rules", 204],
    ["GET", "/_sandbox/ui", 200],
    ["GET", "/_sandbox/ui/orders/7", 404],
    ["GET", "/checkout/x", 404],
    ["POST", "/checkout/x/pay", 404],
    ["POST", "/card-entry/x/save", 404],
  ])("%s %s, which answers %s", async (method, path, http) => {
    expect(await first(method, path)).toMatchObject({ http, isMade: false });
  });

  it.each([
    ["POST", "settle", '{"merchant": 3}', 400],
    ["POST", "snapshots", '{"name": "a/b"}', 400],
    ["POST", "snapshots/none/load", "", 404],
    ["POST", "snapshots/none/fork", '{"lane": "b"}', 404],
    ["POST", "requests/req-1/fork", '{"lane": "b"}', 404],
    ["PUT", "scenario", '{"name": "no-such-scenario"}', 404],
    ["PUT", "scenario", '{"rules": [{"then": {"outcom": "x"}}]}', 400],
    ["PUT", "assumptions", '{"no-such-id": "x"}', 400],
    ["PUT", "merchants/x", "{}", 400],
    ["POST", "orders/7/simulate", '{"action": "pay"}', 404],
    ["POST", "card-entries/7/simulate", '{"action": "save"}', 404],
    ["POST", "notifications/7/resend", "", 404],
    ["POST", "notifications/7/release", "", 404],
    ["POST", "notifications/7/hold", "", 404],
    ["POST", "gates/none/release", "", 404],
    ["PATCH", "rules/none", '{"enabled": false}', 404],
    ["POST", "verify", '{"expect": [{"order": "SUCCESS"}]}', 400],
    ["POST", "lanes", '{"name": "a/b"}', 400],
  ])("a refused %s %s", async (method, path, body, http) => {
    expect(await first(method, `/_sandbox/${path}`, body)).toMatchObject({ http, isMade: false });
  });

  it("a check of expectations", async () => {
    expect(await first("POST", "/_sandbox/verify", '{"expect": []}')).toMatchObject({ http: 200, isMade: false });
  });
});

describe("a lane is made by", () => {
  it.each([
    ["POST", "/hosted-checkout/create", envelope(requests.create()), 200],
    ["POST", "/hosted-checkout/create/", envelope(requests.create()), 200],
    ["GET", "/hosted-checkout/create", undefined, 405],
    ["PUT", "/hosted-checkout/create", "{}", 405],
    ["POST", "/v1/hosted-checkout/create", "{}", 404],
    ["POST", "/hosted-chekout/create", "{}", 404],
    ["POST", "/refund", "{}", 404],
    ["POST", "/_sandbox/settle", "{}", 200],
    ["PUT", "/_sandbox/clock", '{"action":"freeze"}', 200],
    ["PUT", "/_sandbox/scenario", '{"name":"reset-on-refund"}', 200],
  ])("%s %s", async (method, path, body, http) => {
    expect(await first(method, path, body)).toMatchObject({ http, isMade: true });
  });
});

describe("a lane that is not there", () => {
  it("is made by an act on what the start's scenario gives it", async () => {
    const orders = [{ merchantId: 3, merchantReference: "G-1", amount: 10 }];
    const scenario = { name: "given", given: { orders }, rules: [{ then: { delay: "1ms" } }], expect: [] } as never;
    await using given = await startTestSandbox({ scenarios: [{ scenario }] });
    const [order] = (await control(`${given.url}/lane/new`, "GET", "orders")).body.orders;
    expect(given.server.lanes.names()).not.toContain("new");
    await control(`${given.url}/lane/new`, "PATCH", "rules/given%231", { enabled: false });
    await control(`${given.url}/lane/new`, "POST", `orders/${order.id}/simulate`, { action: "pay" });
    const { body } = await control(`${given.url}/lane/new`, "GET", `orders/${order.id}`);
    expect(body.order.status).toBe("SUCCESS");
    const { rules } = (await control(`${given.url}/lane/new`, "GET", "rules")).body;
    expect(rules).toMatchObject([{ enabled: false }]);
  });

  it("is shown as it would begin", async () => {
    const name = `first-${++lanes}`;
    const { http, body } = await sandbox.control("GET", "tokens?merchantId=3");
    expect(http).toBe(200);
    const shown = await fetch(`${sandbox.url}/lane/${name}/_sandbox/tokens?merchantId=3`);
    expect(await shown.json()).toEqual(body);
  });

  it("answers an unknown path as a lane does that is there", async () => {
    const { body } = await first("GET", "/y.png");
    expect(body).toEqual((await rawCall(`${sandbox.url}/y.png`)).body);
    expect(body).toMatchObject({ responseCode: expect.any(String), message: expect.any(String) });
  });

  it("tells a caller without a lane's name that it is none", async () => {
    for (const path of ["/y.png", "/hosted-checkout/create", "/_sandbox/orders", "/checkout/x"]) {
      const { http, body } = await rawCall(`${sandbox.url}/lane/a%20b${path}`);
      expect([http, body.code]).toEqual([404, "invalid-lane"]);
      const empty = await rawCall(`${sandbox.url}/lane/${path}`);
      expect([empty.http, empty.body.message]).toEqual([404, "the lane's name is empty"]);
    }
  });
});
