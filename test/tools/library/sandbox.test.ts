import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { readPublicKey } from "../../../src/core/signing/keys.js";
import { isSignedBy } from "../../../src/core/signing/signature.js";
import { type Sandbox, sign, startSandbox } from "../../../src/index.js";
import { packageText } from "../../../src/package/files.js";
import { clientOf, requests, sold } from "../../support/client.js";
import { ofFile } from "../../support/of-file.js";
import { testFolder } from "../../support/sandbox.js";
import { startShop } from "../../support/shop.js";

const sandbox = ofFile(await startSandbox());

describe("the example of the contract", () => {
  it("runs as it stands", async () => {
    await using shop = await startShop();
    await using own = await startSandbox({ port: 0 });
    const lane = await own.lane("refunds");
    const client = clientOf(lane.url);
    await lane.force({
      when: { operation: "*/refund" },
      then: { outcome: "insufficient-unsettled-balance" },
      times: 1,
    });
    await sold(client, { merchantReference: "A-1", callbackUrl: { notify: shop.notifyUrl } });
    const refund = { merchantId: 3, merchantReference: "A-1", amount: 50 };
    expect((await client("hosted-checkout/refund", refund)).body.responseCode).toBe("2006");
    await lane.clock.advance("20m");
    const [heard] = await lane.waitFor({ for: "notification", match: { merchantReference: "A-1" } });
    expect(heard).toMatchObject({ state: "acknowledged", merchantReference: "A-1" });
    expect((await client("hosted-checkout/refund", refund)).body.responseCode).toBe("0000");
    const report = await lane.verify([{ order: { merchantReference: "A-1", status: "REFUNDED" } }]);
    expect(report).toEqual({ passed: true, failures: [] });
  });
});

describe("lane.call", () => {
  it("says that a delay was not waited, because the clock is frozen", async () => {
    const lane = await sandbox.lane("frozen");
    await lane.clock.freeze();
    const { warnings: ofRule } = await lane.next({ delay: "1h" });
    expect(ofRule).toEqual([{ where: "delay", message: expect.stringContaining("resume the clock") }]);
    const { warnings, requestId } = await lane.call("tokenization/sale", requests.sale({ merchantReference: "A-1" }));
    expect(warnings).toEqual(["the rule's delay was recorded and not waited: the lane's clock is frozen"]);
    const { explain } = await lane.request(requestId!);
    expect(explain.ladder.map(({ found }) => found)).toContainEqual(expect.stringContaining(warnings[0]!));
    expect(await lane.requests()).toMatchObject([{ warnings }]);
  });

  it("gives up after 30 s without an answer, and names the call", async () => {
    const lane = await sandbox.lane("silent");
    await lane.next({ fault: "no-response", placed: "after-commit" });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const call = lane.call("tokenization/sale", requests.sale({ merchantReference: "A-1" }));
    const said = expect(call).rejects.toThrow("lane.call: tokenization/sale: no answer within 30 s; lane.requests()");
    await vi.advanceTimersByTimeAsync(30_000);
    await said;
  });

  it.each([
    ["its lane is dropped", "lane.call: lane silent was dropped before the answer came"],
    ["its lane is dropped a second time", "lane.call: lane silent was dropped before the answer came"],
    ["its sandbox is stopped", "this sandbox was stopped"],
  ])("that waits is rejected once %s", async (ending, why) => {
    const own = await startSandbox();
    onTestFinished(() => own.stop());
    const lane = await own.lane("silent");
    if (ending.endsWith("a second time")) await lane.drop();
    await lane.next({ fault: "no-response", placed: "after-commit" });
    const said = expect(lane.call("tokenization/sale", requests.sale({ merchantReference: "A-1" }))).rejects.toThrow(
      why,
    );
    await lane.waitFor({ for: "request", match: { operation: "tokenization/sale" } });
    await (ending === "its sandbox is stopped" ? own.stop() : lane.drop());
    await said;
  });

  it("that nobody awaits fails no test once its lane is dropped", async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    const others = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection");
    process.on("unhandledRejection", note);
    onTestFinished(() => {
      process.off("unhandledRejection", note);
      for (const other of others) process.on("unhandledRejection", other);
    });
    const lane = await sandbox.lane("forgotten");
    await lane.next({ fault: "no-response", placed: "after-commit" });
    void lane.call("tokenization/sale", requests.sale({ merchantReference: "A-1" }));
    await lane.waitFor({ for: "request", match: { operation: "tokenization/sale" } });
    await lane.drop();
    await new Promise((later) => setImmediate(later));
    expect(unhandled).toEqual([]);
  });
});

describe("a sandbox", () => {
  it("answers at its url, and no longer once stopped", async () => {
    const own = await startSandbox();
    const { url } = own;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    await own.stop();
    await expect(fetch(`${url}/readyz`)).rejects.toThrow();
  });

  it("takes scenarios by name and as documents, merchants, codes, assumptions, a seed and how signatures count", async () => {
    await using own = await startSandbox({
      seed: 5,
      signature: "warn",
      scenario: [
        "maintenance-window",
        { name: "own", rules: [{ when: { merchantReference: "/^X-/" }, then: { outcome: "rate-limited" } }] },
      ],
      merchants: [{ id: 9, unsettledBalance: { HKD: 12.5 } }],
      responseCodes: { "rate-limited": { code: "7777", message: "slower" } },
      assumptions: { "duplicate-reference": "return-existing" },
    });
    const lane = await own.lane();
    const names = (await lane.rules()).map(({ name }) => name);
    expect(names).toEqual(["under maintenance", undefined]);
    expect((await lane.merchant(9)).unsettledBalance).toEqual({ HKD: 12.5, USD: 0 });
    const query = { merchantId: 3, merchantReference: "X-1" };
    const { body } = await clientOf(own.url)("hosted-checkout/query", query, { signature: "AAAA" });
    expect(body).toEqual({ responseCode: "7777", message: "slower" });
    expect(await (await fetch(`${own.url}/_sandbox/health`)).json()).toMatchObject({ seed: 5 });
  });

  it("keeps its state in a folder", async () => {
    using folder = testFolder();
    {
      await using first = await startSandbox({ dataDir: folder.path });
      await sold(clientOf(first.url), { merchantReference: "KEPT" });
    }
    await using second = await startSandbox({ dataDir: folder.path });
    expect(await (await second.lane()).orders()).toMatchObject([{ merchantReference: "KEPT", status: "SUCCESS" }]);
  });

  it("gives the key that verifies notifications", async () => {
    expect(await sandbox.notificationPublicKey()).toMatch(/^-----BEGIN PUBLIC KEY-----/);
  });

  it("says what a wrong lane's name is", async () => {
    await expect(sandbox.lane("a/b")).rejects.toThrow(
      "a/b is no lane's name: use letters, digits, '.', '_' and '-', up to 64, such as a-b",
    );
    await expect(sandbox.lane("Ünï")).rejects.toThrow(/up to 64$/);
    const sead: object = { sead: 3 };
    await expect(sandbox.lane("x", sead)).rejects.toThrow("sandbox.lane: unknown member sead, did you mean seed?");
    const other: object = { colour: 1 };
    await expect(sandbox.lane("x", other)).rejects.toThrow("sandbox.lane: unknown member colour, expected seed");
  });
});

describe("a lane", () => {
  it("verifies what its scenario expects, and throws if nothing is expected", async () => {
    const lane = await sandbox.lane("verified");
    const nothing =
      "lane.verify checked nothing: no scenario of the lane expects anything. Give it expectations, or load";
    await expect(lane.verify()).rejects.toThrow(nothing);
    await expect(lane.verify([])).rejects.toThrow("lane.verify checked nothing: the list is empty.");
    await lane.load("refund-short-of-balance");
    expect((await lane.verify()).passed).toBe(false);
    await lane.load({ name: "own", rules: [] });
    await expect(lane.verify()).rejects.toThrow(nothing);
  });

  it("moves its own clock", async () => {
    const lane = await sandbox.lane("clock");
    const frozen = await lane.clock.freeze("2026-01-05T10:00:00+08:00");
    expect(frozen.mode).toBe("frozen");
    await clientOf(lane.url)("hosted-checkout/create", requests.create({ merchantReference: "LATE" }));
    const { fired } = await lane.clock.advance("20m");
    expect(fired).toMatchObject([{ kind: "expiry" }]);
    expect(await lane.clock.now()).toEqual(new Date("2026-01-05T02:20:00Z"));
    expect((await lane.clock.set(new Date("2026-01-05T00:00:00Z"))).mode).toBe("frozen");
    expect((await lane.clock.runUntilIdle()).fired).toEqual([]);
    expect((await lane.clock.resume()).mode).toBe("wall");
  });

  it("forces, forgets and tells of rules", async () => {
    const lane = await sandbox.lane("rules");
    const { id } = await lane.force({ name: "closed", then: { outcome: "maintenance" } });
    await lane.next({ outcome: "rate-limited" });
    expect((await lane.rules()).map(({ origin }) => origin)).toEqual(["next", "control"]);
    await lane.unforce(id);
    expect(await lane.rules()).toHaveLength(1);
    await lane.unforce();
    expect(await lane.rules()).toEqual([]);
  });

  it("loads a story, and is empty after a reset", async () => {
    const lane = await sandbox.lane("load");
    const applied = await lane.load("refund-short-of-balance");
    expect(applied).toMatchObject({ name: "refund-short-of-balance", given: { orders: 1 }, warnings: [] });
    expect(await lane.orders({ status: "SETTLED" })).toHaveLength(1);
    await lane.reset();
    expect([await lane.orders(), await lane.rules()]).toEqual([[], []]);
  });

  it("loads a scenario file by its path, and names the line of a fault", async () => {
    using folder = testFolder();
    const lane = await sandbox.lane("load-file");
    const file = join(folder.path, "zeros.scenario.yaml");
    writeFileSync(file, "name: zeros\nexpect:\n  - order: { merchantReference: 0051, status: SUCCESS }\n");
    expect(await lane.load(file)).toMatchObject({ name: "zeros", file, expect: 1 });
    writeFileSync(file, "name: zeros\nrulez: []\n");
    await expect(lane.load(file)).rejects.toThrow(/zeros\.scenario\.yaml:2:1: .*rules/);
    await expect(lane.load("sc/none.scenario.yaml")).rejects.toThrow("sc/none.scenario.yaml: there is no such file");
  });

  it("plays the shopper", async () => {
    const lane = await sandbox.lane("shopper");
    const client = clientOf(lane.url);
    const { body } = await client("hosted-checkout/create", requests.create());
    const { id } = body.order;
    expect(await lane.simulate(id, { action: "decline", reason: "lost-card" })).toMatchObject({ status: "OPEN" });
    expect(await lane.simulate(id, "pay")).toMatchObject({ status: "SUCCESS" });
    const { transactions, checkoutUrl } = await lane.order(id);
    expect(transactions.map(({ declined }) => declined)).toEqual(["lost-card", undefined]);
    expect(checkoutUrl).toContain("/lane/shopper/checkout/");
    expect(await lane.settle(3)).toEqual({ settled: 1, paidOut: { HKD: 50, USD: 0 } });
    expect((await lane.order(id)).order.status).toBe("SETTLED");
    expect(await lane.invariants()).toMatchObject({ holds: true, broken: [] });
  });

  it("pays by the order's id, its reference or its page, and no other page", async () => {
    const lane = await sandbox.lane("payer");
    const created = async () => (await lane.call("hosted-checkout/create", requests.create())).body;
    const { order, checkoutUrl } = await created();
    expect(await lane.pay(checkoutUrl, { card: "master-debit" })).toMatchObject({ id: order.id, status: "SUCCESS" });
    expect(await lane.pay((await created()).order.id)).toMatchObject({ status: "SUCCESS" });
    const { id, merchantReference } = (await created()).order;
    expect(await lane.pay(merchantReference)).toMatchObject({ id, status: "SUCCESS" });
    expect((await lane.order(merchantReference)).order).toMatchObject({ id, status: "SUCCESS" });
    await expect(lane.pay("nobody's")).rejects.toThrow("there is no order nobody's");
    const other = await sandbox.lane("payee");
    await expect(other.pay(checkoutUrl)).rejects.toThrow(
      `lane payee has no page ${checkoutUrl}: that is of lane payer (act in lane payer, or use an address of lane payee)`,
    );
    const page = (await lane.call("tokenization/add-token", { userId: "eve" })).body.checkoutUrl;
    await expect(lane.pay(page)).rejects.toThrow(
      `lane.pay: expected an order's id, its merchantReference or its checkoutUrl (lane.saveCard takes that of add-token), found "${page.slice(0, 20)}`,
    );
  });

  it("switches rules off and on, and forks what it saved", async () => {
    const lane = await sandbox.lane("switches");
    const { id } = await lane.force({ then: { outcome: "maintenance" } });
    expect(await lane.rules.disable(id)).toMatchObject({ id, enabled: false });
    const order = await sold(clientOf(lane.url));
    const saved = await lane.snapshot("sold");
    expect(await lane.snapshots()).toContainEqual(saved);
    const fork = await lane.fork("sold", "switched");
    expect((await fork.order(order.id)).order.status).toBe("SUCCESS");
    expect(fork.url).toBe(`${sandbox.url}/lane/switched`);
    expect(await fork.rules()).toMatchObject([{ id, enabled: false }]);
    await lane.reset();
    await lane.restore("sold");
    await lane.rules.enable(id);
    expect((await clientOf(lane.url)("tokenization/sale", requests.sale())).body.responseCode).toBe("9002");
  });

  it("puts tokens and merchants, and tells of requests", async () => {
    const lane = await sandbox.lane("put");
    const token = await lane.putToken({ merchantId: 3, userId: "eve", card: "master-debit" });
    expect(await lane.tokens({ userId: "eve" })).toEqual([{ ...token, merchantId: 3 }]);
    expect(await lane.putMerchant(3, { unsettledBalance: { USD: 7 } })).toMatchObject({ unsettledBalance: { USD: 7 } });
    await sold(clientOf(lane.url), { userId: "eve", tokenId: token.tokenId });
    const [request] = await lane.requests({ operation: "tokenization/sale" });
    expect(await lane.request(request?.id ?? "")).toMatchObject({ explain: expect.any(Object) });
  });

  it("saves a card on the page of add-token", async () => {
    const lane = await sandbox.lane("card-entry");
    const { body } = await lane.call("tokenization/add-token", { userId: "eve" });
    expect(await lane.saveCard(body.checkoutUrl, { action: "decline", reason: "lost-card" })).toMatchObject({
      status: "OPEN",
    });
    await lane.force({ when: { operation: "*/add-token" }, times: 1, then: { outcome: "insufficient-funds" } });
    const { checkoutUrl } = (await lane.call("tokenization/add-token", { userId: "eve" })).body;
    await expect(lane.saveCard(checkoutUrl)).rejects.toMatchObject({
      code: "declined",
      message: expect.stringContaining("the card is declined (insufficient-funds)"),
    });
    const { tokenId, ...saved } = await lane.saveCard(body.checkoutUrl, { card: "master-debit" });
    await expect(lane.saveCard(`${body.checkoutUrl}x`)).rejects.toThrow(/: that of card entry \d+ is http/);
    const typed: number = tokenId;
    expect(typed).toBeGreaterThan(0);
    expect(saved).toMatchObject({ userId: "eve", status: "SAVED" });
    expect(await lane.tokens({ userId: "eve" })).toMatchObject([{ tokenId }]);
    await expect(lane.saveCard("http://localhost/checkout/1-x")).rejects.toThrow(
      'lane.saveCard: expected the checkoutUrl of tokenization/add-token (lane.pay takes that of an order), found "http://localhost/checkout/1-x"',
    );
  });

  it("says what is wrong, and what to do", async () => {
    const lane = await sandbox.lane("errors");
    await expect(lane.order(1)).rejects.toMatchObject({ name: "ControlError", status: 404, code: "not-found" });
    await expect(lane.load("refund-short-of-balanse")).rejects.toThrow("did you mean refund-short-of-balance?");
    await expect(lane.load("name: x\nrules: []")).rejects.toThrow("no scenario of the catalogue is called name: x…");
    const late = lane.waitFor({ for: "order", match: { merchantReference: "NEVER" }, timeoutMs: 0 });
    await expect(late).rejects.toMatchObject({ status: 408, code: "timeout", nearest: [] });
    const { body } = await lane.call("hosted-checkout/create", requests.create({ merchantReference: "B" }));
    await expect(lane.resend("B")).rejects.toThrow(
      `there is no notification B (order ${body.order.id} (B) is OPEN but has no callbackUrl.notify: nothing is sent)`,
    );
  });
});

it("a rule or scenario that can never act is told at once, since its test may pass", async () => {
  const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  onTestFinished(() => warned.mockRestore());
  const lane = await sandbox.lane("warned");
  const rule = { when: { operation: "*/create" }, then: { notify: { drop: true } } } as const;
  await lane.force(rule);
  await lane.next({ fault: "no-response", placed: "before-commit", gate: { name: "g" } });
  await lane.load({ name: "drops", rules: [rule] });
  const told = warned.mock.calls.map(([text]) => String(text));
  expect(told).toEqual([
    expect.stringMatching(/^rule rule-1: then\.notify: notify has no effect here: \*\/create sends no notification, /),
    "rule rule-2: gate: gate has no effect beside a fault placed before-commit",
    expect.stringMatching(/^scenario drops: rules\[0\]\.then\.notify: notify has no effect here/),
  ]);
});

describe("a signed request", () => {
  const post = async (url: string, path: string, envelope: object) => {
    const body = JSON.stringify(envelope);
    const answer = await fetch(`${url}/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    return answer.json();
  };

  it("sends a signed call, and tells what came of it", async () => {
    const lane = await sandbox.lane("called");
    const { http, body, requestId, warnings } = await lane.call("tokenization/sale", {
      ...requests.sale({ merchantReference: "CALLED" }),
      // @ts-expect-error The compiler names it too.
      curency: "HKD",
    });
    expect([http, body.order.status]).toEqual([200, "SUCCESS"]);
    expect(warnings).toEqual(["unknown parameter curency. Did you mean currency?"]);
    expect((await lane.request(requestId!)).request.merchantReference).toBe("CALLED");
    const query = await lane.call("hosted-checkout/query", { merchantReference: "CALLED" });
    const asText = await lane.call("hosted-checkout/query", '{"merchantReference":"CALLED","amount":50.10}');
    expect(asText.text).toBe(query.text);
    expect(asText.text).toMatch(/"amount":\d+\.\d\d/);
    expect((await lane.request(asText.requestId!)).request.text).toBe(
      '{"merchantId":3,"merchantReference":"CALLED","amount":50.10}',
    );
    expect(query.body.order.merchantReference).toBe("CALLED");
  });

  it("of a lane is believed under enforce", async () => {
    const lane = await sandbox.lane("signs");
    const envelope = await lane.sign(requests.create({ merchantReference: "SIGNED" }));
    expect(await post(lane.url, "hosted-checkout/create", envelope)).toMatchObject({ responseCode: "0000" });
    expect(await lane.orders()).toMatchObject([{ merchantReference: "SIGNED" }]);
  });

  it("of an unknown merchant is refused if enforce was asked for, and warned of otherwise", async () => {
    const call = async (from: Sandbox, merchantId: number) => {
      const lane = await from.lane("merchants");
      return lane.call("hosted-checkout/create", requests.create({ merchantId }));
    };
    await using strict = await startSandbox({ signature: "enforce" });
    expect((await call(strict, 99)).body).toMatchObject({ responseCode: "1003" });
    const made = await call(sandbox, 99);
    expect([made.body.responseCode, made.warnings]).toEqual([
      "0000",
      ["merchant 99 was made by this call, and nothing verified its signature"],
    ]);
    const [listed] = await (await sandbox.lane("merchants")).requests();
    expect(listed?.warnings).toEqual(made.warnings);
    expect((await call(sandbox, 99)).warnings).toEqual([]);
  });

  it("is made without a sandbox too, from parameters or from their text as it stands", () => {
    const key = readPublicKey(packageText("fixtures/keys/demo-merchant.public.pem"));
    const text = '{ "merchantId": 3, "merchantReference": "a\\/b" }';
    const [ofParameters, ofText] = [sign({ merchantId: 3 }), sign(text)];
    expect([ofParameters.request, ofText.request]).toEqual(['{"merchantId":3}', text]);
    for (const { request, signature } of [ofParameters, ofText])
      expect(isSignedBy(request, signature, [key])).toBe(true);
  });

  it("of another merchant is signed by that one's key", async () => {
    const own = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const pem = own.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const lane = await sandbox.lane("other-merchant");
    await lane.putMerchant(8, { publicKeys: [own.publicKey.export({ type: "spki", format: "pem" }).toString()] });
    const params = requests.create({ merchantId: 8 });
    expect(await post(lane.url, "hosted-checkout/create", sign(params, pem))).toMatchObject({ responseCode: "0000" });
    expect(await post(lane.url, "hosted-checkout/create", sign(params))).toMatchObject({
      message: "invalid signature",
    });
  });

  it("needs a private key", () => {
    expect(() => sign({}, "hello")).toThrow("expected an RSA private key (PEM)");
    expect(() => sign({}, sandbox.keys.publicKey)).toThrow("expected an RSA private key (PEM), found a public key");
  });

  it("is made with the demo merchant's pair, which the sandbox tells", () => {
    const [privateKey, publicKey] = ["private", "public"].map((half) =>
      packageText(`fixtures/keys/demo-merchant.${half}.pem`),
    );
    expect(sandbox.keys).toEqual({ privateKey, publicKey });
  });
});

describe("twenty lanes", () => {
  it("are used by twenty clients at once with no cross-talk", async () => {
    const names = Array.from({ length: 20 }, (_, i) => `crowd-${i}`);
    const seen = await Promise.all(
      names.map(async (name, i) => {
        const lane = await sandbox.lane(name);
        await lane.force({ times: 1, then: { outcome: { responseCode: `8${i}`, message: name } } });
        const client = clientOf(lane.url);
        const forced = await client("tokenization/sale", requests.sale({ merchantReference: "SAME" }));
        const order = await sold(client, { merchantReference: "SAME", amount: i + 1 });
        const [only, ...others] = await lane.orders();
        expect([forced.body.message, order.amount, only?.amount, others]).toEqual([name, i + 1, i + 1, []]);
        expect(await lane.requests()).toHaveLength(2);
        return order.id;
      }),
    );
    // One seed: each lane counts from the same id.
    expect(new Set(seen).size).toBe(1);
  });
});
