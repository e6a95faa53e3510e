import { describe, expect, it } from "vitest";
import { requests } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox, type TestSandbox } from "../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

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
  expect(other.body).toEqual({
    code: "invalid-body",
    message: [
      "then: is missing, expected an object",
      "unknown member: outcome (remove it, or correct its spelling: one of name, when, times, after, chance, until, key, then)",
    ].join("\n"),
    fix: "correct each of them",
  });
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
    expect((await sandbox.control("POST", "next", { outcom: "lost-card" })).body.message).toMatch(
      /^unknown member: outcom; did you mean outcome\?$/m,
    );
  });

  it("is for one call, whatever the operation", async () => {
    const { url, client } = await sandbox.lane();
    const put = await control(url, "POST", "next", { outcome: "insufficient-funds" });
    expect([put.http, put.body.origin]).toEqual([201, "next"]);
    expect((await client("tokenization/sale", requests.sale())).body.responseCode).toBe("3051");
    expect((await client("tokenization/sale", requests.sale())).body.responseCode).toBe("0000");
    expect((await control(url, "GET", "rules")).body.rules).toEqual([]);
  });
});

it("a rule of a scenario that ships with the sandbox doesn't name a file of the user's", async () => {
  const lane = await sandbox.lane();
  await control(lane.url, "PUT", "scenario", { name: "refund-short-of-balance" });
  const { body } = await control(lane.url, "GET", "rules");
  expect(body.rules[0]).toMatchObject({ file: "built-in refund-short-of-balance", line: expect.any(Number) });
});
