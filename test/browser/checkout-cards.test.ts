import { describe, expect, it } from "vitest";
import { limits } from "../../src/core/facts/limits.js";
import { control } from "../support/sandbox.js";
import { payBy, stage, typeCard } from "./checkout-harness.js";

const s = stage();

describe("a card payment", () => {
  it("ends at the result page, which counts down and goes to the shop's address unchanged", {
    tags: [
      "facts:6/redirects-go-to-the-given",
      "facts:6/result-page-tick-payment-successful",
      "spec:4.1/callbackUrl.success",
      "spec:6/callbackurl.success-callbackurl.fail-callbackurl.cancel-are-browser",
    ],
  }, async () => {
    const page = await s.open(await s.order());
    await payBy(page, "4111111111111111");
    // Read at once, since the page goes on after three seconds.
    const [text, href] = await page
      .getByTestId("continue")
      .evaluate((link) => [link.textContent, link.getAttribute("href")]);
    expect(text).toMatch(/^CONTINUE \(00:0[0-3]\)$/);
    expect(href).toBe(`${s.shop.url}/thanks?ref=A%201&x=é`);
    await page.waitForURL("**/order-done");
    expect(s.shop.visits.at(-1)).toBe("/thanks?ref=A%201&x=%C3%A9");
  });

  it("without a result page goes straight to the shop, over its redirect to another origin", {
    tags: ["facts:6/result-page-tick-payment-successful", "spec:4.1/showResultPage"],
  }, async () => {
    const page = await s.open(await s.order({ options: { showResultPage: false } }));
    await payBy(page, "4111111111111111");
    await page.waitForURL("**/order-done");
    expect(new URL(page.url()).hostname).toBe("127.0.0.1");
  });

  it("asks for a custom scheme exactly as given", { tags: ["facts:6/redirects-go-to-the-given"] }, async () => {
    const success = "app://paid/Order?id=1&Next=%2F";
    const page = await s.open(await s.order({ callbackUrl: { success } }));
    const client = await page.context().newCDPSession(page);
    await client.send("Page.enable");
    const asked = new Promise<string>((resolve) => {
      client.on("Page.frameRequestedNavigation", (e) => e.url.startsWith("app:") && resolve(e.url));
    });
    await payBy(page, "4111111111111111");
    expect(await asked).toBe(success);
    await client.detach();
  });

  it("formats number and expiry, shows the brand and keeps the caret when a digit is put in between", async () => {
    const page = await s.open(await s.order());
    await typeCard(page, { number: "555555555554444" });
    const number = page.getByTestId("card-number");
    expect(await number.inputValue()).toBe("5555 5555 5554 444");
    await number.press("Home");
    for (let i = 0; i < 4; i++) await number.press("ArrowRight");
    await number.press("5");
    expect(await number.inputValue()).toBe("5555 5555 5555 4444");
    expect(await page.locator(".num .mark").textContent()).toBe("Mastercard");
    const expiry = page.getByTestId("card-expiry");
    expect(await expiry.inputValue()).toBe("12/30");
    await expiry.fill("11/2031");
    expect(await expiry.inputValue()).toBe("11/31");
  });

  it("that is wrong says why at each field before it is sent, so that nothing typed is lost", {
    tags: ["spec:4.1/allowedBinRanges"],
  }, async () => {
    const policy = { "empty-card-holder": "refuse" } as const;
    const options = { allowedBinRanges: [{ binStart: "411111", binEnd: "411199" }] };
    const page = await s.open(await s.order({ policy, options }));
    const why = (field: string) => page.locator(`#${field}-why`).textContent();
    await page.getByTestId("email").fill("nobody");
    await typeCard(page, { number: "4111111111111112", expiry: "12/25", cvc: "12" });
    await page.getByTestId("card-holder").fill("");
    await page.getByTestId("pay").click();
    await page.getByTestId("error").waitFor();
    expect(await page.evaluate("document.activeElement.id")).toBe("card-number");
    expect(await page.getByTestId("card-number").getAttribute("aria-invalid")).toBe("true");
    expect(await why("card-number")).toBe("Enter a valid card number.");
    expect(await why("card-holder")).toBe("Enter the name of the card holder.");
    expect(await why("card-expiry")).toBe("This card has expired.");
    expect(await why("card-cvc")).toBe("Enter the 3-digit security code.");
    expect(await why("email")).toBe("Enter an e-mail address such as name@example.com, or leave this empty.");
    expect(await page.getByTestId("card-number").inputValue()).toBe("4111 1111 1111 1112");
    await page.getByTestId("email").fill("a@b.hk");
    expect(await page.locator("#email-why").count()).toBe(0);
    await page.getByTestId("card-number").fill("4705982000008101");
    await page.getByTestId("card-holder").fill("CHAN TAI MAN");
    await page.getByTestId("card-expiry").fill("1230");
    await page.getByTestId("card-cvc").fill("123");
    await page.getByTestId("pay").click();
    expect(await why("card-number")).toContain("not accepted for this order");
    await page.getByTestId("card-number").fill("4111111111111111");
    await page.getByTestId("pay").click();
    await page.getByTestId("result").waitFor();
  });

  it("left empty marks every wrong field alike, also the focused one, and says that the holder is optional", async () => {
    const page = await s.open(await s.order());
    await page.getByTestId("pay").click();
    await page.locator("#card-number[aria-invalid]").waitFor();
    expect(await page.evaluate("document.activeElement.id")).toBe("card-number");
    const border = (id: string) => page.evaluate(`getComputedStyle(document.getElementById("${id}")).borderColor`);
    expect(await border("card-number")).toBe(await border("card-cvc"));
    expect(await border("card-number")).not.toBe(await border("card-holder"));
    expect(await page.getByLabel("Card Holder Name (Optional)").getAttribute("aria-invalid")).toBeNull();
  });

  it("after a decline keeps holder and e-mail, not the number, and can be tried again", async () => {
    const page = await s.open(await s.order());
    await page.getByTestId("email").fill("a@b.hk");
    await payBy(page, "4000000000009995");
    const error = page.getByTestId("error");
    await error.waitFor();
    expect(await error.getAttribute("data-reason")).toBe("insufficient-funds");
    expect(await page.getByTestId("card-number").inputValue()).toBe("");
    expect(await page.getByTestId("card-cvc").inputValue()).toBe("");
    expect(await page.getByTestId("card-holder").inputValue()).toBe("CHAN TAI MAN");
    expect(await page.getByTestId("email").inputValue()).toBe("a@b.hk");
    expect(await page.getByTestId("leave").getAttribute("href")).toBe(`${s.shop.url}/fail`);
    await page.getByTestId("card-number").fill("4111 1111 1111 1111");
    await page.getByTestId("card-cvc").fill("999");
    await page.getByTestId("pay").click();
    await page.getByTestId("result").waitFor();
  });

  it("cancels to the shop, and without an address says that the order can still be paid", {
    tags: ["spec:4.1/callbackUrl.cancel", "spec:6/callbackurl.success-callbackurl.fail-callbackurl.cancel-are-browser"],
  }, async () => {
    const page = await s.open(await s.order());
    await page.getByTestId("cancel").click();
    await page.waitForURL(`${s.shop.url}/cart`);
    await page.goto(await s.order({ callbackUrl: {} }));
    await page.getByTestId("cancel").click();
    await page.getByText("you can still pay below").waitFor();
    await payBy(page, "4111111111111111");
    await page.getByTestId("result").waitFor();
    expect(await page.getByTestId("continue").count()).toBe(0);
  });

  it("counts the time left down and moves on when it is over", async () => {
    const url = await s.order();
    const { lane } = await s.behind(url);
    await lane.clock.resume();
    const page = await s.browser.newPage({ locale: "en-US" });
    await page.clock.install();
    await page.goto(url);
    const left = page.getByTestId("time-left");
    await page.clock.runFor(2_000);
    expect(await left.textContent()).toMatch(/^16:3\d$/);
    await lane.clock.advance(limits.orderLifetimeMs.value);
    await page.clock.runFor(3_000);
    await page.getByText("This payment page has expired").waitFor();
    await page.close();
  });

  it("learns that the clock was moved, and that the clock has closed its order", async () => {
    const url = await s.order();
    const { lane } = await s.behind(url);
    const page = await s.open(url);
    await lane.clock.advance(600_000);
    await page.getByTestId("time-left").getByText("06:40").waitFor();
    await lane.clock.advance(limits.orderLifetimeMs.value);
    await page.getByText("This payment page has expired").waitFor();
  });

  it("learns of a payment in another tab, which never cuts off the answer to its own form", async () => {
    const url = await s.order({ callbackUrl: {} });
    const { lane } = await s.behind(url);
    const rule = { when: { operation: "checkout/pay" }, then: { gate: { name: "late", idleMs: 60_000 } }, times: 1 };
    await control(lane.baseUrl, "POST", "rules", rule);
    const page = await s.open(url);
    const other = await s.browser.newPage({ locale: "en-US" });
    await other.goto(url);
    const paid = payBy(other, "4111111111111111");
    await page.getByText("This order has been paid").waitFor();
    // By then the other page would have asked, too.
    await page.goto(await s.order());
    await page.waitForRequest(/\/status$/);
    await control(lane.baseUrl, "POST", "gates/late/release");
    await paid;
    await other.getByTestId("result").waitFor();
    await other.close();
  });
});
