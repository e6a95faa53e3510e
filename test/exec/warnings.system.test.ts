import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { curls, execHere, unsigned } from "../support/exec.js";
import { ofFile } from "../support/of-file.js";
import { testFolder } from "../support/sandbox.js";
import { run } from "../tools/cli/cli.js";

const folder = ofFile(testFolder());

let files = 0;
/** A scenario file of these lines. */
function written(...lines: readonly string[]): string {
  const file = join(folder.path, `${++files}.scenario.yaml`);
  writeFileSync(file, ["name: story", ...lines, ""].join("\n"));
  return file;
}

/** Calls without a signature, in the lane that each names. */
const calls = (...lanes: readonly string[]) =>
  called(lanes.map((lane) => [`${lane}/hosted-checkout/query`, { merchantId: 5, orderId: 1 }]));

/** Calls without a signature: paths and parameters. */
const called = (all: readonly (readonly [string, object])[]) =>
  curls(all.map(([path, params]) => unsigned(path, params)));
const settings = { signature: "off" };
/** What is told besides the summary. */
const said = (stderr: string) =>
  stderr
    .trimEnd()
    .split("\n")
    .filter((line) => !/the books balance|\| (next|warnings): /.test(line));
const rules = (...more: readonly string[]) => written("rules:", ...more.map((rule) => `  - ${rule}`));

describe("a warning of exec", () => {
  it("tells what validate knows of the scenarios", async () => {
    const file = rules("{ chance: 0, then: { outcome: maintenance } }");
    const { code, stderr } = await execHere({ scenarios: [file], settings }, ...calls(""));
    expect(code).toBe(0);
    expect(said(stderr)[0]).toMatch(
      /^payment-sandbox \| warning: .*\.scenario\.yaml:3:\d+: a rule of chance 0 can never fire$/,
    );
  });

  it("names each rule of a scenario that never fired", async () => {
    const file = rules(
      "{ when: { operation: '*/refund' }, then: { outcome: maintenance } }",
      "{ name: asked, when: { operation: '*/query' }, then: { outcome: order-not-found } }",
    );
    const { code, stderr } = await execHere({ scenarios: [file], settings }, ...calls(""));
    expect(code).toBe(0);
    expect(said(stderr)).toEqual([
      expect.stringMatching(/^payment-sandbox \| warning: .*\.scenario\.yaml:3: rule 1 of story never fired$/),
      'payment-sandbox |   nearest: req-1 hosted-checkout/query: operation is "hosted-checkout/query", expected "*/refund"',
    ]);
  });

  it("says nothing of a rule that fired in one of the lanes", async () => {
    const file = rules("{ times: 1, when: { operation: '*/query' }, then: { outcome: maintenance } }");
    const { stderr } = await execHere({ scenarios: [file], settings }, ...calls("/lane/a", "/lane/b", "/lane/a"));
    expect(said(stderr)).toEqual([]);
  });

  it("counts the calls with each kind of warning, and says what to look at next", async () => {
    const create = "hosted-checkout/create";
    const lineItems = '"lineItems":[{"quantity":1,"priceData":{"unitAmount":10,"name":"x"}}]';
    const requests = [
      `{"merchantId":5,"merchantReference":1,"amount":10,${lineItems}}`,
      `{"merchantId":5,"merchantReference":2,"amount":10,${lineItems}}`,
      `{"merchantId":5,"merchantReference":"a","merchantReference":"b","amount":10,${lineItems}}`,
      `{"merchantId":5,"merchantReference":"c","amount":0.30000000000000004,${lineItems}}`,
      `{"merchantId":5,"merchantReference":"d","amount":10,"langg":"en",${lineItems}}`,
    ];
    const command = curls(requests.map((request) => ({ path: `/${create}`, body: { request } })));
    const told = (strict: boolean) => execHere({ settings, strict }, ...command);
    const { code, stderr } = await told(true);
    expect(code).toBe(4);
    expect(stderr).toContain(`warning: ${create}: an amount of more digits than cents, such as 0.1 + 0.2 (c)`);
    expect(stderr).toContain(`error: ${create}: duplicate member merchantReference: only the last one counts (b)`);
    const lenient = await told(false);
    expect(lenient.code).toBe(0);
    expect(lenient.stderr).toMatch(/warning: .*expected a text, found a number.* \(2 calls, first 1\)/);
    const [counts = "", next] = stderr.trimEnd().split("\n").slice(-2);
    expect(counts).toMatch(/^payment-sandbox \| warnings: 2 calls with a number where a text was expected, /);
    expect(counts).toContain("1 call with a member twice");
    expect(counts).toContain("1 call with an amount of more digits than cents");
    expect(counts).toContain("1 call with an unknown parameter");
    expect(next).toBe(
      "payment-sandbox | next: send ids and references as JSON texts; X-Sandbox-Warnings of each answer names the member",
    );
  });

  it("names a second charge of a client that gave up on the first", async () => {
    const file = rules("{ times: 1, when: { operation: tokenization/sale }, then: { delay: 1m } }");
    const sale = (merchantReference: string) => {
      const priceData = { unitAmount: 10, name: "Tea" };
      const params = { merchantId: 3, userId: "user1", tokenId: 351, merchantReference, amount: 10, currency: "HKD" };
      return unsigned("/tokenization/sale", { ...params, lineItems: [{ quantity: 1, priceData }] });
    };
    const command = curls([sale("A"), sale("B")]).map((word) => word.replace("curl ", "curl --max-time 1 "));
    const { stderr } = await execHere({ scenarios: [file], settings }, ...command);
    expect(stderr).toContain("warning: tokenization/sale: the same amount, user and cart as the charge before");
  });

  it("ends with the judge where nothing is left to warn of", async () => {
    const { stderr } = await execHere({ settings }, ...calls(""));
    expect(stderr.trimEnd().split("\n").at(-1)).toMatch(/^payment-sandbox \| next: .*payment-sandbox(\.js)? judge -- /);
  });

  it("names a merchant that has no key, and counts its calls", async () => {
    const create = (merchantReference: string): readonly [string, object] => [
      "/tokenization/sale",
      { merchantId: 4, userId: "user1", tokenId: 351, amount: 50, merchantReference },
    ];
    const { code, stderr } = await execHere({}, ...called([create("A-1"), create("A-2")]));
    expect(code).toBe(0);
    expect(said(stderr)).toEqual([
      "payment-sandbox | warning: merchant 4 has no public key here (did you mean 3?), so nothing verified its signatures (2 calls, first A-1)",
    ]);
    expect(stderr.trimEnd().split("\n").slice(-2)).toEqual([
      "payment-sandbox | warnings: 2 calls with a merchant that has no public key",
      expect.stringMatching(/^payment-sandbox \| next: correct merchantId, or register the key that signs: /),
    ]);
    const strict = await execHere({ strict: true }, ...called([create("A-1")]));
    expect([strict.code, said(strict.stderr)]).toEqual([
      4,
      [
        "payment-sandbox | error: merchant 4 has no public key here (did you mean 3?), so nothing verified its signatures (A-1)",
      ],
    ]);
    const misspelt = ["A-1", "A-2"].map((one): readonly [string, object] => [
      "/tokenization/sale",
      { ...create(one)[1], idd: 1 },
    ]);
    const other = await execHere({}, ...called([...misspelt, ...misspelt, create("A-3")]));
    expect(other.stderr.trimEnd().split("\n").at(-1)).toContain("next: correct merchantId, ");
    const off = await execHere({ settings }, ...called([create("A-1")]));
    expect(off.stderr).not.toContain("no public key");
  });

  it("tells that only control calls came", async () => {
    const { code, stderr } = await execHere({ settings }, ...curls([{ path: "/_sandbox/lanes" }]));
    expect([code, said(stderr)]).toEqual([
      0,
      ["payment-sandbox | warning: only control calls came: the command never called the payment API"],
    ]);
    expect(stderr).toContain("| next: the tests reach the sandbox, so point the code that they test at ");
  });

  it("says whose an exit code is if no call was made", async () => {
    const { code, stderr } = await execHere({ settings }, ...curls([], "exit 5"));
    expect(code).toBe(5);
    expect(stderr).toContain(
      "| next: read the command's own output: 5 is its own exit code, and it made no call (pytest's 4 or 5: no test ran)\n",
    );
    expect(stderr).not.toContain("point your code");
  });

  it("names the addresses that were refused, and does not say that no call was made", async () => {
    const [, , onlyBad] = curls([unsigned("/lane/a%20b/hosted-checkout/query", {}), unsigned("/lane/a%20b/x", {})]);
    const rebound = onlyBad!.replaceAll("$PAYMENT", '" -H "Host: pay.test" "$PAYMENT').replace("/lane/a%20b", "");
    const { code, stderr } = await execHere({ settings, strict: true }, "sh", "-c", `${onlyBad}\n${rebound}`);
    expect([code, said(stderr)]).toEqual([
      4,
      [
        "payment-sandbox | error: turned away: a%20b is no lane's name: use letters, digits, '.', '_' and '-', up to 64, such as a-b (2 calls)",
        "payment-sandbox | error: turned away: Host pay.test is neither this sandbox's nor in --allowed-hosts: call it by localhost, or start with --allowed-hosts pay.test (2 calls)",
      ],
    ]);
    expect(stderr).toContain("| warnings: 4 calls with an address that is refused\n");
    expect(stderr).toContain(
      "| next: correct the addresses that the warnings above name: these calls reached no lane\n",
    );
  });

  it("tells that no call was made", async () => {
    const { code, stderr } = await execHere({ settings }, ...calls());
    expect([code, said(stderr)]).toEqual([0, ["payment-sandbox | warning: the command never called the sandbox"]]);
  });

  it("stands in the JSON report", async () => {
    const file = rules("{ name: unused, when: { operation: '*/refund' }, then: { outcome: maintenance } }");
    const out = join(folder.path, "out.json");
    await execHere({ scenarios: [file], settings, reports: [`json=${out}`] }, ...calls(""));
    const { warnings, exitCode, requests } = JSON.parse(readFileSync(out, "utf8"));
    expect([exitCode, warnings]).toEqual([0, [expect.stringContaining('rule "unused" of story never fired')]]);
    expect(requests).toMatchObject([{ lane: "default", requestId: "req-1", operation: "hosted-checkout/query" }]);
  });
});

describe("exec --strict", () => {
  it("ends in 4 where a rule never fired", async () => {
    const file = rules("{ when: { operation: '*/refund' }, then: { outcome: maintenance } }");
    const { code, stderr } = await execHere({ scenarios: [file], settings, strict: true }, ...calls(""));
    expect(stderr).toMatch(/\| next: look at .*\.scenario\.yaml:3: rule 1 of story: no call met its `when`\n$/);
    expect(code).toBe(4);
  });

  it("says that a call ended before the rule was tried", async () => {
    const file = rules("{ when: { operation: '*/query' }, then: { outcome: maintenance } }");
    const query = called([["/hosted-checkout/query", { merchantId: 5 }]]);
    const { code, stderr } = await execHere({ scenarios: [file], settings, strict: true }, ...query);
    expect(stderr).toContain(
      "nearest: req-1 hosted-checkout/query: all clauses hold, but the call ended before the rules were tried: invalid-parameter (",
    );
    expect(stderr).toMatch(
      /\| next: look at the nearest call of .*:3: rule 1 of story: it meets its `when`, but the rule did not act\n$/,
    );
    expect(code).toBe(4);
  });

  it("ends in 4 where a member of a rule that fired has no effect", async () => {
    const file = rules("{ when: { operation: hosted-checkout/query }, then: { page: { auto: pay } } }");
    const { code, stderr } = await execHere({ scenarios: [file], settings, strict: true }, ...calls(""));
    expect(stderr).toMatch(/\| error: .*\.scenario\.yaml:3:\d+: page has no effect here/);
    expect(stderr).toMatch(
      /\| next: correct the scenario as the error says; .*validate --strict <file> finds it without a run\n$/,
    );
    expect(code).toBe(4);
  });

  it.each<[string, readonly [string, string], string]>([
    [
      "move a rule that an earlier one hides",
      [
        "{ when: { operation: 'hosted-checkout/*' }, then: { outcome: maintenance }, times: 9 }",
        "{ when: { operation: '*/query' }, then: { outcome: order-not-found } }",
      ],
      'move .*:4: rule 2 of story before rule "story#1", or narrow the `when` of that one',
    ],
    [
      "look at the counting of a rule that matched",
      [
        "{ when: { operation: '*/query' }, then: { outcome: order-not-found }, after: 3 }",
        "{ when: { operation: '*/query' }, then: { outcome: maintenance } }",
      ],
      "look at the nearest call of .*:3: rule 1 of story: it meets its `when`, but the rule did not act",
    ],
  ])("says to %s", async (_, both, next) => {
    const { stderr } = await execHere({ scenarios: [rules(...both)], settings, strict: true }, ...calls(""));
    expect(stderr).toMatch(new RegExp(`\\| next: ${next}\\n$`));
  });

  const sale = { when: { operation: "*/sale" }, times: 1, then: { outcome: "maintenance" } };
  const query = unsigned("/lane/a/hosted-checkout/query", { merchantId: 5, orderId: 1 });
  const lineItems = [{ quantity: 1, priceData: { unitAmount: 50, name: "Tea" } }];
  const order = { merchantReference: "A-1", amount: 50, lineItems };
  const paid = unsigned("/lane/b/tokenization/sale", { merchantId: 3, userId: "user1", tokenId: 1, ...order });
  const force = (lane: string, body: object) => ({ path: `/lane/${lane}/_sandbox/rules`, body });
  const without = (path: string) => ({ path: `/lane/a/_sandbox/${path}`, method: "DELETE" });
  const unfired = `error: rule ${JSON.stringify(sale)} of lane a never fired`;
  it.each([
    ["in a lane that is kept", [force("a", sale), query], [unfired, "  nearest: req-1 "]],
    ["in a lane that was dropped", [force("a", sale), query, without("lanes/a")], [unfired, "  nearest: req-1 "]],
    ["in a lane without a call", [unsigned("/hosted-checkout/query", {}), force("a", sale)], [unfired]],
    ["without `times`", [force("a", { then: sale.then, when: sale.when }), query], []],
    ["that was removed", [force("a", sale), query, without("rules")], []],
    ["that fired in another lane", [force("a", sale), force("b", sale), query, paid], []],
  ])("counts a test's rule %s", async (_, made, expected) => {
    const { code, stderr } = await execHere({ settings, strict: true }, ...curls(made));
    expect([code, said(stderr)]).toEqual([
      expected.length === 0 ? 0 : 4,
      expected.map((line) => expect.stringContaining(`payment-sandbox | ${line}`)),
    ]);
  });

  it("ends in 4 where no call was made", async () => {
    const { code, stderr } = await execHere({ settings, strict: true }, ...calls());
    expect([code, said(stderr)]).toEqual([4, ["payment-sandbox | error: the command never called the sandbox"]]);
  });

  it("ends in 0 where there is nothing to warn of", async () => {
    const { code, stderr } = await execHere({ settings, strict: true }, ...calls(""));
    expect([code, said(stderr)]).toEqual([0, []]);
  });

  it("leaves the command its own exit code", async () => {
    const { code } = await execHere({ settings, strict: true }, ...curls([], "exit 9"));
    expect(code).toBe(9);
  });
});

describe("a rule that could not act", () => {
  const lineItems = [{ quantity: 1, priceData: { unitAmount: 50, name: "Tea" } }];
  const order = { merchantId: 5, amount: 50, merchantReference: "A-1", lineItems };

  it("ends exec in 4, and stands in the reports", async () => {
    const file = rules("{ name: pays, when: { operation: '*/create' }, then: { page: { auto: pay, card: visa } } }");
    const command = called([["/hosted-checkout/create", { ...order, allowedCardType: "MASTER" }]]);
    const out = (name: string) => join(folder.path, name);
    const reports = [`junit=${out("unable.xml")}`, `html=${out("unable.html")}`];
    const { code, stderr } = await execHere({ scenarios: [file], settings, reports }, ...command);
    expect(code).toBe(4);
    const why = 'rule "pays" could not act: allowedCardType is MASTER, and the card is of VISA';
    expect(said(stderr)).toContainEqual(`payment-sandbox | in lane default ${why}`);
    expect(readFileSync(out("unable.xml"), "utf8")).toContain("allowedCardType is MASTER");
    expect(readFileSync(out("unable.html"), "utf8")).toContain("allowedCardType is MASTER");
  });

  it("ends exec in 4 where its order has closed meanwhile", async () => {
    const file = rules("{ name: late, when: { operation: '*/create' }, then: { page: { auto: pay, after: 1h } } }");
    const command = curls([
      unsigned("/hosted-checkout/create", order),
      { path: "/_sandbox/clock", method: "PUT", body: { action: "advance", by: "2h" } },
    ]);
    const { code, stderr } = await execHere({ scenarios: [file], settings }, ...command);
    expect(code).toBe(4);
    expect(said(stderr)).toContainEqual(
      expect.stringMatching(/in lane default rule "late" could not act: order \d+ is CLOSED$/),
    );
  });

  it("is none where a test pays with a card that the order forbids", async () => {
    const command = curls([
      unsigned("/hosted-checkout/create", { ...order, allowedCardType: "MASTER" }),
      { path: "/_sandbox/orders/A-1/simulate", method: "POST", body: { action: "pay", card: "visa" } },
    ]);
    const { code, stderr } = await execHere({ settings }, ...command);
    expect([code, said(stderr)]).toEqual([0, []]);
  });

  it.each([
    [
      "/hosted-checkout/query",
      { merchantId: 5, orderID: 1, orderId: 1 },
      "hosted-checkout/query: unknown parameter orderID. Did you mean orderId? (2 calls)",
      4,
    ],
    [
      "/hosted-checkout/qury",
      {},
      "hosted-checkout/qury: unknown path /hosted-checkout/qury. Did you mean /hosted-checkout/query? (2 calls)",
      4,
    ],
    [
      "/hosted-checkout/query",
      { merchantId: 5, orderId: 1, plugin: "x" },
      "hosted-checkout/query: unknown parameter plugin (2 calls)",
      0,
    ],
  ])("tells what is wrong with %s %j; under --strict a near miss fails", async (path, params, told, exit) => {
    const command = called([
      [path, params],
      [path, params],
    ]);
    const strict = await execHere({ settings, strict: true }, ...command);
    expect([strict.code, said(strict.stderr)]).toEqual([
      exit,
      [`payment-sandbox | ${exit === 4 ? "error" : "warning"}: ${told}`],
    ]);
    const lenient = await execHere({ settings }, ...command);
    expect([lenient.code, said(lenient.stderr)]).toEqual([0, [`payment-sandbox | warning: ${told}`]]);
  });
});

it.each([["info"], ["error"]])(
  "--log-format json prints each line as JSON, the summary and failures too: level %s",
  async (level) => {
    const file = written(
      "rules: [{ then: { outcome: maintenance } }]",
      "expect: [{ calls: { operation: '*/refund', count: 1 } }]",
    );
    const options = ["--scenario", file, "--signature", "off", "--log-format", "json", "--log-level", level];
    const { exitCode, stderr } = await run(["exec", ...options, "--", ...calls("")]);
    const lines = stderr
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(exitCode).toBe(4);
    const failure = { level: "warn", message: expect.stringContaining("expect") };
    expect(lines).toContainEqual({ time: expect.any(String), ...failure });
    const next = { time: expect.any(String), level: "info", message: expect.stringMatching(/^next: /) };
    if (level === "info") expect(lines.at(-1)).toEqual(next);
    else expect(lines).not.toContainEqual(next);
  },
);
