import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, relative, resolve } from "node:path";
import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { packagePath, packageText } from "../../../src/package/files.js";
import { type Agent, startAgent } from "../../support/agent.js";
import { clientOf, created, DEMO_MERCHANT, reference, requests, sold } from "../../support/client.js";
import { casesFor } from "../../support/proof.js";
import { control, startTestSandbox, testFolder } from "../../support/sandbox.js";
import { run } from "../cli/cli.js";

let agent: Agent;
beforeAll(async () => {
  agent = await startAgent();
});
afterAll(() => agent[Symbol.asyncDispose]());

const names = [
  "call",
  "change_merchant",
  "clock",
  "conformance",
  "create_lane",
  "drop_lane",
  "explain_request",
  "force_outcome",
  "judge",
  "list_lanes",
  "list_orders",
  "list_requests",
  "list_scenarios",
];

describe("an agent", () => {
  it("makes the refund fail and is shown why", async () => {
    const { name: lane, url } = (await agent.tool("create_lane", { name: "refunds" })).json();
    const shop = clientOf(url);
    const { id: orderId, merchantReference } = await created(shop);
    expect((await agent.tool("pay_order", { lane, order: merchantReference })).json()).toMatchObject({ id: orderId });
    await agent.tool("pay_order", { lane, order: orderId, action: "settle" });
    const rule = { name: "no balance", when: { operation: "*/refund" }, times: 1 };
    const put = await agent.tool("force_outcome", {
      lane,
      ...rule,
      then: { outcome: "insufficient-unsettled-balance" },
    });
    expect(put.json()).toMatchObject({ fired: 0, warnings: [] });

    const refund = { merchantId: DEMO_MERCHANT, orderId, merchantReference, amount: 50 };
    const { body } = await shop("hosted-checkout/refund", refund);
    expect(body.responseCode).not.toBe("0000");

    const latest = await agent.tool("list_requests", { lane, limit: 1 });
    const [last] = latest.json();
    expect(latest.text).toMatch(`\nThere are older ones: list them with before: "${last.id}", or give a limit`);
    expect((await agent.tool("list_orders", { lane, before: orderId })).text).toBe("[]");
    const listed = await agent.tool("list_orders", { lane, from: "2026-01-01", merchantReference });
    expect(listed.json()).toMatchObject([{ id: orderId, merchantReference, netAmount: expect.any(Number) }]);
    expect(listed.json()[0]).not.toHaveProperty("updateTime");
    const whole = await agent.tool("list_orders", { lane, merchantReference, whole: true });
    expect(whole.json()[0]).toHaveProperty("updateTime");
    const misspelt = await agent.tool("pay_order", { lane, order: orderId, card: "mastercrd" });
    expect(misspelt.text).toMatch(/^pay_order: card is "mastercrd", .*did you mean master/);
    expect(last).toMatchObject({ operation: "hosted-checkout/refund", responseCode: body.responseCode });
    const why = await agent.tool("explain_request", { lane, id: last.id });
    expect(why.text).toContain("hosted-checkout/refund");
    expect(why.text).toMatch(/fired +"no balance"/);
    expect(why.text).toMatch(/\n→ \S/);
    expect((await agent.tool("explain_request", { lane, lastRefused: true })).text).toBe(why.text);

    // Another sale fills the balance, and the next refund goes through.
    await sold(shop);
    await shop("hosted-checkout/refund", refund);
    const expectations = [{ order: { orderId, status: "REFUNDED" } }, { rule: { name: "no balance", fired: 1 } }];
    expect((await agent.tool("verify", { lane, expect: expectations })).json()).toMatchObject({ passed: true });
  });

  it("chooses another guess for a lane, and is told what that choice did", async () => {
    const assume = { "duplicate-reference": "return-existing" };
    const { name: lane } = (await agent.tool("create_lane", { assume })).json();
    const sale = { lane, operation: "tokenization/sale", params: { ...requests.sale(), merchantReference: "A-1" } };
    const first = (await agent.tool("call", sale)).json();
    const second = (await agent.tool("call", sale)).json();
    const { id } = first.body.order;
    expect([second.body.responseCode, second.body.order.id]).toEqual(["0000", id]);
    expect(second.why).toBe(
      `This call made no order and charged nothing: A-1 is the merchantReference of order ${id}, which was SUCCESS, and was answered again (assumption duplicate-reference). For another payment use a new merchantReference.`,
    );
    const { text } = await agent.tool("explain_request", { lane });
    expect(text).toMatch(/passed +commit +nothing was changed: the order of the call's merchantReference was answered/);
    expect(text).toContain("duplicate-reference: set to return-existing: the existing order is returned if amount, ");
    expect(text).toContain(" (default: A merchant can use a merchantReference only once");

    await agent.tool("force_outcome", { lane, name: "no", times: 1, then: { outcome: "lost-card" } });
    expect((await agent.tool("call", sale)).json().why).toMatch(
      /^Rule "no" fired, but its outcome lost-card was overruled: the earlier order was answered again, and the issuer was not asked\. .* This call made no order/,
    );
    await agent.tool("force_outcome", { lane, times: 1, then: { fault: "empty-body", placed: "after-commit" } });
    await agent.tool("call", sale);
    expect((await agent.tool("call", sale)).json().why).toMatch(/ It was answered with the order of the first call, /);

    const wrong = await agent.tool("create_lane", { name: "misspelt", assume: { "duplicate-references": "refuse" } });
    expect(wrong.text).toMatch(/^create_lane: .*did you mean duplicate-reference/);
    expect((await agent.tool("list_lanes")).text).not.toContain("misspelt");
  });

  it("pays by the address of a checkout, which names its lane", async () => {
    const { url } = (await agent.tool("create_lane")).json();
    const { body } = await clientOf(url)("hosted-checkout/create", requests.create());
    const elsewhere = new URL(body.checkoutUrl);
    elsewhere.port = "1";
    for (const order of [String(elsewhere), body.checkoutUrl.replace(/.{4}$/, "0000")])
      expect((await agent.tool("pay_order", { order })).text).toMatch(
        /^pay_order: lane \S+ has no page http\S+: that (is of another sandbox, and this one|of order \d+) is http/,
      );
    expect((await agent.tool("pay_order", { order: body.checkoutUrl })).json()).toMatchObject({
      id: body.order.id,
      status: "SUCCESS",
    });
  });

  it("waits until it is so, and is told what comes closest where it is not", async () => {
    const { name: lane, url } = (await agent.tool("create_lane")).json();
    const merchantReference = reference();
    const waiting = agent.tool("wait_for", { lane, for: "order", match: { merchantReference } });
    await created(clientOf(url), { merchantReference });
    expect((await waiting).json()).toMatchObject([{ merchantReference, status: "OPEN" }]);
    const inVain = await agent.tool("wait_for", { lane, for: "order", match: { status: "REFUNDED" }, timeoutMs: 1 });
    expect(inVain.isError).toBe(true);
    expect(inVain.text).toContain(merchantReference);
  });

  it("is told that a notification was attempted in vain", async () => {
    const { name: lane, url } = (await agent.tool("create_lane")).json();
    const { id: order } = await created(clientOf(url), { callbackUrl: { notify: "http://localhost:1/notify" } });
    await agent.tool("pay_order", { lane, order });
    const told = await agent.tool("wait_for", { lane, for: "notification", match: { orderId: order } });
    expect(told.json()).toMatchObject([{ orderId: order }]);
    expect([told.isError, told.text.split("\n").at(-1)]).toEqual([
      false,
      "Notification 1 is not delivered (due). Its last attempt failed: connection refused: nothing listens at localhost:1",
    ]);
  });

  it("begins a lane with a scenario, and leaves none where there is no such scenario", async () => {
    const made = (await agent.tool("create_lane", { name: "story", scenario: "refund-short-of-balance" })).json();
    expect(made.scenario).toMatchObject({ name: "refund-short-of-balance" });
    const wrong = await agent.tool("create_lane", { name: "typo", scenario: "refund-short-of-balanc" });
    expect(wrong).toMatchObject({
      isError: true,
      text: expect.stringContaining("did you mean refund-short-of-balance?"),
    });
    expect((await agent.tool("create_lane", { name: "typo" })).isError).toBe(false);
  });

  it("finds the names of scenarios and outcomes, and the text of a scenario", async () => {
    const all = (await agent.tool("list_scenarios")).text;
    expect(all).toMatch(/^refund-short-of-balance: [^\n]+\.$/m);
    expect(all).toMatch(/^expired-card: decline \d+ /m);
    expect(all.length).toBeLessThan(8000);
    const { text } = await agent.tool("list_scenarios", { name: "refund-short-of-balance" });
    expect(text).toBe(packageText("scenarios/refund-short-of-balance.scenario.yaml"));
  });

  it("searches the documentation, and finds a page that can be read", async () => {
    const [first, ...rest] = (await agent.tool("search_docs", { query: "certificate not trusted", limit: 3 })).json();
    expect(first).toEqual({
      chapter: "certificate not trusted (…)",
      excerpt: expect.stringContaining("--notify-ca <pem>"),
      uri: "payment-sandbox://docs/troubleshooting#certificate-not-trusted",
    });
    const [chapter] = (await agent.client.readResource({ uri: first.uri })).contents as { text: string }[];
    expect(chapter!.text).toMatch(/^# certificate not trusted/);
    expect(chapter!.text.length).toBeLessThan(3000);
    expect(rest).toHaveLength(2);
    const uri = "payment-sandbox://docs/payment-api#tokenizationdelete-token";
    const [endpoint] = (await agent.client.readResource({ uri })).contents as { text: string }[];
    expect(endpoint!.text.match(/^##? .*/gm)).toEqual([
      "# tokenization/delete-token",
      ...["Parameters", "Answer", "Refusals and declines", "Example"].map(
        (part) => `## ${part} of tokenization/delete-token`,
      ),
    ]);
    const { url } = (await agent.tool("create_lane")).json();
    const page = await fetch(`${url}/_sandbox/docs/troubleshooting.md`);
    const ownAddress = packageText("dist/docs/troubleshooting.md").replaceAll(
      "http://localhost:4655",
      new URL(url).origin,
    );
    expect(await page.text()).toBe(ownAddress);
    const { text } = await agent.tool("search_docs", { query: "refund quokka", limit: 1 });
    expect(text).toMatch(/^\[.*\]\s*No page has: quokka\.$/s);
    expect((await agent.tool("search_docs", { query: "quokkaquokka" })).text).toContain("No chapter has these words");
  });

  it("puts a lane back, and lists and removes its rules", async () => {
    const { name: lane, url } = (await agent.tool("create_lane")).json();
    const { id } = await created(clientOf(url));
    await agent.tool("snapshots", { lane, action: "take", name: "before" });
    await agent.tool("pay_order", { lane, order: id });
    expect((await agent.tool("snapshots", { lane, action: "restore", name: "before" })).json()).toMatchObject({ lane });
    expect((await agent.tool("pay_order", { lane, order: id })).json()).toMatchObject({ status: "SUCCESS" });
    expect((await agent.tool("snapshots", { action: "list" })).json()).toMatchObject([{ name: "before" }]);
    expect((await agent.tool("snapshots", { action: "drop", name: "before" })).isError).toBe(false);
    expect((await agent.tool("snapshots", { action: "list" })).json()).toEqual([]);
    await agent.tool("force_outcome", { lane, name: "slow", then: { delay: "1s" } });
    const rules = (await agent.tool("rules", { lane, action: "list" })).json();
    expect(rules).toMatchObject([{ name: "slow", fired: 0 }]);
    expect((await agent.tool("rules", { lane, action: "remove", id: rules[0].id })).json()).toEqual([]);
  });

  it("drops a lane, whose snapshots stay, and is told of one that is not there", async () => {
    const { name: lane } = (await agent.tool("create_lane")).json();
    await agent.tool("snapshots", { lane, action: "take", name: "kept" });
    expect((await agent.tool("drop_lane", { name: lane })).text).toBe(`Lane ${lane} is dropped.`);
    expect((await agent.tool("list_requests", { lane })).text).toContain(`there is no lane ${lane}`);
    expect(await agent.tool("drop_lane", { name: lane })).toMatchObject({
      isError: true,
      text: expect.stringContaining(`no lane ${lane}`),
    });
    expect((await agent.tool("snapshots", { action: "list" })).json()).toMatchObject([{ name: "kept" }]);
    await agent.tool("snapshots", { action: "drop", name: "kept" });
  });

  it("settles all paid orders of a lane", async () => {
    const { name: lane, url } = (await agent.tool("create_lane")).json();
    for (const _ of [1, 2]) await sold(clientOf(url));
    expect((await agent.tool("pay_order", { lane, action: "settle" })).json()).toMatchObject({ settled: 2 });
  });

  it("is told of a decline by the shopper's act, with the call's id", async () => {
    const { name: lane, url } = (await agent.tool("create_lane")).json();
    const { id: order } = await created(clientOf(url));
    const told = await agent.tool("pay_order", { lane, order, action: "decline", reason: "insufficient-funds" });
    expect(told.json()).toMatchObject({ requestId: "req-2", declined: "insufficient-funds", status: "OPEN" });
    expect(told.text).toMatch(/"amount": \d+\.\d\d,/);
  });

  it("sets the balance that refunds are paid from", async () => {
    const { name: lane } = (await agent.tool("create_lane")).json();
    const changed = await agent.tool("change_merchant", { lane, unsettledBalance: { HKD: 500 } });
    expect(changed.json()).toMatchObject({ merchantId: 3, unsettledBalance: { HKD: 500, USD: 0 } });
  });

  it("is told which call got no answer", async () => {
    const { name: lane } = (await agent.tool("create_lane")).json();
    await agent.tool("force_outcome", { lane, then: { fault: "connection-reset", placed: "after-commit" } });
    const { isError, text } = await agent.tool("call", { lane, operation: "hosted-checkout/create", demo: true });
    expect(isError).toBe(true);
    expect(text).toMatch(
      /^call: no answer: .* \(req-1, hosted-checkout\/create\)\. The call was carried out, .* Ask hosted-checkout\/query for DEMO-\w+ before you retry\.$/,
    );
  });

  it("is told what became of a call whose answer was replaced", async () => {
    const { name: lane } = (await agent.tool("create_lane")).json();
    await agent.tool("force_outcome", { lane, then: { fault: "http-502", placed: "after-commit" } });
    const told = await agent.tool("call", { lane, operation: "hosted-checkout/create", demo: true });
    expect(told.json()).toMatchObject({
      http: 502,
      requestId: "req-1",
      why: expect.stringContaining("was carried out"),
    });
  });

  it("has the judge's whole report in a file, from which prove_fix goes on", async () => {
    const folder = mkdtempSync(join(tmpdir(), "agent-"));
    const report = join(folder, "report.json");
    const cwd = relative(process.cwd(), folder);
    const command = ["env", "SHOP=careless", process.execPath, packagePath("test/support/judged-shop.mjs")];
    const only = "sale#1/after-commit/connection-reset";
    const { text } = await agent.tool("judge", { command, only, report: "report.json", cwd, seed: 5 });
    expect(text).toContain(`judge with "only": "${only}"`);
    expect(text).toContain(`prove_fix {"report": ${JSON.stringify(report)}`);
    const { seed, findings, mutants } = JSON.parse(readFileSync(report, "utf8"));
    expect(seed).toBe(5);
    for (const { id, mutant = id, replay } of [...findings, ...mutants])
      expect(replay).toBe(`judge with "only": ${JSON.stringify(mutant)}`);
    expect((await agent.tool("prove_fix", { command, report, cwd })).text).toContain("0 of");
    const proved = (given: unknown) => agent.tool("prove_fix", { command, report, only: given, json: true });
    const { still } = (await proved(["refund#1/*", only])).json();
    expect(still).toContain(`paid-unknown ${only}`);
    const unknown = await proved("refund#1/*");
    expect([unknown.isError, unknown.text]).toEqual([
      true,
      expect.stringMatching(/^prove_fix: only: no finding of .* fits "refund/),
    ]);
    rmSync(folder, { recursive: true });
  });

  it("is told how to judge more of a shop without beliefs than a short budget does", async () => {
    const shop = [process.execPath, packagePath("test/support/judged-shop.mjs")];
    const command = ["env", "SHOP=silent", ...shop];
    const { text } = await agent.tool("judge", { command, budget: "1ms" });
    expect(text).toMatch(
      /^Nothing found so far in \d+ mutants, \d+ not run; give a longer budget, or only, such as "\w+#1\/\*"/,
    );
    expect(text).toContain("let the command write its beliefs. search_docs: the beliefs file.");
  });

  it("judges a web server, which it starts for each run", async () => {
    const file = (name: string) => packagePath(`examples/shops/server/${name}`);
    const command = [process.execPath, file("driver.mjs")];
    const shop = `exec ${process.execPath} ${file("right.mjs")}`;
    const asked = { command, shop, believes: "/beliefs", only: "sale#1/before-commit/connection-reset" };
    const { isError, text } = await agent.tool("judge", asked);
    expect([isError, text]).toEqual([false, expect.stringMatching(/^Nothing found in 1 mutant[\n,]/)]);

    // A crash's mutants are not run, but could be.
    const crash = { command, profile: "cr", budget: "1ms" };
    const { tests } = (await agent.tool("conformance", { ...crash, shop, believes: "/beliefs", json: true })).json();
    expect(tests[0]).toMatchObject({ id: "CR-01", why: expect.stringMatching(/^\d+ mutants? not run\.$/) });
    const alone = [process.execPath, packagePath("test/support/judged-shop.mjs")];
    expect((await agent.tool("conformance", { ...crash, command: alone })).text).toContain(
      "CR-01: Only a shop that the judge starts itself can be ended and started again: use shop.",
    );
  });

  it("judges a shop, and hears of each mutant meanwhile", async () => {
    const heard: string[] = [];
    const { content } = await agent.client.callTool(
      {
        name: "judge",
        arguments: {
          command: [process.execPath, "test/support/judged-shop.mjs"],
          cwd: packagePath("."),
          only: "sale#1/after-commit/http-*",
        },
      },
      undefined,
      { onprogress: ({ message = "" }) => void heard.push(message) },
    );
    // The SDK's client drops a message that comes in one piece with the answer, so not each mutant must be heard of.
    expect(heard.length).toBeGreaterThan(0);
    expect(heard.filter((message) => !/^[\w-]+ sale#1\/after-commit\//.test(message))).toEqual([]);
    expect(content).toEqual([{ type: "text", text: expect.stringContaining("sale") }]);
  });
});

describe("what an agent gets wrong", () => {
  it.each([
    [
      "judge",
      { command: ["true"], report: packagePath("README.md") },
      `judge: ${packagePath("README.md")} exists and is no report of payment-sandbox; choose another path`,
    ],
    [
      "force_outcome",
      { then: { outcome: "expird-card" } },
      /^force_outcome: then\.outcome is "expird-card".*did you mean expired-card\?$/s,
    ],
    [
      "force_outcome",
      { then: { outcome: "rate-limited" }, tiems: 1 },
      /unknown member "tiems".*did you mean times\?$/s,
    ],
    ["pay_order", {}, "pay_order: order is missing, expected an order's id, its merchantReference, or its checkoutUrl"],
    [
      "pay_order",
      { order: "NONE" },
      /^pay_order: there is no order NONE at http:.*: check the lane, and the reference$/,
    ],
    [
      "pay_order",
      { order: "http://localhost/x" },
      /there is no order http:\/\/localhost\/x \(the address of a page is …\/checkout\/<session>\)$/,
    ],
    ["pay_order", { order: 7 }, /order 7/],
    ["explain_request", { id: "req-99999" }, /there is no request, order or notification req-99999/],
    [
      "wait_for",
      { for: "order", match: { state: "OPEN" } },
      /^wait_for: unknown member: match\.state; did you mean status\?/,
    ],
    ["create_lane", { name: "feature/x" }, /"feature\/x" is not a valid name.*up to 64, such as feature-x/],
    ["search_docs", { query: "" }, "search_docs: query has no word, expected some words, such as refund twice"],
    ["search_docs", { query: "x".repeat(10_240) }, "search_docs: query has 10240 characters, expected at most 200"],
    ["search_docs", { query: "refund", limit: 0 }, /^search_docs: limit is 0, expected/],
    ["judge", { command: [] }, /^judge: command /],
    ["judge", { command: "npm test" }, 'judge: command is "npm test", expected a list of its words: ["npm","test"]'],
    [
      "conformance",
      { command: "cd shop && npm test" },
      'conformance: command is "cd shop && npm test", expected a list of its words, such as ["sh","-c","cd shop && npm test"]',
    ],
    ["prove_fix", { command: ["a\u0000"], report: "x" }, /^prove_fix: command\[0\] is .*, expected a text without NUL/],
    [
      "judge",
      { command: ["true"], report: tmpdir() },
      `judge: cannot write a report: ${tmpdir()} is a folder; name a file in it`,
    ],
    ...(["judge", "conformance", "prove_fix"] as const).map(
      (name) =>
        [
          name,
          { command: ["x"], cwd: "no-such", ...(name === "prove_fix" && { report: "x" }) },
          `${name}: cwd is "no-such", expected an existing folder: from this server's folder it is ${resolve("no-such")}; give an absolute path`,
        ] as const,
    ),
    ["judge", { command: ["x"], cwd: "/no/such" }, 'judge: cwd is "/no/such", expected an existing folder'],
    ["list_orders", { date: "2026-11-30" }, /^list_orders: unknown .*date.*; did you mean from\?/],
    [
      "judge",
      { command: [process.execPath, "-e", "require('http').createServer().listen(0, '127.0.0.1')"], timeout: "2s" },
      /it made no call before that\. A web server is judged with "shop": its command, .*#judge-a-web-server-as-an-agent\)\n.*Nothing was judged\. It ran in \/\S+\. /s,
    ],
    ["judge", { command: ["true"] }, /^judge: The dry run itself failed\n {2}it made no call/],
    [
      "conformance",
      { command: ["true"], cwd: "." },
      /^conformance: the dry run failed: it made no call.*It ran in \/\S+\.$/s,
    ],
    [
      "list_requests",
      { lane: "a b" },
      /^list_requests: lane is "a b", expected a lane's name: letters.*, such as a-b$/,
    ],
  ] as const)("%s %j is one clear answer", async (name, args, said) => {
    const { isError, text } = await agent.tool(name, args);
    expect(isError, text).toBe(true);
    if (typeof said === "string") expect(text).toBe(said);
    else expect(text).toMatch(said);
  });

  it("is answered by tools' names, never by an HTTP call or a command that a tool replaces", async () => {
    const { name: lane, url } = (await agent.tool("create_lane")).json();
    const { id: order } = await created(clientOf(url));
    await agent.tool("pay_order", { lane, order });
    const wrong: readonly (readonly [string, Record<string, unknown>])[] = [
      ["create_lane", { name: lane }],
      ["create_lane", { scenario: "nope" }],
      ["list_scenarios", { name: "nope" }],
      ["judge", { command: ["true"], scenario: ["nope"] }],
      ["pay_order", { lane, order: 123 }],
      ["pay_order", { lane, order, card: "123" }],
      ["pay_order", { lane, order }],
      ["resend", { lane, id: 99 }],
      ["rules", { lane, action: "remove", id: "rule-9" }],
      ["snapshots", { lane, action: "restore", name: "none" }],
      ["call", { lane, operation: "hosted-checkout/query", params: { merchantId: 77 } }],
      ["call", { lane, operation: "hosted-checkout/refund", params: { orderId: 1 } }],
      ["explain_request", { lane, id: "req-99" }],
      ["explain_request", { lane, lastRefused: true }],
      ["wait_for", { lane, for: "notification", timeoutMs: 1 }],
      ["prove_fix", { command: ["true"], report: "/no/such/report.json" }],
    ];
    const told = await Promise.all(wrong.map(async ([name, args]) => (await agent.tool(name, args)).text));
    expect(told.filter((text) => /\/_sandbox\/|payment-sandbox [a-z]|--prove-fix/.test(text))).toEqual([]);
  });

  it("a lane that did not exist is said to be new, with the one that was probably meant", async () => {
    const { name } = (await agent.tool("create_lane", { name: "refunds-2026" })).json();
    const { isError, text } = await agent.tool("list_requests", { lane: `${name}x` });
    expect([isError, text]).toEqual([
      true,
      expect.stringMatching(
        /^list_requests: there is no lane refunds-2026x, expected one of .*; did you mean refunds-2026\? \(create_lane makes a new one\)$/,
      ),
    ]);
    const listed = await agent.tool("rules", { lane: `${name}x`, action: "list" });
    expect(listed.text).toMatch(/^\[\]\nNote: lane refunds-2026x does not exist; the others: .*did you mean/);
    const opened = await agent.tool("reset", { lane: `${name}x` });
    expect(opened.text).toMatch(
      / is empty\.\nNote: lane refunds-2026x did not exist, so this call made it; the others: .*did you mean/,
    );
    expect((await agent.tool("list_requests", { lane: name })).text).toBe("[]");
  });

  it("is told that a reason doesn't go with pay, and pays nothing", async () => {
    const { name: lane, url } = (await agent.tool("create_lane")).json();
    const { id: order } = await created(clientOf(url));
    const told = await agent.tool("pay_order", { lane, order, reason: "lost-card" });
    expect([told.isError, told.text]).toEqual([
      true,
      expect.stringContaining("reason: goes with action decline, expected no reason"),
    ]);
    expect((await control(url, "GET", `orders/${order}`)).body.order.status).toBe("OPEN");
  });

  it("saves or declines a card on the page that stores one", async () => {
    const { name: lane, url } = (await agent.tool("create_lane")).json();
    await agent.tool("call", { lane, operation: "tokenization/add-token", demo: true });
    const [{ id, url: order }] = (await control(url, "GET", "card-entries")).body.cardEntries;
    expect(await agent.tool("pay_order", { order, action: "settle" })).toMatchObject({ isError: true });
    const declined = await agent.tool("pay_order", { order, action: "decline", reason: "lost-card" });
    expect(declined.json()).toMatchObject({ cardEntry: { id, status: "OPEN" }, charges: [{ status: "DECLINED" }] });
    const saved = await agent.tool("pay_order", { order, card: "master" });
    expect(saved.json().cardEntry).toMatchObject({ id, tokenId: expect.any(Number), maskedPan: "5555********4444" });
    const byId = await agent.tool("pay_order", { lane, order: id });
    expect([byId.isError, byId.text]).toEqual([
      true,
      expect.stringContaining("is a page that stores a card: the tool pay_order with the page's address"),
    ]);
  });

  it("is told that nothing was sent again to a public host, and what allows it", async () => {
    const { name: lane, url } = (await agent.tool("create_lane")).json();
    const { id: order } = await created(clientOf(url), { callbackUrl: { notify: "https://shop.example.com/n" } });
    await agent.tool("pay_order", { lane, order });
    const [{ id }] = (await control(url, "GET", "notifications")).body.notifications;
    expect((await agent.tool("list_notifications", { lane })).json()).toMatchObject([{ id, state: "held" }]);
    expect((await agent.tool("list_notifications", { lane, state: "due" })).json()).toEqual([]);
    expect((await agent.tool("resend", { lane, id: `n-${id}` })).text).toContain(
      `there is no notification and no order n-${id} (an id is written notification-${id})`,
    );
    expect((await agent.tool("resend", { lane, id: "notification-99" })).text).not.toContain("is written");
    expect(await agent.tool("resend", { lane, id })).toMatchObject({
      isError: true,
      text: `resend: nothing was sent, notification ${id} to https://shop.example.com/n is held: public host (start the sandbox, or \`payment-sandbox mcp\`, with --allow-notify shop.example.com; or give the shop's own address as callbackUrl.notify)`,
    });
  });

  it("opens no lane by paying or resending what it does not have", async () => {
    await agent.tool("pay_order", { lane: "misspelt", order: 7 });
    await agent.tool("resend", { lane: "misspelt", id: 7 });
    expect((await agent.tool("list_requests", { lane: "misspelt" })).text).toContain("there is no lane misspelt");
  });

  it("is told that nothing was checked where nothing is expected", async () => {
    const nothing = /^verify: expect is missing, .* nothing was checked; expected a list such as \[\{"order"/;
    expect(await agent.tool("verify", {})).toMatchObject({ isError: true, text: expect.stringMatching(nothing) });
    const { name: lane } = (await agent.tool("create_lane", { scenario: "refund-short-of-balance" })).json();
    expect((await agent.tool("verify", { lane })).json()).toMatchObject({ passed: false });
    expect(await agent.tool("verify", { expect: [] })).toMatchObject({ isError: true });
  });

  it("what a tool may destroy is said, and that a command may do anything", async () => {
    const { tools } = await agent.client.listTools();
    // What is left out is true by default, and readOnlyHint is false.
    const hints = (hint: "destructiveHint" | "openWorldHint") =>
      tools
        .filter(({ annotations }) => !annotations?.readOnlyHint && annotations?.[hint] !== false)
        .map(({ name }) => name);
    const commands = ["judge", "prove_fix", "conformance"];
    expect(hints("openWorldHint")).toEqual(commands);
    expect(hints("destructiveHint").sort()).toEqual(
      ["change_merchant", "drop_lane", "reset", "rules", "snapshots", ...commands].sort(),
    );
  });

  it("a page names the address of this sandbox", async () => {
    const { contents } = await agent.client.readResource({ uri: "payment-sandbox://docs/notifications" });
    const { text } = contents[0] as { text: string };
    expect(text).toContain("/_sandbox/");
    expect(text).not.toContain("http://localhost:4655");
  });

  it("a merchant that did not exist is said to be new", async () => {
    const { name: lane } = (await agent.tool("create_lane", {})).json();
    const change = () => agent.tool("change_merchant", { lane, id: 77, unsettledBalance: { HKD: 5 } });
    expect((await change()).text).toMatch(/\nNote: merchant 77 is new in this lane\.$/);
    expect((await change()).text).not.toContain("Note:");
  });

  it("demo data without an order says so, and an id may be a number", async () => {
    const { name: lane } = (await agent.tool("create_lane", {})).json();
    const refund = await agent.tool("call", { lane, operation: "hosted-checkout/refund", demo: true });
    expect([refund.isError, refund.text]).toEqual([true, expect.stringContaining("this lane has none yet")]);
    await agent.tool("call", {
      lane,
      operation: "hosted-checkout/create",
      params: { merchantReference: "N-1" },
      demo: true,
    });
    const { id } = (await agent.tool("pay_order", { lane, order: "N-1" })).json();
    expect(id).toEqual(expect.any(Number));
    expect((await agent.tool("explain_request", { lane, id })).text).toContain(`order ${id}`);
  });

  it("demo data fills in nothing that a misspelt parameter meant, the merchant included", async () => {
    const { name: lane } = (await agent.tool("create_lane", {})).json();
    for (const demo of [true, false]) {
      const asked = { lane, operation: "hosted-checkout/create", demo, params: { merchantID: 4 } };
      const { body, warnings } = (await agent.tool("call", asked)).json();
      expect([body.order, warnings.join()]).toEqual([undefined, expect.stringContaining("Did you mean merchantId?")]);
    }
  });

  it("a tool or a resource that does not exist is named, with what was probably meant", async () => {
    await expect(agent.tool("refund")).rejects.toThrow('use call with "operation": "hosted-checkout/refund"');
    await expect(agent.tool("force_outcom")).rejects.toThrow(/no tool "force_outcom".*did you mean force_outcome\?/);
    await expect(agent.client.readResource({ uri: "payment-sandbox://docs/judg" })).rejects.toThrow(
      "MCP error -32602: there is no resource payment-sandbox://docs/judg; did you mean payment-sandbox://docs/judge?",
    );
  });

  it.each([
    ["tools/call", { name: "judge", arguments: "x" }, 'tools/call: params.arguments is "x", expected an object'],
    ["tools/call", { arguments: {} }, "tools/call: params.name is missing, expected a text"],
    ["resources/read", { uri: 5 }, "resources/read: params.uri is 5, expected a text"],
    ["initialize", { protocolVersion: 5 }, /^initialize: params\.protocolVersion is 5, expected a text\n/],
  ])("%s %j is told in the words of this program, as the client's mistake", async (method, params, said) => {
    const answer = await agent.client.request({ method, params } as never, z.any()).catch((error) => error);
    expect(answer.code).toBe(ErrorCode.InvalidParams);
    const text = answer.message.replace("MCP error -32602: ", "");
    if (typeof said === "string") expect(text).toBe(said);
    else expect(text).toMatch(said);
  });
});

describe("the server of the protocol", () => {
  it("has the tools, each with a schema of an object", async () => {
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(
      [
        ...names,
        "list_notifications",
        "pay_order",
        "prove_fix",
        "resend",
        "reset",
        "rules",
        "search_docs",
        "snapshots",
        "verify",
        "wait_for",
      ].sort(),
    );
    expect(JSON.stringify({ tools }).length).toBeLessThan(25_000);
    for (const { inputSchema } of tools)
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
  });

  it.each(["judge", "conformance", "prove_fix"])("the page names each member that %s takes", async (name) => {
    const { tools } = await agent.client.listTools();
    const row = packageText("docs/mcp.md")
      .split("\n")
      .find((line) => line.startsWith(`| \`${name}\``));
    const members = Object.keys(tools.find((one) => one.name === name)?.inputSchema.properties ?? {});
    expect(members.filter((member) => !row?.includes(`\`${member}\``))).toEqual([]);
    expect(members).toContain("command");
  });

  it("lists how the addresses of chapters and files are made", async () => {
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "payment-sandbox://docs/{page}#{chapter}",
      "payment-sandbox://docs/files/{+path}",
    ]);
  });

  it("gives the pages of the documentation and the schema of scenarios", async () => {
    const { resources } = await agent.client.listResources();
    const pages = readdirSync(packagePath("docs")).filter((file) => file.endsWith(".md"));
    expect(resources).toHaveLength(pages.length + 6);
    expect(new Set(resources.map(({ uri }) => uri.toLowerCase())).size).toBe(resources.length);
    const titleOf = async (uri: string) =>
      ((await agent.client.readResource({ uri })).contents as { text: string }[])[0]!.text.split("\n")[0];
    expect(await Promise.all(["overview", "index"].map((name) => titleOf(`payment-sandbox://docs/${name}`)))).toEqual(
      await Promise.all(["readme", "README"].map((name) => titleOf(`payment-sandbox://docs/${name}`))),
    );
    for (const { uri, mimeType } of resources) {
      const [only] = (await agent.client.readResource({ uri })).contents as { text: string; mimeType: string }[];
      expect(only!.mimeType).toBe(mimeType);
      expect(only!.text.length).toBeGreaterThan(100);
    }
    const schema = await agent.client.readResource({ uri: "payment-sandbox://scenario.schema.json" });
    expect((schema.contents[0] as { text: string }).text).toBe(packageText("scenario.schema.json"));
  });

  it.each(["ci", "ci#in-containers", "executable#the-container-image"])(
    "%s leads to the example's Dockerfile, which can be read",
    async (page) => {
      const read = async (uri: string) =>
        ((await agent.client.readResource({ uri })).contents as { text: string }[])[0]!.text;
      const address = "payment-sandbox://docs/files/examples/Dockerfile";
      expect(await read(`payment-sandbox://docs/${page}`)).toContain(`(${address})`);
      expect(await read(address)).toBe(packageText("examples/Dockerfile"));
    },
  );

  it.each(["examples", "../search.jsonl", "../../../package.json", "docs/images/house.svg", "examples/none"])(
    "the file %s is no resource",
    async (name) => {
      const uri = `payment-sandbox://docs/files/${name}`;
      await expect(agent.client.readResource({ uri })).rejects.toThrow("there is no resource");
    },
  );

  it("works with a sandbox that runs, and with the lane of its address; without its token it is told how to give it", async () => {
    await using sandbox = await startTestSandbox({ adminToken: "right" });
    for (const args of casesFor([["--admin-token", "wrong"], []])) {
      await using other = await startAgent(["--url", sandbox.url, ...args]);
      const { isError, text } = await other.tool("clock");
      expect(isError).toBe(true);
      expect(text).toContain(
        "start `payment-sandbox mcp` with its token: --admin-token <token>, or PAYMENT_SANDBOX_ADMIN_TOKEN",
      );
    }
    const { exitCode, stderr } = await run(["mcp", "--url", sandbox.url, "--admin-token", "wrong"], { input: "" });
    expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/WARN .*--url: .*token/)]);
    await using other = await startAgent(["--url", `${sandbox.url}/lane/agent`, "--admin-token", "right"]);
    await other.tool("call", { operation: "hosted-checkout/create", demo: true });
    expect((await other.tool("list_requests")).json()).toHaveLength(1);
    expect((await other.tool("list_requests", { lane: "default" })).json()).toEqual([]);
  });

  it("ends with its client, answers what is no message with an error, and keeps stdout for the protocol", async () => {
    const ran = await run(["mcp"], { input: 'no message\n{"id":"b3","method":"ping"}\n[]\n' });
    const answers = ran.stdout.trim().split("\n");
    expect([ran.exitCode, answers.map((line) => JSON.parse(line))]).toEqual([
      0,
      [-32700, -32600, -32600].map((code) => ({
        ...{ jsonrpc: "2.0", id: null },
        error: { code, message: expect.stringMatching(/JSON/) },
      })),
    ]);
    expect(ran.stderr).toContain("mcp: ");
  });

  it("answers the calls in flight when stdin closes, and logs each payment call if it is asked to", async () => {
    const message = (more: object) => `${JSON.stringify({ jsonrpc: "2.0", ...more })}\n`;
    const clientInfo = { name: "test", version: "1" };
    const input = [
      message({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } }),
      message({ method: "notifications/initialized" }),
      message({
        id: 2,
        method: "tools/call",
        params: { name: "call", arguments: { operation: "tokenization/query-token", demo: true } },
      }),
    ].join("");
    const { exitCode, stdout, stderr } = await run(["mcp", "--log-level", "info"], { input });
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/ default tokenization\/query-token 0000 .* → why req-1\n/);
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).id),
    ).toEqual([1, 2]);
  });

  it("answers over HTTP in a run of exec", async () => {
    const ask = `const answer = await fetch(process.env.PAYMENT_SANDBOX_URL + "/_sandbox/mcp", {
      method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' });
      process.exitCode = (await answer.text()).includes("force_outcome") ? 0 : 9;`;
    expect((await run(["exec", "--", process.execPath, "--input-type=module", "-e", ask])).exitCode).toBe(0);
  });

  it("with --url refuses the options of the sandbox that it would start", async () => {
    const options = ["--scenario", "refund-short-of-balance", "--port", "5322", "--seed", "5", "--no-magic"];
    const ran = await run(["mcp", "--url", "http://localhost:1/lane/team", ...options], { input: "" });
    expect(ran).toMatchObject({ exitCode: 2, stdout: "" });
    expect(ran.stderr).toMatch(
      /^payment-sandbox: --scenario, --port, --seed, --no-magic: expected without --url, whose /,
    );
  });

  it("is started by the settings of agent, in a folder in which npx would find nothing", async () => {
    using folder = testFolder();
    const PATH = (process.env.PATH ?? "").split(delimiter).filter((one) => !one.includes("node_modules"));
    const options = { cwd: folder.path, env: { PATH: PATH.join(delimiter) } };
    const [settings = ""] = (await run(["agent"], options)).stdout.replace(/^.*\n/, "").split("\n\n");
    const { command, args } = JSON.parse(settings).mcpServers["payment-sandbox"];
    expect(spawnSync(command, [...args, "--help"], { ...options, encoding: "utf8" }).stdout).toContain("mcp [options]");
  });

  it("tells an agent of a sandbox that is not there", async () => {
    const ran = await run(["mcp", "--url", "http://localhost:1"], { input: "" });
    expect(ran).toMatchObject({ exitCode: 3, stdout: "" });
    expect(ran.stderr).toMatch(/--url: no sandbox answers at http:\/\/localhost:1: start one .*, or leave --url out$/m);
  });

  it("does not start at an address below which no sandbox answers", async () => {
    await using sandbox = await startTestSandbox();
    const typo = await run(["mcp", "--url", `${sandbox.url}/typo`], { input: "" });
    expect(typo).toMatchObject({ exitCode: 3, stdout: "" });
    expect(typo.stderr).toMatch(/--url: expected the address that start prints, .*, found \S+\/typo, which answers: /);
    const http = await run(["mcp", "--url", `${sandbox.url}/_sandbox/mcp`], { input: "" });
    expect(http).toMatchObject({ exitCode: 2, stdout: "" });
    expect(http.stderr).toContain("is the address for agents over HTTP; leave out /_sandbox/mcp");
    expect(await run(["mcp", "--url", `${sandbox.url}/lane/new`], { input: "" })).toMatchObject({ exitCode: 0 });
  });

  it("is loaded by its own command alone", () => {
    const holders = readdirSync(packagePath("dist"))
      .filter((file) => file.endsWith(".js"))
      .filter((file) => readFileSync(packagePath(`dist/${file}`), "utf8").includes("StdioServerTransport"));
    expect(holders).toEqual([expect.stringMatching(/^serve-stdio-\w+\.js$/)]);
  });
});
