import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Rule } from "../../../../src/core/scenario/rule/rule.js";
import { ticketText } from "../../../../src/lane/explain/why-text.js";
import { putRule } from "../../../../src/lane/rules/rule-changes.js";
import { created, type Params, reference, requests, sold } from "../../../support/client.js";
import { control, startTestSandbox, type TestLane, type TestSandbox, testFolder } from "../../../support/sandbox.js";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox[Symbol.asyncDispose]());

interface Step {
  readonly step: string;
  readonly outcome: string;
  readonly found: string;
}

/** Makes a call and asks why it went so. */
async function why({ client, url }: TestLane, path: string, params: Params, options = {}) {
  const { headers, body } = await client(path, params, options);
  const { body: told } = await control(url, "GET", `requests/${headers.get("X-Sandbox-Request-Id")}`);
  return {
    answer: body,
    ...told,
    step: (name: string): Step => told.explain.ladder.find((s: Step) => s.step === name),
  };
}

const outcomes = (told: { explain: { ladder: readonly Step[] } }) => told.explain.ladder.map(({ outcome }) => outcome);

describe("GET requests/:id", () => {
  it("tells the steps of the ladder in their order, with what each found", async () => {
    const world = await sandbox.lane();
    const told = await why(world, "tokenization/sale", requests.sale({ merchantReference: "S-1" }));
    expect(told.explain.ladder.map(({ step }: Step) => step)).toEqual([
      "envelope",
      "signature",
      "merchant",
      "parameters",
      "scenario",
      "state",
      "commit",
    ]);
    expect(outcomes(told)).toEqual(Array(7).fill("passed"));
    expect(told.request).toMatchObject({
      id: "req-1",
      operation: "tokenization/sale",
      merchantId: 3,
      merchantReference: "S-1",
      signature: "valid",
      params: { userId: "user1", tokenId: 351, amount: 50 },
    });
    expect(told.response).toMatchObject({ http: 200, responseCode: "0000", reachedClient: true, body: told.answer });
  });

  it("tells the assumptions that an answer rests on, with claim and choice", async () => {
    const world = await sandbox.lane();
    const merchantReference = reference();
    await created(world.client, { merchantReference });
    const told = await why(world, "hosted-checkout/create", requests.create({ merchantReference }));
    expect(told.explain.assumptions).toContainEqual(
      expect.objectContaining({
        id: "duplicate-reference",
        claim: expect.stringContaining("only once"),
        chosen: "refuse",
        findOut: expect.any(String),
      }),
    );
  });

  it("blames no rule for a near miss that has fired as often as it may", async () => {
    const world = await sandbox.lane();
    const rule: Rule = { when: { merchantReference: "GOOD" }, times: 1, then: { delay: "1ms" } };
    await putRule(world.lane, rule, "control");
    const adviceOn = async (merchantReference: string) =>
      (await why(world, "tokenization/sale", requests.sale({ merchantReference }))).explain.advice;
    expect(await adviceOn("OTHER-1")).toContain("nearly matched");
    await adviceOn("GOOD");
    expect(await adviceOn("OTHER-2")).not.toContain("nearly matched");
  });

  it.each([
    ["parameters", (deep: string) => ({ request: `{"merchantId":3,"x":${deep}}` })],
    ["an envelope", (deep: string) => ({ body: deep })],
  ])("tells %s nested too deep to be written again as their text alone", async (_, options) => {
    const world = await sandbox.lane();
    await world.client("hosted-checkout/query", {}, options(`${"[".repeat(100_000)}${"]".repeat(100_000)}`));
    const { http, body } = await control(world.url, "GET", "requests/1");
    expect([http, body.request.params]).toEqual([200, null]);
    expect((await fetch(`${world.url}/_sandbox/ui/requests/req-1`)).status).toBe(200);
  });

  it.each(["req-999", "999", "order", "req-1; drop"])("answers 404 to %s, in which there is none", async (id) => {
    const { url } = await sandbox.lane();
    const { http, body } = await control(url, "GET", `requests/${encodeURIComponent(id)}`);
    expect([http, body.code]).toEqual([404, "not-found"]);
  });
});

describe("a call that could not be read", () => {
  const card = "4111111111111111";
  it.each([
    ["hosted-checkout/create", "application/json", `{"request":{"card":"${card}"},"signature":"c2VjcmV0"}`],
    ["hosted-checkout/create", "text/plain", `request={"card":"${card}"}&signature=c2VjcmV0`],
    ["hosted-checkout/crate", "application/json", `{"request":"{}","signature":"c2VjcmV0"}`],
  ])("is shown as it came: %s as %s", async (path, type, body) => {
    const { url } = await sandbox.lane();
    const { headers } = await fetch(`${url}/${path}`, { method: "POST", headers: { "Content-Type": type }, body });
    const { body: why } = await control(url, "GET", `requests/${headers.get("X-Sandbox-Request-Id")}`);
    const shown = body.replace("c2VjcmV0", "…").replace(card, "411111******1111");
    expect(why.request.received).toEqual({ path: `/${path}`, contentType: type, body: shown });
    const ticket = ticketText({ kind: "request", ...why });
    expect(ticket).toContain(`Request\n  /${path}\n  Content-Type: ${type}\n  \n  ${shown}\n`);
  });

  it("is shortened if it is long", async () => {
    const { url } = await sandbox.lane();
    const sent = { method: "POST", headers: { "Content-Type": "application/json" }, body: "x".repeat(50_000) };
    const { headers } = await fetch(`${url}/hosted-checkout/create`, sent);
    const { body: why } = await control(url, "GET", `requests/${headers.get("X-Sandbox-Request-Id")}`);
    expect(why.request.received.body).toBe(`${"x".repeat(2000)}… (50000 characters)`);
  });
});

describe("GET requests", () => {
  it("lists the newest first, filtered, at most as many as asked for", async () => {
    const world = await sandbox.lane();
    const [a, b] = [await created(world.client), await created(world.client)];
    await world.client("hosted-checkout/query", { merchantId: 3, orderId: a.id });
    const ids = async (query: string) =>
      (await control(world.url, "GET", `requests${query}`)).body.requests.map((r: { id: string }) => r.id);
    expect(await ids("")).toEqual(["req-3", "req-2", "req-1"]);
    expect(await ids("?limit=1")).toEqual(["req-3"]);
    expect(await ids(`?orderId=${a.id}`)).toEqual(["req-3", "req-1"]);
    expect(await ids(`?merchantReference=${b.merchantReference}`)).toEqual(["req-2"]);
    expect(await ids("?operation=hosted-checkout/query&responseCode=0000")).toEqual(["req-3"]);
    expect(await ids("?merchantId=4")).toEqual([]);
  });

  it("takes the ids and patterns that it prints and that rules take, also for paths that are no operation", async () => {
    const { url, client } = await sandbox.lane();
    await created(client);
    await client("hosted-checkout/crate", {});
    await sold(client);
    await created(client);
    const ids = async (query: string) =>
      (await control(url, "GET", `requests?${query}`)).body.requests.map((r: { id: string }) => r.id);
    expect(await ids("before=req-3")).toEqual(["req-2", "req-1"]);
    expect(await ids("before=3")).toEqual(["req-2", "req-1"]);
    expect(await ids("operation=hosted-checkout/*")).toEqual(["req-4", "req-2", "req-1"]);
    expect(await ids("operation=hosted-checkout/*&limit=1&before=req-4")).toEqual(["req-2"]);
    expect(await ids("operation=*/sale")).toEqual(["req-3"]);
    expect(await ids("operation=hosted-checkout/crate")).toEqual(["req-2"]);
    expect(await ids("operation=hosted-checkout/crate&before=req-2")).toEqual([]);
    expect(await ids("operation=*/refund")).toEqual([]);
  });

  it.each([
    [
      "operation=refund",
      'operation: no operation is called "refund", and no such call was made; did you mean */refund?',
    ],
    [
      "operation=*/refnd",
      'operation: no operation is called "*/refnd", and no such call was made; did you mean */refund?',
    ],
    ["before=order-1", 'before: is "order-1", expected an id of the list, such as req-12 or 12'],
  ])("refuses %s, and names the nearest", async (query, message) => {
    const { http, body } = await sandbox.control("GET", `requests?${query}`);
    expect([http, body.message]).toEqual([400, message]);
  });

  it("names a filter that is none", async () => {
    const { http, body } = await sandbox.control("GET", "requests?reference=x");
    const message = "unknown member: reference; did you mean merchantReference?";
    expect([http, body.code, body.message]).toEqual([400, "unknown-member", message]);
  });
});

it("says of a call that the journal dropped that it did, and how to keep more", async () => {
  await using small = await startTestSandbox({ journalBytes: 1_048_576 });
  const { url, client } = await small.lane();
  // The journal compresses what it can.
  const unknown = randomBytes(200_000).toString("base64");
  for (let n = 0; n < 6; n++) await client("hosted-checkout/create", requests.create({ unknown }));
  const { http, body } = await control(url, "GET", "requests/req-1");
  expect([http, body.fix]).toEqual([
    404,
    expect.stringMatching(/the journal has dropped the \d+ oldest calls.*--journal-bytes/),
  ]);
  expect((await control(url, "GET", "requests/req-6")).http).toBe(200);
});

it("tells after a restart what it told before; of other scenarios only the rules that matched, and says so", async () => {
  using folder = testFolder();
  const rules = [
    { name: "other", when: { operation: "*/refund" }, then: { outcome: "maintenance" } },
    { name: "asked", when: { operation: "*/query" }, then: { outcome: "order-not-found", delay: "1ms" } },
  ];
  const explained = async (url: string) => (await control(url, "GET", "requests/req-1")).body.explain;
  const told = (explain: { rules: { name: string; outcome: string }[] }) =>
    explain.rules.map(({ name, outcome }) => [name, outcome]);
  const run = async <T>(
    work: (sandbox: TestSandbox) => Promise<T>,
    scenarios = [{ scenario: { name: "start", rules: [], expect: [] } }],
  ) => {
    await using sandbox = await startTestSandbox({ dataDir: folder.path, scenarios });
    return await work(sandbox);
  };
  const before = await run(async ({ url, client }) => {
    for (const rule of rules) await control(url, "POST", "rules", rule);
    await client("hosted-checkout/query", { merchantId: 3, orderId: 1 });
    await control(url, "DELETE", "rules");
    return explained(url);
  });
  expect([before.rulesComplete, told(before)]).toEqual([
    true,
    [
      ["other", "no-match"],
      ["asked", "fired"],
    ],
  ]);
  expect(await run(({ url }) => explained(url))).toEqual(before);
  const explain = await run(({ url }) => explained(url), []);
  expect([explain.rulesComplete, told(explain)]).toEqual([false, [["asked", "fired"]]]);
  expect(explain.rules[0]).toMatchObject({ clauses: [] });
  expect(explain.rules[0].then).toEqual(rules[1]!.then);
  expect(explain.effects).toEqual({ ...rules[1]!.then, delayMs: 1 });
});
