import { describe, expect, it } from "vitest";
import { envelope, type Params, requests } from "../../support/client.js";
import { ofFile } from "../../support/of-file.js";
import { rawCall, type Sent } from "../../support/raw-call.js";
import { startTestSandbox } from "../../support/sandbox.js";

const SHOP = "http://shop.example:3000";
const sandbox = ofFile(
  await startTestSandbox({
    allowedHosts: ["sandbox.example"],
    allowOrigin: [`${SHOP}/`],
    baseUrl: "https://pay.example/base",
    host: "localhost",
  }),
);

const here = (): string => `http://localhost:${sandbox.server.port}`;
const send = (path: string, sent?: Sent) => rawCall(`${here()}${path}`, sent);

/** A call of the payment API; chunked, it takes the way of the routes. */
function pay(path: string, headers: Readonly<Record<string, string>>, params: Params = requests.create()) {
  return send(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: envelope(params),
  });
}
const ways = [
  ["with its length", "/hosted-checkout/create", {}],
  ["chunked", "/hosted-checkout/create", { "Transfer-Encoding": "chunked" }],
  ["to the routes", "/hosted-checkout/create/", {}],
] as const;

describe("the payment API", () => {
  it.each(ways)("%s, refuses a foreign Host in the control API's form, and names the option", async (_, path, more) => {
    const { http, body } = await pay(path, { Host: "evil.example", ...more });
    expect([http, body.code, Object.keys(body)]).toEqual([403, "foreign-host", ["code", "message", "fix"]]);
    expect(body.message).toContain("--allowed-hosts");
  });

  it.each(ways)("%s, refuses a foreign Origin, and names the option", async (_, path, more) => {
    for (const Origin of ["https://evil.example", "null", "http://localhost:1", "http://shop.example"]) {
      const { http, body } = await pay(path, { Origin, ...more });
      expect([http, body.code]).toEqual([403, "foreign-origin"]);
      expect(body.message).toContain("--allow-origin");
    }
  });

  it.each(ways)("%s, is done by no call that was refused", async (_, path, more) => {
    const params = requests.create();
    await pay(path, { Host: "evil.example", ...more }, params);
    await pay(path, { Origin: "https://evil.example", ...more }, params);
    const { body } = await pay(path, more, params);
    expect(body).toMatchObject({ responseCode: "0000" });
  });

  it.each(["localhost", "127.0.0.1", "[::1]", "192.168.0.7", "sandbox", "sandbox.example", "pay.example"])(
    "answers to Host %s",
    async (name) => {
      const { body } = await pay("/hosted-checkout/create", { Host: `${name}:${sandbox.server.port}` });
      expect(body).toMatchObject({ responseCode: "0000" });
    },
  );

  it.each([() => here(), () => SHOP, () => "https://pay.example", () => "https://sandbox.example"])(
    "takes a write from an origin of its own, or one that was allowed: %s",
    async (origin) => {
      const { body } = await pay("/hosted-checkout/create", { Origin: origin() });
      expect(body).toMatchObject({ responseCode: "0000" });
    },
  );
});

describe("a foreign Host", () => {
  it.each(["/livez", "/readyz"])("passes for a probe of %s", async (path) => {
    expect((await send(path, { headers: { Host: "evil.example" } })).http).toBe(200);
  });

  it.each([
    "/livez/",
    "/readyz?x",
    "/lane/x/readyz",
    "/metrics",
    "/nothing",
    "/lane/x/nothing",
    "/checkout/x",
    "/_sandbox/health",
    "/_sandbox/ui",
  ])("is refused at %s", async (path) => {
    expect((await send(path, { headers: { Host: "evil.example" } })).http).toBe(403);
  });
});

describe("a foreign Origin", () => {
  it.each(["/checkout/x/pay", "/card-entry/x/save", "/nothing", "/_sandbox/reset"])(
    "writes nothing at %s",
    async (path) => {
      const { http, body } = await send(path, { method: "POST", headers: { Origin: "https://evil.example" } });
      expect([http, body.code]).toEqual([403, "foreign-origin"]);
    },
  );
});

const corsHeaders = (headers: object) => Object.keys(headers).filter((name) => name.startsWith("access-control"));

describe("an allowed origin", () => {
  it("has its preflight answered, for the payment API and the control API", async () => {
    for (const path of ["/hosted-checkout/create", "/lane/other/_sandbox/rules"]) {
      const headers = {
        Origin: SHOP,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type,x-sandbox-outcome",
      };
      const answer = await send(path, { method: "OPTIONS", headers });
      expect(answer.http).toBe(204);
      expect(answer.headers).toMatchObject({
        "access-control-allow-origin": SHOP,
        "access-control-allow-methods": expect.stringContaining("POST"),
        "access-control-allow-headers": "content-type,x-sandbox-outcome",
        vary: expect.stringContaining("Origin"),
      });
    }
  });

  it.each(ways)("may read what the payment API answers %s, and its headers", async (_, path, more) => {
    const { headers } = await pay(path, { Origin: SHOP, ...more });
    expect(headers).toMatchObject({
      "access-control-allow-origin": SHOP,
      "access-control-expose-headers": "*",
      vary: "Origin",
      "content-type": "application/json",
    });
  });

  it("may read what the control API and a refusal answer", async () => {
    for (const path of ["/_sandbox/health", "/nothing"])
      expect((await send(path, { headers: { Origin: SHOP } })).headers["access-control-allow-origin"]).toBe(SHOP);
  });

  it("is one alone: any other gets no CORS header", async () => {
    for (const method of ["GET", "POST", "OPTIONS"]) {
      const headers = { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" };
      const answer = await send("/hosted-checkout/create", { method, headers });
      expect(corsHeaders(answer.headers)).toEqual([]);
    }
  });
});
