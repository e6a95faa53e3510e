import { once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Sandbox, type SandboxLane, startSandbox } from "../../../src/index.js";
import { refusalsText } from "../../../src/tools/library/refusals.js";
import { joinRunning } from "../../../src/tools/library/shared/join.js";
import { requests } from "../../support/client.js";

let sandbox: Sandbox;
// One in this realm, so that undici has made its dispatcher.
let undici: typeof import("undici");
let elsewhere: string;
const other = createServer((_, response) => response.end("elsewhere"));
beforeAll(async () => {
  sandbox = await startSandbox();
  undici = await import("undici");
  other.listen(0, "127.0.0.1");
  await once(other, "listening");
  elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
});
afterAll(async () => {
  other.close();
  await sandbox.stop();
});

let lanes = 0;
const newLane = (): Promise<SandboxLane> => sandbox.lane(`intercept-${++lanes}`);

/** An address that nobody answers: `.invalid` never resolves. */
const SERVICE = "https://pay.invalid/base/v1";

const signedBy = async (lane: SandboxLane, params: object) => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(await lane.sign(params)),
});

/** Creates an order at the service, as an SDK would. */
const created = async (lane: SandboxLane, merchantReference: string): Promise<string> => {
  const init = await signedBy(lane, requests.create({ merchantReference }));
  const answer = await fetch(`${SERVICE}/hosted-checkout/create`, init);
  return ((await answer.json()) as { responseCode: string }).responseCode;
};

const references = async (lane: SandboxLane) => (await lane.orders()).map((order) => order.merchantReference);

describe("lane.intercept", () => {
  it("answers the global fetch by the lane, below the path, until it is undone", async () => {
    const lane = await newLane();
    {
      using _off = lane.intercept(SERVICE);
      expect(await created(lane, "A-1")).toBe("0000");
      const asRequest = new Request(
        new URL(`${SERVICE}/hosted-checkout/query`),
        await signedBy(lane, { merchantId: 3, merchantReference: "A-1" }),
      );
      expect(await (await fetch(asRequest)).json()).toMatchObject({ responseCode: "0000" });
    }
    expect(await references(lane)).toEqual(["A-1"]);
    await expect(created(lane, "A-2")).rejects.toThrow();
  });

  it("leaves other hosts and other paths alone", async () => {
    const lane = await newLane();
    using _off = lane.intercept(`${elsewhere}/pay`);
    expect(await (await fetch(`${elsewhere}/other`)).text()).toBe("elsewhere");
    expect(await (await fetch(`${elsewhere}/payments`)).text()).toBe("elsewhere");
    expect((await fetch(`${elsewhere}/pay/no-such-path`, { method: "POST" })).status).toBe(404);
    expect(await (await undici.request(`${elsewhere}/other`)).body.text()).toBe("elsewhere");
  });

  it("can be nested and undone in any order: the latest wins", async () => {
    const before = globalThis.fetch;
    const [outer, inner] = [await newLane(), await newLane()];
    const first = outer.intercept(SERVICE);
    const second = inner.intercept(SERVICE);
    await created(outer, "in the inner");
    first[Symbol.dispose]();
    await created(inner, "still in the inner");
    second[Symbol.dispose]();
    expect(await references(inner)).toEqual(expect.arrayContaining(["in the inner", "still in the inner"]));
    expect(await references(outer)).toEqual([]);
    expect(globalThis.fetch).toBe(before);
  });

  it("with a callback holds for what the callback does, and for nothing beside it", async () => {
    const [a, b] = [await newLane(), await newLane()];
    const both = await Promise.all([
      a.intercept(SERVICE, async () => [await created(a, "of a"), await created(a, "of a, too")]),
      b.intercept(SERVICE, () => created(b, "of b")),
      created(a, "of nobody").catch(() => "not answered"),
    ]);
    expect(both).toEqual([["0000", "0000"], "0000", "not answered"]);
    expect([await references(a), await references(b)]).toEqual([
      expect.arrayContaining(["of a", "of a, too"]),
      ["of b"],
    ]);
  });

  it("is undone where its callback throws", async () => {
    const lane = await newLane();
    const thrown = lane.intercept(SERVICE, () => {
      throw new Error("a failed test");
    });
    await expect(thrown).rejects.toThrow("a failed test");
    await expect(created(lane, "A-1")).rejects.toThrow();
  });

  it("refuses calls after its lane's drop, until it is undone, and lets none through", async () => {
    const before = globalThis.fetch;
    const [dropped, other] = [await newLane(), await newLane()];
    {
      using _outer = other.intercept(elsewhere);
      {
        using _off = dropped.intercept(elsewhere);
        await dropped.drop();
        const said = `${dropped.url} was dropped, so it no longer answers ${elsewhere}: intercept again`;
        for (const _ of ["at once", "after the lane was used again"]) {
          await expect(fetch(`${elsewhere}/x`)).rejects.toThrow(said);
          await expect(undici.request(`${elsewhere}/x`)).rejects.toMatchObject({ code: "ECONNREFUSED" });
          expect(await dropped.orders()).toEqual([]);
        }
        using _again = dropped.intercept(elsewhere);
        expect((await fetch(`${elsewhere}/no-such-path`, { method: "POST" })).status).toBe(404);
      }
      expect((await fetch(`${elsewhere}/no-such-path`, { method: "POST" })).status).toBe(404);
    }
    expect(await (await fetch(`${elsewhere}/x`)).text()).toBe("elsewhere");
    expect(globalThis.fetch).toBe(before);
  });

  it("refuses calls after the drop of its lane and the stop of its sandbox, and lets none through", async () => {
    const own = await startSandbox();
    const lane = await own.lane("stopped");
    using _off = lane.intercept(elsewhere);
    using _other = (await own.lane("not-dropped")).intercept(`${elsewhere}/y`);
    await lane.drop();
    await own.stop();
    await expect(fetch(`${elsewhere}/y`)).rejects.toThrow("this sandbox was stopped");
    await expect(fetch(`${elsewhere}/x`)).rejects.toThrow("was dropped");
    await expect(undici.request(`${elsewhere}/x`)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it("carries faults: a cut connection is an error, of fetch and of undici", async () => {
    const lane = await newLane();
    using _off = lane.intercept(SERVICE);
    await lane.next({ fault: "connection-reset", placed: "after-commit" });
    await expect(created(lane, "A-1")).rejects.toMatchObject({ cause: { code: "ECONNRESET" } });
    await lane.next({ fault: "connection-reset", placed: "after-commit" });
    const init = await signedBy(lane, requests.create({ merchantReference: "A-2" }));
    const cut = undici.request(`${SERVICE}/hosted-checkout/create`, init as never);
    await expect(cut).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(await references(lane)).toEqual(expect.arrayContaining(["A-1", "A-2"]));
  });

  it.each([
    ["a text", (body: string) => body],
    ["bytes", (body: string) => Buffer.from(body)],
    ["a stream", (body: string) => Readable.from([body.slice(0, 9), body.slice(9)])],
  ])("answers undici's request, whose body is %s", async (_, bodyOf) => {
    const lane = await newLane();
    using _off = lane.intercept(SERVICE);
    const { body, ...init } = await signedBy(lane, requests.create({ merchantReference: "A-1" }));
    const answer = await undici.request(`${SERVICE}/hosted-checkout/create`, { ...init, body: bodyOf(body) } as never);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toContain("application/json");
    expect(await answer.body.json()).toMatchObject({ responseCode: "0000" });
  });

  it("answers undici's own fetch", async () => {
    const lane = await newLane();
    using _off = lane.intercept(SERVICE);
    const init = await signedBy(lane, requests.create({ merchantReference: "A-1" }));
    const answer = await undici.fetch(`${SERVICE}/hosted-checkout/create`, init);
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ responseCode: "0000" })]);
  });

  it("gives up where the caller does", async () => {
    const lane = await newLane();
    using _off = lane.intercept(SERVICE);
    await lane.next({ fault: "no-response", placed: "after-commit" });
    const init = await signedBy(lane, requests.create({ merchantReference: "A-1" }));
    const aborted = new AbortController();
    const call = fetch(`${SERVICE}/hosted-checkout/create`, { ...init, signal: aborted.signal });
    await lane.waitFor({ for: "order", match: { merchantReference: "A-1" } });
    aborted.abort();
    await expect(call).rejects.toThrow(/abort/i);
  });

  it.each([
    ["in this process", async () => sandbox],
    ["elsewhere", () => joinRunning(sandbox.url)],
  ])("gives up after undici's headersTimeout, if the sandbox is %s", async (_, sandboxThere) => {
    const lane = await (await sandboxThere()).lane(`intercept-${++lanes}`);
    using _off = lane.intercept(SERVICE);
    await lane.next({ fault: "no-response", placed: "after-commit" });
    const init = await signedBy(lane, requests.create({ merchantReference: "A-1" }));
    const call = undici.request(`${SERVICE}/hosted-checkout/create`, { ...init, headersTimeout: 1 } as never);
    const error = await call.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "HeadersTimeoutError", code: "UND_ERR_HEADERS_TIMEOUT" });
    expect(error).toBeInstanceOf(undici.errors.HeadersTimeoutError);
    // Without a limit it is answered.
    const asked = undici.request(`${SERVICE}/no-such-path`, { method: "POST", headersTimeout: 0 });
    expect((await asked).statusCode).toBe(404);
  });

  it.each([
    ["in this process", async () => sandbox],
    ["elsewhere", () => joinRunning(sandbox.url)],
  ])("answers by the lane at the sandbox's own address, if the sandbox is %s", async (_, sandboxThere) => {
    const lane = await (await sandboxThere()).lane(`intercept-${++lanes}`);
    using _off = lane.intercept(sandbox.url);
    const init = await signedBy(lane, requests.create({ merchantReference: "A-1" }));
    expect((await fetch(`${sandbox.url}/hosted-checkout/create`, init)).status).toBe(200);
    const query = await signedBy(lane, { merchantId: 3, merchantReference: "A-1" });
    expect((await undici.request(`${sandbox.url}/hosted-checkout/query`, query as never)).statusCode).toBe(200);
    expect(await references(lane)).toEqual(["A-1"]);
  });

  it("leaves a lane of another process its own way to the sandbox while a test mocks fetch", async () => {
    const lane = await (await joinRunning(sandbox.url)).lane(`intercept-${++lanes}`);
    const mock = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("mocked"));
    onTestFinished(() => mock.mockRestore());
    const { body } = await lane.call("hosted-checkout/create", { ...requests.create(), merchantReference: "A-1" });
    expect(body.responseCode).toBe("0000");
    expect(await references(lane)).toEqual(["A-1"]);
    expect(mock).not.toHaveBeenCalled();
  });

  it("posts if Request takes only the members of a plain object, as in Vitest's jsdom", async () => {
    const lane = await newLane();
    const Whole = globalThis.Request;
    vi.stubGlobal(
      "Request",
      class extends Whole {
        constructor(input: Request | URL | string, init?: RequestInit) {
          super(input, { ...init });
        }
      },
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    using _off = lane.intercept(SERVICE);
    const init = { ...(await signedBy(lane, requests.create())), signal: new AbortController().signal };
    expect((await fetch(`${SERVICE}/hosted-checkout/create`, init)).status).toBe(200);
  });

  it.each(["empty-response", "truncated-head"] as const)("%s is undici's SocketError", async (fault) => {
    const lane = await newLane();
    using _off = lane.intercept(SERVICE);
    await lane.next({ fault, placed: "after-commit" });
    const init = await signedBy(lane, requests.create());
    const error = await undici.request(`${SERVICE}/hosted-checkout/create`, init as never).catch((thrown) => thrown);
    expect(error).toMatchObject({ name: "SocketError", code: "UND_ERR_SOCKET", message: "other side closed" });
    expect(error).toBeInstanceOf(undici.errors.SocketError);
  });

  it("warns once of a client on node:http, and names the way out", async () => {
    const lane = await newLane();
    const warnings: string[] = [];
    const note = (warning: Error): void => void warnings.push(`${warning.name}: ${warning.message}`);
    process.on("warning", note);
    onTestFinished(() => void process.off("warning", note));
    using _off = lane.intercept(elsewhere);
    for (let i = 0; i < 2; i++) await once(get(`${elsewhere}/x`), "response");
    await expect
      .poll(() => warnings.filter((one) => one.includes("node:http")))
      .toEqual([
        `payment-sandbox: a client on node:http called ${elsewhere} past lane.intercept: give axios adapter: "fetch", or use lane.url`,
      ]);
    expect(await refusalsText(lane)).toContain("No call reached lane");
    expect(await refusalsText(lane)).toContain(`a client on node:http called ${elsewhere} past lane.intercept`);
  });

  it("warns once of a dispatcher of its own, and can be composed", async () => {
    const lane = await newLane();
    const warnings: string[] = [];
    const note = (warning: Error): void => void warnings.push(warning.message);
    process.on("warning", note);
    onTestFinished(() => void process.off("warning", note));
    using _off = lane.intercept(`${elsewhere}/pay`);
    const dispatcher = new undici.Agent();
    onTestFinished(() => dispatcher.close());
    for (let i = 0; i < 2; i++) await (await undici.request(`${elsewhere}/pay/x`, { dispatcher })).body.text();
    await (await undici.request(`${elsewhere}/other`, { dispatcher })).body.text();
    await expect
      .poll(() => warnings.filter((one) => one.includes("undici")))
      .toEqual([
        `a dispatcher of undici called ${elsewhere} past lane.intercept: use lane.url as its base URL, or call intercept after setGlobalDispatcher`,
      ]);
    const composed = undici.getGlobalDispatcher().compose(undici.interceptors.retry());
    const answer = await undici.request(`${elsewhere}/pay/no-such-path`, { method: "POST", dispatcher: composed });
    expect([answer.statusCode, await answer.body.json()]).toMatchObject([404, { responseCode: "1404" }]);
  });

  it("answers undici if its global dispatcher was set before, and not if it was set after", async () => {
    const lane = await newLane();
    using _earlier = lane.intercept("https://earlier.invalid");
    const before = undici.getGlobalDispatcher();
    onTestFinished(() => undici.setGlobalDispatcher(before));
    const answer = async (): Promise<string> =>
      await (await undici.request(`${elsewhere}/pay/no-such-path`, { method: "POST" })).body.text();
    const agents = [new undici.Agent(), new undici.Agent()] as const;
    onTestFinished(async () => void (await Promise.all(agents.map((agent) => agent.close()))));
    undici.setGlobalDispatcher(agents[0]);
    using _off = lane.intercept(`${elsewhere}/pay`);
    expect(await answer()).toContain('"1404"');
    undici.setGlobalDispatcher(agents[1]);
    expect(await answer()).not.toContain('"1404"');
    const own = await fetch(`${elsewhere}/pay/no-such-path`, { method: "POST" });
    expect(await own.text()).toContain('"1404"');
  });

  it.each(["pay.invalid", "ftp://pay.invalid/", ""])("refuses %j as an address", async (address) => {
    const lane = await newLane();
    expect(() => lane.intercept(address)).toThrow("intercept: expected an address such as https://host/path");
  });
});
