import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { paymentOperations } from "../../../src/core/scenario/values/operations.js";
import { listening } from "../../support/listening.js";
import { ofFile } from "../../support/of-file.js";
import { testFolder } from "../../support/sandbox.js";
import { run, runProcess, start } from "./cli.js";

const sandbox = await start(["--signature", "enforce"]);
ofFile(sandbox.cli);

const there = () => ({ env: { PAYMENT_SANDBOX_URL: sandbox.url } });
const call = (words: readonly string[]) => run(["call", ...words], there());

describe("call", () => {
  it("creates an order of the demo data, and says why it went so", async () => {
    const { exitCode, stdout, stderr } = await call(["hosted-checkout/create", "--demo", "--set", "amount=12.5"]);
    const { order, checkoutUrl } = JSON.parse(stdout);
    expect(exitCode).toBe(0);
    expect(order).toMatchObject({ merchantId: 3, amount: 12.5, status: "OPEN" });
    expect(checkoutUrl).toContain(sandbox.url);
    expect(stderr).toMatch(/^HTTP 200 · req-\d+ · Nothing to do: the call succeeded\.\n$/);
  });

  it.each([
    ["delete-token", 375],
    ["sale", 351],
  ])("names the stored card that --demo fills in: %s", async (name, tokenId) => {
    const { stderr } = await call([`tokenization/${name}`, "--demo", "--lane", `card-of-${name}`]);
    expect(stderr).toMatch(new RegExp(`^HTTP 200 · tokenId ${tokenId} · req-`));
    const given = ["--demo", "--set", `tokenId=${tokenId}`, "--lane", `card-of-${name}`];
    expect((await call([`tokenization/${name}`, ...given])).stderr).not.toContain("· tokenId");
  });

  it("queries the latest order of the lane, or the one that is named", async () => {
    const lane = ["--lane", "latest"];
    for (const reference of ["A-1", "A-2"])
      await call(["tokenization/sale", "--demo", "--set", `merchantReference=${reference}`, ...lane]);
    const referenceOf = async (...words: readonly string[]) =>
      JSON.parse((await call(["hosted-checkout/query", "--demo", ...lane, ...words])).stdout).order.merchantReference;
    expect(await referenceOf()).toBe("A-2");
    expect(await referenceOf('{"merchantReference":"A-1"}')).toBe("A-1");
    expect(await referenceOf("merchantReference=A-1")).toBe("A-1");
  });

  it("is answered by every operation with the demo data", async () => {
    for (const operation of paymentOperations) {
      const { exitCode, stdout } = await call([operation, "--demo", "--lane", "each"]);
      expect([operation, exitCode, JSON.parse(stdout).responseCode]).not.toContain("1001");
    }
  });

  it("says of a lane that was not there that the call made it, and to check --lane if the order is in another", async () => {
    const reference = "merchantReference=L-1";
    await call(["tokenization/sale", "--demo", "--set", reference, "--lane", "weeb-shop"]);
    const asked = (lane: string) => call(["hosted-checkout/query", "--set", reference, "--lane", lane]);
    const { stderr } = await asked("web-shop");
    expect(stderr).toMatch(/· Check --lane: this call went to another lane than the order\. /);
    expect(stderr).toMatch(
      /^Note: lane web-shop did not exist, so this call made it; the others: .*; did you mean weeb-shop\?$/m,
    );
    expect((await asked("web-shop")).stderr).not.toContain("Note:");
  });

  it("takes the parameters from a file and from stdin", async () => {
    using folder = testFolder();
    const file = join(folder.path, "request.json");
    writeFileSync(file, '{"merchantId":3,"userId":"user1"}');
    const [ofFile, ofStdin] = [
      await call(["tokenization/query-token", `@${file}`]),
      await runProcess(["call", "tokenization/query-token", "-"], {
        ...there(),
        input: '{"merchantId":3,"userId":"user1"}',
      }),
    ];
    expect(ofFile.stdout).toBe(ofStdin.stdout);
    expect(JSON.parse(ofFile.stdout).list).toHaveLength(2);
  });

  it("says what JSON without quotes became in the shell", async () => {
    const { exitCode, stderr } = await call(["hosted-checkout/query", "{merchantReference:", "A-1}"]);
    expect([exitCode, stderr]).toEqual([
      2,
      'payment-sandbox: the parameters: expected one JSON object in single quotes, or name=value, found "{merchantReference: A-1}"\n',
    ]);
  });

  it.each([
    ["C-1", 'name=value, found "C-1"; did you mean merchantReference=C-1?'],
    ["1001", 'name=value, found "1001"; did you mean orderId=1001?'],
    ["two words", 'name=value, found "two words"\n'],
  ])("says how to name the order of %s", async (word, told) => {
    expect((await call(["hosted-checkout/query", word])).stderr).toContain(told);
  });

  it("refuses a parameter that is given twice", async () => {
    const { exitCode, stderr } = await call(["hosted-checkout/query", "orderId=1", "--set", "orderId=2"]);
    expect([exitCode, stderr]).toEqual([2, "payment-sandbox: the parameters: orderId is given twice\n"]);
  });

  it("sets nested parameters, and warns of a misspelt one", async () => {
    const { exitCode, stderr } = await call([
      "hosted-checkout/create",
      "--demo",
      "--set",
      "callbackUrl.notfy=http://127.0.0.1:9/",
    ]);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining("Did you mean callbackUrl.notify?")]);
    expect(stderr.match(/Did you mean/g)).toHaveLength(1);
  });

  it("says each fault once", async () => {
    const { stderr } = await call(["hosted-checkout/create", "--set", "amount=x"]);
    expect(stderr).toMatch(/ Also: (?!invalid).*lineItems: /);
    expect(stderr.match(/lineItems/g)).toHaveLength(1);
  });

  it("says what became of a call whose answer is lost", async () => {
    await fetch(`${sandbox.url}/lane/lost/_sandbox/next`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ fault: "connection-reset", placed: "after-commit" }),
    });
    const { exitCode, stderr } = await call(["tokenization/sale", "--demo", "--lane", "lost"]);
    const said = /^payment-sandbox: no answer \(.*\) · req-1 · The call was carried out, .* before you retry\.\n$/;
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(said)]);
  });

  it.each([
    ["came", true, "tokenId 351 · req-1 · Nothing to do: the call succeeded."],
    ["did not come", false, "the call did not come to this lane"],
  ])("says of a proxy's answer that the call %s", async (_, passes, said) => {
    await using proxy = await listening(async (request, response) => {
      const isControl = request.url?.includes("/_sandbox/");
      if (!isControl && !passes) return response.writeHead(502).end("<html>Bad Gateway</html>");
      const { method = "GET" } = request;
      const body = method === "GET" ? {} : { body: await text(request) };
      const headers = { "Content-Type": "application/json" };
      const answer = await (await fetch(`${sandbox.url}${request.url}`, { method, headers, ...body })).text();
      return isControl ? response.end(answer) : response.writeHead(502).end("<html>Bad Gateway</html>");
    });
    const words = ["tokenization/sale", "--demo", "--url", proxy.url, "--lane", `proxy-${passes}`];
    const { exitCode, stderr } = await call(words);
    expect([exitCode, stderr.split("\n")[0]]).toEqual([
      1,
      `HTTP 502, not the sandbox's own answer (a proxy's?) · ${said}`,
    ]);
  });

  it("gives no other lane's name after a call that is over a team's quota", async () => {
    using folder = testFolder();
    const team = "{name: web, token: a-team-token, lanes: web-*, quota: {lanes: 1}}";
    writeFileSync(join(folder.path, "payment-sandbox.config.yaml"), `adminTokens: [${team}]\n`);
    const { cli, url } = await start([], { cwd: folder.path });
    const inLane = (name: string) => {
      const env = { PAYMENT_SANDBOX_URL: url, PAYMENT_SANDBOX_ADMIN_TOKEN: "a-team-token" };
      return run(["call", "tokenization/sale", "--demo", "--lane", name], { env });
    };
    expect(await inLane("web-1")).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("Note: lane web-1 ") });
    const { exitCode, stderr } = await inLane("web-2");
    await cli[Symbol.asyncDispose]();
    expect([exitCode, stderr]).toEqual([1, "HTTP 429\n"]);
  });

  it("changes a part of the demo data", async () => {
    const { exitCode, stdout } = await call([
      "hosted-checkout/create",
      "--demo",
      ...["--set", "amount=100", "--set", "lineItems.0.quantity=2"],
    ]);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('"amount": 100')]);
  });

  /** The text of `request` as the sandbox got it. */
  const signedBy = async (...words: readonly string[]): Promise<string> => {
    const { stderr } = await call(words);
    const id = /req-\d+/.exec(stderr)![0];
    const asked = await fetch(`${sandbox.url}/_sandbox/requests/${id}`);
    return ((await asked.json()) as { request: { text: string } }).request.text;
  };

  it("signs a text as it is given, with the merchant in front if it names none", async () => {
    const text = '"merchantReference" : 9912345678901234567,"amount":50.10,"amount":50.20';
    expect(await signedBy("hosted-checkout/query", `{${text}}`)).toBe(`{"merchantId":3,${text}}`);
    expect(await signedBy("hosted-checkout/query", `{"merchantId":3.0,${text}}`)).toBe(`{"merchantId":3.0,${text}}`);
    expect(await signedBy("hosted-checkout/query")).toBe('{"merchantId":3}');
    expect(await signedBy("hosted-checkout/query", `\n {${text}}\t\n`)).toBe(`\n {"merchantId":3,${text}}\t\n`);
    expect(await signedBy("hosted-checkout/query", ` {"merchantId":3} `)).toBe(` {"merchantId":3} `);
  });

  it("keeps the digits of settings, and of all that they do not set", async () => {
    const set = (...settings: readonly string[]) => settings.flatMap((one) => ["--set", one]);
    const given = '{"merchantId":3,"amount":50.10}';
    expect(
      await signedBy("hosted-checkout/refund", given, ...set("orderId=7", "merchantReference=0051", "note=1e3")),
    ).toBe('{"merchantId":3,"amount":50.10,"orderId":7,"merchantReference":"0051","note":1e3}');
    expect(await signedBy("hosted-checkout/refund", given, ...set("amount=60.00", "merchantReference=12"))).toBe(
      '{"merchantId":3,"amount":60.00,"merchantReference":"12"}',
    );
    const demo = await signedBy("hosted-checkout/create", "--demo", ...set("amount=70.10", "lineItems.0.quantity=2"));
    expect(demo).toMatch(/^\{"amount":70\.10,"merchantId":3,.*"lineItems":\[\{"quantity":2,/);
  });

  it("makes a list of its items", async () => {
    const items = ["lineItems[0].quantity=2", "lineItems.0.priceData.name=Tea", "lineItems[1].quantity=3"];
    expect(await signedBy("hosted-checkout/create", ...items)).toBe(
      '{"merchantId":3,"lineItems":[{"quantity":2,"priceData":{"name":"Tea"}},{"quantity":3}]}',
    );
  });

  it("prints the digits of the answer", async () => {
    const { stdout } = await call(["hosted-checkout/create", "--demo", "--set", "amount=50.1"]);
    expect(stdout).toContain('"amount": 50.10,\n    "netAmount": 0.00');
  });

  it("ends with 1 for a refusal, 2 for no operation, 3 where no sandbox answers", async () => {
    const refused = await call(["hosted-checkout/create", "--demo", "--outcome", "rate-limited"]);
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining("HTTP 200")]);
    const unknown = await call(["hosted-checkout/creat"]);
    expect([unknown.exitCode, unknown.stderr]).toEqual([
      2,
      expect.stringContaining("did you mean hosted-checkout/create?"),
    ]);
    expect((await call(["hosted-checkout/query", "@nowhere"])).stderr).toContain('no such file: "nowhere"');
    expect((await call(["query"])).stderr).toContain("did you mean hosted-checkout/query or direct/query?");
    expect((await call(["hosted-checkout/create", "{}", "--url", "http://127.0.0.1:1"])).exitCode).toBe(3);
  });
});

describe("env", () => {
  it("prints what exec exports, for eval", async () => {
    const { stdout } = await run(["env"], { env: { PAYMENT_SANDBOX_URL: sandbox.url } });
    const told = execFileSync("sh", [
      "-c",
      `${stdout}\necho "$PAYMENT_SANDBOX_URL $PAYMENT_SANDBOX_MERCHANT_ID"; head -n 1 "$PAYMENT_SANDBOX_PRIVATE_KEY_FILE" "$PAYMENT_SANDBOX_PUBLIC_KEY_FILE"`,
    ]);
    expect(String(told)).toContain(`${sandbox.url} 3\n`);
    expect(String(told)).toMatch(/PRIVATE KEY[\s\S]*PUBLIC KEY/);
  });
});

const has = (program: string): boolean => spawnSync(program, ["--version"]).status === 0;

describe("completion", () => {
  const shellScript = async (shell: string) => (await run(["completion", shell])).stdout;
  let bash: string;
  beforeAll(async () => {
    bash = await shellScript("bash");
  });
  const completed = (...words: readonly string[]): string =>
    String(
      execFileSync("bash", [
        "-c",
        `${bash}\nCOMP_WORDS=(payment-sandbox ${words.join(" ")}); COMP_CWORD=${words.length}; _payment_sandbox; printf "%s " "\${COMPREPLY[@]}"`,
      ]),
    ).trim();

  const rows: readonly (readonly [readonly string[], string])[] = [
    [["comple"], "completion"],
    [["call", "direct/q"], "direct/query"],
    [["pay", "--decl"], "--decline"],
    [["pay", "--decline", "insuf"], "insufficient-funds"],
    [["pay", "--method", "ALIPAYH"], "ALIPAYHK"],
    [["call", "--outcome", "rate"], "rate-limited"],
    [["start", "--signature", "enf"], "enforce"],
    [["start", "--scenario", "refund-sh"], "refund-short-of-balance"],
    [["start", "--data-dir", "''"], ""],
    [["snapshot", "l"], "load list"],
    [["lanes", "dr"], "drop"],
    [["conformance", "verif"], "verify"],
    [["judge", "--report", "ht"], "html="],
    [["exec", "--strict", "--", "prin"], "printenv"],
    [["exec", "--seed", "4", "printe"], "printenv"],
    [["exec", "--", "ls", "--hel"], ""],
    [["exec", "--stri"], "--strict"],
  ];
  it.each(rows)("of %j in bash is %j", (words, expected) => {
    const all = completed(...words).split(" ");
    // Each machine has more programs.
    const mayHaveMore = ["exec", "conformance"].includes(words[0]!) && !words.at(-1)!.startsWith("-");
    expect(all).toEqual(mayHaveMore ? expect.arrayContaining(expected.split(" ")) : expected.split(" "));
  });

  it.skipIf(!has("zsh"))("works in zsh", async () => {
    const script = await shellScript("zsh");
    const test = `autoload -U compinit; compinit -u -D; ${script}\ntype _payment_sandbox; (( \${+_comps[payment-sandbox]} )) && echo registered`;
    expect(String(execFileSync("zsh", ["-fc", test]))).toContain("registered");
  });

  it.skipIf(!has("fish"))("completes values in fish", async () => {
    const script = await shellScript("fish");
    const asked = (line: string) =>
      String(execFileSync("fish", ["--no-config", "-c", `${script}\ncomplete -C "${line}"`]))
        .replace(/\t.*/g, "")
        .trim();
    expect(asked("payment-sandbox start --signature enf")).toBe("enforce");
    expect(asked("payment-sandbox snapshot loa")).toBe("load");
    expect(asked("payment-sandbox exec printen")).toContain("printenv");
  });
});
