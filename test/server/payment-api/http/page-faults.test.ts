import { describe, expect, it } from "vitest";
import { formToken } from "../../../../src/server/pages/visit.js";
import { requests } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox, type TestLane } from "../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

const CARD = { method: "CARD", "card-number": "4111111111111111", "card-expiry": "12/30", "card-cvc": "864" };

/** A checkout page, and what the shopper's browser gets from it: a status, or the code of the connection's error. */
async function pageOf({ url, client }: TestLane) {
  const { checkoutUrl, order } = (await client("hosted-checkout/create", requests.create())).body;
  const token = formToken(checkoutUrl.split("/").at(-1));
  const post = (path: string, fields: Readonly<Record<string, string>>, signal?: AbortSignal) =>
    fetch(`${checkoutUrl}${path}`, {
      method: "POST",
      redirect: "manual",
      ...(signal && { signal }),
      body: new URLSearchParams({ token, ...fields }),
    }).then(
      ({ status }) => status,
      (error: Error) => (error.name === "AbortError" ? "left" : (error.cause as NodeJS.ErrnoException).code),
    );
  const rule = (then: object) => control(url, "POST", "rules", { when: { operation: "checkout/pay" }, times: 1, then });
  const details = async () => (await control(url, "GET", `orders/${order.id}`)).body;
  return { checkoutUrl, post, rule, details };
}

describe("a fault after the payment on the page", () => {
  it.each([
    ["connection-reset", "ECONNRESET"],
    ["empty-response", "UND_ERR_SOCKET"],
    ["http-503", 503],
  ])("%s: the browser gets %s, the next look shows the result, and the shopper pays once", async (fault, expected) => {
    const page = await pageOf(await sandbox.lane());
    await page.rule({ fault, placed: "after-commit" });
    expect(await page.post("/pay", CARD)).toBe(expected);
    expect(await (await fetch(page.checkoutUrl)).text()).toContain('data-testid="result"');
    await page.post("/pay", CARD);
    const { order, transactions, timeline } = await page.details();
    expect([order.status, transactions.length]).toEqual(["SUCCESS", 1]);
    expect(timeline.find(({ what }: { what: string }) => what === "checkout/pay")).toMatchObject({ fault });
  });

  it("cuts a wallet's step too", async () => {
    const page = await pageOf(await sandbox.lane());
    await page.rule({ fault: "connection-reset", placed: "after-commit" });
    expect(await page.post("/qr/ALIPAYHK", { answer: "approve" })).toBe("ECONNRESET");
    expect((await page.details()).order.status).toBe("SUCCESS");
  });

  it.each([
    ["connection-reset", "ECONNRESET"],
    ["http-500", 500],
  ])("%s before the commit: the browser gets %s, and nothing was paid", async (fault, expected) => {
    const page = await pageOf(await sandbox.lane());
    await page.rule({ fault, placed: "before-commit" });
    expect(await page.post("/pay", CARD)).toBe(expected);
    expect((await page.details()).order.status).toBe("OPEN");
  });

  it.each(["before-commit", "after-commit"])("the page is not opened by a fault %s", async (placed) => {
    const at = await sandbox.lane();
    const page = await pageOf(at);
    const rule = { when: { operation: "checkout/open" }, times: 1, then: { fault: "http-500", placed } };
    await control(at.url, "POST", "rules", rule);
    expect((await fetch(page.checkoutUrl)).status).toBe(500);
    expect((await fetch(page.checkoutUrl)).status).toBe(200);
  });
});

it("a delay on the page's payment holds the browser's answer, not the payment", async () => {
  const at = await sandbox.lane();
  const page = await pageOf(at);
  await control(at.url, "PUT", "clock", { action: "resume" });
  await page.rule({ delay: "60s" });
  const leaving = new AbortController();
  const waiting = page.post("/pay", CARD, leaving.signal);
  await control(at.url, "POST", "wait", { for: "request", match: { operation: "checkout/pay" } });
  expect((await page.details()).order.status).toBe("SUCCESS");
  leaving.abort();
  expect(await waiting).toBe("left");
});
