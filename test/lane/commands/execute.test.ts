import { describe, expect, it, vi } from "vitest";
import { minorUnits } from "../../../src/core/domain/money.js";
import type { Order } from "../../../src/core/domain/order.js";
import { defaultPolicy } from "../../../src/core/facts/assumptions.js";
import { compileRule } from "../../../src/core/scenario/matching/choose.js";
import type { Then } from "../../../src/core/scenario/rule/rule.js";
import type { Command } from "../../../src/lane/commands/command.js";
import type { CommandRequest } from "../../../src/lane/commands/command-request.js";
import { execute } from "../../../src/lane/commands/execute.js";
import { demoTokens } from "../../../src/lane/fixtures.js";
import type { Answer } from "../../../src/lane/journal/reply.js";
import type { Lane } from "../../../src/lane/lane.js";
import { prepare } from "../../../src/lane/meanwhile/prepare.js";
import { visiting } from "../../../src/lane/meanwhile/visit.js";
import { readRequestId } from "../../../src/lane/ports/exchange.js";
import type { UnitResult } from "../../../src/lane/ports/store.js";
import { putRule } from "../../../src/lane/rules/rule-changes.js";
import { setBalance } from "../../../src/lane/scenarios/given.js";
import { KeptLog } from "../../support/lane-parts.js";
import { testLanes } from "../../support/lanes.js";
import { chargeToken, createOrder, openCardEntry } from "../../support/orders.js";
import { FROZEN_AT } from "../../support/sandbox.js";
import { allExchanges } from "../../support/stores.js";

const answered: Answer = { http: 200, responseCode: "0000", body: "", assumed: [] };
const requestOf = (command: object, subject: object = {}, over: Partial<CommandRequest> = {}): CommandRequest => ({
  ...{ operation: "x", command: command as Command, subject: { operation: "x", ...subject } },
  ...{ signature: "unchecked", request: "{}", answer: () => answered },
  ...over,
});

/** A lane whose log and whose wakes are kept. */
async function world(over: Partial<Lane> = {}, settings: Parameters<typeof testLanes>[0] = {}) {
  const log = new KeptLog();
  const lanes = await testLanes(settings, { log });
  const opened = await lanes.ready("one");
  await opened.clock.freeze(FROZEN_AT);
  const wakes: unknown[][] = [];
  const wake = (...at: unknown[]) => void wakes.push(at);
  const lane: Lane = { ...opened, baseUrl: "http://base", wake, ...over };
  return { lane, wakes, log, [Symbol.asyncDispose]: () => lanes[Symbol.asyncDispose]() };
}
let references = 0;
const create = (over: object = {}) => createOrder({ reference: `E-${++references}`, ...over });
const charge = (over: object = {}) => chargeToken({ reference: `E-${++references}`, ...over });
const notifyUrl = "http://127.0.0.1:9/n";
const orderIn = ({ result }: { readonly result: object }) => (result as { readonly order: Order }).order;
const ruleOf = (lane: Lane, then: Then, over: object = {}) => putRule(lane, { name: "r", then, ...over }, "control");

describe("a magic amount", () => {
  const magicRule = compileRule(
    { when: { amount: 9_000_000.51 }, then: { outcome: "insufficient-funds" } },
    { id: "magic#1", origin: "magic", since: FROZEN_AT },
  );
  const magicLane = async () => {
    const magic = vi.fn(async () => [magicRule]);
    return { ...(await world({ magic })), magic };
  };
  const amount = (minor: number) => ({ amountMinor: minorUnits(minor) });

  it.each([
    [5000, 0],
    [900_000_000, 0],
    [900_000_001, 1],
  ])("is one above nine millions: of %i its rules are read %i times", async (minor, times) => {
    const { lane, magic, ...rest } = await magicLane();
    await using _ = rest;
    await execute(lane, requestOf(create({ amount: minorUnits(minor) }), amount(minor)));
    expect(magic).toHaveBeenCalledTimes(times);
  });

  it("ends as its rule says, and the log says so", async () => {
    const { lane, log, ...rest } = await magicLane();
    await using _ = rest;
    const subject = { ...amount(900_000_051), operation: "tokenization/sale" };
    const done = await execute(lane, requestOf(charge({ amount: minorUnits(900_000_051) }), subject));
    expect(done.result).toMatchObject({ kind: "declined", decline: "insufficient-funds" });
    expect(log.lines).toEqual(["magic amount: magic#1"]);
  });

  it("is the order's on the page, which says none", async () => {
    const { lane, magic, ...rest } = await magicLane();
    await using _ = rest;
    const open = orderIn(await execute(lane, requestOf(create({ amount: minorUnits(900_000_051) }))));
    expect(magic).not.toHaveBeenCalled();
    const pay = { kind: "pay-order", key: { merchantId: 3, orderId: open.id }, cardOutcome: "approve" };
    const instrument = { method: "CARD", maskedPan: "", cardType: "VISA" };
    await execute(lane, requestOf({ ...pay, instrument }, { orderId: open.id }, { order: open }));
    expect(magic).toHaveBeenCalledTimes(1);
    for (const subject of [{}, { orderId: 77 }]) await execute(lane, requestOf({ ...pay, instrument }, subject));
    expect(magic).toHaveBeenCalledTimes(1);
  });

  it("is none where magic is off", async () => {
    await using at = await world({ magic: undefined });
    const order = vi.spyOn(at.lane.store.views, "order");
    const key = { merchantId: 3, orderId: 77 };
    await execute(at.lane, requestOf({ kind: "open-order", key }, { orderId: 77 }));
    const pay = { kind: "pay-order", key, instrument: { method: "CARD" }, cardOutcome: "approve" };
    await execute(at.lane, requestOf(pay, { orderId: 77 }));
    await execute(at.lane, requestOf(charge({ amount: minorUnits(900_000_051) }), amount(900_000_051)));
    expect([order.mock.calls, at.log.lines.filter((line) => line.startsWith("magic"))]).toEqual([[], []]);
  });
});

describe("after a call", () => {
  it("the lane wakes for what falls due: at once for notifications, else for a task, else for the expiry", async () => {
    await using at = await world();
    const made = orderIn(await execute(at.lane, requestOf(create())));
    expect(at.wakes.splice(0)).toEqual([[made.expiresAt]]);
    await execute(at.lane, requestOf(charge({ notifyUrl })));
    expect(at.wakes.splice(0)).toEqual([[]]);
    await execute(at.lane, requestOf(charge()));
    await execute(at.lane, requestOf(create({ reference: made.reference })));
    await execute(at.lane, requestOf({ kind: "query-order", key: { merchantId: 3, orderId: made.id } }));
    expect(at.wakes.splice(0)).toEqual([]);
    await ruleOf(at.lane, { page: { auto: "pay", after: "5s" } });
    await execute(at.lane, requestOf(create()));
    expect(at.wakes.splice(0)).toEqual([[FROZEN_AT + 5000]]);
  });

  it("that paid it is known what is told of it, and what is not is said", async () => {
    await using at = await world();
    const frozen = vi.spyOn(at.lane.deliveries, "frozen");
    const paid = await execute(at.lane, requestOf(charge({ notifyUrl })));
    expect(paid).toMatchObject({ isCarried: false });
    const [told] = frozen.mock.calls[0]!;
    const causedBy = readRequestId(paid.requestId);
    expect(told).toMatchObject([{ orderId: orderIn(paid).id, causedBy, state: "due", dueAt: FROZEN_AT }]);
    expect(paid.release).toBeTypeOf("function");
    const silent = await execute(at.lane, requestOf(charge()));
    expect(silent.release).toBe(undefined);
    expect(at.log.lines).toEqual([
      `order ${orderIn(silent).id} is paid, but no notification is sent: it has no callbackUrl.notify`,
    ]);
  });

  const attempted = async ({ deliveries, store }: Lane) => {
    await deliveries.dispatch();
    await deliveries.drain();
    return (await store.views.notifications({})).map(({ attempts }) => attempts.length);
  };
  const operations = async ({ store }: Lane) => (await allExchanges(store.views)).map(({ operation }) => operation);

  it("whose page pays at once, the order is paid, and its notifications wait for the call's answer", async () => {
    await using at = await world();
    await ruleOf(at.lane, { page: { auto: "pay" } }, { times: 1 });
    const done = await execute(at.lane, requestOf(create({ notifyUrl })));
    expect(await operations(at.lane)).toEqual(["x", "checkout/pay"]);
    expect(await attempted(at.lane)).toEqual([0]);
    done.release?.();
    expect(await attempted(at.lane)).toEqual([1]);
  });

  it.each<[string, Then, string]>([
    ["visits the shop first", { visits: [{ to: "success", at: "before-paying" }] }, "checkout/pay"],
    ["pays later", { page: { auto: "pay", after: "1ms" } }, "x"],
  ])("whose shopper %s is answered before", async (_, then, operation) => {
    await using at = await world();
    await ruleOf(at.lane, then, { when: { operation } });
    await ruleOf(at.lane, { page: { auto: "pay" } }, { when: { operation: "x" } });
    await execute(at.lane, requestOf(create()));
    expect(await operations(at.lane)).toEqual(["x"]);
  });

  it("whose page cannot be paid yet is answered, and leaves the page to the timer", async () => {
    const runTask = vi.fn().mockRejectedValue(new Error("disk full"));
    await using at = await world({ runTask });
    await ruleOf(at.lane, { page: { auto: "pay" } }, { times: 1 });
    const { requestId } = await execute(at.lane, requestOf(create()));
    expect(runTask).toHaveBeenCalledTimes(1);
    expect(at.log.lines).toEqual([`${requestId} was answered before the shopper acted: disk full`]);
    expect(at.wakes).toEqual([[FROZEN_AT]]);
  });

  it("its notifications wait until they are let go", async () => {
    await using at = await world();
    const done = await execute(at.lane, requestOf(charge({ notifyUrl })));
    const states = async () => (await at.lane.store.views.notifications({})).map(({ attemptCount }) => attemptCount);
    await at.lane.deliveries.dispatch();
    await at.lane.deliveries.drain();
    expect(await states()).toEqual([0]);
    done.release!();
    await at.lane.deliveries.drain();
    expect(await states()).toEqual([1]);
  });

  it("that opened a page it is looked at where its shop wants to be notified", async () => {
    await using at = await world();
    const given = vi.spyOn(at.lane.deliveries.addresses, "given");
    const made = orderIn(await execute(at.lane, requestOf(create({ notifyUrl }))));
    const entry = await execute(at.lane, requestOf(openCardEntry({ notifyUrl })));
    await execute(at.lane, requestOf(create()));
    await execute(at.lane, requestOf(openCardEntry()));
    await execute(at.lane, requestOf(charge({ notifyUrl })));
    await execute(at.lane, requestOf(create({ notifyUrl, reference: made.reference })));
    const { id } = (entry.result as { cardEntry: { id: number } }).cardEntry;
    expect(given.mock.calls).toEqual([
      [notifyUrl, `order ${made.id}`, { lane: "one" }],
      [notifyUrl, `card entry ${id}`, { lane: "one" }],
    ]);
  });

  it("those that leave before the answer are sent first", async () => {
    await using at = await world();
    const sent = vi.spyOn(at.lane.deliveries, "deliverNow").mockResolvedValue(undefined as never);
    await execute(at.lane, requestOf(charge({ notifyUrl })));
    expect(sent.mock.calls).toEqual([]);
    await ruleOf(at.lane, { notify: { before: "answer" } });
    const done = await execute(at.lane, requestOf(charge({ notifyUrl }), { operation: "tokenization/sale" }));
    const [newest] = await at.lane.store.views.notifications({});
    expect([newest!.orderId, sent.mock.calls]).toEqual([orderIn(done).id, [[[newest!.id]]]]);
  });

  it("a rule's delay is waited for on a running clock only", async () => {
    await using at = await world();
    await ruleOf(at.lane, { delay: "2s" });
    expect((await execute(at.lane, requestOf(create()))).delayMs).toBe(0);
    await at.lane.clock.resume();
    expect((await execute(at.lane, requestOf(create()))).delayMs).toBe(2000);
  });
});

describe("a merchant that is met for the first time", () => {
  const tokens = async ({ lane }: { readonly lane: Lane }, id: number) =>
    (await lane.store.views.tokens()).filter(({ merchantId }) => merchantId === id).map(({ tokenId }) => tokenId);
  const demo = demoTokens(8).map(({ tokenId }) => tokenId);

  it("is made with the demo tokens by the call that brought it", async () => {
    await using at = await world();
    await execute(at.lane, requestOf(create({ merchantId: 8 })));
    expect(await at.lane.store.views.merchant(8)).toEqual({ merchantId: 8, publicKeys: [], capabilities: {} });
    expect(await tokens(at, 8)).toEqual(demo);
  });

  it("is made without the token that the call deletes, and with the one that it stores", async () => {
    await using at = await world();
    await execute(at.lane, requestOf({ kind: "delete-token", merchantId: 8, userId: "user1", tokenId: 351 }));
    expect(await tokens(at, 8)).toEqual(demo.filter((id) => id !== 351));
    const [token] = demoTokens(9);
    await execute(at.lane, requestOf({ kind: "store-token", token: { ...token, tokenId: 4711 } }));
    expect(await tokens(at, 9)).toEqual([...demo, 4711].sort((a, b) => a - b));
  });

  it("is made also by a call that a rule ends, and not once more by the next", async () => {
    await using at = await world();
    await ruleOf(at.lane, { outcome: "maintenance" }, { times: 1 });
    expect((await execute(at.lane, requestOf(create({ merchantId: 8 })))).result).toMatchObject({
      reason: "maintenance",
    });
    expect(await tokens(at, 8)).toEqual(demo);
    await execute(at.lane, requestOf({ kind: "delete-token", merchantId: 8, userId: "user1", tokenId: 351 }));
    await execute(at.lane, requestOf(create({ merchantId: 8 })));
    expect(await tokens(at, 8)).toEqual(demo.filter((id) => id !== 351));
  });

  it("is refused, and not made, where that was chosen", async () => {
    const policy = { ...defaultPolicy, "new-merchant": "not-found" as const };
    await using at = await world({}, { policy });
    expect((await execute(at.lane, requestOf(create({ merchantId: 8 })))).result).toEqual({
      ...{ kind: "refused", reason: "merchant-not-found", detail: "merchant 8", assumes: ["new-merchant"] },
    });
    expect([await at.lane.store.views.merchant(8), await tokens(at, 8)]).toEqual([undefined, []]);
    expect((await execute(at.lane, requestOf(create({ merchantId: 3 })))).result.kind).toBe("order");
    await ruleOf(at.lane, { outcome: "maintenance" });
    expect((await execute(at.lane, requestOf(create({ merchantId: 8 })))).result).toMatchObject({
      reason: "maintenance",
    });
  });
});

describe("a forged notice", () => {
  const beside = { forge: "unpaid", sent: "after" } as const;
  const forged = async ({ lane }: { readonly lane: Lane }) =>
    (await lane.store.views.notifications({})).map(({ fields }) => fields.status);

  it("is sent of an order that nobody paid, where it has an order", async () => {
    await using at = await world();
    await ruleOf(at.lane, { notify: { beside } });
    const made = await execute(at.lane, requestOf(create({ notifyUrl }), { operation: "hosted-checkout/create" }));
    expect([made.release !== undefined, await forged(at)]).toEqual([true, ["SUCCESS"]]);
    await execute(at.lane, requestOf({ kind: "query-tokens", merchantId: 3, userId: "user1" }));
    await execute(at.lane, requestOf(openCardEntry({ notifyUrl })));
    expect(await forged(at)).toHaveLength(1);
  });
});

describe("what others do first", () => {
  it("is done before the call is decided", async () => {
    await using at = await world();
    const prepared: object[] = [];
    const lane: Lane = {
      ...at.lane,
      prepare: async (prelude) => {
        prepared.push(prelude);
        await setBalance(at.lane, 3, { HKD: minorUnits(0) });
      },
    };
    const paid = orderIn(await execute(lane, requestOf(charge())));
    await ruleOf(at.lane, { meanwhile: "drain-balance" });
    const refund = { kind: "refund-order", key: { merchantId: 3, orderId: paid.id }, amount: minorUnits(700) };
    const subject = { amountMinor: minorUnits(700) };
    const done = await execute(lane, requestOf(refund, subject));
    expect(done.result).toMatchObject({ reason: "insufficient-unsettled-balance" });
    expect(prepared).toEqual([
      { then: { meanwhile: "drain-balance" }, merchantId: 3, order: paid, token: undefined, amount: 700 },
    ]);
    expect((await allExchanges(lane.store.views)).map(({ id }) => id)).toEqual([1, 2]);
    expect((await lane.store.views.ruleCounts()).map(({ seen, fired }) => [seen, fired])).toEqual([[1, 1]]);
  });

  it("is nothing where a rule wants nothing of them", async () => {
    await using at = await world();
    const doing = vi.fn(async () => {});
    await ruleOf(at.lane, { visits: [{ to: "success", at: "after-notice" }] });
    await execute({ ...at.lane, prepare: doing }, requestOf(charge()));
    expect(doing).not.toHaveBeenCalled();
  });

  it("is a visit before the payment too", async () => {
    await using at = await world();
    const doing = vi.fn(async () => {});
    const visits = [{ to: "success", at: "before-paying" }] as const;
    await ruleOf(at.lane, { visits: [...visits] });
    await execute({ ...at.lane, prepare: doing }, requestOf(charge()));
    expect(doing.mock.calls).toMatchObject([[{ then: { visits }, merchantId: 3, token: { tokenId: 351 } }]]);
  });

  it("is done as often as the rule says, also before calls that come at once", async () => {
    await using at = await world();
    const doing = vi.fn(async () => {});
    await ruleOf(at.lane, { meanwhile: "drain-balance" }, { times: 1 });
    const lane = { ...at.lane, prepare: doing };
    const done = await Promise.all([1, 2, 3].map(() => execute(lane, requestOf(charge()))));
    expect(done.map(({ rule }) => rule !== undefined)).toEqual([true, false, false]);
    expect(doing).toHaveBeenCalledTimes(1);
  });
});

describe("a shopper's browser that comes back", () => {
  const visitsOf = (...at: readonly string[]) => at.map((one) => ({ to: "success", at: one }));

  it("does so around the notices of the call, with all visits but those before the payment", async () => {
    await using at = await world();
    const release = vi.fn();
    const around = vi.fn(() => release);
    const visits = visitsOf("before-paying", "after-notice", "before-notice");
    await ruleOf(at.lane, { visits: visits as never });
    const done = await execute({ ...at.lane, visiting: around as never }, requestOf(charge({ notifyUrl })));
    const ids = (await at.lane.store.views.notifications({})).map(({ id }) => id);
    expect(around.mock.calls).toEqual([[orderIn(done), visits.slice(1), { ids, release: expect.any(Function) }]]);
    expect(done.release).toBe(release);
  });

  it("does so where there is an order, paid or not, and a visit behind the payment", async () => {
    await using at = await world();
    const around = vi.fn(() => () => {});
    const lane = { ...at.lane, visiting: around as never };
    await ruleOf(at.lane, { visits: visitsOf("after-notice") as never });
    const made = await execute(lane, requestOf(create()));
    expect(around.mock.calls).toEqual([[orderIn(made), visitsOf("after-notice"), { ids: [], release: undefined }]]);
    await execute(lane, requestOf({ kind: "query-tokens", merchantId: 3, userId: "user1" }));
    expect(around).toHaveBeenCalledTimes(1);
  });

  const addresses = { success: "http://shop/s", fail: "http://shop/f" };
  const withAddresses = async ({ lane }: { readonly lane: Lane }) =>
    orderIn(await execute(lane, requestOf(create({ options: { callbackUrl: addresses } }))));

  it("opens each address in turn, lets the notices go between, and the journal keeps it", async () => {
    await using at = await world();
    const order = await withAddresses(at);
    const steps: string[] = [];
    const lane = {
      ...at.lane,
      open: async (url: string) => {
        steps.push(url);
        return url.endsWith("/s") ? 302 : null;
      },
    };
    const deliverNow = vi.spyOn(at.lane.deliveries, "deliverNow").mockImplementation(async (ids) => {
      steps.push(`deliver ${ids.join()}`);
    });
    const visits = [
      { to: "fail", at: "after-notice" },
      { to: "success", at: "before-notice" },
      { to: "cancel", at: "before-notice" },
    ] as const;
    visiting(lane, order, visits, { ids: [4, 5], release: () => void steps.push("released") })();
    await expect.poll(() => allExchanges(lane.store.views)).toHaveLength(3);
    expect(steps).toEqual(["http://shop/s", "released", "deliver 4,5", "http://shop/f"]);
    deliverNow.mockRestore();
    const [, first, second] = await allExchanges(lane.store.views);
    expect(first).toMatchObject({
      ...{ at: FROZEN_AT, operation: "checkout/return", merchantId: 3, reference: order.reference, orderId: order.id },
      ...{ signature: "unchecked", responseCode: "0000", http: 200, request: '{"to":"success","url":"http://shop/s"}' },
      response: '{"to":"success","status":302}',
    });
    expect(JSON.parse(first!.explain)).toEqual({
      ...{ scenarios: "", matched: [] },
      subject: {
        ...{ operation: "checkout/return", merchantId: "3", merchantReference: order.reference, orderId: order.id },
      },
    });
    expect(second!.response).toBe('{"to":"fail","status":null}');
  });

  it("that fails is said, and the notices go all the same", async () => {
    await using at = await world();
    const order = await withAddresses(at);
    const lane = { ...at.lane, open: () => Promise.reject(new Error("away")) };
    const release = vi.fn();
    visiting(lane, order, [{ to: "success", at: "before-notice" }], { ids: [], release })();
    await expect.poll(() => release.mock.calls).toHaveLength(1);
    await expect.poll(() => at.log.lines).toEqual(["the shopper's browser did not come back: Error: away"]);
  });
});

describe("what others do", () => {
  const charged = async ({ lane }: { readonly lane: Lane }, over: object = {}) =>
    orderIn(await execute(lane, requestOf(charge(over))));
  const token = demoTokens(3)[0]!;
  const acting = (lane: Lane, meanwhile: NonNullable<Then["meanwhile"]>, over: object = {}) =>
    prepare(lane, {
      then: { meanwhile },
      merchantId: 3,
      order: undefined,
      token: undefined,
      amount: undefined,
      ...over,
    });
  const stored = async ({ lane }: { readonly lane: Lane }) => lane.store.views.token(3, token.tokenId);

  it("refunds the amount of the call, or the whole order", async () => {
    await using at = await world();
    const [some, all] = [await charged(at), await charged(at)];
    await acting(at.lane, "refund", { order: some, amount: minorUnits(700) });
    await acting(at.lane, "refund", { order: all });
    const refunds = [some, all].map(async ({ id }) => (await at.lane.store.views.order(id))!.transactions[1]?.amount);
    expect(await Promise.all(refunds)).toEqual([700, 5000]);
  });

  it("deletes a card, or lets it expire long ago", async () => {
    await using at = await world();
    await acting(at.lane, "expire-token", { token });
    expect(await stored(at)).toEqual({ ...token, expiryDate: "200001" });
    await acting(at.lane, "delete-token", { token });
    expect(await stored(at)).toBeUndefined();
  });

  it("drains the balance of the order's currency, or all of it", async () => {
    await using at = await world();
    const fill = () => setBalance(at.lane, 3, { HKD: minorUnits(10_000), USD: minorUnits(500) });
    await fill();
    const order = await charged(at, { currency: "USD" });
    await fill();
    await acting(at.lane, "drain-balance", { order });
    expect(await at.lane.store.views.balances(3)).toEqual({ HKD: 10_000, USD: 0 });
    await fill();
    await acting(at.lane, "drain-balance");
    expect(await at.lane.store.views.balances(3)).toEqual({ HKD: 0, USD: 0 });
  });

  it("is nothing to an order or a card that the call has not", async () => {
    await using at = await world();
    for (const what of ["settle", "expire", "refund", "delete-token", "expire-token"] as const)
      await acting(at.lane, what);
    expect(await allExchanges(at.lane.store.views)).toEqual([]);
    expect(await stored(at)).toEqual(token);
  });

  it("opens addresses before the payment, of an order", async () => {
    await using at = await world();
    const open = vi.fn(async () => 200);
    const order = { ...(await charged(at)), options: { callbackUrl: { success: "http://shop/s" } } };
    const visits = [
      { to: "success", at: "before-paying" },
      { to: "success", at: "after-notice" },
    ] as const;
    const prelude = { then: { visits: [...visits] }, merchantId: 3, token: undefined, amount: undefined };
    await prepare({ ...at.lane, open }, { ...prelude, order });
    await prepare({ ...at.lane, open }, { ...prelude, order: undefined });
    expect(open.mock.calls).toEqual([["http://shop/s"]]);
  });
});

describe("until its answer has left", () => {
  it("a call keeps its notices back, also from who claims them in the moment of their commit", async () => {
    const { lane, ...rest } = await world();
    await using _ = rest;
    const attempts: unknown[] = [];
    lane.deliveries.watch((attempted) => attempts.push(attempted));
    const paying = execute(lane, requestOf(charge({ notifyUrl })));
    // Another call's notice is sent by hand.
    await lane.deliveries.dispatch();
    const { release } = await paying;
    await lane.deliveries.dispatch();
    await lane.deliveries.drain();
    expect(attempts.length).toBe(0);
    release!();
    await lane.deliveries.dispatch();
    await lane.deliveries.drain();
    expect(attempts).toHaveLength(1);
  });

  it("one whose commit failed keeps nothing back of the call that gets its id", async () => {
    const { lane, ...rest } = await world();
    await using _ = rest;
    const broken = requestOf(charge({ notifyUrl }), {}, { request: Symbol("nothing that a journal holds") as never });
    const [failed, { release, requestId }] = await Promise.all([
      execute(lane, broken).catch((defect: unknown) => defect),
      lane.store
        .transact((): UnitResult<never> => {
          throw new Error("nothing of it is stored");
        })
        .catch(() => execute(lane, requestOf(charge({ notifyUrl })))),
    ]);
    expect([failed instanceof Error, requestId]).toEqual([true, "req-1"]);
    await lane.deliveries.dispatch();
    await lane.deliveries.drain();
    expect(lane.deliveries.inFlight).toBe(1);
    release!();
    await lane.deliveries.drain();
    expect(lane.deliveries.inFlight).toBe(0);
  });
});
