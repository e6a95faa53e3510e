import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { clickPay, clickPayAgain, type PayButton, type ShopPage, type ShopRoute } from "../../../src/playwright.js";
import { testFolder } from "../../support/sandbox.js";

interface FakePage {
  readonly isLive?: boolean;
  /** The methods of the requests that a click leads to. */
  readonly sends?: readonly string[];
}

/** A page that says what is done to it. */
function fakePage(history: readonly string[], { isLive = true, sends = [] }: FakePage = {}) {
  const did: string[] = [];
  const past = [...history];
  let routed: ((route: ShopRoute) => Promise<void>) | undefined;
  /** A request of the page, through its route. */
  const send = async (method: string): Promise<void> => {
    const route = {
      request: () => ({ method: () => method }),
      fetch: async () => void did.push(`${method} whose answer is lost`),
      continue: async () => void did.push(method),
    };
    await (routed ? routed(route) : route.continue());
  };
  const page: ShopPage = {
    url: () => past.at(-1)!,
    goto: async (url) => void did.push(`goto ${url}`),
    goBack: async () => {
      if (past.length < 2) return null;
      past.pop();
      did.push("back");
      return {};
    },
    waitForLoadState: async () => {},
    route: async (_, handler) => {
      routed = handler;
    },
    unroute: async () => {
      routed = undefined;
    },
    mouse: { click: async (x, y) => void did.push(`mouse ${x},${y}`) },
  };
  const button: PayButton = {
    page: () => page,
    click: async () => {
      did.push("click");
      for (const method of sends) await send(method);
    },
    waitFor: async () => {},
    isVisible: async () => isLive,
    isEnabled: async () => isLive,
    scrollIntoViewIfNeeded: async () => {},
    boundingBox: async () => ({ x: 10, y: 20, width: 100, height: 40 }),
  };
  return { did, past, button };
}

/** As the judge asks; the file's text afterwards. */
function asked(act: string) {
  const folder = testFolder();
  const file = join(folder.path, "shopper");
  vi.stubEnv("PAYMENT_SANDBOX_SHOPPER", act);
  vi.stubEnv("PAYMENT_SANDBOX_SHOPPER_FILE", file);
  return { text: () => readFileSync(file, "utf8"), [Symbol.dispose]: () => folder[Symbol.dispose]() };
}
afterEach(() => void vi.unstubAllEnvs());

describe("the shop's pay button", () => {
  it("is clicked once, and never again, if nobody asks", async () => {
    const { did, button } = fakePage(["/cart"]);
    await clickPay(button);
    await clickPayAgain(button);
    expect(did).toEqual(["click"]);
  });

  it("is clicked once, and its form comes twice", async () => {
    using judge = asked("form-twice");
    const { did, button } = fakePage(["/cart"], { sends: ["GET", "POST", "POST"] });
    await clickPay(button);
    await clickPayAgain(button);
    const sent = ["GET", "POST whose answer is lost", "POST", "POST"];
    expect([did, judge.text()]).toEqual([["click", ...sent], "form-twice"]);
  });

  it("is clicked twice in its middle for a double click", async () => {
    using judge = asked("double-click");
    const { did, button } = fakePage(["/cart"]);
    await clickPay(button);
    await clickPayAgain(button);
    expect([did, judge.text()]).toEqual([["mouse 60,40", "mouse 60,40"], "double-click"]);
  });

  it.each([
    ["clicked again if it is live", true, ["click", "back", "back", "click"]],
    ["left alone if it is dead", false, ["click", "back", "back"]],
  ])("is %s, on the page of the first click", async (_, isLive, expected) => {
    using judge = asked("pay-again");
    const { did, past, button } = fakePage(["/cart"], { isLive });
    await clickPay(button);
    past.push("/hosted", "/thanks");
    await clickPayAgain(button);
    expect([did, judge.text()]).toEqual([expected, "pay-again"]);
  });

  it("that nobody clicked can't be clicked again", async () => {
    using _ = asked("pay-again");
    await expect(clickPayAgain(fakePage(["/cart"]).button)).rejects.toThrow("clickPay clicked no button");
  });
});
