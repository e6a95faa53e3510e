import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { silentLog } from "../../../../src/lane/ports/log.js";
import { opens, tokenGiven } from "../../../../src/server/control-api/access/admin-token.js";
import type { Settings } from "../../../../src/server/options/settings.js";
import { clientOf, sold } from "../../../support/client.js";
import { startTestSandbox, type TestSandbox } from "../../../support/sandbox.js";

const tokens = {
  a: { name: "team-a", token: "token-of-a", lanes: "team-a-*" },
  b: { name: "team-b", token: "token-of-b", lanes: "team-b-*" },
  all: { name: "operators", token: "token-of-all", lanes: "*" },
} as const;

describe("a lane pattern", () => {
  it.each([
    ["team-a-*", "team-a-1", true],
    ["team-a-*", "team-a-", true],
    ["team-a-*", "team-b-1", false],
    ["*", "default", true],
    ["a", "a", true],
    ["a", "ab", false],
    ["a*a", "a", false],
    ["a*b*c", "a-b-c", true],
    ["a*b*c", "a-c", false],
    ["*x", "yx", true],
    ["a.c", "abc", false],
  ])("%s opens %s: %s", (lanes, lane, expected) => {
    expect(opens({ lanes }, lane)).toBe(expected);
  });
});

it("finds the token that is given, and no part of one", () => {
  const all = Object.values(tokens);
  expect(tokenGiven(all, "token-of-b")?.name).toBe("team-b");
  for (const given of ["", "token-of-", "token-of-bb"]) expect(tokenGiven(all, given)).toBeUndefined();
});

describe("a team", () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await startTestSandbox({ adminTokens: Object.values(tokens) });
    for (const lane of ["team-a-1", "team-a-2", "team-b-1"]) await sold(clientOf(`${sandbox.url}/lane/${lane}`));
    await as("all", "POST", "/lane/team-a-1/_sandbox/snapshots", { name: "team-a-saved" });
    await as("all", "POST", "/lane/team-b-1/_sandbox/snapshots", { name: "team-b-saved" });
  });
  afterAll(() => sandbox[Symbol.asyncDispose]());

  const as = async (who: keyof typeof tokens | undefined, method: string, path: string, body?: object) => {
    const answer = await fetch(`${sandbox.url}${path}`, {
      method,
      headers: {
        ...(who && { Authorization: `Bearer ${tokens[who].token}` }),
        ...(body && { "Content-Type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for.
    const read: any = answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : {};
    return { http: answer.status, text, body: read };
  };

  it("is asked for its token on loopback too, and the payment API is not", async () => {
    expect((await as(undefined, "GET", "/lane/team-a-1/_sandbox/orders")).http).toBe(401);
    expect((await as(undefined, "GET", "/metrics")).http).toBe(401);
    expect((await clientOf(`${sandbox.url}/lane/team-a-1`)("direct/query", { merchantId: 3, orderId: 1 })).http).toBe(
      200,
    );
  });

  it.each([
    ["GET", "orders"],
    ["GET", "requests"],
    ["GET", "events"],
    ["GET", "ui"],
    ["GET", "ui/orders"],
    ["PUT", "clock"],
    ["POST", "reset"],
    ["POST", "snapshots"],
    ["DELETE", "rules"],
  ])("is refused %s %s of another team's lane", async (method, path) => {
    for (const lane of ["/lane/team-b-1", ""]) {
      const { http, body } = await as("a", method, `${lane}/_sandbox/${path}`, method === "GET" ? undefined : {});
      expect([http, body.code, body.message]).toEqual([
        403,
        "not-your-lane",
        `the token team-a opens lanes team-a-*, not ${lane === "" ? "default" : "team-b-1"}`,
      ]);
    }
  });

  it("sees and changes its own lanes", async () => {
    expect((await as("a", "GET", "/lane/team-a-1/_sandbox/orders")).body.orders).toHaveLength(1);
    expect((await as("a", "PUT", "/lane/team-a-1/_sandbox/clock", { action: "freeze" })).http).toBe(200);
    const names = async (who: keyof typeof tokens) =>
      (await as(who, "GET", "/_sandbox/lanes")).body.lanes.map(({ name }: { name: string }) => name);
    expect(await names("a")).toEqual(["team-a-1", "team-a-2"]);
    expect(await names("all")).toEqual(["default", "team-a-1", "team-a-2", "team-b-1"]);
    expect((await as("a", "GET", "/_sandbox/health")).body.lanes).toEqual(["team-a-1", "team-a-2"]);
    const { text } = await as("a", "GET", "/lane/team-a-1/_sandbox/ui");
    expect([text.includes("team-a-2"), text.includes("team-b-1")]).toEqual([true, false]);
  });

  it("makes and drops lanes of its own alone", async () => {
    expect((await as("a", "POST", "/_sandbox/lanes", { name: "team-a-new" })).http).toBe(201);
    expect((await as("a", "POST", "/_sandbox/lanes", { name: "team-b-new" })).body).toMatchObject({
      code: "not-your-lane",
      fix: "give the lane a name that fits team-a-*",
    });
    expect(await as("a", "DELETE", "/_sandbox/lanes/team-b-1")).toMatchObject({
      http: 403,
      body: { code: "not-your-lane" },
    });
    expect((await as("a", "DELETE", "/_sandbox/lanes/team-a-new")).http).toBe(204);
  });

  it("sees, loads and forks snapshots that are named as its lanes", async () => {
    const { body } = await as("a", "GET", "/_sandbox/snapshots");
    expect(body.snapshots.map(({ name }: { name: string }) => name)).toEqual(["team-a-saved"]);
    const at = "/lane/team-a-2/_sandbox/snapshots";
    expect((await as("a", "POST", `${at}/team-b-saved/load`, {})).http).toBe(404);
    expect((await as("a", "POST", at, { name: "team-b-mine" })).body).toMatchObject({
      code: "not-your-lane",
      fix: "give the snapshot a name that fits team-a-*",
    });
    expect((await as("a", "POST", `${at}/team-a-saved/fork`, { lane: "team-b-x" })).body.code).toBe("not-your-lane");
    expect((await as("a", "POST", `${at}/team-a-saved/fork`, { lane: "team-a-x" })).http).toBe(201);
    expect((await as("a", "DELETE", "/_sandbox/lanes/team-a-x")).http).toBe(204);
    // Wherever it is asked for: a snapshot's name says whose it is.
    for (const place of ["", "/lane/team-a-2"]) {
      await as("a", "POST", at, { name: "team-a-old" });
      expect((await as("a", "DELETE", `${place}/_sandbox/snapshots/team-a-old`)).http).toBe(204);
      expect((await as("a", "DELETE", `${place}/_sandbox/snapshots/team-b-saved`)).http).toBe(404);
    }
    expect((await as("b", "GET", "/_sandbox/snapshots")).body.snapshots).toHaveLength(1);
  });
});

it("there always is a token that opens all lanes: the operators' own, or one that is made up", async () => {
  await using own = await startTestSandbox({ adminTokens: [tokens.a, tokens.all] });
  await using madeUp = await startTestSandbox({ adminTokens: [tokens.a] });
  await using open = await startTestSandbox();
  expect(own.server.adminToken).toBe("token-of-all");
  expect(madeUp.server.adminToken).toMatch(/^[\w-]{32}$/);
  expect(open.server.adminToken).toBeUndefined();
  // Such as from the shell of a team, in which somebody starts the sandbox.
  await using ofTeam = await startTestSandbox({ adminToken: "token-of-a", adminTokens: [tokens.a] });
  expect(ofTeam.server.adminToken).toMatch(/^[\w-]{32}$/);
  const asked = async (path: string) => {
    const answer = await fetch(`${ofTeam.url}${path}`, { headers: { Authorization: "Bearer token-of-a" } });
    return [answer.status, await answer.json()];
  };
  expect(await asked("/lane/team-b-1/_sandbox/orders")).toMatchObject([403, { code: "not-your-lane" }]);
  expect(await asked("/_sandbox/ui")).toMatchObject([
    403,
    { fix: expect.stringContaining("/lane/<one of your lanes>/_sandbox/ui") },
  ]);
});

describe("an audit line", () => {
  const audited = async (options: Partial<Settings>) => {
    const told: unknown[] = [];
    const log = { ...silentLog, info: (message: string, facts?: object) => void told.push({ message, ...facts }) };
    await using sandbox = await startTestSandbox(options, log);
    const headers = { Authorization: `Bearer ${tokens.a.token}`, "Content-Type": "application/json" };
    const url = `http://localhost:${new URL(sandbox.url).port}`;
    await fetch(`${url}/lane/team-a-1/_sandbox/reset?secret=1`, { method: "POST", headers, body: "{}" });
    await fetch(`${url}/lane/team-b-1/_sandbox/orders`, { headers });
    await fetch(`${url}/_sandbox/lanes/team-a-1`, { method: "DELETE", headers });
    await fetch(`${url}/_sandbox/lanes`);
    return told.filter((one) => (one as { message: string }).message === "control call");
  };

  it.each([undefined, "0.0.0.0"])("tells who did what in which lane if there are tokens, host %s", async (host) => {
    const about = { message: "control call" };
    expect(await audited({ host, adminTokens: [tokens.a] })).toEqual([
      { ...about, token: "team-a", method: "POST", path: "/_sandbox/reset", lane: "team-a-1", http: 204 },
      { ...about, token: "team-a", method: "GET", path: "/_sandbox/orders", lane: "team-b-1", http: 403 },
      { ...about, token: "team-a", method: "DELETE", path: "/_sandbox/lanes/team-a-1", lane: "team-a-1", http: 204 },
      { ...about, token: "none", method: "GET", path: "/_sandbox/lanes", lane: "default", http: 401 },
    ]);
  });

  it("is not written if nobody needs a token", async () => {
    expect(await audited({})).toEqual([]);
  });
});
