import { describe, expect, it } from "vitest";
import { shippedScenarioNames } from "../../../../src/lane/catalogue/scenario-files.js";
import { requests } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

const put = (url: string, body: object) => control(url, "PUT", "scenario", body);

describe("a scenario put into a lane", () => {
  it("is answered with what was applied", async () => {
    const { url } = await sandbox.lane();
    const { http, body } = await put(url, {
      name: "own",
      seed: 5,
      clock: "2026-01-05T12:00:00+08:00",
      given: { orders: [{ merchantId: 3, merchantReference: "G-1", amount: 10, status: "SUCCESS" }] },
      rules: [{ name: "first", then: { outcome: "maintenance" } }, { then: { delay: "1s" } }],
    });
    expect(http).toBe(200);
    expect(body).toMatchObject({
      name: "own",
      seed: 5,
      clock: { now: "2026-01-05T04:00:00.000+00:00", mode: "frozen" },
      rules: [{ id: "own#1", name: "first" }, { id: "own#2" }],
      given: { merchants: 0, tokens: 0, orders: 1 },
    });
    // The second rule comes after one that always fires.
    expect(body.warnings).toEqual([
      { where: "rules[1]", message: 'the rule can never fire: "first" always matches first' },
    ]);
  });

  it("may be each name that `scenarios` lists", async () => {
    for (const name of shippedScenarioNames()) {
      const { url } = await sandbox.lane();
      expect(await put(url, { name })).toMatchObject({ http: 200, body: { name } });
    }
  });

  it("may be the magic values, where magic is off", async () => {
    await using own = await startTestSandbox({ magic: false });
    const sale = () => own.client("tokenization/sale", requests.sale({ amount: 9_003_051 }));
    expect((await sale()).body.responseCode).toBe("0000");
    await put(own.url, { name: "magic" });
    expect((await sale()).body.responseCode).toBe("3051");
  });

  it.each(["application/yaml", "application/x-www-form-urlencoded"])(
    "may be YAML as it stands in a file: %s",
    async (type) => {
      const { url } = await sandbox.lane();
      const send = (body: string) =>
        fetch(`${url}/_sandbox/scenario`, { method: "PUT", headers: { "Content-Type": type }, body });
      const good = await send("name: y\nrules:\n  - then: { outcome: maintenance }\n");
      expect(await good.json()).toMatchObject({ name: "y", rules: [{ id: "y#1" }] });
      const bad = await send("name: y\nrules:\n  - then: { outcom: maintenance }\n");
      expect([bad.status, (await bad.json()) as object]).toEqual([
        400,
        expect.objectContaining({ message: expect.stringMatching(/^body:3:\d+: .*outcom/) }),
      ]);
    },
  );

  it("is told of a document that curl -d or -F has changed how to send the file", async () => {
    const { url } = await sandbox.lane();
    const yaml = "name: x\nrules:\n  - when: { operation: '*/query' }\n    then: { delay: 1s }\n";
    const send = async (body: string | FormData) =>
      (await fetch(`${url}/_sandbox/scenario`, { method: "PUT", body })).json();
    const form = new FormData();
    form.set("file", yaml);
    expect(await send(yaml.replaceAll("\n", ""))).toMatchObject({
      message: expect.stringMatching(/^body:1:\d+: not valid YAML: [^\n]*$/),
      fix: expect.stringContaining("curl -d @<file> sends it, which drops line ends: send the file by -T <file>"),
    });
    expect(await send(form)).toMatchObject({ fix: expect.stringContaining("curl -F sends a form") });
    expect(await send("name: x\nrule: []\n")).toMatchObject({ fix: "correct the document" });
    for (const sent of ["", "[]"]) expect(await send(sent)).toMatchObject({ fix: expect.not.stringContaining("curl") });
  });

  it("keeps the name of its file, and the lines of what it expects", async () => {
    const { url } = await sandbox.lane();
    const file = "tests/é 1.scenario.yaml";
    const send = (body: string, name = file, type = "application/yaml") =>
      fetch(`${url}/_sandbox/scenario?${new URLSearchParams({ file: name })}`, {
        ...{ method: "PUT", headers: { "Content-Type": type }, body },
      });
    const bad = await send("name: y\nrulez: []\n");
    expect(await bad.json()).toMatchObject({ message: expect.stringMatching(/^tests\/é 1\.scenario\.yaml:2:1: /) });
    expect((await send("name: y\n", "a\nb")).status).toBe(400);
    const good = await send("name: y\nexpect:\n  - order: { merchantReference: F-1 }\n");
    expect(await good.json()).toMatchObject({ name: "y", file });
    const { body } = await control(url, "POST", "verify", { strict: true });
    expect(body.scenarios).toMatchObject([{ file, clauses: [{ line: 3 }] }]);
    const json = '{\n  "name": "z",\n  "expect": [\n    { "calls": { "operation": "*", "count": 1 } }\n  ]\n}';
    expect(await (await send(json, "z.json", "application/json")).json()).toMatchObject({ name: "z", file: "z.json" });
    const { body: ofJson } = await control(url, "POST", "verify", { strict: true });
    expect(ofJson.scenarios).toMatchObject([{ file: "z.json", clauses: [{ line: 4 }] }]);
    const worse = await send(json.replace("expect", "expekt"), "z.json", "application/json");
    expect(await worse.json()).toMatchObject({
      message: expect.stringMatching(/^z\.json:3:3: unknown member "expekt"/),
    });
  });

  it("that gives what is there already is refused, the rules as before", async () => {
    const { url } = await sandbox.lane();
    await put(url, { name: "refund-short-of-balance" });
    const { http, body } = await put(url, { name: "refund-short-of-balance" });
    expect([http, body.code]).toEqual([409, "given-refused"]);
    expect((await control(url, "GET", "rules")).body.rules).toHaveLength(1);
  });

  it.each([
    ["no name of the catalogue", { name: "refund-short-of-balanse" }, 404, /did you mean refund-short-of-balance/],
    ["an unknown member", { name: "x", rule: [] }, 400, /unknown member: rule/],
    ["no name", { rules: [] }, 400, /name/],
  ])("with %s is refused", async (_, body, http, named) => {
    const told = await put(sandbox.url, body);
    expect([told.http, told.body.message]).toEqual([http, expect.stringMatching(named)]);
  });
});

describe("a large document", () => {
  const described = (bytes: number) => ({ name: "large", description: "x".repeat(bytes) });

  it("is refused above, with its size", async () => {
    const { url } = await sandbox.lane();
    const body = JSON.stringify(described(530_000));
    const { http, body: refused } = await put(url, described(530_000));
    expect([http, refused.message]).toEqual([413, `the body is over 512 kB: it has ${body.length} bytes`]);
  });
});
