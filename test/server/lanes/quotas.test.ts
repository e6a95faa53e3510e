import { describe, expect, it } from "vitest";
import { silentLog } from "../../../src/lane/ports/log.js";
import { QuotaExceeded } from "../../../src/lane/ports/store-errors.js";
import type { AdminToken, Quota } from "../../../src/server/control-api/access/admin-token.js";
import { Quotas } from "../../../src/server/lanes/quotas.js";
import { clientOf, requests } from "../../support/client.js";
import { KeptLog } from "../../support/lane-parts.js";
import { startTestSandbox, testFolder } from "../../support/sandbox.js";

const team = (quota: Quota, lanes = "team-a-*"): AdminToken => ({ name: "team-a", token: "token-of-a", lanes, quota });
const admin: AdminToken = { name: "operators", token: "token-of-all", lanes: "*" };

/** Calls the control API as the team. */
const asTeam = (url: string, method: string, path: string, body?: object) =>
  fetch(`${url}/_sandbox/${path}`, {
    method,
    headers: { Authorization: "Bearer token-of-a", "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });

const exceeded = (quota: keyof Quota, limit: number, used = limit) => ({
  http: 429,
  body: {
    code: "quota-exceeded",
    message: `team team-a has reached its quota of ${limit} ${quota}: its lanes team-a-* have ${used}`,
    fix: expect.stringContaining("larger quota"),
  },
});

describe.each(["in memory", "in a folder"])("a quota of a team %s", (where) => {
  const start = (quota: Quota, folder: { readonly path: string }, log = new KeptLog()) => {
    const settings = { adminTokens: [admin, team(quota)], ...(where === "in a folder" && { dataDir: folder.path }) };
    return startTestSandbox(settings, log);
  };

  it("of orders refuses the next one, told apart from the provider, and admits it after a reset", async () => {
    using folder = testFolder();
    const log = new KeptLog();
    await using sandbox = await start({ orders: 2 }, folder, log);
    const [one, two] = [`${sandbox.url}/lane/team-a-1`, `${sandbox.url}/lane/team-a-2`];
    await clientOf(one)("hosted-checkout/create", requests.create());
    const paid = await clientOf(two)("tokenization/sale", requests.sale());
    for (let n = 0; n < 2; n++) {
      const refused = await clientOf(one)("direct/sale", requests.sale());
      expect(refused).toMatchObject(exceeded("orders", 2));
      expect(refused.headers.get("X-Sandbox-Quota")).toBe("orders");
      expect(refused.headers.get("X-Sandbox-Request-Id")).toBeNull();
    }
    expect(log.lines.filter((line) => line.includes("quota"))).toHaveLength(1);
    // Whatever makes no order goes on, and so do other teams.
    const { orderId } = paid.body.order === undefined ? paid.body : { orderId: paid.body.order.id };
    expect((await clientOf(two)("direct/query", { merchantId: 3, orderId })).http).toBe(200);
    expect((await clientOf(sandbox.url)("hosted-checkout/create", requests.create())).body.responseCode).toBe("0000");
    expect((await asTeam(one, "POST", "reset", {})).status).toBe(204);
    expect((await clientOf(one)("hosted-checkout/create", requests.create())).body.responseCode).toBe("0000");
    expect((await clientOf(one)("hosted-checkout/create", requests.create())).http).toBe(429);
  });

  it("of orders holds for calls at the same time, and refused orders do not count", async () => {
    using folder = testFolder();
    await using sandbox = await start({ orders: 5 }, folder);
    const client = clientOf(`${sandbox.url}/lane/team-a-1`);
    const same = requests.create();
    for (let n = 0; n < 10; n++) await client("hosted-checkout/create", same);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => client("hosted-checkout/create", requests.create())),
    );
    const lane = await sandbox.server.lanes.ready("team-a-1");
    const orders = await lane.store.views.orders({ limit: 100 });
    expect(orders).toHaveLength(1 + answers.filter(({ http }) => http === 200).length);
    expect(orders.length).toBeLessThanOrEqual(5);
    // At worst calls that still run counted twice.
    for (let n = 0; n < 5; n++) await client("hosted-checkout/create", requests.create());
    expect(await lane.store.views.orders({ limit: 100 })).toHaveLength(5);
  });

  it("of lanes refuses a new one by a call, the control API and a fork, and none that is there", async () => {
    using folder = testFolder();
    await using sandbox = await start({ lanes: 2 }, folder);
    const laneOf = (name: string) => clientOf(`${sandbox.url}/lane/${name}`);
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, n) => laneOf(`team-a-${n}`)("hosted-checkout/create", requests.create())),
    );
    expect(all.map(({ http }) => http).sort()).toEqual([200, 200, 429, 429, 429, 429]);
    expect(await laneOf("team-a-new")("hosted-checkout/create", requests.create())).toMatchObject(exceeded("lanes", 2));
    const made = await asTeam(`${sandbox.url}/lane/team-a-0`, "POST", "lanes", { name: "team-a-new" });
    expect({ http: made.status, body: await made.json() }).toMatchObject(exceeded("lanes", 2));
    const [there = ""] = sandbox.server.lanes.names().filter((name) => name.startsWith("team-a-"));
    expect((await laneOf(there)("hosted-checkout/create", requests.create())).http).toBe(200);
    expect((await asTeam(`${sandbox.url}/lane/${there}`, "POST", "reset", {})).status).toBe(204);
    expect((await asTeam(`${sandbox.url}`, "DELETE", `lanes/${there}`)).status).toBe(204);
    expect((await laneOf("team-a-new")("hosted-checkout/create", requests.create())).http).toBe(200);
  });

  it("of orders makes no lane for a refused call, so that the quota of lanes still has room", async () => {
    using folder = testFolder();
    await using sandbox = await start({ lanes: 2, orders: 1 }, folder);
    const laneOf = (name: string) => clientOf(`${sandbox.url}/lane/${name}`);
    await laneOf("team-a-1")("hosted-checkout/create", requests.create());
    for (const name of ["team-a-2", "team-a-3", "team-a-4"])
      expect(await laneOf(name)("hosted-checkout/create", requests.create())).toMatchObject(exceeded("orders", 1));
    const { lanes } = (await (await asTeam(sandbox.url, "GET", "lanes")).json()) as { lanes: { name: string }[] };
    expect(lanes.map(({ name }) => name)).toEqual(["team-a-1"]);
    expect((await laneOf("team-a-2")("direct/query", { merchantId: 3 })).http).toBe(200);
  });

  it("of bytes refuses every call once the journals hold so much", async () => {
    using folder = testFolder();
    await using sandbox = await start({ bytes: 20_000 }, folder);
    const client = clientOf(`${sandbox.url}/lane/team-a-1`);
    let answer = await client("hosted-checkout/create", requests.create());
    for (let n = 0; n < 100 && answer.http === 200; n++) answer = await client("direct/query", { merchantId: 3 });
    expect(answer).toMatchObject({ http: 429, body: { message: expect.stringContaining("quota of 20000 bytes") } });
    // The journal keeps calls with a wrong path or method too.
    const post = { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };
    expect((await fetch(`${sandbox.url}/lane/team-a-1/direct/sale`)).status).toBe(429);
    expect((await fetch(`${sandbox.url}/lane/team-a-1/direct/sales`, post)).status).toBe(429);
    expect((await fetch(`${sandbox.url}/direct/sales`, post)).status).toBe(404);
    expect((await asTeam(`${sandbox.url}/lane/team-a-1`, "POST", "reset", {})).status).toBe(204);
    expect((await client("hosted-checkout/create", requests.create())).http).toBe(200);
  });
});

it("what a data folder holds counts after a restart, and is opened whatever the quota", async () => {
  using folder = testFolder();
  const start = (quota: Quota) => startTestSandbox({ adminTokens: [admin, team(quota)], dataDir: folder.path });
  const create = async (url: string, lane: string) =>
    (await clientOf(`${url}/lane/${lane}`)("hosted-checkout/create", requests.create())).http;
  {
    await using sandbox = await start({});
    for (const lane of ["team-a-1", "team-a-2"]) expect(await create(sandbox.url, lane)).toBe(200);
  }
  await using sandbox = await start({ lanes: 1, orders: 3 });
  expect(await create(sandbox.url, "team-a-2")).toBe(200);
  expect(await create(sandbox.url, "team-a-1")).toBe(429);
  expect(await create(sandbox.url, "team-a-3")).toBe(429);
});

it("the metrics count what quotas refused", async () => {
  await using sandbox = await startTestSandbox({ adminTokens: [admin, team({ lanes: 1 })] });
  for (const lane of ["team-a-1", "team-a-2"])
    await clientOf(`${sandbox.url}/lane/${lane}`)("hosted-checkout/create", requests.create());
  const answered = await fetch(`${sandbox.url}/metrics`, { headers: { Authorization: "Bearer token-of-all" } });
  expect(await answered.text()).toContain('payment_sandbox_quota_refusals_total{quota="lanes"} 1\n');
});

describe("the count", () => {
  const usage = { orders: 0, bytes: 0 };
  const quotasOf = (quota: Quota, now = () => 0) => {
    let counts = 0;
    const count = async () => {
      counts++;
      return new Map([["team-a-1", { ...usage }]]);
    };
    const quotas = new Quotas({ tokens: () => [admin, team(quota)], usage: count, now, log: silentLog });
    return { quotas, counts: () => counts };
  };

  it("is not asked for lanes of teams without a quota", async () => {
    const { quotas, counts } = quotasOf({ orders: 1 });
    await quotas.admitCall("default", "direct/sale");
    expect(counts()).toBe(0);
  });

  it("admits twenty calls, or those of a second", async () => {
    let now = 0;
    const { quotas, counts } = quotasOf({ orders: 1000 }, () => now);
    for (let n = 0; n < 40; n++) (await quotas.admitCall("team-a-1", "direct/sale"))();
    expect(counts()).toBe(2);
    await quotas.admitCall("team-a-1", "direct/sale");
    now = 1000;
    await quotas.admitCall("team-a-1", "direct/sale");
    expect(counts()).toBe(4);
  });

  it("lacks calls that still run", async () => {
    const { quotas } = quotasOf({ orders: 2 });
    const [first] = [
      await quotas.admitCall("team-a-1", "direct/sale"),
      await quotas.admitCall("team-a-1", "direct/sale"),
    ];
    await expect(quotas.admitCall("team-a-1", "direct/sale")).rejects.toThrow(QuotaExceeded);
    // It made no order.
    first();
    await quotas.admitCall("team-a-1", "direct/sale");
  });
});
