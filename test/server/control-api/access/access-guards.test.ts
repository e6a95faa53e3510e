import { describe, expect, it } from "vitest";
import { isOwnHost } from "../../../../src/server/http/access.js";
import { created } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { rawCall, type Sent } from "../../../support/raw-call.js";
import { startTestSandbox, type TestSandbox } from "../../../support/sandbox.js";

const TOKEN = "an-admin-token-of-the-test";
const open = ofFile(await startTestSandbox({ allowedHosts: ["sandbox.example"] }));
const locked = ofFile(await startTestSandbox({ adminToken: TOKEN }));

const send = (at: TestSandbox, path: string, sent?: Sent) => rawCall(`${at.url}${path}`, sent);

describe("the Host list", () => {
  const hosts = [
    ["localhost", true],
    ["localhost:4655", true],
    ["LOCALHOST", true],
    ["shop.localhost", true],
    ["127.0.0.1:4655", true],
    ["[::1]:4655", true],
    ["192.168.1.20", true],
    ["host.docker.internal:4655", true],
    ["sandbox", true],
    ["sandbox.example", true],
    ["evil.example", false],
    ["localhost.evil.example", false],
    ["127.0.0.1.evil.example", false],
    ["sandbox.example.evil", false],
    ["", false],
  ] as const;
  it.each(hosts)("takes %j for this machine's: %s", (host, expected) => {
    expect(isOwnHost(host, ["sandbox.example"])).toBe(expected);
  });
});

describe("a foreign Origin", () => {
  const writes = [
    ["POST", "/_sandbox/reset"],
    ["PUT", "/_sandbox/clock"],
    ["DELETE", "/_sandbox/rules"],
    ["POST", "/lane/other/_sandbox/settle"],
  ] as const;
  it.each(writes)("is refused on %s %s", async (method, path) => {
    for (const Origin of ["https://evil.example", "null", "http://localhost:1"]) {
      const { http, body } = await send(open, path, { method, headers: { Origin } });
      expect([http, body.code]).toEqual([403, "foreign-origin"]);
    }
  });

  it("may be the server's own, and none at all", async () => {
    for (const headers of [{ Origin: open.url }, {}] as const)
      expect((await send(open, "/_sandbox/settle", { method: "POST", headers })).http).toBe(200);
  });
});

describe("the bearer token", () => {
  const wrong = [
    undefined,
    "",
    TOKEN,
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    `Basic ${btoa(`a:${TOKEN}`)}`,
    "Bearer ",
  ];
  it.each(wrong)("is asked for: %j is none", async (given) => {
    const headers = given === undefined ? {} : { Authorization: given };
    const { http, body } = await send(locked, "/_sandbox/health", { headers });
    const isToken = /^Bearer ./.test(given ?? "");
    expect([http, body.code]).toEqual([401, isToken ? "unknown-token" : "no-token"]);
  });

  it("that is wrong is told apart from none, also as the console's password", async () => {
    const headers = { Authorization: `Basic ${btoa("anyone:else")}` };
    expect((await send(locked, "/_sandbox/ui", { headers })).body).toEqual({
      code: "unknown-token",
      message: "the bearer token opens nothing here: was it changed, or cut off?",
      fix: "compare it with the --admin-token (PAYMENT_SANDBOX_ADMIN_TOKEN) that it was started with or printed, or one of adminTokens",
    });
    const empty = { Authorization: `Basic ${btoa("anyone:")}` };
    expect((await send(locked, "/_sandbox/ui", { headers: empty })).body.code).toBe("no-token");
  });

  it.each(["Bearer", "bearer", "BEARER"])("opens the control API, its scheme spelt %s", async (scheme) => {
    const headers = { Authorization: `${scheme} ${TOKEN}` };
    expect((await send(locked, "/_sandbox/health", { headers })).http).toBe(200);
  });

  it("is not asked for by the payment API, nor by livez and readyz", async () => {
    expect((await created(locked.client)).status).toBe("OPEN");
    for (const path of ["/livez", "/readyz"]) expect((await send(locked, path)).http).toBe(200);
  });

  it("is taken as a password by the console alone, which a browser opens, and by what its script asks", async () => {
    const asked = await send(locked, "/_sandbox/ui");
    expect([asked.http, asked.headers]).toEqual([
      401,
      expect.objectContaining({ "www-authenticate": expect.stringContaining("Basic") }),
    ]);
    const headers = { Authorization: `Basic ${btoa(`anyone:${TOKEN}`)}` };
    expect((await send(locked, "/_sandbox/ui", { headers })).http).toBe(200);
    expect((await send(locked, "/lane/l/_sandbox/ui", { headers })).http).toBe(200);
    expect((await send(locked, "/_sandbox/reset", { method: "POST", headers })).http).toBe(401);
    // No page of another site can send this header, nor read the events.
    const ofScript = { ...headers, "X-Sandbox-Console": "1" };
    expect((await send(locked, "/_sandbox/settle", { method: "POST", headers: ofScript })).http).toBe(200);
    const wrongly = { ...ofScript, Authorization: `Basic ${btoa("anyone:else")}` };
    expect((await send(locked, "/_sandbox/settle", { method: "POST", headers: wrongly })).http).toBe(401);
    const events = await fetch(`${locked.url}/_sandbox/events`, { headers });
    expect(events.status).toBe(200);
    await events.body?.cancel();
  });

  it("is made up off loopback where none was given", async () => {
    await using wide = await startTestSandbox({ host: "0.0.0.0" });
    expect(wide.server.adminToken).toMatch(/^[\w-]{32}$/);
    expect((await fetch(`http://127.0.0.1:${wide.server.port}/_sandbox/health`)).status).toBe(401);
  });
});

describe("a body", () => {
  const bodies = [
    ["of an unknown member", '{"sed": 1}', 400, "unknown-member", "unknown member: sed"],
    ["of a wrong type", '{"seed": "x"}', 400, "invalid-body", "seed: "],
    ["that is no JSON", "{", 400, "invalid-json", "the body is not valid JSON"],
    ["that is no object", "[]", 400, "invalid-body", "body: "],
  ] as const;
  it.each(bodies)("%s is refused by name", async (_, body, http, code, message) => {
    const answer = await send(open, "/_sandbox/reset", { method: "POST", body });
    expect(answer).toMatchObject({
      http,
      body: { code, message: expect.stringContaining(message), fix: expect.any(String) },
    });
  });
});

it("a path that is none answers 404 with where to look", async () => {
  const { http, body } = await send(open, "/_sandbox/nothing");
  expect([http, body]).toEqual([
    404,
    {
      code: "not-found",
      message: "there is no GET /_sandbox/nothing",
      fix: "GET /_sandbox/openapi.json lists every call",
    },
  ]);
});

it("a sandbox that answers no agents says which do", async () => {
  const { http, body } = await send(open, "/_sandbox/mcp", { method: "POST", body: "{}" });
  expect([http, body.fix]).toEqual([
    404,
    expect.stringMatching(/^sandboxes of start, exec and mcp answer agents there/),
  ]);
});
