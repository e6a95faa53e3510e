import type { RequestListener } from "node:http";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { lateLoad, NotLoaded } from "../../../src/package/late-load.js";
import { lazyRoutes } from "../../../src/server/http/lazy-parts.js";
import type { AppOptions } from "../../../src/server/http/routes.js";
import { pathIn, splitLane } from "../../../src/server/lanes/lane-path.js";
import { sold } from "../../support/client.js";
import { testLanes } from "../../support/lanes.js";
import { listening } from "../../support/listening.js";
import { rawCall } from "../../support/raw-call.js";
import { control, startTestSandbox } from "../../support/sandbox.js";
import { startShop } from "../../support/shop.js";

describe("a late load", () => {
  it("that fails is told with its reason, and is tried again at the next request", async () => {
    let tries = 0;
    const load = lateLoad("the part", async () => {
      if (++tries === 1) throw new Error("too many files are open");
      return "loaded";
    });
    await expect(load()).rejects.toThrow(NotLoaded);
    expect([await load(), await load(), tries]).toEqual(["loaded", "loaded", 2]);
  });

  it("is made once, however many ask at a time", async () => {
    let tries = 0;
    const load = lateLoad("the part", async () => ++tries);
    expect(await Promise.all([load(), load(), load()])).toEqual([1, 1, 1]);
  });
});

const answering = (options: AppOptions): RequestListener => {
  const { answer } = lazyRoutes(options);
  return (incoming, outgoing) => answer(incoming, outgoing, splitLane(pathIn(incoming.url!)));
};

/** The routes on a socket; `broken` fails once where it is used. */
async function served(broken: "routes" | "pages", ask: (url: string) => Promise<void>): Promise<void> {
  await using lanes = await testLanes();
  let failures = 0;
  const failOnce = (): void => {
    if (failures++ === 0) throw new Error("EMFILE: too many open files");
  };
  const options = {
    get lanes() {
      if (broken === "routes") failOnce();
      return lanes;
    },
    onDefect: () => {},
    bearerToken: undefined,
    ping: async () => {},
    control: {},
    pages: async () => {
      if (broken === "pages") failOnce();
      return new Hono().all("*", (c) => c.text("a page"));
    },
  } as unknown as AppOptions;
  await using server = await listening(answering(options));
  await ask(server.url);
}

describe.each([
  ["routes", "/readyz/", 200],
  ["pages", "/checkout/x", 200],
] as const)("the %s that cannot be loaded", (broken, path, then) => {
  it("answer 503 with the reason, and answer the next request", () =>
    served(broken, async (url) => {
      const refused = await rawCall(`${url}${path}`);
      expect([refused.http, refused.body.code]).toEqual([503, "not-loaded"]);
      expect(refused.body.message).toContain("EMFILE: too many open files");
      expect((await rawCall(`${url}${path}`)).http).toBe(then);
    }));
});

it("routes that could not be loaded make readyz 503 until they can", async () => {
  await using lanes = await testLanes();
  let isAway = true;
  const options = {
    get lanes() {
      if (isAway) throw new Error("EMFILE: too many open files");
      return lanes;
    },
    onDefect: () => {},
    ping: async () => {},
    control: {},
    pages: async () => new Hono(),
  } as unknown as AppOptions;
  await using server = await listening(answering(options));
  const status = async (path: string) => (await rawCall(`${server.url}${path}`)).http;
  expect([await status("/readyz"), await status("/nothing"), await status("/readyz")]).toEqual([200, 503, 503]);
  isAway = false;
  expect(await status("/readyz")).toBe(200);
});

it("a notification key that cannot be read is a failed attempt with its reason, and ends nothing", async () => {
  await using shop = await startShop();
  await using sandbox = await startTestSandbox({ notificationKey: "no key" });
  const { client, url } = await sandbox.lane();
  await sold(client, { callbackUrl: { notify: shop.notifyUrl } });
  await control(url, "PUT", "clock", { action: "advance", by: "1s" });
  const { notifications } = (await control(url, "GET", "notifications")).body;
  expect(notifications[0].attempts[0]).toMatchObject({
    status: null,
    why: expect.stringContaining("cannot be loaded"),
  });
  expect((await sold(client)).status).toBe("SUCCESS");
});
