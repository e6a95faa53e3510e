import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lineItems, requests, sold } from "../../../support/client.js";
import { control, FROZEN_AT, startTestSandbox, type TestSandbox, testFolder } from "../../../support/sandbox.js";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox[Symbol.asyncDispose]());

const refused = { then: { outcome: "maintenance" } };

describe("a rule put in", () => {
  it("is answered with its id and all its members", async () => {
    const { url } = await sandbox.lane();
    const rule = { name: "short", when: { operation: "*/refund" }, times: 2, then: { outcome: "system-error" } };
    const put = await control(url, "POST", "rules", rule);
    expect(put.http).toBe(201);
    expect(put.body).toMatchObject({ id: "rule-1", origin: "control", fired: 0, ...rule });
  });

  it("acts from the next call on, and tells how often it fired", async () => {
    const { url, client } = await sandbox.lane();
    await control(url, "POST", "rules", { ...refused, times: 1 });
    expect((await client("tokenization/sale", requests.sale())).body.responseCode).toBe("9002");
    expect((await client("tokenization/sale", requests.sale())).body.responseCode).toBe("0000");
    expect((await control(url, "GET", "rules")).body.rules).toMatchObject([{ id: "rule-1", fired: 1 }]);
  });

  it("goes by its id, and takes its count along", async () => {
    const { url, client } = await sandbox.lane();
    const { id } = (await control(url, "POST", "rules", refused)).body;
    await client("tokenization/sale", requests.sale());
    expect((await control(url, "DELETE", `rules/${id}`)).http).toBe(204);
    expect((await control(url, "DELETE", `rules/${id}`)).http).toBe(404);
    expect((await client("tokenization/sale", requests.sale())).body.responseCode).toBe("0000");
  });

  it("goes with all others that were put in", async () => {
    const { url } = await sandbox.lane();
    await control(url, "POST", "rules", refused);
    await control(url, "POST", "next", { outcome: "system-error" });
    expect((await control(url, "DELETE", "rules")).http).toBe(204);
    expect((await control(url, "GET", "rules")).body.rules).toEqual([]);
  });

  it.each([
    ["an unknown member", { thn: 1, ...refused }, /thn/],
    [
      "an operation that does not exist",
      { when: { operation: "tokenization/sele" }, ...refused },
      /^when\.operation: no operation is called "tokenization\/sele"; did you mean tokenization\/sale\?$/,
    ],
    ["a wrong regex", { when: { reason: "/(/" }, ...refused }, /reason/],
  ])("with %s is refused and named", async (_, rule, named) => {
    const put = await sandbox.control("POST", "rules", rule);
    expect(put.http).toBe(400);
    expect(put.body.message).toMatch(named);
    expect(put.body.fix).toEqual(expect.any(String));
  });
});

it.each([
  [{ outcome: "insufficient-funds", placed: "after-commit" }, "remove placed, or add a fault"],
  [{ delay: "1s", placed: "after-commit" }, "remove placed, or add a fault"],
  [{ outcome: "insufficient-funds", copies: "cut" }, "remove copies, or add a fault"],
  [{ fault: "http-500" }, "add placed, such as after-commit"],
])("the effects %j are refused with a fix", async (then, fix) => {
  expect((await sandbox.control("POST", "next", then)).body.fix).toBe(fix);
  expect((await sandbox.control("POST", "rules", { then })).body.fix).toBe(fix);
});

it("an unknown member in the place of a missing one is told, and the missing one is not", async () => {
  const named = await sandbox.control("POST", "rules", { when: {}, than: { outcome: "maintenance" } });
  expect(named.body).toEqual({
    code: "unknown-member",
    message: "unknown member: than; did you mean then?",
    fix: "remove it, or correct its spelling: one of name, when, times, after, chance, until, key, then",
  });
  const other = await sandbox.control("POST", "rules", { when: {}, outcome: "maintenance" });
  expect(other.body.message).toBe("then: is missing, expected an object; also unknown member: outcome");
});

describe("a rule that is switched off", () => {
  const off = { enabled: false };
  const sale = async ({ client }: Awaited<ReturnType<TestSandbox["lane"]>>) =>
    (await client("tokenization/sale", requests.sale())).body.responseCode;

  it("is not asked until it is switched on again, and keeps place and count", async () => {
    const lane = await sandbox.lane();
    await control(lane.url, "POST", "rules", { name: "first", ...refused });
    await control(lane.url, "POST", "rules", { then: { outcome: "rate-limited" } });
    expect(await sale(lane)).toBe("9002");
    const switched = await control(lane.url, "PATCH", "rules/rule-1", off);
    expect(switched).toMatchObject({ http: 200, body: { id: "rule-1", name: "first", fired: 1, enabled: false } });
    expect(await sale(lane)).toBe("9001");
    const { rules } = (await control(lane.url, "GET", "rules")).body;
    expect(rules.map(({ id, enabled }: { id: string; enabled?: boolean }) => [id, enabled])).toEqual([
      ["rule-1", false],
      ["rule-2", undefined],
    ]);
    // Put in while another is off: it stands behind both.
    await control(lane.url, "POST", "rules", { then: { outcome: "system-error" } });
    const on = await control(lane.url, "PATCH", "rules/rule-1", { enabled: true });
    expect([on.body.enabled, await sale(lane)]).toEqual([undefined, "9002"]);
    const after = (await control(lane.url, "GET", "rules")).body.rules;
    expect(after.map(({ id, fired }: { id: string; fired: number }) => [id, fired])).toEqual([
      ["rule-1", 2],
      ["rule-2", 1],
      ["rule-3", 0],
    ]);
  });

  it("goes when it is taken away, and is on when a scenario of the same name comes anew", async () => {
    const lane = await sandbox.lane();
    const scenario = { name: "s", rules: [{ name: "all", ...refused }] };
    await control(lane.url, "PUT", "scenario", scenario);
    await control(lane.url, "POST", "rules", { then: { outcome: "rate-limited" } });
    for (const id of ["s%231", "rule-1"]) await control(lane.url, "PATCH", `rules/${id}`, off);
    expect(await sale(lane)).toBe("0000");
    await control(lane.url, "PUT", "scenario", scenario);
    expect(await sale(lane)).toBe("9002");
    const { disabledRules } = await lane.lane.store.views.lane();
    expect(disabledRules).toEqual(["rule-1"]);
    expect((await control(lane.url, "DELETE", "rules/rule-1")).http).toBe(204);
    expect((await lane.lane.store.views.lane()).disabledRules).toEqual([]);
  });

  it("is the one that is named: another is 404, and a body without `enabled` is 400", async () => {
    const { url } = await sandbox.lane();
    expect((await control(url, "PATCH", "rules/rule-9", off)).http).toBe(404);
    expect((await control(url, "PATCH", "rules/rule-9", {})).body.message).toBe(
      "enabled: is missing, expected true or false",
    );
  });
});

describe("a rule that can never match", () => {
  const put = async (path: string, body: object) => {
    const { url } = await sandbox.lane();
    return control(url, "POST", path, body);
  };

  it.each([
    [{ until: "2026-01-05T10:00:00+08:00" }, "until", "the rule can never fire: until is not after the lane's clock"],
  ])("%j is taken, with a warning at %s", async (members, where, message) => {
    const { http, body } = await put("rules", { ...refused, ...members });
    expect([http, body.warnings]).toEqual([201, [{ where, message }]]);
  });

  it("because of one before it says so", async () => {
    const { url } = await sandbox.lane();
    await control(url, "POST", "rules", { name: "all", ...refused });
    const { body } = await control(url, "POST", "rules", { when: { tokenId: 1 }, ...refused });
    expect(body.warnings).toEqual([
      {
        where: "",
        message: expect.stringMatching(/^the rule can never fire: rule-\d+ \("all"\) always matches first$/),
      },
    ]);
  });

  it("for the next call says so too", async () => {
    const { http, body } = await put("next", { outcome: "approve", fault: "http-503", placed: "before-commit" });
    expect([http, body.warnings]).toEqual([
      201,
      [{ where: "outcome", message: "outcome has no effect beside a fault placed before-commit" }],
    ]);
  });

  it("is the only one that is warned of", async () => {
    expect((await put("rules", refused)).body.warnings).toEqual([]);
    expect((await put("next", refused.then)).body.warnings).toEqual([]);
  });
});

describe("next", () => {
  it.each([
    { when: { amount: 50 }, outcome: "lost-card" },
    { then: { outcome: "lost-card" } },
    { times: 2 },
    { after: 1, outcome: "lost-card" },
    { fault: "connection-reset", placed: "after-commit", operation: "hosted-checkout/create" },
    { outcome: "lost-card", merchantReference: "A-1" },
  ])("says that %j belongs to a rule", async (body) => {
    const put = await sandbox.control("POST", "next", body);
    expect([put.http, put.body.fix]).toEqual([400, expect.stringContaining("add a rule: POST /_sandbox/rules {")]);
  });

  it("keeps the advice about other unknown members", async () => {
    expect((await sandbox.control("POST", "next", { outcom: "lost-card" })).body.fix).toContain("correct its spelling");
  });

  it("is for one call, whatever the operation", async () => {
    const { url, client } = await sandbox.lane();
    const put = await control(url, "POST", "next", { outcome: "insufficient-funds" });
    expect([put.http, put.body.origin]).toEqual([201, "next"]);
    expect((await client("tokenization/sale", requests.sale())).body.responseCode).toBe("3051");
    expect((await client("tokenization/sale", requests.sale())).body.responseCode).toBe("0000");
    expect((await control(url, "GET", "rules")).body.rules).toEqual([]);
  });

  it("is not used up by what a shopper does on the page", async () => {
    const { url, client } = await sandbox.lane();
    const { body } = await client("hosted-checkout/create", requests.create());
    await control(url, "POST", "next", { outcome: "maintenance" });
    const paid = await control(url, "POST", `orders/${body.order.id}/simulate`, { action: "pay" });
    expect(paid.body.order.status).toBe("SUCCESS");
    expect((await client("tokenization/sale", requests.sale())).body.responseCode).toBe("9002");
  });
});

describe("rules in a data folder", () => {
  it("are there after a restart, with their counts, and ids go on", async () => {
    using folder = testFolder();
    {
      await using first = await startTestSandbox({ dataDir: folder.path });
      await first.control("POST", "rules", { name: "twice", times: 2, ...refused });
      await first.control("POST", "next", { outcome: "rate-limited" });
      expect((await first.client("tokenization/sale", requests.sale())).body.responseCode).toBe("9001");
      expect((await first.client("tokenization/sale", requests.sale())).body.responseCode).toBe("9002");
      await first.control("POST", "next", { outcome: "system-error" });
    }
    await using second = await startTestSandbox({ dataDir: folder.path });
    expect((await second.control("GET", "rules")).body.rules).toMatchObject([
      { id: "rule-3", origin: "next" },
      { id: "rule-1", name: "twice", fired: 1 },
    ]);
    expect((await second.control("POST", "next", { outcome: "maintenance" })).body.id).toBe("rule-4");
    const codes = [];
    for (let i = 0; i < 4; i++)
      codes.push((await second.client("tokenization/sale", requests.sale())).body.responseCode);
    expect(codes).toEqual(["9999", "9002", "9002", "0000"]);
  });
});

describe("a reset", () => {
  it("takes all rules away", async () => {
    const { url, client } = await sandbox.lane();
    await control(url, "POST", "rules", refused);
    await control(url, "POST", "reset");
    expect((await sold(client, { lineItems })).status).toBe("SUCCESS");
  });
});

describe("ten thousand rules", () => {
  it("fill a lane: no more are put in, and all stays as it was", async () => {
    const { url, lane } = await sandbox.lane();
    const rules = Array.from({ length: 9999 }, () => ({ then: { outcome: "approve" } }));
    expect((await control(url, "PUT", "scenario", { name: "many", rules })).http).toBe(200);
    expect((await control(url, "POST", "rules", refused)).http).toBe(201);
    const full = { code: "lane-full", message: "a lane would hold 10001 rules, at most 10000 are allowed" };
    expect(await control(url, "POST", "rules", refused)).toMatchObject({ http: 409, body: full });
    expect(await control(url, "POST", "next", refused.then)).toMatchObject({ http: 409, body: full });
    const more = { name: "more", clock: "2030-01-01T00:00:00Z", rules: [...rules, refused] };
    expect(await control(url, "PUT", "scenario", more)).toMatchObject({ http: 409, body: full });
    expect(await lane.clock.now()).toBe(FROZEN_AT);
    const { replacedScenario, rules: own } = await lane.store.views.lane();
    expect([replacedScenario?.document.name, own.length]).toEqual(["many", 1]);
  });
});

it("a rule of a scenario that ships with the sandbox doesn't name a file of the user's", async () => {
  const lane = await sandbox.lane();
  await control(lane.url, "PUT", "scenario", { name: "refund-short-of-balance" });
  const { body } = await control(lane.url, "GET", "rules");
  expect(body.rules[0]).toMatchObject({ file: "built-in refund-short-of-balance", line: expect.any(Number) });
});
