import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { ChosenOptions } from "../../../src/server/options/options.js";
import { resolveSettings } from "../../../src/server/options/resolve.js";
import { testFolder } from "../../support/sandbox.js";

/** Resolves with a config file in a folder of its own. */
async function resolved(text: string | undefined, flags: ChosenOptions = {}, env: NodeJS.ProcessEnv = {}) {
  using folder = testFolder();
  if (text !== undefined) writeFileSync(join(folder.path, "payment-sandbox.config.yaml"), text);
  return { ...(await resolveSettings({ flags, env, cwd: folder.path })), folder: folder.path };
}
const faults = (text: string) =>
  resolved(text).then(
    () => "valid",
    (error: Error) => error.message.replaceAll(/^.*\/payment/gm, "payment"),
  );

describe("precedence", () => {
  it.each([
    ["defaults", undefined, {}, {}, 4655],
    ["the file", "port: 1", {}, {}, 1],
    ["environment over file", "port: 1", {}, { PAYMENT_SANDBOX_PORT: "2" }, 2],
    ["flags over environment", "port: 1", { port: 3 }, { PAYMENT_SANDBOX_PORT: "2" }, 3],
    ["an empty variable is none", "port: 1", {}, { PAYMENT_SANDBOX_PORT: "" }, 1],
  ])("%s", async (_, text, flags, env, port) => {
    expect((await resolved(text, flags, env)).settings.port).toBe(port);
  });

  it("has no base URL of environment or file for a port that a flag leaves to be drawn", async () => {
    const env = { PAYMENT_SANDBOX_BASE_URL: "http://sandbox:4655" };
    const baseUrl = async (flags: ChosenOptions) => (await resolved(undefined, flags, env)).settings.baseUrl;
    expect(await baseUrl({})).toBe("http://sandbox:4655");
    expect(await baseUrl({ port: 0 })).toBeUndefined();
    expect(await baseUrl({ port: 0, baseUrl: "http://own:1" })).toBe("http://own:1");
    expect((await resolved("baseUrl: http://file:1", { port: 0 })).settings.baseUrl).toBeUndefined();
  });

  it.each([{ PAYMENT_SANDBOX_NO_MAGIC: "1" }, { PAYMENT_SANDBOX_MAGIC: "false" }])(
    "%j switches magic off",
    async (env) => {
      expect((await resolved(undefined, {}, env)).settings.magic).toBe(false);
    },
  );

  const store = "postgres://db.test/pay";
  it.each<[string, string | undefined, ChosenOptions, NodeJS.ProcessEnv, object]>([
    ["a store by flag over the file's folder", "dataDir: data", { store }, {}, { store, dataDir: undefined }],
    [
      "a store by flag over the environment's folder",
      undefined,
      { store },
      { PAYMENT_SANDBOX_DATA_DIR: "data" },
      { store, dataDir: undefined },
    ],
    [
      "a folder by flag over the file's store",
      `store: ${store}`,
      { dataDir: "/data" },
      {},
      { store: undefined, dataDir: resolve("/data") },
    ],
    [
      "the environment's store over the file's folder",
      "dataDir: data",
      {},
      { PAYMENT_SANDBOX_STORE: store },
      { store, dataDir: undefined },
    ],
    ["both of one source", undefined, { store, dataDir: "/data" }, {}, { store, dataDir: resolve("/data") }],
  ])("%s", async (_, text, flags, env, expected) => {
    const { settings } = await resolved(text, flags, env);
    expect({ store: settings.store, dataDir: settings.dataDir }).toEqual(expected);
  });

  it("lets a seed by flag beat the one of a scenario", async () => {
    const { settings } = await resolved(undefined, { seed: 9, scenario: ["flaky-5-percent"] });
    expect(settings.seed).toBe(9);
    expect(settings.scenarios[0]?.scenario.seed).toBeUndefined();
  });
});

describe("the environment", () => {
  it("is warned of where it says what nobody knows, with what was probably meant", async () => {
    const env = { PAYMENT_SANDBOX_SINGATURE: "off", PAYMENT_SANDBOX_URL: "http://a", PAYMENT_SANDBOX_NO_MAGIC: "1" };
    expect((await resolved(undefined, {}, env)).warnings).toEqual([
      "PAYMENT_SANDBOX_SINGATURE is no variable that the sandbox knows; did you mean PAYMENT_SANDBOX_SIGNATURE?",
    ]);
  });

  it("is told of a command's own option that it belongs on the command line", async () => {
    const { warnings } = await resolved(undefined, {}, { PAYMENT_SANDBOX_REPORT: "junit=r.xml" });
    expect(warnings).toEqual([
      "PAYMENT_SANDBOX_REPORT is no variable that the sandbox knows: --report is an option of the command line alone",
    ]);
  });

  it("is warned of where it has a team's token as the admin token", async () => {
    const file = "adminTokens: [{ name: team-a, token: of-a, lanes: 'team-a-*' }]";
    const warningsFor = async (token: string) =>
      (await resolved(file, {}, { PAYMENT_SANDBOX_ADMIN_TOKEN: token })).warnings;
    expect(await warningsFor("of-a")).toEqual([expect.stringContaining("is that of team-a: it opens team-a-*")]);
    expect(await warningsFor("of-all")).toEqual([]);
  });

  it("is warned of where a team's token opens the lanes of another, too", async () => {
    const of = (name: string) => `{ name: ${name}, token: ${name}, lanes: "${name}-*" }`;
    const { warnings } = await resolved(`adminTokens: [${of("shop")}, ${of("shop-eu")}, ${of("bank")}]`);
    expect(warnings).toEqual([expect.stringContaining("shop (shop-*) also opens lanes of shop-eu (shop-eu-*)")]);
  });

  it("may have what Kubernetes puts in for a service of this name", async () => {
    const env = { PAYMENT_SANDBOX_SERVICE_HOST: "10.0.0.1", PAYMENT_SANDBOX_PORT_4655_TCP: "tcp://10.0.0.1:4655" };
    expect((await resolved(undefined, {}, env)).warnings).toEqual([]);
  });
});

describe("the config file", () => {
  it("is found above the working folder, up to the repository root and not beyond", async () => {
    using folder = testFolder();
    const [repository, deep] = [join(folder.path, "repository"), join(folder.path, "repository/a/b")];
    mkdirSync(deep, { recursive: true });
    mkdirSync(join(repository, ".git"));
    writeFileSync(join(folder.path, "payment-sandbox.config.yaml"), "port: 1");
    expect((await resolveSettings({ flags: {}, env: {}, cwd: deep })).settings.port).toBe(4655);
    writeFileSync(join(repository, "payment-sandbox.config.json"), '{ "port": 2 }');
    expect((await resolveSettings({ flags: {}, env: {}, cwd: deep })).settings.port).toBe(2);
  });

  it("becomes settings: merchants in minor units, choices, codes, paths from its own folder", async () => {
    const { settings, folder } = await resolved(`
merchants: [{ id: 8, unsettledBalance: { HKD: "100.10" } }]
assumptions: { duplicate-reference: return-existing }
responseCodes: { maintenance: { code: 777 } }
dailySettlement: true
dataDir: data
`);
    expect(settings.merchants).toMatchObject([{ merchantId: 8, unsettledMinor: { HKD: 10_010 } }]);
    expect(settings.policy["duplicate-reference"]).toBe("return-existing");
    expect(settings.responseCodes.maintenance).toEqual({ code: "777" });
    expect(settings).toMatchObject({ dailySettlement: true, dataDir: join(folder, "data") });
  });

  it.each([
    [
      'adminToken: [{ name: team-a, token: a-long-text, lanes: "*" }]',
      /1:13: adminToken is a list, expected a text; did you mean adminTokens\?$/,
    ],
    ["adminToken: 12345678", /1:13: adminToken is a number, expected a text$/],
    ["merchants: { token: a-long-text }", /merchants is \{"token":"…"\}, expected a list$/],
    ["adminTokens: [a-long-text]", /adminTokens\[0\] is another text, expected an object$/],
    ["adminTokens: [{ tokne: a-long-text }]", /unknown member "tokne" in adminTokens\[0\]/],
    ['store: "postgres://u:a-long-text@h/db?pool=0"', /store is "postgres:\/\/u:…@h\/db\?pool=0", expected a URL/],
  ])("%s is refused without its secret", async (text, said) => {
    const told = await faults(text);
    expect(told).toMatch(said);
    expect(told).not.toMatch(/a-long-text|12345678/);
  });

  it.each([
    ["report: junit=out.xml", /:1:9: report is "junit=out\.xml", expected --report on the command line instead$/],
    ["prt: 1", /^payment-sandbox\.config\.yaml:1:1: unknown member "prt", .*did you mean port\?$/],
    [
      "merchants: &m [{ id: 8, publicKeys: *m }]",
      /^payment-sandbox\.config\.yaml:1:37: the alias \*m stands inside &m/,
    ],
    ["port: x", /^payment-sandbox\.config\.yaml:1:7: port is "x", expected a whole number, from 0/],
    [
      "assumptions: { cancel: closd }",
      /:1:24: assumptions\.cancel is "closd", expected one of stay-open, cancelled, closed; did you mean closed\?$/,
    ],
    ["merchants:\n  - { id: 3, publicKeys: [x] }", /:2:\d+: expected an RSA public key/],
    ["notificationKey: none.pem", /:1:18: .*none\.pem.*no such file/],
  ])("%j is told by place", async (text, told) => {
    expect(await faults(text)).toMatch(told);
  });
});

describe("scenarios", () => {
  it("of unequal seeds are refused", async () => {
    using folder = testFolder();
    for (const [name, seed] of [
      ["a", 1],
      ["b", 2],
    ])
      writeFileSync(join(folder.path, `${name}.scenario.yaml`), `name: ${name}\nseed: ${seed}\n`);
    const flags = { scenario: ["a.scenario.yaml", "b.scenario.yaml"] };
    await expect(resolveSettings({ flags, env: {}, cwd: folder.path })).rejects.toThrow(
      "b.scenario.yaml: seed is 2, but a.scenario.yaml says 1",
    );
  });
});

describe("choices of assumptions", () => {
  const read = async (texts: readonly string[]) => {
    using folder = testFolder();
    texts.forEach((text, i) => {
      writeFileSync(join(folder.path, `${i}.scenario.yaml`), text);
    });
    const scenario = texts.map((_, i) => `${i}.scenario.yaml`);
    return await resolveSettings({ flags: { scenario }, env: {}, cwd: folder.path });
  };

  it("of two files that disagree are refused", async () => {
    const a = "name: a\nassume: { cancel: closed, token-brand: ecmc }\n";
    await expect(read([a, "name: b\nassume: { token-brand: ecmc, cancel: cancelled }\n"])).rejects.toThrow(
      "1.scenario.yaml: assume.cancel is cancelled, but 0.scenario.yaml says closed: expected the same choice, or only one",
    );
    const { settings } = await read([a, "name: b\nassume: { token-brand: ecmc, past-expiry: refuse }\n"]);
    expect(settings.scenarios).toHaveLength(2);
  });

  it("that do not exist are told with line and column", async () => {
    await expect(read(["name: a\nassume:\n  cancell: closed\n"])).rejects.toThrow(
      /^0\.scenario\.yaml:3:3: unknown member "cancell" in assume; did you mean cancel\?$/,
    );
    await expect(read(["name: a\nassume: { cancel: close }\n"])).rejects.toThrow(
      '0.scenario.yaml:2:19: assume.cancel is "close", expected one of stay-open, cancelled, closed; did you mean closed?',
    );
  });
});

describe("what is too large", () => {
  const many = (name: string) =>
    JSON.stringify({
      name,
      rules: Array.from({ length: 5001 }, (_, i) => ({ when: { orderId: i + 1 }, then: { delay: 0 } })),
    });

  it("is a config file of more than 5 MB", async () => {
    expect(await faults(`#${"x".repeat(5 * 1024 * 1024)}`)).toBe(
      "payment-sandbox.config.yaml:1:1: the document has 5242881 bytes, expected at most 5242880 (5 MB)",
    );
  });

  it("is a scenario file of more than 512 kB", async () => {
    using folder = testFolder();
    writeFileSync(join(folder.path, "a.scenario.yaml"), `name: x #${"x".repeat(512 * 1024)}`);
    await expect(
      resolveSettings({ flags: { scenario: ["a.scenario.yaml"] }, env: {}, cwd: folder.path }),
    ).rejects.toThrow(
      "a.scenario.yaml:1:1: the document has 524297 bytes, expected at most 524288 (512 kB; --scenario repeats, so the rules can be in several files)",
    );
  });

  it("are several scenario files with more than 10,000 rules together", async () => {
    using folder = testFolder();
    for (const name of ["a", "b"]) writeFileSync(join(folder.path, `${name}.scenario.json`), many(name));
    const flags = { scenario: ["a.scenario.json", "b.scenario.json"] };
    await expect(resolveSettings({ flags, env: {}, cwd: folder.path })).rejects.toThrow(
      "a.scenario.json, b.scenario.json: a lane would hold 10002 rules, at most 10000 are allowed",
    );
  });
});
