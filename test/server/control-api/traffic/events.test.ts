import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Lane } from "../../../../src/lane/lane.js";
import type { ControlContext } from "../../../../src/server/control-api/context.js";
import { mount } from "../../../../src/server/control-api/http/mount.js";
import { eventCalls } from "../../../../src/server/control-api/traffic/events.js";
import { created } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

const contextOf = (lane: Lane) =>
  ({
    withLane: (_c, _how, use) => use(lane, async () => lane),
    stopping: new AbortController().signal,
  }) satisfies Partial<ControlContext> as unknown as ControlContext;

interface Told {
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for.
  readonly data: any;
}

/** Reads events as they come; undefined at the end of the stream. */
function readerOf(response: Response) {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const block = async (): Promise<string | undefined> => {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end !== -1) {
        const found = text.slice(0, end);
        text = text.slice(end + 2);
        return found;
      }
      const { value, done } = await reader.read();
      if (done) return undefined;
      text += value;
    }
  };
  const next = async (): Promise<Told | undefined> => {
    let found = await block();
    while (found?.startsWith(":")) found = await block();
    if (found === undefined) return undefined;
    const fields = Object.fromEntries(found.split("\n").map((line) => line.split(/: (.*)/s)));
    return { event: fields.event, data: JSON.parse(fields.data) };
  };
  return { block, next, cancel: () => reader.cancel() };
}

async function listen(url: string) {
  const response = await fetch(`${url}/_sandbox/events`);
  const events = readerOf(response);
  onTestFinished(() => events.cancel());
  return { response, ...events, hello: await events.next() };
}

describe("GET events", () => {
  it("begins with where the lane stands", async () => {
    const { lane, url } = await sandbox.lane();
    const { response, hello } = await listen(url);
    expect(response.headers.get("Content-Type")).toBe("text/event-stream");
    expect(hello).toEqual({
      event: "hello",
      data: { lane: lane.name, now: "2026-01-05T02:00:00.000+00:00", mode: "frozen" },
    });
  });

  it("tells requests, orders that changed, attempts of notifications and moves of the clock", async () => {
    const { url, client } = await sandbox.lane();
    const events = await listen(url);
    const order = await created(client, { callbackUrl: { notify: `${sandbox.url}/nowhere` } });
    expect(await events.next()).toMatchObject({ event: "request", data: { id: "req-1", responseCode: "0000" } });
    expect(await events.next()).toMatchObject({
      event: "order",
      data: { id: order.id, status: "OPEN", statusBefore: null },
    });
    await control(url, "POST", `orders/${order.id}/simulate`, { action: "pay" });
    expect(await events.next()).toMatchObject({ event: "request", data: { operation: "checkout/pay" } });
    expect(await events.next()).toMatchObject({ event: "order", data: { status: "SUCCESS", statusBefore: "OPEN" } });
    expect(await events.next()).toMatchObject({ event: "notification", data: { orderId: order.id, attempt: 1 } });
    await control(url, "PUT", "clock", { action: "freeze", at: "2026-01-05T10:00:10+08:00" });
    const moved = [await events.next(), await events.next()];
    expect(moved.at(-1)).toEqual({ event: "clock", data: { now: "2026-01-05T02:00:10.000+00:00", mode: "frozen" } });
  });

  it("tells what else of the lane changed, without a call", async () => {
    const { url } = await sandbox.lane();
    const events = await listen(url);
    const rule = { then: { outcome: "maintenance" } };
    await control(url, "POST", "rules", rule);
    await control(url, "PATCH", "rules/rule-1", { enabled: false });
    await control(url, "POST", "tokens", { merchantId: 3, userId: "u", card: "visa-credit" });
    await control(url, "PUT", "merchants/3", { unsettledBalance: { HKD: 7 } });
    const told = [await events.next(), await events.next(), await events.next(), await events.next()];
    expect(told).toEqual(
      [["rules"], ["rules"], ["tokens"], ["merchants"]].map((changed) => ({ event: "lane", data: { changed } })),
    );
  });

  it("tells only of its own lane", async () => {
    const [a, b] = [await sandbox.lane(), await sandbox.lane()];
    const events = await listen(a.url);
    await created(b.client);
    const own = await created(a.client);
    expect(await events.next()).toMatchObject({ event: "request", data: { orderId: own.id } });
  });

  it("ends when the lane is reset, so that its readers come back to the new one", async () => {
    const { url } = await sandbox.lane();
    const events = await listen(url);
    await control(url, "POST", "reset", {});
    expect(await events.next()).toBeUndefined();
  });

  it("ends when the server stops, which does not wait for its readers", async () => {
    const own = await startTestSandbox();
    const events = await listen(own.url);
    const [stopped, ended] = [own.server.stop(), events.next()];
    expect(await ended).toBeUndefined();
    await stopped;
  });

  it("leaves nothing behind when a reader goes", async () => {
    const { lane } = await sandbox.lane();
    const unwatched = vi.fn();
    const watched = { ...lane, waiting: { isClosed: false, watch: () => unwatched } } as unknown as Lane;
    const app = mount(eventCalls, () => contextOf(watched));
    const events = readerOf(await app.request("/events"));
    await events.next();
    await events.cancel();
    expect(unwatched).toHaveBeenCalledOnce();
  });

  it("beats, so that nothing between takes the silence for an end", async () => {
    const { lane } = await sandbox.lane();
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const app = mount(eventCalls, () => contextOf(lane));
    const events = readerOf(await app.request("/events"));
    await events.next();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await events.block()).toBe(": beat");
    await events.cancel();
  });
});
