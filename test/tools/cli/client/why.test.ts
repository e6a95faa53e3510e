import { stripVTControlCharacters } from "node:util";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { CannotStart, CommandFailed, InvalidInput } from "../../../../src/package/errors.js";
import { typed } from "../../../../src/package/typed.js";
import { callControl, controlTarget } from "../../../../src/tools/cli/client/client.js";
import { pageFound } from "../../../../src/tools/cli/client/pay.js";
import { whyText } from "../../../../src/tools/cli/client/why.js";
import { unknownReference } from "../../../../src/tools/library/nearest-reference.js";
import { clientOf, created, requests, signed, sold } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, FROZEN_AT, startTestSandbox } from "../../../support/sandbox.js";
import { startShop } from "../../../support/shop.js";

const sandbox = ofFile(await startTestSandbox());

/** What is printed and said, and the exit code. */
async function why(
  id: string | undefined,
  more: { url?: string; lane?: string; json?: boolean; paste?: boolean; lastRefused?: boolean },
) {
  const { url = sandbox.url, lane, ...asked } = more;
  const base = lane === undefined ? url : `${url}/lane/${lane}`;
  try {
    let err = "";
    const out = await whyText({ base }, { id, ...asked }, (remark) => {
      err = remark;
    });
    return { code: 0, out: stripVTControlCharacters(out), err };
  } catch (error) {
    const code = 1 + [CommandFailed, InvalidInput, CannotStart].findIndex((Kind) => error instanceof Kind);
    return { code, out: "", err: (error as Error).message };
  }
}

/** A lane with a paid order, and a refund that was refused for lack of balance. */
async function refusedRefund() {
  const { lane, client, url } = await sandbox.lane();
  const order = await sold(client);
  await control(url, "POST", "settle", {});
  const refund = await client("hosted-checkout/refund", { merchantId: 3, orderId: order.id, amount: 10 });
  return { lane: lane.name, client, url, order, requestId: refund.headers.get("X-Sandbox-Request-Id") ?? "" };
}

it("says until when an order can be paid only while it is unpaid", async () => {
  const { lane, client } = await sandbox.lane();
  const paid = await sold(client, { merchantReference: "PAID" });
  const open = await created(client, { merchantReference: "OPEN" });
  const told = async (id: number) => (await why(String(id), { lane: lane.name })).out;
  expect(await told(paid.id)).not.toContain("expires");
  expect(await told(open.id)).toContain("expires 2");
});

it("keeps a reference with a line break on one line", async () => {
  const { lane, client } = await sandbox.lane();
  const { id } = await created(client, { merchantReference: "A-1\nA-2" });
  for (const asked of [String(id), undefined])
    expect((await why(asked, { lane: lane.name })).out).toMatch(/^merchant 3 · reference A-1\\nA-2 · /m);
});

describe("the lane of a client command", () => {
  it.each([
    ["http://localhost:1", "b", "http://localhost:1/lane/b"],
    ["http://localhost:1/lane/a", undefined, "http://localhost:1/lane/a"],
    ["http://localhost:1/lane/a/", "b", "http://localhost:1/lane/b"],
  ])("at %s with --lane %s is %s", async (url, lane, base) => {
    expect(await controlTarget({ url, ...(lane !== undefined && { lane }) })).toMatchObject({ base });
  });
});

it("the hint of a refused command leads to the lane that it asked", async () => {
  const { lane, url, client } = await sandbox.lane();
  const { id } = await sold(client);
  const target = await controlTarget({ url: sandbox.url, lane: lane.name });
  const body = { action: "pay" } as const;
  await expect(callControl(target, "POST /orders/{id}/simulate", { params: { id }, body })).rejects.toThrow(
    `why ${id} --url ${url.replace("/lane/", " --lane ")}`,
  );
});

it("an address that is no sandbox's is named, with what was expected", async () => {
  vi.stubEnv("PAYMENT_SANDBOX_URL", `${sandbox.url}/api`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const expected = `expected the address that start prints, such as http://localhost:4655, or a lane's: http://localhost:4655/lane/a, found ${sandbox.url}/api, which answers: unknown path`;
  await expect(callControl(await controlTarget({}), "GET /keys", {})).rejects.toThrow(
    `PAYMENT_SANDBOX_URL: ${expected}`,
  );
  const named = await controlTarget({ url: `${sandbox.url}/api` });
  await expect(callControl(named, "GET /keys", {})).rejects.toThrow(`--url: ${expected}`);
  await expect(whyText(named, {})).rejects.toThrow(`--url: ${expected}`);
});

describe("why", () => {
  it.each([
    ["whole, with its spaces", 10, /^ {2}\{"merchantId": 3,\n {2} "pad": "x{10}"\}$/m],
    ["cut, if it is long", 5000, /x{100}… \(5\d{3} characters; the JSON of this explanation has all\)$/m],
  ])("of a wrong signature shows the text that came: %s", async (_, length, shown) => {
    const { lane, client } = await sandbox.lane();
    const request = `{"merchantId": 3,\n "pad": "${"x".repeat(length)}"}`;
    await client("hosted-checkout/query", {}, { request, signature: signed("another text") });
    const { out } = await why(undefined, { lane: lane.name });
    expect(out).toMatch(shown);
  });

  it("of a right signature does not show the text", async () => {
    const { lane, client } = await sandbox.lane();
    await created(client);
    expect((await why(undefined, { lane: lane.name })).out).not.toContain("as it came");
  });

  it("says of an order without notifications that none could be sent", async () => {
    const { lane, client } = await sandbox.lane();
    const { merchantReference } = await created(client, { callbackUrl: {} });
    expect((await why(merchantReference, { lane: lane.name })).out).toContain(
      "none: hosted-checkout/create had no callbackUrl.notify, or an empty one",
    );
  });

  it("marks the shop's spans, and takes none for the call that made the order", async () => {
    const { lane, client, url } = await sandbox.lane();
    const params = requests.create({ callbackUrl: {} });
    const [traceId, spanId] = ["a".repeat(32), "b".repeat(16)];
    await client("hosted-checkout/create", params, { headers: { traceparent: `00-${traceId}-${spanId}-01` } });
    const times = { startTimeUnixNano: `${FROZEN_AT - 5}000000`, endTimeUnixNano: `${FROZEN_AT + 95}000000` };
    const spans = [{ traceId, spanId, name: "POST /buy", ...times, status: { code: 2, message: "no" } }];
    const attributes = [{ key: "service.name", value: { stringValue: "my-shop" } }];
    await control(url, "POST", "traces", { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans }] }] });
    const { out } = await why(params.merchantReference as string, { lane: lane.name });
    expect(out).toContain("none: hosted-checkout/create had no callbackUrl.notify, or an empty one");
    expect(out).toContain('  span "POST /buy" of my-shop  100 ms  no\n');
  });

  it("says of a given order that it had no address, whatever its first call is", async () => {
    const { lane, client, url } = await sandbox.lane();
    const given = { orders: [{ merchantId: 3, merchantReference: "GIVEN-1", amount: 10, status: "SUCCESS" }] };
    expect((await control(url, "PUT", "scenario", { name: "given", given })).http).toBe(200);
    const orderId = (await control(url, "GET", "orders/GIVEN-1")).body.order.id;
    await client("hosted-checkout/query", { merchantId: 3, orderId });
    expect((await why("GIVEN-1", { lane: lane.name })).out).toContain(
      "none: the order had no callbackUrl.notify, or an empty one",
    );
  });

  it("pastes one block for a ticket: the reasons, the request and the answer, without colours or keys", async () => {
    const { lane, requestId } = await refusedRefund();
    const ticket = await whyText({ base: `${sandbox.url}/lane/${lane}` }, { id: requestId, paste: true });
    expect(ticket).toMatch(/^payment-sandbox \d+\.\d+\.\d+\nreq-/);
    expect(ticket).toContain('"amount": 10');
    const { client, lane: other } = await refusedRefund();
    const { headers } = await client("tokenization/sale", requests.sale());
    const id = headers.get("X-Sandbox-Request-Id") ?? "";
    const paid = await whyText({ base: `${sandbox.url}/lane/${other}` }, { id, paste: true });
    expect(paid).toContain('"netAmount": 50.00');
    expect(ticket).toContain('"responseCode": "2006"');
    expect(ticket).toBe(stripVTControlCharacters(ticket));
    expect(ticket).not.toMatch(/signature":|BEGIN|\d{13,}/);
  });

  it("prints the ladder of a request, what it found, and what to do", async () => {
    const { lane, order, requestId } = await refusedRefund();
    const { code, out } = await why(requestId, { lane });
    expect(code).toBe(0);
    const lines = out.split("\n");
    expect(lines[0]).toBe("req-3  hosted-checkout/refund  at 2026-01-05T02:00:00.000+00:00");
    expect(lines[1]).toBe('answered 2006 "insufficient unsettled balance" (HTTP 200)');
    expect(out).toMatch(new RegExp(`refused +state +order ${order.id} was SETTLED; insufficient-unsettled-balance`));
    expect(out).toMatch(/not-reached +commit/);
    expect(out).toContain("unsettled  -50.00 HKD  settlement");
    expect(out).toContain("Merchant 3 had 0.00 HKD unsettled. The last settlement, req-2 at");
    expect(lines.at(-2)).toMatch(/^→ Nothing was given back. Wait until new sales cover 10.00 HKD/);
  });

  it("explains the latest call where no id is given, and the latest refused one when asked for that", async () => {
    const { lane, client, order } = await refusedRefund();
    await client("hosted-checkout/query", { merchantId: 3, orderId: order.id });
    expect((await why(undefined, { lane })).out).toMatch(/^req-4 {2}hosted-checkout\/query/);
    expect((await why(undefined, { lane, lastRefused: true })).out).toMatch(/^req-3 {2}hosted-checkout\/refund/);
  });

  it("takes an answer that was lost after the commit for the latest refused call, too", async () => {
    const { lane, client, url } = await sandbox.lane();
    await control(url, "POST", "next", { fault: "http-503", placed: "after-commit" });
    await client("tokenization/sale", requests.sale({ merchantReference: "LOST" }));
    await client("hosted-checkout/query", { merchantId: 3, merchantReference: "LOST" });
    expect((await why(undefined, { lane: lane.name, lastRefused: true })).out).toMatch(/^req-1 {2}tokenization\/sale/);
  });

  it("says of a call that ended before it that no order was looked up", async () => {
    const { lane, client, url } = await sandbox.lane();
    await created(client);
    await fetch(`${url}/hosted-checkout/query`, { method: "POST", body: '{"request":1}' });
    const { out } = await why(undefined, { lane: lane.name });
    expect(out).not.toContain("there was no order before");
    expect(out).toContain("no order was looked up: the call ended at: ");
  });

  it.each([
    ["", undefined, {}],
    [" for a reference", "A-1", {}],
    [" for a call", "req-1", {}],
    [" for the latest refused call", undefined, { lastRefused: true }],
  ])("ends with 2 and names the lanes where there is no such lane%s", async (_, id, question) => {
    const { lane } = await sandbox.lane();
    const { code, err } = await why(id, { lane: `${lane.name}x`, ...question });
    expect(code).toBe(2);
    expect(err).toMatch(
      new RegExp(`^there is no lane ${lane.name}x at http.*expected one of .*did you mean ${lane.name}`),
    );
  });

  it("ends with 2 where no call was made, and with 0 where none was refused", async () => {
    const { lane, client } = await sandbox.lane();
    const none = await why(undefined, { lane: lane.name });
    expect([none.code, none.err]).toEqual([2, expect.stringMatching(/no call was made yet at http.*--lane/)]);
    const empty = await why(undefined, { lane: lane.name, lastRefused: true });
    expect([empty.code, empty.err]).toEqual([2, expect.stringContaining("no call was made yet at http")]);
    await created(client);
    await created(client);
    const { code, err } = await why(undefined, { lane: lane.name, lastRefused: true });
    expect([code, err]).toEqual([0, expect.stringContaining("none of the 2 calls was refused")]);
  });

  it("ends with 1 if the sandbox refuses the token, and says what to give", async () => {
    await using guarded = await startTestSandbox({ adminToken: "token-of-all-lanes" });
    const ask = (adminToken: string | undefined) => whyText({ base: guarded.url, adminToken }, { lastRefused: true });
    await expect(ask(undefined)).rejects.toThrow(
      "(give its token: --admin-token <token>, or PAYMENT_SANDBOX_ADMIN_TOKEN)",
    );
    await expect(ask("token-of-all-lane")).rejects.toThrow(
      "the bearer token opens nothing here: was it changed, or cut off? (compare it with",
    );
  });

  it("says of an order how it stands, and why its last call went so", async () => {
    const { lane, order, requestId } = await refusedRefund();
    const { out } = await why(String(order.id), { lane });
    expect(out).toContain(`order ${order.id}  SETTLED  50.00 HKD, net 50.00`);
    expect(out).toContain(`Its last call:\n\n${requestId}  hosted-checkout/refund`);
  });

  it("says of a refused refund what to do if the shop made the earlier one, and what if not", async () => {
    const { lane, client } = await sandbox.lane();
    const { id } = await sold(client);
    for (const amount of [30, 20]) await client("hosted-checkout/refund", { merchantId: 3, orderId: id, amount });
    const { out } = await why("req-3", { lane: lane.name });
    expect(out).toContain(
      `Looked up\n  a refund of 20.00 HKD of order ${id}, which was REFUNDED\n  30.00 HKD were refunded`,
    );
    expect(out.trimEnd().split("\n").slice(-2)).toEqual([
      "→ If your shop made req-2: it gave back 30.00 HKD, and this call asked for 20.00 HKD. 20.00 HKD more were not given back: an order can be refunded only once. If you owe them, pay them back another way.",
      expect.stringMatching(/^→ If it did not: somebody else refunded the order/),
    ]);
  });

  it("finds the refused second call with a reference by that reference", async () => {
    const { lane, client } = await sandbox.lane();
    const sale = requests.sale({ merchantReference: "TWICE" });
    for (let n = 0; n < 2; n++) await client("tokenization/sale", sale);
    const { out } = await why("TWICE", { lane: lane.name });
    expect(out).toContain("Its last call:\n\nreq-2  tokenization/sale");
    expect(out).toContain("the order was SUCCESS");
  });

  it("tells in an order's timeline which answer was lost, and which call repeats it", async () => {
    const { lane, client, url } = await sandbox.lane();
    await control(url, "POST", "next", { fault: "http-503", placed: "after-commit" });
    const sale = requests.sale({ merchantReference: "LOST" });
    for (let n = 0; n < 2; n++) await client("tokenization/sale", sale);
    const { out } = await why("LOST", { lane: lane.name });
    expect(out).toMatch(
      /tokenization\/sale {2}req-1 {2}0000 {2}lost \(http-503\)\n.* req-2 {2}2002 {2}the same bytes as req-1\n/,
    );
  });

  it("finds an order by its checkoutUrl, with its lane, and by the last part of that", async () => {
    const { client, lane, url } = await sandbox.lane();
    const { body } = await client("hosted-checkout/create", requests.create());
    const { checkoutUrl, order } = body;
    const { target, id: path } = await pageFound(checkoutUrl, {});
    expect(target.base).toBe(url);
    for (const id of [checkoutUrl, path, checkoutUrl.split("/").at(-1)])
      expect((await why(id, { lane: lane.name })).out).toContain(`order ${order.id} `);
    const forged = `${checkoutUrl.slice(0, -1)}${checkoutUrl.endsWith("x") ? "y" : "x"}`;
    for (const id of [forged, checkoutUrl.replace(`/lane/${lane.name}`, "")])
      expect(await why(id, { lane: lane.name })).toMatchObject({ code: 2, out: "" });
  });

  it("says of an unpaid order that no browser opened its page, and of one whose page was opened that nothing is to do", async () => {
    const { lane, client } = await sandbox.lane();
    const { body } = await client("hosted-checkout/create", requests.create());
    const asked = async () => (await why(String(body.order.id), { lane: lane.name })).out.split("→ ").slice(1);
    expect(await asked()).toEqual([expect.stringContaining("No browser has opened its checkoutUrl.")]);
    await fetch(body.checkoutUrl);
    expect(await asked()).toEqual(["Nothing to do: the call succeeded.\n"]);
  });

  it("blames no browser if nobody has the address: its answer was lost, and the retry refused", async () => {
    const { lane, client, url } = await sandbox.lane();
    await control(url, "POST", "next", { fault: "connection-reset", placed: "after-commit" });
    const create = requests.create({ merchantReference: "L-1" });
    await client("hosted-checkout/create", create).catch(() => {});
    expect((await client("hosted-checkout/create", create)).body.responseCode).toBe("2002");
    expect((await why("L-1", { lane: lane.name })).out).not.toContain("browser");
  });

  it.each([
    ["pay", "Nothing to do: this attempt was declined, and a later one paid the order. It is SUCCESS now."],
    ["expire", "The order is CLOSED now: another attempt needs a new one."],
  ])("does not say of a decline that the order can be paid, after %s", async (action, advice) => {
    const { lane, client, url } = await sandbox.lane();
    const { id } = await created(client);
    const act = (body: object) => control(url, "POST", `orders/${id}/simulate`, body);
    await act({ action: "decline" });
    const refused = async () => (await why(undefined, { lane: lane.name, lastRefused: true })).out;
    expect(await refused()).toContain("The order can still be paid.");
    await act({ action });
    expect(await refused()).toContain(advice);
    expect(await refused()).not.toContain("can still be paid");
  });

  it("blames no browser for a page whose address was lost with the answer", async () => {
    const { lane, client, url } = await sandbox.lane();
    await control(url, "POST", "next", { fault: "http-502", placed: "after-commit" });
    const { merchantReference, ...rest } = requests.create();
    await client("hosted-checkout/create", { merchantReference, ...rest });
    const { out } = await why(String(merchantReference), { lane: lane.name });
    expect(out).toContain("its answer was lost on purpose");
    expect(out).not.toContain("No browser");
  });

  it("says that the call it explains is not the timeline's last one, if a query came after it", async () => {
    const { lane, client, url } = await sandbox.lane();
    const { id } = await created(client);
    await control(url, "POST", `orders/${id}/simulate`, { action: "pay" });
    await client("hosted-checkout/query", { merchantId: 3, orderId: id });
    const { out } = await why(String(id), { lane: lane.name });
    expect(out).toContain("Its last call, besides queries and opened pages:\n\nreq-2  checkout/pay");
  });

  const ALL_OF_CREATE = "docs/payment-api.md#parameters-of-hosted-checkoutcreate lists all parameters.";
  it.each([
    [
      { amount: "10,50" },
      `amount. Found: "10,50", a decimal comma, as some locales and SWIFT's MT messages write it. Send a point.`,
    ],
    [
      { amount: 10.005 },
      "amount. Found: 10.005, more than two decimals. Round it to 10.00 or 10.01 before you send it.",
    ],
    [
      { amount: "9.9999" },
      'amount. Found: "9.9999", more than two decimals. Round it to 9.99 or 10.00 before you send it.',
    ],
    [{ amount: "fifty" }, `amount. Found: "fifty". ${ALL_OF_CREATE}`],
    [{ expiryTime: "2026-13-01T00:00:00+08:00" }, `expiryTime. Found: "2026-13-01T00:00:00+08:00". ${ALL_OF_CREATE}`],
    [
      { lineItems: [{ quantity: 0.5, priceData: { unitAmount: 1, name: "a" } }] },
      `lineItems[0].quantity. Found: 0.5. ${ALL_OF_CREATE}`,
    ],
    [{ themeColor: "x".repeat(200) }, `themeColor. Found: "${"x".repeat(59)}… (200 characters). ${ALL_OF_CREATE}`],
  ])("names in its last line the refused value of %j, and how it is written", async (members, expected) => {
    const { lane, client } = await sandbox.lane();
    await client("hosted-checkout/create", requests.create(members));
    const { out } = await why("req-1", { lane: lane.name });
    expect(out.trimEnd().split("\n").at(-1)).toBe(`→ Correct ${expected}`);
  });

  it.each([
    ["ahead of", 31, 1, /^→ The lane's clock is (31 d|30 d 23 h) ahead of real time, because it was moved/],
    ["behind", -200, 300, /^→ The lane's clock is 200 d( \S+ \w+)? behind real time, because it was moved/],
  ])(
    "an expiryTime is not the shop's fault if only a lane's clock %s real time makes it wrong",
    async (_, moved, days, said) => {
      const { lane, client, url } = await sandbox.lane();
      const inDays = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
      await control(url, "PUT", "assumptions", { "far-expiry": "one-year" });
      await control(url, "PUT", "clock", { action: "freeze", at: inDays(moved) });
      const adviceOn = async (expiryTime: string) => {
        await client("hosted-checkout/create", requests.create({ expiryTime }));
        return (await why(undefined, { lane: lane.name })).out.trimEnd().split("\n").at(-1);
      };
      expect(await adviceOn(inDays(days))).toMatch(said);
      expect(await adviceOn("2020-01-01T00:00:00Z")).toMatch(/^→ Correct expiryTime\. Found: .* before the call\.$/);
    },
  );

  it("explains the newest call with a merchantReference that has no order, and names the lane that has it", async () => {
    const { lane, client, url } = await sandbox.lane();
    await client("hosted-checkout/create", requests.create({ merchantReference: "K-1", amount: -1 }));
    await client("hosted-checkout/query", { merchantId: 3, merchantReference: "K-99" });
    expect((await why("K-1", { lane: lane.name })).out).toMatch(/^req-1 {2}hosted-checkout\/create/);
    expect((await why("K-99", { lane: lane.name })).out).toMatch(/^req-2 {2}hosted-checkout\/query/);
    const others = await Promise.all(Array.from({ length: 21 }, (_, i) => sandbox.lane(`a-${i}`)));
    const { code, err } = await why("K-99", { lane: others[0]!.lane.name });
    expect([code, err]).toEqual([2, expect.stringContaining(`; lane ${lane.name} has it (--lane ${lane.name})`)]);
    await others[1]!.client("hosted-checkout/query", { merchantId: 3, merchantReference: "K-99" });
    const both = (await why("K-99", { lane: others[0]!.lane.name })).err;
    expect(both).toMatch(/; lanes (\S+), \S+ have it \(--lane \1\)/);
    expect(both).toContain(others[1]!.lane.name);
    await others[2]!.client("hosted-checkout/create", requests.create({ merchantReference: "K-99" }));
    const { name } = others[2]!.lane;
    expect((await why("K-99", { lane: others[0]!.lane.name })).err).toContain(`; lane ${name} has it (--lane ${name})`);
    expect((await control(url, "GET", "requests/K-1")).body.fix).toContain("req-1 is the newest with this");
  });

  it("names newer calls beside the latest refused one: with a wrong signature, and in another lane", async () => {
    await using started = await startTestSandbox({ signature: "warn" });
    const ofLane = (name: string) => why(undefined, { url: started.url, lane: name, lastRefused: true });
    const [one, other] = [await started.lane(), await started.lane()];
    await one.client("hosted-checkout/query", { merchantId: 3, merchantReference: "K-99" });
    await one.client("hosted-checkout/create", requests.create(), { signature: signed("another text") });
    expect((await ofLane(one.lane.name)).out.split("\n").at(-2)).toBe(
      "newer, and answered although its signature is wrong: req-2 (start --signature enforce refuses it)",
    );
    expect((await ofLane(other.lane.name)).err).toContain(
      `; newer in lane ${one.lane.name}: req-1, 2001 (--lane ${one.lane.name})`,
    );
    await control(other.url, "PUT", "clock", { action: "set", at: "2020-01-01T00:00:00Z" });
    await other.client("hosted-checkout/query", { merchantId: 3, merchantReference: "K-99" });
    expect((await ofLane(other.lane.name)).out).not.toContain("newer in lane");
    expect((await ofLane(one.lane.name)).out).toContain(`newer in lane ${other.lane.name}: req-1, 2001`);
    for (const name of ["a1", "a2", "z1"])
      await (await started.lane(name)).client("hosted-checkout/query", { merchantId: 3, merchantReference: "K-99" });
    expect((await ofLane(one.lane.name)).out.trimEnd().split("\n").slice(-4)).toEqual([
      ...["z1", "a2", "a1"].map((name) => `newer in lane ${name}: req-1, 2001 (--lane ${name})`),
      "and in 1 more lane",
    ]);
  });

  it("names the newest refused call of the other lanes beside an older call of the default lane", async () => {
    await using started = await startTestSandbox();
    const at = { url: started.url };
    const [one, other] = [await started.lane("w1"), await started.lane("w2")];
    const unknown = { merchantId: 3, merchantReference: "K-99" };
    await one.client("hosted-checkout/query", unknown);
    await created(clientOf(started.url));
    expect((await why(undefined, at)).out).not.toContain("newer");
    expect((await why(undefined, { ...at, lane: "w2" })).err).toMatch(
      /; the newest refused is req-1, 2001 \(--lane w1\)$/,
    );
    await one.client("hosted-checkout/query", unknown);
    await other.client("hosted-checkout/query", unknown);
    expect((await why(undefined, at)).out.split("\n").at(-2)).toBe(
      `newer, and refused: ${typed()} why req-1 --lane w2 (hosted-checkout/query, 2001)`,
    );
    expect((await why(undefined, { ...at, lane: "default" })).out).not.toContain("newer");
    expect((await why("req-1", at)).out).not.toContain("newer");
  });

  it.each([
    [{ lineItems: [] }, {}, "was refused (1001)"],
    [{}, { fault: "connection-reset", placed: "before-commit" }, "was cut"],
  ])("leads from a reference without an order to the create of it, with %j and %j", async (params, then, expected) => {
    const { client, url } = await sandbox.lane();
    await created(client, { merchantReference: "T-2" });
    await control(url, "POST", "next", { ...then });
    await client("hosted-checkout/create", requests.create({ merchantReference: "T-1", ...params })).catch(() => {});
    expect(await unknownReference({ base: url }, "no order T-1", "T-1")).toBe(
      `no order T-1 at ${url}: its hosted-checkout/create ${expected}: why req-2`,
    );
  });

  it("finds the newest call of a trace by its id, and names the earlier ones", async () => {
    const { lane, client, url } = await sandbox.lane();
    const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    const traced = { headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` } };
    await created(client, { merchantReference: "other" });
    await client("hosted-checkout/create", requests.create({ merchantReference: "T-1" }), traced);
    await client("hosted-checkout/query", { merchantId: 3, merchantReference: "T-1" }, traced);
    const { code, out } = await why(trace, { lane: lane.name });
    expect([code, out.split("\n").at(-2)]).toEqual([0, "earlier in this trace: req-2 (hosted-checkout/create, 0000)"]);
    expect(out).toMatch(new RegExp(`^req-3  hosted-checkout/query[^]* · trace ${trace}\n`));
    expect((await control(url, "GET", `requests?traceId=${"0".repeat(32)}`)).body.requests).toEqual([]);
    expect((await control(url, "GET", `requests?traceId=${trace}&operation=*/create`)).body.requests).toHaveLength(1);
  });

  it("says of a notification where it stands, its attempts, and which call caused it", async () => {
    const { lane, client, url } = await sandbox.lane();
    const { id } = await created(client, { callbackUrl: { notify: "app://shop/paid" } });
    await control(url, "POST", `orders/${id}/simulate`, { action: "pay" });
    const { body } = await control(url, "GET", "notifications");
    const told = await why(`notification-${body.notifications[0].id}`, { lane: lane.name });
    expect(told.out).toContain("refused  to app://shop/paid");
    expect(told.out).toContain("Its address cannot be called");
    expect(told.out).toContain("Caused by:\n\nreq-2  checkout/pay");
    // The call's own text would say it again.
    expect(told.out.match(/Its address cannot be called/g)).toHaveLength(1);
  });

  it("says of a forged notification that it was forged, and of a genuine refused one which text was signed", async () => {
    const { lane, client, url } = await sandbox.lane();
    const notify = `${sandbox.url}/nowhere`;
    const { id } = await created(client, { merchantReference: "A 1", callbackUrl: { notify } });
    await control(url, "POST", "rules", {
      when: { operation: "checkout/pay" },
      times: 1,
      then: { notify: { forge: "amount" } },
    });
    for (const order of [id, (await created(client, { merchantReference: "A 2", callbackUrl: { notify } })).id]) {
      await control(url, "POST", `orders/${order}/simulate`, { action: "pay" });
    }
    await control(url, "PUT", "clock", { action: "run-until-idle" });
    const { body } = await control(url, "GET", "notifications");
    const told = async (reference: string) => {
      const { id } = body.notifications.find(
        (one: { merchantReference: string }) => one.merchantReference === reference,
      );
      return (await why(`notification-${id}`, { lane: lane.name })).out;
    };
    const forged = await told("A 1");
    expect(forged).toContain(
      "its amount was changed after it was signed. The shop was right not to accept it (HTTP 404)",
    );
    expect(forged).not.toContain("The text that was signed");
    expect(await told("A 2")).toMatch(
      /The text that was signed \(values are raw, not URL-encoded\)\n {2}amount=50\.00&cardType=VISA&maskedPan=\w+&merchantReference=A 2&/,
    );
  });

  it("folds rules that did not match, but for the nearest ones", async () => {
    const { lane, client, url } = await sandbox.lane();
    const rulesAfter = async (merchantReference: string) => {
      await client("hosted-checkout/create", requests.create({ merchantReference }));
      return (await why(merchantReference, { lane: lane.name })).out.match(/^ {2}no-match .*$/gm);
    };
    const add = (when: object) => control(url, "POST", "rules", { when, then: { outcome: "maintenance" } });
    await add({ operation: "hosted-checkout/create", merchantReference: "R-1" });
    for (let n = 2; n <= 5; n++) await add({ operation: "direct/sale", merchantReference: `R-${n}` });
    expect(await rulesAfter("A-1")).toHaveLength(5);
    await add({ operation: "direct/sale", merchantReference: "R-6" });
    expect(await rulesAfter("A-2")).toEqual([
      expect.stringContaining('"rule-1": merchantReference is "A-2", expected "R-1"'),
      "  no-match    5 more rules: why --json lists them",
    ]);
  });

  it("marks an accepted forgery in its order's attempts and timeline, and ends with the notification's verdict", async () => {
    const { lane, client, url } = await sandbox.lane();
    await using shop = await startShop();
    const order = await created(client, { merchantReference: "F-1", callbackUrl: { notify: shop.notifyUrl } });
    const when = { operation: "checkout/pay" };
    await control(url, "POST", "rules", { when, then: { notify: { forge: "signature" } } });
    await control(url, "POST", `orders/${order.id}/simulate`, { action: "pay" });
    await control(url, "PUT", "clock", { action: "run-until-idle" });
    const { out } = await why("F-1", { lane: lane.name });
    const [notification] = (await control(url, "GET", "notifications")).body.notifications;
    const mark = "forged on purpose (its signature was changed), and accepted";
    expect(out).toMatch(
      /^ {4}attempt 1 .* 200 .* ms {2}forged on purpose \(its signature was changed\), and accepted$/m,
    );
    expect(out.split(mark)).toHaveLength(3);
    const verdict = (await why(`notification-${notification.id}`, { lane: lane.name })).out;
    expect(out.trimEnd().split("\n").at(-1)).toBe(
      `→ Rule "rule-1" changed this call. Notification ${notification.id} was forged on purpose: its signature was changed. The shop accepted it. The shop was fooled. Verify the signature before you believe anything, and answer a forged one with 4XX.`,
    );
    expect(verdict).toContain(`→ Notification ${notification.id} was forged on purpose`);
    const another = { merchantId: 3, orderId: order.id };
    await client("hosted-checkout/void", another);
    await client("hosted-checkout/refund", { ...another, amount: 50 });
    const later = (await why("F-1", { lane: lane.name })).out.trimEnd().split("\n");
    expect(later.at(-1)).toMatch(/^→ Notification \d+ was forged on purpose/);
  });

  it("marks copies of a notification, and says that their work is done once", async () => {
    const { lane, client, url } = await sandbox.lane();
    await using shop = await startShop();
    const order = await created(client, { merchantReference: "C-1", callbackUrl: { notify: shop.notifyUrl } });
    await control(url, "POST", "rules", { when: { operation: "checkout/pay" }, then: { notify: { copies: 2 } } });
    await control(url, "POST", `orders/${order.id}/simulate`, { action: "pay" });
    await control(url, "PUT", "clock", { action: "run-until-idle" });
    const { out } = await why("C-1", { lane: lane.name });
    expect(out).toMatch(/^ {2}2 {2}acknowledged {2}copy of 1 {2}http.*\n.*\n {2}1 {2}acknowledged {2}http/m);
    expect(out).toContain(
      '→ Rule "rule-1" changed this call. Its notification came 2 times (1, 2): answer each with OK',
    );
  });

  it("prints the same as JSON with --json", async () => {
    const { lane, requestId } = await refusedRefund();
    const { out } = await why(requestId, { lane, json: true });
    expect(JSON.parse(out)).toMatchObject({
      kind: "request",
      request: { id: requestId },
      explain: { outcome: "insufficient-unsettled-balance" },
    });
  });

  it.each(["req-9999", "12", "notification-9", "NO-SUCH-REFERENCE"])("ends with 2 where there is no %s", async (id) => {
    const { lane } = await sandbox.lane();
    const { code, out, err } = await why(id, { lane: lane.name });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(`no request, order or notification ${id}`);
  });

  it("names the reference that differs only by case or spaces, and else doubts the reference too", async () => {
    const { lane, client } = await sandbox.lane();
    const { merchantReference } = await created(client, { merchantReference: "B-1" });
    expect((await why("b-1", { lane: lane.name })).err).toContain(`did you mean ${merchantReference}?`);
    expect((await why("NO-SUCH-REFERENCE", { lane: lane.name })).err).toContain("(--lane), and the reference");
    expect((await why("req-9999", { lane: lane.name })).err).toMatch(
      /; the latest call is req-1; check the lane \(--lane\)$/m,
    );
  });

  it.each(["K1", "k1", "K_1", "K 1"])("names K-1 for %s", async (reference) => {
    const { lane, client } = await sandbox.lane();
    for (const merchantReference of ["K-1", "K-12"]) await created(client, { merchantReference });
    expect((await why(reference, { lane: lane.name })).err).toContain("did you mean K-1?");
  });

  it("says for the id of a call that none was made", async () => {
    const { lane } = await sandbox.lane();
    expect((await why("req-9", { lane: lane.name })).err).toContain(", where no call was made yet; check the lane");
  });

  it("ends with 3 where no sandbox answers", async () => {
    const { code, err } = await why("req-1", { url: "http://127.0.0.1:9" });
    expect([code, err]).toEqual([
      3,
      expect.stringMatching(/^no sandbox answers at http:\/\/127\.0\.0\.1:9: start one /),
    ]);
  });
});
