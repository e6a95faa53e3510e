import { describe, expect, it } from "vitest";
import type { FaultName } from "../../../src/core/scenario/rule/rule.js";
import { type SandboxLane, startSandbox } from "../../../src/index.js";
import { envelope, type Params, requests } from "../../support/client.js";
import { ofFile } from "../../support/of-file.js";
import { startShop } from "../../support/shop.js";

const sandbox = ofFile(await startSandbox());

let lanes = 0;
const newLane = (): Promise<SandboxLane> => sandbox.lane(`in-process-${++lanes}`);

const post = (params: Params): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: envelope(params),
});

// biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for.
const jsonOf = async (answer: Response): Promise<any> => answer.json();

it("runs until idle right after an in-process call, from its notification's first attempt to the last", async () => {
  await using shop = await startShop(() => false);
  const lane = await newLane();
  // The first sale loads what the second one needs, so that no loading comes between its answer and the move.
  for (const merchantReference of ["A-1", "A-2"]) {
    await lane.call("tokenization/sale", requests.sale({ merchantReference, callbackUrl: { notify: shop.notifyUrl } }));
    await lane.clock.runUntilIdle();
  }
  expect((await lane.notifications()).map(({ state }) => state)).toEqual(["gave-up", "gave-up"]);
});

describe("lane.fetch", () => {
  it("answers as a call over HTTP does, byte for byte", async () => {
    const [inside, outside] = [await newLane(), await newLane()];
    for (const lane of [inside, outside]) await lane.clock.freeze("2026-01-05T10:00:00+08:00");
    const calls: [string, Params][] = [
      ["hosted-checkout/create", requests.create({ merchantReference: "A-1" })],
      ["hosted-checkout/query", { merchantId: 3, merchantReference: "A-1" }],
      ["tokenization/sale", requests.sale({ merchantReference: "A-2" })],
      ["hosted-checkout/refund", { merchantId: 3, merchantReference: "A-2", amount: 70 }],
      ["hosted-checkout/query", { merchantId: 3, merchantReference: "no such" }],
      ["hosted-checkout/nothing", {}],
    ];
    for (const [path, params] of calls) {
      const a = await inside.fetch(`/${path}`, post(params));
      const b = await fetch(`${outside.url}/${path}`, post(params));
      expect(a.status).toBe(b.status);
      expect((await a.text()).replaceAll(inside.url, outside.url)).toBe(await b.text());
      for (const name of ["content-type", "x-sandbox-request-id", "x-sandbox-provenance"])
        expect(a.headers.get(name)).toBe(b.headers.get(name));
    }
  });

  it("takes a path, an address of the lane, of another host, a URL and a Request", async () => {
    const lane = await newLane();
    const created = await lane.fetch("/hosted-checkout/create/", post(requests.create({ merchantReference: "A-1" })));
    expect((await jsonOf(created)).responseCode).toBe("0000");
    const query = post({ merchantId: 3, merchantReference: "A-1" });
    const path = "hosted-checkout/query";
    for (const input of [
      `/${path}`,
      path,
      `lane/${lane.name}/${path}`,
      `${lane.url}/${path}`,
      `https://payments.example/${path}`,
      new URL(`http://localhost/${path}`),
      new Request(`http://localhost/${path}`, query),
    ]) {
      const answer = await lane.fetch(input, input instanceof Request ? undefined : query);
      expect((await jsonOf(answer)).order.merchantReference).toBe("A-1");
    }
    expect((await jsonOf(await sandbox.fetch(`/${path}`, query))).responseCode).not.toBe("0000");
    expect((await jsonOf(await sandbox.fetch(`/lane/${lane.name}/${path}`, query))).responseCode).toBe("0000");
    expect((await jsonOf(await sandbox.fetch(`lane/${lane.name}/${path}`, query))).responseCode).toBe("0000");
    expect((await lane.fetch("_sandbox/orders?limit=1")).status).toBe(200);
  });

  it("reaches the control API and the hosted page", async () => {
    const lane = await newLane();
    const created = await jsonOf(await lane.fetch("/hosted-checkout/create", post(requests.create())));
    const page = await lane.fetch(created.checkoutUrl);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(created.order.merchantReference);
    const paid = await lane.fetch(`/_sandbox/orders/${created.order.id}/simulate`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: '{"action":"pay"}',
    });
    expect((await jsonOf(paid)).order.status).toBe("SUCCESS");
  });

  it("notifies the shop when the answer has left", async () => {
    await using shop = await startShop();
    const lane = await newLane();
    const sale = requests.sale({ merchantReference: "A-1", callbackUrl: { notify: shop.notifyUrl } });
    await lane.fetch("/tokenization/sale", post(sale));
    const [heard] = await lane.waitFor({
      for: "notification",
      match: { merchantReference: "A-1", acknowledged: true },
    });
    expect(heard?.state).toBe("acknowledged");
  });

  const force = (lane: SandboxLane, fault: FaultName) =>
    lane.force({ when: { operation: "tokenization/sale" }, then: { fault, placed: "after-commit" }, times: 1 });

  it.each(["connection-reset", "empty-response", "truncated-head"] as const)(
    "rejects with %s as fetch does",
    async (fault) => {
      const lane = await newLane();
      const both = [lane.fetch, (path: string, init: RequestInit) => fetch(`${lane.url}${path}`, init)] as const;
      const errors: TypeError[] = [];
      for (const call of both) {
        await force(lane, fault);
        errors.push(
          await call("/tokenization/sale", post(requests.sale())).then(
            () => expect.fail("answered"),
            (e) => e,
          ),
        );
      }
      const [inside, outside] = errors;
      expect(inside).toBeInstanceOf(TypeError);
      expect(inside!.message).toBe(outside!.message);
      expect((inside!.cause as NodeJS.ErrnoException).code).toBe((outside!.cause as NodeJS.ErrnoException).code);
      expect(await lane.orders()).toHaveLength(2);
    },
  );

  it("breaks off a truncated body", async () => {
    const lane = await newLane();
    await force(lane, "truncated-body");
    const answer = await lane.fetch("/tokenization/sale", post(requests.sale()));
    expect(answer.status).toBe(200);
    const reader = answer.body!.getReader();
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toMatch(/^\{"/);
    expect(value!.length).toBeLessThan(Number(answer.headers.get("content-length")));
    await expect(reader.read()).rejects.toThrow("terminated");
  });

  it("answers nothing until the caller gives up", async () => {
    const lane = await newLane();
    await force(lane, "no-response");
    const caller = new AbortController();
    const call = lane.fetch("/tokenization/sale", { ...post(requests.sale()), signal: caller.signal });
    await lane.waitFor({ for: "request", match: { operation: "tokenization/sale" } });
    caller.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
    await expect(lane.fetch("/x", { signal: AbortSignal.abort(new Error("never began")) })).rejects.toThrow(
      "never began",
    );
  });

  it("asks for no Host, and refuses a body that is too large as HTTP does", async () => {
    const lane = await newLane();
    const answer = await lane.fetch("http://anything.example/hosted-checkout/create", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: "x".repeat(1_100_000),
    });
    expect(answer.status).toBe(413);
  });
});

describe("a payment call inside this process", () => {
  it.each([
    ["too large a body", { body: `"${"x".repeat(1_100_000)}"` }, 413],
    ["another content type", { headers: { "Content-Type": "text/plain" } }, 415],
    ["another method", { method: "PUT" }, 405],
  ] as const)("with %s is answered as over HTTP", async (_, change, status) => {
    const lane = await newLane();
    const init = { ...post({ merchantId: 3 }), ...change };
    const [here, there] = [
      await lane.fetch("/hosted-checkout/query", init),
      await fetch(`${lane.url}/hosted-checkout/query`, init),
    ];
    expect([here.status, there.status]).toEqual([status, status]);
    expect(await here.text()).toBe(await there.text());
    expect((await lane.requests()).map(({ http }) => http)).toEqual([status, status]);
  });

  it("of a lane with an impossible name is refused", async () => {
    expect((await sandbox.fetch("/lane/a%20b/hosted-checkout/query", post({ merchantId: 3 }))).status).toBe(404);
  });
});
