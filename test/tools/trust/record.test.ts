import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { defaultPolicy } from "../../../src/core/facts/assumptions.js";
import { faultNames } from "../../../src/core/scenario/effects/faults.js";
import { readScenarioFile } from "../../../src/lane/catalogue/scenario-files.js";
import type { Json } from "../../../src/package/json.js";
import { scenarioText } from "../../../src/tools/trust/import/import.js";
import { ownAnswers } from "../../../src/tools/trust/import/own-answers.js";
import type { Recorded } from "../../../src/tools/trust/recording/exchange.js";
import { logCallsOf } from "../../../src/tools/trust/recording/log-call.js";
import { oddityOf, startProxy } from "../../../src/tools/trust/recording/proxy.js";
import { readRecording } from "../../../src/tools/trust/recording/read-log.js";
import { compareRecording } from "../../../src/tools/trust/replay/compare.js";
import { clientOf, requests } from "../../support/client.js";
import { listening } from "../../support/listening.js";
import { control, startTestSandbox, testFolder } from "../../support/sandbox.js";

async function recording(target: string) {
  const recorded: Recorded[] = [];
  const waiting: (() => void)[] = [];
  const proxy = await startProxy({
    target,
    port: 0,
    onExchange: (one) => {
      recorded.push(one);
      for (const look of waiting) look();
    },
  });
  return {
    recorded,
    client: clientOf(proxy.url),
    url: proxy.url,
    /** What is told comes after the answer. */
    told: (count: number) =>
      new Promise<void>((done) => {
        const look = () => void (recorded.length >= count && done());
        waiting.push(look);
        look();
      }),
    [Symbol.asyncDispose]: proxy.stop,
  };
}

/** A shop's afternoon: an order that is paid on its page, a card that is charged and given back, and a refusal. */
async function afternoon(client: ReturnType<typeof clientOf>, pay: (id: number) => Promise<unknown>) {
  const { body } = await client("hosted-checkout/create", requests.create());
  await pay(body.order.id);
  await client("hosted-checkout/query", { merchantId: 3, orderId: body.order.id });
  await client("hosted-checkout/refund", { merchantId: 3, orderId: body.order.id, amount: 20 });
  await client("tokenization/query-token", { merchantId: 3, userId: "user1" });
  const sale = await client("tokenization/sale", requests.sale({ tokenId: 375 }));
  await client("direct/void", { merchantId: 3, orderId: sale.body.order.id });
  await client("direct/void", { merchantId: 3, orderId: sale.body.order.id });
}

describe("the recording proxy", () => {
  it("passes bytes through untouched, and keeps no secret", async () => {
    const seen: { body: Buffer; headers: string[] }[] = [];
    const answer = Buffer.from([0xff, 0x00, 0x80, 0x7b]);
    await using server = await listening(async (incoming, outgoing) => {
      const pieces: Buffer[] = [];
      for await (const piece of incoming) pieces.push(piece as Buffer);
      seen.push({ body: Buffer.concat(pieces), headers: incoming.rawHeaders });
      outgoing.writeHead(207, "Odd", { "X-Odd": ["a", "b"], "Content-Type": "application/x-odd" }).end(answer);
    });
    await using proxy = await recording(`${server.url}/base`);
    const sent = Buffer.from(
      '{"request":"{\\"a\\":\\"\\\\/\\u003d漢\\"}", "signature":"c2VjcmV0","card":4111111111111111}',
    );
    const response = await fetch(`${proxy.url}/x/?a=%20b`, { method: "PUT", headers: { "X-Own": "1" }, body: sent });
    expect([response.status, response.statusText, response.headers.get("X-Odd")]).toEqual([207, "Odd", "a, b"]);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(answer);
    expect(seen[0]!.body).toEqual(sent);
    expect(seen[0]!.headers).toContain("X-Own");
    await proxy.told(1);
    expect(proxy.recorded[0]).toMatchObject({ method: "PUT", path: "/x/?a=%20b", response: { status: 207 } });
    expect(JSON.stringify(proxy.recorded)).not.toMatch(/c2VjcmV0|4111111111111111/);
    expect(proxy.recorded[0]!.request).toContain("4111110000001111");
  });

  it("keeps no call of a sandbox's control API", async () => {
    await using sandbox = await startTestSandbox();
    await using proxy = await recording(sandbox.url);
    for (const path of ["/_sandbox/orders?limit=1", "/lane/a/_sandbox", "/_sandboxed"]) await fetch(proxy.url + path);
    await proxy.told(1);
    expect(proxy.recorded.map(({ path }) => path)).toEqual(["/_sandboxed"]);
  });

  it.each([
    ["a foreign Host", { Host: "evil.example" }, "foreign-host"],
    ["a foreign Origin", { Host: "localhost", Origin: "https://evil.example" }, "foreign-origin"],
  ])("passes nothing on for %s", async (_, headers, code) => {
    await using one = await recording("http://127.0.0.1:9");
    const answered = await new Promise<string>((done, failed) => {
      const sent = request(`${one.url}/hosted-checkout/query`, { method: "POST", headers }, async (answer) =>
        done(await new Response(answer as never).text()),
      );
      sent.on("error", failed).end("{}");
    });
    expect(JSON.parse(answered)).toMatchObject({ code });
    expect(one.recorded).toEqual([]);
  });

  it("tells a connection that was cut, and cuts its own", async () => {
    await using server = await listening((incoming) => void incoming.socket.destroy());
    await using proxy = await recording(server.url);
    await expect(fetch(`${proxy.url}/direct/query`, { method: "POST", body: "{}" })).rejects.toThrow("fetch failed");
    await proxy.told(1);
    expect(proxy.recorded[0]).toMatchObject({ path: "/direct/query", fault: "ECONNRESET" });
  });

  it("hangs up there as well when the caller waits no longer, and import makes no answer of it", async () => {
    let isHungUp = () => {};
    const hungUp = new Promise<void>((resolve) => {
      isHungUp = resolve;
    });
    const leaving = new AbortController();
    await using server = await listening((incoming) => {
      incoming.socket.once("close", isHungUp);
      leaving.abort();
    });
    await using proxy = await recording(server.url);
    const body = JSON.stringify({ request: '{"merchantId":3,"merchantReference":"A-1"}', signature: "x" });
    const impatient = { method: "POST", body, signal: leaving.signal };
    await expect(fetch(`${proxy.url}/direct/query`, impatient)).rejects.toThrow("aborted");
    await hungUp;
    await proxy.told(1);
    expect(proxy.recorded[0]).toMatchObject({ fault: "the caller hung up before an answer came" });
    expect(scenarioText(proxy.recorded, { name: "late" })).toContain("fault: no-response");
  });
});

describe("a target that answers as no payment service does", () => {
  const call = { at: "", durationMs: 1, method: "POST", path: "/direct/query", request: "{}" };
  const answered = (status: number, body: string, contentType = "application/json") => ({
    ...call,
    response: { status, contentType, body },
  });
  it.each([
    ["that is gone", { ...call, fault: "ECONNREFUSED" }, /^: nothing listens there: start it/],
    [
      "that cuts",
      { ...call, fault: "ECONNRESET" },
      /^: closed the connection before its answer was complete: the call is recorded as lost\. Go on/,
    ],
    ["that answers a page", answered(200, "<html>", "text/html"), /^ answered a page \(HTTP 200\).*give the base URL/],
    ["that answers 401", answered(401, ""), /^ answered HTTP 401: an access guard/],
    ["that is down", answered(503, "<html>", "text/html"), /^ answered HTTP 503: it is down/],
  ])("%s is told while it is recorded", (_, recorded, line) => {
    expect(oddityOf(recorded)).toMatch(line);
  });

  it.each([
    ["a refusal", answered(200, '{"responseCode":"2001","message":"order not found"}')],
    ["an envelope fault", answered(400, '{"responseCode":"1400","message":"malformed envelope"}')],
    ["too many calls", answered(429, "slow down")],
    ["a page that was asked for", { ...answered(200, "<html>", "text/html"), method: "GET" }],
  ])("%s is not", (_, recorded) => {
    expect(oddityOf(recorded)).toBeUndefined();
  });
});

describe("compare", () => {
  it("finds a service like the sandbox alike, ids, times and shopper apart", async () => {
    await using sandbox = await startTestSandbox({ seed: 77 });
    await using proxy = await recording(sandbox.url);
    await afternoon(proxy.client, (id) => sandbox.control("POST", `orders/${id}/simulate`, { action: "pay" }));
    await proxy.told(7);
    expect(await compareRecording(proxy.recorded)).toEqual({ calls: 7, compared: 7, differing: [], repeated: 0 });
  });

  it.each([
    ["pays with a Mastercard", {}, [{ action: "pay", card: "master-credit" }], "hosted-checkout/void"],
    ["pays with a wallet", {}, [{ action: "pay", method: "ALIPAYHK" }], "hosted-checkout/query"],
    ["pays, and time settles", {}, [{ action: "pay" }, { action: "settle" }], "hosted-checkout/query"],
    ["cancels", { cancel: "cancelled" }, [{ action: "cancel" }], "hosted-checkout/query"],
    ["cancels, which closes the order", { cancel: "closed" }, [{ action: "cancel" }], "hosted-checkout/void"],
    ["pays before a void that nobody queried", {}, [{ action: "pay" }], "direct/void"],
    ["does nothing before a void", { "void-open-order": "closed" }, [], "direct/void"],
    ["does nothing before a void", { "void-open-order": "void" }, [], "direct/void"],
  ] as const)("repeats what the shopper does: %s %j", async (_, choices, acts, operation) => {
    await using sandbox = await startTestSandbox({ policy: { ...defaultPolicy, ...choices } });
    await using proxy = await recording(sandbox.url);
    const { body } = await proxy.client("hosted-checkout/create", requests.create());
    for (const act of acts) await sandbox.control("POST", `orders/${body.order.id}/simulate`, act);
    if (operation === "hosted-checkout/void")
      await proxy.client("hosted-checkout/query", { merchantId: 3, orderId: body.order.id });
    await proxy.client(operation, { merchantId: 3, orderId: body.order.id });
    await proxy.client("hosted-checkout/query", { merchantId: 3, orderId: body.order.id });
    await proxy.told(operation === "hosted-checkout/void" ? 4 : 3);
    expect((await compareRecording(proxy.recorded, { assumptions: choices })).differing).toEqual([]);
  });

  it("tells members, codes and statuses that differ", async () => {
    const policy = {
      ...defaultPolicy,
      "direct-void-message": "present",
      "void-open-order": "void",
      "unpaid-card-type": "empty",
      "date-spelling": "hong-kong",
    } as const;
    await using sandbox = await startTestSandbox({ policy });
    await using proxy = await recording(sandbox.url);
    const { body } = await proxy.client("hosted-checkout/create", requests.create());
    await proxy.client("hosted-checkout/query", { merchantId: 3, orderId: body.order.id });
    await proxy.client("direct/void", { merchantId: 3, orderId: body.order.id });
    await proxy.told(3);
    const { differing } = await compareRecording(proxy.recorded);
    const spelt = (member: string) =>
      `order.${member}: a date such as 0000-00-00T00:00:00.000+08:00 there, a date such as 0000-00-00T00:00:00.000+00:00 here`;
    expect(differing).toEqual([
      { call: 1, operation: "hosted-checkout/create", lines: [spelt("createTime"), spelt("updateTime")] },
      {
        call: 2,
        operation: "hosted-checkout/query",
        lines: expect.arrayContaining(['order.cardType: "" there, left out here']),
      },
      { call: 3, operation: "direct/void", lines: [expect.stringMatching(/^success there, refused \(2008 .*here$/)] },
    ]);
  });
});

describe("import", () => {
  it("makes a scenario that answers as the recorded calls were answered", async () => {
    await using sandbox = await startTestSandbox();
    const { order } = (
      await sandbox.client("tokenization/sale", requests.sale({ merchantReference: "PAID-1", amount: 80 }))
    ).body;
    await using proxy = await recording(sandbox.url);
    const refund = (amount: number) =>
      proxy.client("hosted-checkout/refund", { merchantId: 3, merchantReference: "PAID-1", amount });
    const query = () => proxy.client("hosted-checkout/query", { merchantId: 3, merchantReference: "PAID-1" });
    await query();
    await sandbox.control("POST", "next", { outcome: { responseCode: "4711", message: "come back later" } });
    await query();
    await refund(30);
    await proxy.told(3);
    using folder = testFolder();
    const lines = join(folder.path, "incident.jsonl");
    writeFileSync(lines, proxy.recorded.map((one) => `${JSON.stringify(one)}\n`).join(""));
    const text = scenarioText(readRecording(lines), { name: "incident" });
    const file = join(folder.path, "incident.scenario.yaml");
    writeFileSync(file, text);
    expect(text).toContain("# expect:");
    const { scenario, warnings } = await readScenarioFile(file);
    expect(warnings).toEqual([]);
    await using again = await startTestSandbox({ scenarios: [{ scenario }] });
    const codes: string[] = [];
    for (let i = 0; i < 3; i++)
      codes.push(
        (await again.client("hosted-checkout/query", { merchantId: 3, merchantReference: "PAID-1" })).body.responseCode,
      );
    expect(codes).toEqual(["0000", "4711", "0000"]);
    expect(
      (await again.client("hosted-checkout/refund", { merchantId: 3, merchantReference: "PAID-1", amount: 30 })).body
        .order,
    ).toMatchObject({
      status: "REFUNDED",
      amount: order.amount,
    });
  });

  it.each(["browser.har", "browser.json"])("reads the HTTP archive %s", (name) => {
    using folder = testFolder();
    const path = join(folder.path, name);
    const entry = {
      startedDateTime: "2026-01-05T02:00:00Z",
      time: 12,
      request: {
        method: "POST",
        url: "https://payments.example/hosted-checkout/query",
        postData: { text: '{"request":"{\\"merchantId\\":3,\\"merchantReference\\":\\"A-1\\"}","signature":"x"}' },
      },
      response: { status: 503, content: { mimeType: "text/plain", text: "down" } },
    };
    writeFileSync(path, JSON.stringify({ log: { version: "1.2", entries: [entry] } }));
    const text = scenarioText(readRecording(path), { name: "browser" });
    expect(text).toContain("merchantReference: A-1");
    expect(text).toContain("fault: http-503");
  });

  it.each([
    ["run.jsonl", '{"at":"x"}\n', /run\.jsonl:1:1: durationMs is missing, expected a number/],
    ["run.jsonl", "\nno json\n", /run\.jsonl:2:1: the line is no JSON object/],
    ["calls.json", '{\n"requests": [{}] }', /calls\.json:1:1: .* without bodies, expected GET .*\?bodies=true$/],
    ["run.har", "{", /run\.har:1:1: no JSON/],
    [
      "run.har",
      "{}",
      /run\.har:1:1: log is missing, expected an HTTP archive \(HAR\), a recording, or a lane's calls$/,
    ],
  ])("refuses %s with %j, by its place", (name, text, line) => {
    using folder = testFolder();
    writeFileSync(join(folder.path, name), text);
    expect(() => readRecording(join(folder.path, name))).toThrow(line);
  });
});

it("a lane's list of calls with bodies is a recording, and import makes its faults again, each at its place", async () => {
  using folder = testFolder();
  await using sandbox = await startTestSandbox();
  const { url, client } = await sandbox.lane();
  // A client would wait for ever for no-response.
  const all = faultNames
    .filter((fault) => fault !== "no-response")
    .flatMap((fault) => ["before-commit", "after-commit"].map((placed) => ({ fault, placed })));
  for (const then of all) await control(url, "POST", "rules", { when: { operation: "*/sale" }, times: 1, then });
  const made = [...all.keys()].map((i) => `A-${i}`);
  for (const merchantReference of made)
    await client("tokenization/sale", requests.sale({ merchantReference })).catch(() => undefined);
  const { body } = await control(url, "GET", "requests?bodies=true");
  const path = join(folder.path, "calls.json");
  writeFileSync(path, JSON.stringify(body));
  const text = scenarioText(readRecording(path), { name: "lane" });
  expect(parse(text).rules.map(({ then }: { then: Json }) => then)).toEqual(all);
  expect(text).not.toContain("a guess");
});

it("a call that was refused or declined before its answer was lost is imported as it was, with its fault", async () => {
  using folder = testFolder();
  await using sandbox = await startTestSandbox();
  const { url, client } = await sandbox.lane();
  const fault = { fault: "http-502", placed: "after-commit" };
  const named = { merchantId: 3, merchantReference: "A-2" };
  const lost = async (then: object, call: () => Promise<unknown>) => {
    await control(url, "POST", "next", { ...then, ...fault });
    await call().catch(() => undefined);
  };
  await lost({ outcome: "do-not-honour" }, () =>
    client("tokenization/sale", requests.sale({ merchantReference: "A-1" })),
  );
  await client("tokenization/sale", requests.sale({ merchantReference: "A-2" }));
  await lost({ outcome: "insufficient-unsettled-balance" }, () =>
    client("hosted-checkout/refund", { ...named, amount: 5 }),
  );
  await client("hosted-checkout/query", named);
  await lost({}, () => client("hosted-checkout/refund", { ...named, merchantReference: "A-9", amount: 5 }));
  const path = join(folder.path, "calls.json");
  writeFileSync(path, JSON.stringify((await control(url, "GET", "requests?bodies=true")).body));
  const recorded = readRecording(path);
  const { rules } = parse(scenarioText(recorded, { name: "lane", own: await ownAnswers(recorded) }));
  expect(rules.map(({ then }: { then: Json }) => then)).toEqual([
    { outcome: { responseCode: "3005", message: expect.any(String) }, ...fault },
    { outcome: { responseCode: "2006", message: expect.any(String) }, ...fault },
    // The sandbox refuses it by itself: there is no such order.
    fault,
  ]);
  // A decline is repeated. The forced refusal differs here, and nothing after it.
  const { differing } = await compareRecording(recorded);
  expect(differing.map(({ call }) => call)).toEqual([3]);
});

it("the shopper's acts in a lane's list are no calls: import makes rules of them, and compare repeats them", async () => {
  using folder = testFolder();
  await using sandbox = await startTestSandbox();
  const { url, client } = await sandbox.lane();
  const acts = {
    "A-1": [{ action: "pay", card: "master-credit" }],
    "A-2": [{ action: "decline", reason: "lost-card" }],
    "A-3": [{ action: "cancel" }],
    "A-4": [{ action: "decline" }, { action: "pay" }],
    "A-5": [{ action: "expire" }],
  };
  for (const [merchantReference, done] of Object.entries(acts)) {
    await client("hosted-checkout/create", requests.create({ merchantReference }));
    for (const act of done) await control(url, "POST", `orders/${merchantReference}/simulate`, act);
  }
  await client("hosted-checkout/query", { merchantId: 3, merchantReference: "A-4" });
  const path = join(folder.path, "calls.json");
  writeFileSync(path, JSON.stringify((await control(url, "GET", "requests?bodies=true")).body));
  const recorded = readRecording(path);
  const text = scenarioText(recorded, { name: "lane", own: await ownAnswers(recorded) });
  expect(parse(text)).toMatchObject({
    description: "Made from 6 recorded calls. No rule repeats 1 declined payment before one that succeeded.",
  });
  expect(parse(text).rules.map(({ when, then }: { when: Json; then: Json }) => [when.merchantReference, then])).toEqual(
    [
      ["A-1", { page: { auto: "pay", card: "master-credit" } }],
      ["A-2", { page: { auto: "decline", reason: "lost-card" } }],
      ["A-3", { page: { auto: "cancel" } }],
      ["A-4", { page: { auto: "pay" } }],
    ],
  );
  expect(text).toContain('order: { merchantReference: "A-1", status: SUCCESS }');
  expect(await compareRecording(recorded)).toMatchObject({ calls: 6, compared: 6, differing: [] });
});

it("declined attempts on a page are repeated by compare: the third closes the order", async () => {
  using folder = testFolder();
  const assumptions = { "page-states": "three-tries", "void-open-order": "void" } as const;
  await using sandbox = await startTestSandbox({ policy: { ...defaultPolicy, ...assumptions } });
  const { url, client } = await sandbox.lane();
  const named = { merchantId: 3, merchantReference: "D-1" };
  await client("hosted-checkout/create", requests.create({ merchantReference: "D-1" }));
  for (let tries = 0; tries < 3; tries++)
    await control(url, "POST", "orders/D-1/simulate", { action: "decline", reason: "lost-card" }).catch(
      () => undefined,
    );
  const { body: voided } = await client("hosted-checkout/void", named);
  expect(voided.responseCode).toBe("2008");
  const path = join(folder.path, "calls.json");
  writeFileSync(path, JSON.stringify((await control(url, "GET", "requests?bodies=true")).body));
  expect(await compareRecording(readRecording(path), { assumptions })).toMatchObject({ compared: 2, differing: [] });
});

it("a settlement in a lane's list is repeated by compare, and import says that no rule stands for it", async () => {
  using folder = testFolder();
  await using sandbox = await startTestSandbox();
  const { url, client } = await sandbox.lane();
  const named = { merchantId: 3, merchantReference: "S-1" };
  await client("tokenization/sale", requests.sale({ merchantReference: "S-1" }));
  await control(url, "POST", "settle", {});
  await client("hosted-checkout/void", named);
  await client("hosted-checkout/query", named);
  await client("hosted-checkout/refund", { ...named, amount: 10 });
  await client("tokenization/sale", requests.sale({ merchantReference: "S-2" }));
  await client("hosted-checkout/refund", { ...named, amount: 10 });
  const path = join(folder.path, "calls.json");
  writeFileSync(path, JSON.stringify((await control(url, "GET", "requests?bodies=true")).body));
  const recorded = readRecording(path);
  const { calls, differing } = await compareRecording(recorded);
  expect(calls).toBe(6);
  // The list doesn't have the balance. The refund is undone, so the later one is alike.
  expect(differing).toEqual([
    {
      call: 5,
      operation: "hosted-checkout/refund",
      lines: [
        'refused (2006 "insufficient unsettled balance") there, success here',
        "(the recording does not show the balance, so refunds are always covered here)",
      ],
    },
  ]);
  const { rules, description } = parse(scenarioText(recorded, { name: "lane", own: await ownAnswers(recorded) }));
  expect(description).toBe("Made from 6 recorded calls. No rule repeats 1 settlement.");
  expect(rules.map(({ then }: { then: Json }) => then)).toMatchObject([
    { outcome: { responseCode: "2008" } },
    { outcome: { responseCode: "2006" } },
  ]);
});

it("an archive of a service below a path is read, and by its base without calls to others", () => {
  using folder = testFolder();
  const path = join(folder.path, "browser.har");
  const entry = (url: string) => ({
    startedDateTime: "2026-01-05T02:00:00Z",
    time: 5,
    request: { method: "POST", url, postData: { text: '{"request":"{}","signature":"x"}' } },
    response: { status: 200, content: { text: '{"responseCode":"0000"}' } },
  });
  const urls = ["gateway/v2/hosted-checkout/create", "gateway/v2/direct/query?a=1", "other/hosted-checkout/void"];
  const entries = [
    ...urls.map((one) => entry(`https://pay.example/${one}`)),
    entry("https://elsewhere.example/gateway/v2/hosted-checkout/create"),
  ];
  writeFileSync(path, JSON.stringify({ log: { entries } }));
  expect(logCallsOf(readRecording(path))).toHaveLength(4);
  const read = readRecording(path, "https://pay.example/gateway/v2/");
  expect(logCallsOf(read).map(({ operation }) => operation)).toEqual(["hosted-checkout/create", "direct/query"]);
});
