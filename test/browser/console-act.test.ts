import { expect, it } from "vitest";
import { created, requests, sold } from "../support/client.js";
import { control } from "../support/sandbox.js";
import { consoleOfFile, type Desk } from "./console-world.js";

const ofFile = consoleOfFile();

/** The console in a lane of its own. */
const withDesk = async (use: (desk: Desk) => Promise<void>): Promise<void> => use(await ofFile.desk());

const statusOf = async ({ read }: Desk, id: number) => (await read(`orders/${id}`)).order.status;

it("an order's page declines for a reason, pays, settles, tells with a link why it is refused, and refunds", () =>
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
    await act("order-refund-too-much", /hosted-checkout\/refund$/);
    await page.getByTestId("said").getByRole("link").click();
    await page.getByTestId("advice").waitFor();
    expect(page.url()).toMatch(/requests\/req-\d+$/);
    expect((await read("requests")).requests[0].responseCode).toBe("2005");
    await open(`/orders/${id}`);
    await act("order-refund", /hosted-checkout\/refund$/);
    expect(await statusOf(desk, id)).toBe("REFUNDED");
    expect((await read("requests")).requests[0]).toMatchObject({ signature: "valid", responseCode: "0000" });
  }));

it("each action shows the curl and the library line that do the same, and sends nothing that is out of range", () =>
  withDesk(async ({ page, open, client, url, read }) => {
    const { id } = await sold(client, { amount: 80 });
    await open(`/orders/${id}`);
    const shown = async () => [await page.locator("#curl").textContent(), await page.locator("#code").textContent()];
    expect(await shown()).toEqual([`curl '${url}/_sandbox/orders/${id}'`, `await lane.order(${id})`]);
    await page.getByTestId("order-settle").focus();
    expect(await shown()).toEqual([
      `curl -X POST '${url}/_sandbox/orders/${id}/simulate' -H 'Content-Type: application/json' -d '{"action":"settle"}'`,
      `await lane.simulate(${id}, "settle")`,
    ]);
    await page.getByTestId("order-void").focus();
    expect((await shown())[0]).toContain(`curl -s -X POST '${url}/_sandbox/sign'`);
    const amount = page.getByTestId("refund-amount");
    for (const wrong of ["", "80.01"]) {
      await amount.fill(wrong);
      await page.getByTestId("order-refund-part").click();
      expect([wrong, await page.locator("[data-testid=refund-amount]:invalid").count()]).toEqual([wrong, 1]);
    }
    expect((await read("requests?operation=hosted-checkout/refund")).requests).toEqual([]);
    await amount.fill("12.34");
    const [curl, code] = await shown();
    expect(curl).toContain('"amount":12.34}');
    expect(code).toContain(`lane.sign({ merchantId: 3, orderId: ${id}, amount: 12.34 })`);
  }));

it("rules are made by the form, and deleted after a question", () =>
  withDesk(async ({ page, open, act, read }) => {
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
    await page.getByTestId("rule-delete").click();
    await page.getByRole("button", { name: "Keep it" }).click();
    expect((await read("rules")).rules).toHaveLength(1);
    await page.getByTestId("rule-delete").click();
    await act("confirm", /rules\//);
    expect((await read("rules")).rules).toEqual([]);
    await row.waitFor({ state: "detached" });
  }));

it("the lane is saved, forked, and reset after a question", () =>
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
    await page.getByTestId("reset").click();
    await act("confirm", /reset$/);
    expect((await read("orders")).orders).toEqual([]);
    await page.getByTestId("clock-now").getByText("(runs)").waitFor();
  }));

it("a request's page sends the call again, edited, signed over the text as it was typed", () =>
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

it("a new call shows its commands, keeps the chosen operation while the lane changes, and opens its request", () =>
  withDesk(async ({ page, open, read, client }) => {
    await open("");
    await page.getByTestId("new-call").click();
    await page.locator("body[data-live=on]").waitFor();
    const shown = async () => [await page.locator("#curl").textContent(), await page.locator("#code").textContent()];
    await page.getByTestId("call-operation").selectOption("tokenization/sale");
    const [curl, code] = await shown();
    expect(curl).toMatch(/tokenization\/sale' -H [^|]*$/);
    expect(code).toMatch(/^await lane\.call\("tokenization\/sale", \{ merchantId: 3, /);
    const params = JSON.parse(await page.getByTestId("call-params").inputValue());
    await page.getByTestId("call-params").fill("{ no JSON");
    expect((await shown())[1]).toMatch(/^await lane\.fetch\("\/tokenization\/sale", .* lane\.sign\("\{ no JSON"\)/);
    await page.getByTestId("call-params").fill(JSON.stringify({ ...params, merchantReference: "BY-HAND" }));
    const { id } = await created(client);
    // The refreshed form offers to query the new order.
    await page.locator(`option[data-params*='"orderId": ${id}']`).first().waitFor({ state: "attached" });
    expect(await page.getByText("tokenization/sale takes").isVisible()).toBe(true);
    await page.getByTestId("call-send").click();
    await page.waitForURL(/requests\/req-2$/);
    expect((await read("orders")).orders[0]).toMatchObject({ merchantReference: "BY-HAND", status: "SUCCESS" });
    expect((await read("requests/req-2")).request).toMatchObject({
      operation: "tokenization/sale",
      signature: "valid",
    });
  }));
