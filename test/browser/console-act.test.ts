import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.js";
import { created, requests, sold } from "../support/client.js";
import { control, startTestSandbox, type TestSandbox } from "../support/sandbox.js";
import { type Desk, deskOf } from "./console-world.js";

let sandbox: TestSandbox;
let browser: Browser;
beforeAll(async () => {
  [sandbox, browser] = await Promise.all([startTestSandbox(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await sandbox[Symbol.asyncDispose]();
});

/** The console in a lane of its own, closed with the test. */
async function withDesk(use: (desk: Desk) => Promise<void>): Promise<void> {
  const desk = await deskOf(sandbox, browser);
  await use(desk);
  await desk.page.close();
}

const statusOf = async ({ read }: Desk, id: number) => (await read(`orders/${id}`)).order.status;

describe("an order's page", () => {
  it("declines for a reason, pays, settles and refunds in full as the merchant would", () =>
    withDesk(async (desk) => {
      const { page, open, act, client, read } = desk;
      const { id } = await created(client);
      await open(`/orders/${id}`);
      await page.getByTestId("decline-reason").selectOption("lost-card");
      await act("order-decline", /simulate$/);
      expect((await read(`orders/${id}`)).transactions).toMatchObject([{ declined: "lost-card" }]);
      await act("order-pay", /simulate$/);
      expect(await statusOf(desk, id)).toBe("SUCCESS");
      await page.getByRole("heading", { level: 1, name: "SUCCESS" }).waitFor();
      expect(await page.getByTestId("order-pay").isDisabled()).toBe(true);
      await act("order-settle", /simulate$/);
      expect(await statusOf(desk, id)).toBe("SETTLED");
      // The buttons move when the page is refreshed: a click before that could meet another one.
      await page.getByRole("heading", { level: 1, name: "SETTLED" }).waitFor();
      await control(desk.url, "PUT", "merchants/3", { unsettledBalance: { HKD: 100 } });
      await act("order-refund", /hosted-checkout\/refund$/);
      expect(await statusOf(desk, id)).toBe("REFUNDED");
      expect((await read("requests")).requests[0]).toMatchObject({ signature: "valid", responseCode: "0000" });
    }));

  it("refunds a part of what was paid, and nothing that is more or no amount", () =>
    withDesk(async (desk) => {
      const { page, open, act, client, read } = desk;
      const { id } = await sold(client, { amount: 80 });
      await control(desk.url, "POST", `orders/${id}/simulate`, { action: "settle" });
      await control(desk.url, "PUT", "merchants/3", { unsettledBalance: { HKD: 100 } });
      await open(`/orders/${id}`);
      const amount = page.getByTestId("refund-amount");
      for (const wrong of ["", "0", "80.01", "1.234"]) {
        await amount.fill(wrong);
        await page.getByTestId("order-refund-part").click();
        expect([wrong, await page.locator("[data-testid=refund-amount]:invalid").count()]).toEqual([wrong, 1]);
      }
      expect((await read("requests?operation=hosted-checkout/refund")).requests).toEqual([]);
      await amount.fill("12.34");
      expect(await page.locator("#code").textContent()).toContain(
        `lane.sign({ merchantId: 3, orderId: ${id}, amount: 12.34 })`,
      );
      expect(await page.locator("#curl").textContent()).toContain('"amount":12.34}');
      await act("order-refund-part", /hosted-checkout\/refund$/);
      expect((await read(`orders/${id}`)).order).toMatchObject({ status: "REFUNDED", netAmount: 67.66 });
      await page.getByTestId("timeline").getByText("HKD 12.34").first().waitFor();
    }));

  it("cancels, expires, voids, and tells what the service refuses with a link to why", () =>
    withDesk(async (desk) => {
      const { page, open, act, client } = desk;
      const [one, two] = [await created(client), await created(client)];
      await open(`/orders/${one.id}`);
      await act("order-cancel", /simulate$/);
      expect((await desk.read(`requests?orderId=${one.id}`)).requests[0].operation).toBe("checkout/cancel");
      await open(`/orders/${two.id}`);
      await act("order-expire", /simulate$/);
      expect(await statusOf(desk, two.id)).toBe("CLOSED");
      const { id } = await sold(client);
      await open(`/orders/${id}`);
      await act("order-refund-too-much", /hosted-checkout\/refund$/);
      await page.getByTestId("said").getByRole("link").click();
      await page.getByTestId("advice").waitFor();
      expect(page.url()).toMatch(/requests\/req-\d+$/);
      expect((await desk.read("requests")).requests[0].responseCode).toBe("2005");
      await open(`/orders/${id}`);
      await act("order-void", /tokenization\/void$/);
      expect(await statusOf(desk, id)).toBe("VOIDED");
      await page.getByRole("heading", { level: 1, name: "VOIDED" }).waitFor();
      for (const testid of ["order-refund", "order-refund-part", "order-refund-too-much", "order-void"])
        expect([testid, await page.getByTestId(testid).isDisabled()]).toEqual([testid, true]);
    }));
});

describe("notifications", () => {
  it("are held, released and sent again", () =>
    withDesk(async ({ page, open, act, client, url, read }) => {
      const { id } = await created(client, { callbackUrl: { notify: `${sandbox.url}/nowhere` } });
      await control(url, "POST", `orders/${id}/simulate`, { action: "pay" });
      await control(url, "POST", "wait", { for: "notification", match: { attempts: 1 } });
      const now = async () => (await read("notifications")).notifications[0];
      await open(`/notifications/${(await now()).id}`);
      await act("notification-hold", /hold$/);
      expect((await now()).state).toBe("held");
      await act("notification-release", /release$/);
      expect((await now()).attempts).toHaveLength(2);
      await act("notification-resend", /resend$/);
      expect((await now()).attempts).toHaveLength(3);
      await page.getByTestId("notification-row").getByText("3: 404").waitFor();
      await page.getByTestId("said").getByText("The shop answered 404").waitFor();
    }));
});

describe("the clock", () => {
  it("is advanced, resumed, frozen, set and run until idle", () =>
    withDesk(async ({ page, open, act, read }) => {
      await open();
      await page.getByTestId("clock-by").fill("1d");
      await act("clock-advance", /clock$/);
      expect((await read("clock")).now).toBe("2026-01-06T02:00:00.000+00:00");
      await page.getByTestId("clock-now").getByText("2026-01-06").waitFor();
      await act("clock-resume", /clock$/);
      expect((await read("clock")).mode).toBe("wall");
      await act("clock-freeze", /clock$/);
      expect((await read("clock")).mode).toBe("frozen");
      await page.locator("#clock").getByText("More").click();
      await page.getByTestId("clock-at").fill("2027-01-01T00:00:00Z");
      await act("clock-set", /clock$/);
      expect((await read("clock")).now).toBe("2027-01-01T00:00:00.000+00:00");
      expect((await act("clock-idle", /clock$/)).status()).toBe(200);
      await page.getByTestId("clock-by").fill("soon");
      await act("clock-advance", /clock$/);
      await page.getByTestId("said").getByText("duration").waitFor();
    }));
});

describe("rules", () => {
  it("are made by the form, switched off and on, and deleted after a question", () =>
    withDesk(async ({ page, open, act, client, read }) => {
      await open();
      await page.getByTestId("nav-rules").click();
      await page.getByTestId("rule-add").click();
      await page.getByTestId("rule-operation").fill("*/sale");
      await page.getByTestId("rule-outcome").selectOption("rate-limited");
      await page.getByTestId("rule-times").fill("2");
      await page.getByText("More conditions").click();
      await page.locator("[name='when.amount']").fill('{"gt": 10}');
      await act("rule-save", /rules$/);
      const [rule] = (await read("rules")).rules;
      expect(rule).toMatchObject({
        when: { operation: "*/sale", amount: { gt: 10 } },
        times: 2,
        then: { outcome: "rate-limited" },
      });
      const row = page.getByTestId("rule-row");
      await row.waitFor();
      const code = async () => (await client("tokenization/sale", requests.sale())).body.responseCode;
      expect(await code()).toBe("9001");
      await act("rule-switch", /rules\//);
      expect(await code()).toBe("0000");
      await row.getByText("Switch on").waitFor();
      await act("rule-switch", /rules\//);
      expect(await code()).toBe("9001");
      await page.getByTestId("rule-delete").click();
      await page.getByRole("button", { name: "Keep it" }).click();
      expect((await read("rules")).rules).toHaveLength(1);
      await page.getByTestId("rule-delete").click();
      await act("confirm", /rules\//);
      expect((await read("rules")).rules).toEqual([]);
      await row.waitFor({ state: "detached" });
    }));

  it("are made from a request, for the next such call", () =>
    withDesk(async ({ page, open, act, client, read }) => {
      await client("tokenization/sale", requests.sale());
      await open("/requests/req-1");
      await page.getByTestId("as-rule").click();
      expect(await page.getByTestId("rule-operation").inputValue()).toBe("tokenization/sale");
      expect(await page.getByTestId("rule-times").inputValue()).toBe("1");
      await page.getByTestId("rule-outcome").selectOption("insufficient-funds");
      await act("rule-save", /rules$/);
      expect((await read("rules")).rules).toMatchObject([
        { when: { operation: "tokenization/sale" }, times: 1, then: { outcome: "insufficient-funds" } },
      ]);
    }));

  it("queue for the next call, with a fault, and give way to a story of the catalogue", () =>
    withDesk(async ({ page, open, act, read }) => {
      await open("/rules");
      const form = page.getByRole("form", { name: "For the next call" });
      await form.getByText("Delay, fault").click();
      await form.locator("[name=fault]").selectOption("http-503");
      await form.locator("[name=placed]").selectOption("before-commit");
      await act("next-save", /next$/);
      expect((await read("rules")).rules).toMatchObject([
        { origin: "next", then: { fault: "http-503", placed: "before-commit" } },
      ]);
      await act("scenario-rate-limited", /scenario$/);
      const { rules } = await read("rules");
      expect(rules.map((rule: { scenario?: string }) => rule.scenario)).toContain("rate-limited");
      await page.getByTestId("rule-row").getByText("built-in rate-limited").first().waitFor();
    }));
});

describe("the lane", () => {
  it("is saved, forked, put back, and reset after a question", () =>
    withDesk(async ({ page, open, act, client, read, lane }) => {
      await sold(client);
      const name = `saved-${lane.name}`;
      await open("/snapshots");
      await page.getByTestId("snapshot-name").fill(name);
      await act("snapshot-save", /snapshots$/);
      const row = page.getByTestId("snapshot-row").filter({ hasText: name });
      await row.getByTestId("snapshot-lane").fill(`fork-of-${lane.name}`);
      const [forked] = await Promise.all([page.waitForResponse(/fork$/), row.getByTestId("snapshot-fork").click()]);
      expect(forked.status()).toBe(201);
      await page
        .getByTestId("said")
        .getByRole("link", { name: `open fork-of-${lane.name}` })
        .waitFor();
      await sold(client);
      await row.getByTestId("snapshot-load").click();
      await act("confirm", /load$/);
      expect((await read("orders")).orders).toHaveLength(1);
      await page.getByTestId("reset").click();
      await act("confirm", /reset$/);
      expect((await read("orders")).orders).toEqual([]);
      await page.getByTestId("clock-now").getByText("(runs)").waitFor();
    }));

  it("gets another balance, a card, and another choice for a guess", () =>
    withDesk(async ({ page, open, act, read }) => {
      await open("/merchants");
      await page.getByTestId("balance-HKD").fill("12.5");
      await page.getByRole("form", { name: "Set the HKD balance of merchant 3" }).getByRole("button").click();
      await page.getByTestId("merchants").getByText("12.50").waitFor();
      expect((await read("merchants/3")).unsettledBalance.HKD).toBe(12.5);
      await page.getByTestId("token-user").fill("newcomer");
      await page.getByTestId("token-card").selectOption("master-credit");
      await act("token-save", /tokens$/);
      expect((await read("tokens?userId=newcomer")).tokens).toMatchObject([{ cardBrand: "MASTERCARD" }]);
      await open("/assumptions?find=duplicate-reference");
      await page.getByTestId("choose-duplicate-reference").selectOption("return-existing");
      await page.getByTestId("assumption-row").getByRole("button").first().click();
      await page.getByTestId("assumption-row").locator(".b").getByText("return-existing").waitFor();
      const { assumptions } = await read("provenance");
      const chosen = assumptions.find(({ id }: { id: string }) => id === "duplicate-reference").chosen;
      expect(chosen).toBe("return-existing");
    }));

  it("is one of several: one is made, opened and dropped", () =>
    withDesk(async ({ page, open, act, lane }) => {
      const name = `made-by-${lane.name}`;
      await open();
      await page.getByLabel("New lane").fill(name);
      await page.getByRole("button", { name: "Make" }).click();
      await page.getByTestId("lane-list").getByRole("link", { name }).click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await page.getByRole("button", { name: `Drop lane ${name}` }).click();
      await act("confirm", /lanes\//);
      expect(sandbox.server.lanes.names()).not.toContain(name);
    }));
});

describe("a request's page", () => {
  it("sends the call again, edited, signed over the text as it was typed", () =>
    withDesk(async ({ page, open, act, client, read }) => {
      await client("tokenization/sale", requests.sale({ tokenId: 9, merchantReference: "AGAIN" }));
      await open("/requests/req-1?open=again");
      const text = page.getByTestId("again-text");
      await text.fill((await text.inputValue()).replace("9,", "351,"));
      await act("again-send", /tokenization\/sale$/);
      expect((await read("requests/req-2")).request).toMatchObject({
        signature: "valid",
        text: expect.stringContaining('\n  "tokenId": 351'),
      });
      expect((await read("orders")).orders).toMatchObject([{ merchantReference: "AGAIN", status: "SUCCESS" }]);
    }));

  it("copies the call as curl, with its signature", () =>
    withDesk(async ({ page, open, client, url }) => {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await client("tokenization/sale", requests.sale({ merchantReference: "it's" }));
      await open("/requests/req-1");
      await page.getByTestId("copy-curl").click();
      await page.getByTestId("said").getByText("Copied").waitFor();
      const copied = await page.evaluate<string>("navigator.clipboard.readText()");
      expect(copied).toContain(
        `curl -X POST '${url}/tokenization/sale' -H 'Content-Type: application/json' -d '{"request"`,
      );
      const [, body] = /-d '(.*)'$/s.exec(copied) ?? [];
      const sent = {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: body?.replaceAll("'\\''", "'") ?? "",
      };
      const answer = await fetch(`${url}/tokenization/sale`, sent as RequestInit);
      expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/reference/i) });
    }));
});

describe("each action", () => {
  it("shows the curl and the library line that do the same before it is done", () =>
    withDesk(async ({ page, open, client, url }) => {
      const { id } = await created(client);
      await open(`/orders/${id}`);
      const shown = async () => [await page.locator("#curl").textContent(), await page.locator("#code").textContent()];
      expect(await shown()).toEqual([`curl '${url}/_sandbox/orders/${id}'`, `await lane.order(${id})`]);
      await page.getByTestId("order-pay").focus();
      expect(await shown()).toEqual([
        `curl -X POST '${url}/_sandbox/orders/${id}/simulate' -H 'Content-Type: application/json' -d '{"action":"pay"}'`,
        `await lane.simulate(${id}, "pay")`,
      ]);
      await page.getByTestId("decline-reason").selectOption("lost-card");
      expect((await shown())[1]).toBe(`await lane.simulate(${id}, { action: "decline", reason: "lost-card" })`);
      await page.getByTestId("order-void").focus();
      expect((await shown())[0]).toContain(`curl -s -X POST '${url}/_sandbox/sign'`);
    }));
});

describe("a new call", () => {
  it("shows the commands of the chosen operation, with its parameters as an object", () =>
    withDesk(async ({ page, open }) => {
      await open("/call");
      const shown = async () => [await page.locator("#curl").textContent(), await page.locator("#code").textContent()];
      await page.getByTestId("call-operation").selectOption("tokenization/sale");
      const [curl, code] = await shown();
      expect(curl).toMatch(/tokenization\/sale' -H [^|]*$/);
      expect(code).toMatch(/^await lane\.call\("tokenization\/sale", \{ merchantId: 3, /);
      await page.getByTestId("call-params").fill("{ no JSON");
      expect((await shown())[1]).toMatch(/^await lane\.fetch\("\/tokenization\/sale", .* lane\.sign\("\{ no JSON"\)/);
    }));

  it("keeps the chosen operation if the page is refreshed by an event of the lane", () =>
    withDesk(async ({ page, open, read, client }) => {
      await open("/call");
      await page.locator("body[data-live=on]").waitFor();
      await page.getByTestId("call-operation").selectOption("tokenization/sale");
      const { id } = await created(client);
      // The refreshed form offers to query the new order.
      await page.locator(`option[data-params*='"orderId": ${id}']`).first().waitFor({ state: "attached" });
      expect(await page.getByText("tokenization/sale takes").isVisible()).toBe(true);
      await page.getByTestId("call-send").click();
      await page.waitForURL(/requests\/req-2$/);
      expect((await read("requests/req-2")).request.operation).toBe("tokenization/sale");
    }));

  it("is filled in, sent as the demo merchant, and opens its request", () =>
    withDesk(async ({ page, open, read }) => {
      await open("");
      await page.getByTestId("new-call").click();
      await page.getByTestId("call-operation").selectOption("tokenization/sale");
      const params = JSON.parse(await page.getByTestId("call-params").inputValue());
      await page.getByTestId("call-params").fill(JSON.stringify({ ...params, merchantReference: "BY-HAND" }));
      await page.getByTestId("call-send").click();
      await page.waitForURL(/requests\/req-1$/);
      expect((await read("orders")).orders).toMatchObject([{ merchantReference: "BY-HAND", status: "SUCCESS" }]);
      expect((await read("requests/req-1")).request.signature).toBe("valid");
    }));
});
