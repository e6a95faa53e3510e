import { createPublicKey } from "node:crypto";
import { describe, expect, it } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { assumptions, defaultPolicy } from "../../../src/core/facts/assumptions.js";
import { created } from "../../support/client.js";
import { ofFile } from "../../support/of-file.js";
import { control, startTestSandbox } from "../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox({ seed: 5, policy: { ...defaultPolicy, cancel: "closed" } }));

it("GET health tells version, seed, lanes and uptime", async () => {
  const { name } = (await sandbox.lane()).lane;
  const { body } = await sandbox.control("GET", "health");
  expect(body).toMatchObject({ status: "ok", version: manifest.version, seed: 5, uptimeMs: expect.any(Number) });
  expect(body.lanes).toEqual(expect.arrayContaining(["default", name]));
});

it("GET keys tells a public key that can be read as PEM and as bare base64", async () => {
  const { body } = await sandbox.control("GET", "keys");
  const fromPem = createPublicKey(body.notificationPublicKey);
  const key = Buffer.from(body.notificationPublicKeyBase64, "base64");
  expect(fromPem.equals(createPublicKey({ key, format: "der", type: "spki" }))).toBe(true);
});

describe("GET provenance", () => {
  it("tells every assumption, its alternatives, and what was chosen", async () => {
    const { body } = await sandbox.control("GET", "provenance");
    expect(body.assumptions.map(({ id }: { id: string }) => id)).toEqual(assumptions.map(({ id }) => id));
    const chosen = Object.fromEntries(body.assumptions.map((a: { id: string; chosen: string }) => [a.id, a.chosen]));
    expect(chosen).toMatchObject({ cancel: "closed", "duplicate-reference": "refuse", settlement: "default" });
    for (const one of body.assumptions)
      expect(one).toMatchObject({
        claim: expect.stringMatching(/\S/),
        because: expect.stringMatching(/\S/),
        alternatives: expect.any(Array),
        findOut: expect.stringMatching(/\S/),
      });
  });
});

describe("POST reset", () => {
  it("clears orders, rules, clock and journal of its lane alone, and keeps the seed", async () => {
    const [a, b] = [await sandbox.lane(), await sandbox.lane()];
    const [first, other] = [await created(a.client), await created(b.client)];
    await control(a.url, "POST", "rules", { then: { outcome: "maintenance" } });
    expect(await control(a.url, "POST", "reset")).toEqual({ http: 204, body: undefined });
    expect((await control(a.url, "GET", "orders")).body.orders).toEqual([]);
    expect((await control(a.url, "GET", "requests")).body.requests).toEqual([]);
    expect((await control(a.url, "GET", "clock")).body.mode).toBe("wall");
    expect((await created(a.client)).id).toBe(first.id);
    expect((await control(b.url, "GET", `orders/${other.id}`)).http).toBe(200);
  });

  it("takes another seed, whose ids are others", async () => {
    const { url, client } = await sandbox.lane();
    const { id } = await created(client);
    await control(url, "POST", "reset", { seed: 6 });
    expect((await control(url, "GET", "health")).body.seed).toBe(6);
    expect((await created(client)).id).not.toBe(id);
  });
});

describe("lanes", () => {
  it("are made with a name or without, told with their address, and dropped", async () => {
    const made = await sandbox.control("POST", "lanes", { name: "mine.1", seed: 12 });
    expect(made).toEqual({ http: 201, body: { name: "mine.1", url: `${sandbox.url}/lane/mine.1`, seed: 12 } });
    const nameless = await sandbox.control("POST", "lanes");
    expect(nameless.body.name).toMatch(/^lane-\d+$/);
    const names = async () =>
      (await sandbox.control("GET", "lanes")).body.lanes.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(expect.arrayContaining(["mine.1", nameless.body.name]));
    expect((await sandbox.control("DELETE", "lanes/mine.1")).http).toBe(204);
    expect(await names()).not.toContain("mine.1");
    expect((await sandbox.control("DELETE", "lanes/mine.1")).http).toBe(404);
  });

  it("are not made twice", async () => {
    const { lane } = await sandbox.lane();
    const { http, body } = await sandbox.control("POST", "lanes", { name: lane.name });
    expect([http, body.code]).toEqual([409, "lane-exists"]);
  });

  it.each([
    ["a/b", ", such as a-b"],
    ["tests/test_a.py::test b!", ", such as tests-test_a.py-test-b"],
    ["x".repeat(65), `, such as ${"x".repeat(64)}`],
    ["..", ""],
    ["/", ""],
    ["", ""],
  ])("refuse the name %j, and propose one", async (name, meant) => {
    const { http, body } = await sandbox.control("POST", "lanes", { name });
    expect([http, body.code]).toEqual([400, "invalid-name"]);
    expect(body.fix).toBe(`use letters, digits, '.', '_' and '-', up to 64${meant}`);
  });

  it("of a wrong name answer 404 in a path too", async () => {
    expect((await control(`${sandbox.url}/lane/a%20b`, "GET", "health")).body).toMatchObject({
      code: "invalid-lane",
      fix: expect.stringContaining(", such as a-b"),
    });
  });
});
