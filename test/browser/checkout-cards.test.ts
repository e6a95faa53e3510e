import { describe, expect, it } from "vitest";
import { instant } from "../../src/core/domain/money.js";
import { defaultPolicy } from "../../src/core/facts/assumptions.js";
import { payBy, stage, typeCard } from "./checkout-harness.js";

const s = stage();
const open = async (url: string, options: Parameters<typeof s.browser.newPage>[0] = {}) => {
  const page = await s.browser.newPage({ locale: "en-US", ...options });
  await page.goto(url);
  return page;
};

describe("a card payment", () => {
  it("ends at the result page, which counts down and goes to the shop's address unchanged", {
    tags: [
      "facts:6/redirects-go-to-the-given",
      "facts:6/result-page-tick-payment-successful",
      "spec:4.1/callbackUrl.success",
      "spec:6/callbackurl.success-callbackurl.fail-callbackurl.cancel-are-browser",
    ],
  }, async () => {
    const page = await open(s.order());
    await payBy(page, "4111111111111111");
    await page.getByTestId("result").waitFor();
    expect(await page.getByTestId("continue").textContent()).toMatch(/^CONTINUE \(00:0[0-3]\)$/);
    expect(await page.getByTestId("continue").getAttribute("href")).toBe(`${s.shop.url}/thanks?ref=A%201&x=é`);
    await page.waitForURL("**/order-done");
    expect(s.shop.visits.at(-1)).toBe("/thanks?ref=A%201&x=%C3%A9");
    await page.close();
  });

  it("without a result page goes straight to the shop, over its redirect to another origin", {
    tags: ["facts:6/result-page-tick-payment-successful", "spec:4.1/showResultPage"],
  }, async () => {
    const page = await open(s.order({ options: { showResultPage: false } }));
    await payBy(page, "4111111111111111");
    await page.waitForURL("**/order-done");
    expect(new URL(page.url()).hostname).toBe("127.0.0.1");
    await page.close();
  });

  it.each([
    ["with", true],
    ["without", false],
  ])(
    "asks for a custom scheme exactly as given, %s a result page",
    { tags: ["facts:6/redirects-go-to-the-given"] },
    async (_, showResultPage) => {
      const success = "app://paid/Order?id=1&Next=%2F";
      const page = await open(s.order({ options: { showResultPage }, callbackUrl: { success } }));
      const client = await page.context().newCDPSession(page);
      await client.send("Page.enable");
      const asked = new Promise<string>((resolve) => {
        client.on("Page.frameRequestedNavigation", (e) => e.url.startsWith("app:") && resolve(e.url));
        page.on("response", (r) => r.headers().location?.startsWith("app:") && resolve(r.headers().location ?? ""));
      });
      await payBy(page, "4111111111111111");
      expect(await asked).toBe(success);
      await page.close();
    },
  );

  it("formats the number, shows its brand and keeps the caret when a digit is put in between", async () => {
    const page = await open(s.order());
    await typeCard(page, { number: "555555555554444" });
    const number = page.getByTestId("card-number");
    expect(await number.inputValue()).toBe("5555 5555 5554 444");
    await number.press("Home");
    for (let i = 0; i < 4; i++) await number.press("ArrowRight");
    await number.press("5");
    expect(await number.inputValue()).toBe("5555 5555 5555 4444");
    expect(await page.locator(".num .mark").textContent()).toBe("Mastercard");
    expect(await page.getByTestId("card-expiry").inputValue()).toBe("12/30");
    await page.close();
  });

  it("reads a pasted expiry date with four digits of the year", async () => {
    const page = await open(s.order());
    await page.getByTestId("card-expiry").fill("12/2030");
    expect(await page.getByTestId("card-expiry").inputValue()).toBe("12/30");
    await page.close();
  });

  it.each([
    ["a wrong check digit", { number: "4111111111111112" }, "card-number", "Enter a valid card number."],
    ["a past expiry", { expiry: "12/25" }, "card-expiry", "This card has expired."],
    ["a month that is none", { expiry: "1320" }, "card-expiry", "The month must be between 01 and 12."],
    ["a short CVC", { cvc: "12" }, "card-cvc", "Enter the 3-digit security code."],
  ])("%s is said at the field, and nothing typed is lost", async (_, card, field, message) => {
    const page = await open(s.order());
    await typeCard(page, card);
    await page.getByTestId("pay").click();
    await page.getByTestId("error").waitFor();
    const input = page.getByTestId(field);
    expect(await input.getAttribute("aria-invalid")).toBe("true");
    expect(await page.locator(`#${field}-why`).textContent()).toBe(message);
    expect(await input.evaluate((el) => el === el.ownerDocument.activeElement)).toBe(true);
    expect(await page.getByTestId("card-holder").inputValue()).toBe("CHAN TAI MAN");
    expect(await page.getByTestId("card-number").inputValue()).not.toBe("");
    await page.close();
  });

  it("a wrong e-mail is said at the field, and the card stays", async () => {
    const page = await open(s.order());
    await page.getByTestId("email").fill("nobody");
    await payBy(page, "4111111111111111");
    await page.getByTestId("error").waitFor();
    expect(await page.locator("#email-why").textContent()).toBe(
      "Enter an e-mail address such as name@example.com, or leave this empty.",
    );
    expect(await page.getByTestId("card-number").inputValue()).toBe("4111 1111 1111 1111");
    await page.getByTestId("email").fill("a@b.hk");
    expect(await page.locator("#email-why").count()).toBe(0);
    await page.getByTestId("pay").click();
    await page.getByTestId("result").waitFor();
    await page.close();
  });

  it("without a holder is said at the field where the policy asks for one", async () => {
    const page = await open(s.order({ policy: { ...defaultPolicy, "empty-card-holder": "refuse" } }));
    await typeCard(page);
    await page.getByTestId("card-holder").fill("");
    await page.getByTestId("pay").click();
    await page.getByTestId("error").waitFor();
    expect(await page.locator("#card-holder-why").textContent()).toBe("Enter the name of the card holder.");
    expect(await page.getByTestId("card-number").inputValue()).toBe("4111 1111 1111 1111");
    await page.getByTestId("card-holder").fill("CHAN TAI MAN");
    await page.getByTestId("pay").click();
    await page.getByTestId("result").waitFor();
    await page.close();
  });

  it("left empty marks every wrong field alike, also the focused one, and says that the holder is optional", async () => {
    const page = await open(s.order());
    await page.getByTestId("pay").click();
    await page.locator("#card-number[aria-invalid]").waitFor();
    expect(await page.evaluate("document.activeElement.id")).toBe("card-number");
    const border = (id: string) => page.evaluate(`getComputedStyle(document.getElementById("${id}")).borderColor`);
    expect(await border("card-number")).toBe(await border("card-cvc"));
    expect(await border("card-number")).not.toBe(await border("card-holder"));
    expect(await page.getByLabel("Card Holder Name (Optional)").getAttribute("aria-invalid")).toBeNull();
    await page.close();
  });

  it("takes only the merchant's BIN ranges", { tags: ["spec:4.1/allowedBinRanges"] }, async () => {
    const page = await open(s.order({ options: { allowedBinRanges: [{ binStart: "411111", binEnd: "411199" }] } }));
    await payBy(page, "4705982000008101");
    expect(await page.locator("#card-number-why").textContent()).toContain("not accepted for this order");
    await page.getByTestId("card-number").fill("4111111111111111");
    await page.getByTestId("pay").click();
    await page.getByTestId("result").waitFor();
    await page.close();
  });

  it("takes only the merchant's card type", { tags: ["spec:4.1/allowedCardType"] }, async () => {
    const page = await open(s.order({ options: { allowedCardType: "MASTER" } }));
    await payBy(page, "4111111111111111");
    expect(await page.locator("#card-number-why").textContent()).toBe(
      "This type of card is not accepted. Accepted: Mastercard.",
    );
    await page.close();
  });

  it("after a decline keeps holder and e-mail, not the number, and can be tried again", async () => {
    const page = await open(s.order());
    await page.getByTestId("email").fill("a@b.hk");
    await payBy(page, "4000000000009995");
    const error = page.getByTestId("error");
    await error.waitFor();
    expect(await error.getAttribute("data-reason")).toBe("insufficient-funds");
    expect(await page.getByTestId("card-number").inputValue()).toBe("");
    expect(await page.getByTestId("card-cvc").inputValue()).toBe("");
    expect(await page.getByTestId("email").inputValue()).toBe("a@b.hk");
    expect(await page.getByTestId("leave").getAttribute("href")).toBe(`${s.shop.url}/fail`);
    await page.getByTestId("card-number").fill("4111 1111 1111 1111");
    await page.getByTestId("card-cvc").fill("999");
    await page.getByTestId("pay").click();
    await page.getByTestId("result").waitFor();
    await page.close();
  });

  it("cancels to the shop, and without an address says that the order can still be paid", {
    tags: ["spec:4.1/callbackUrl.cancel", "spec:6/callbackurl.success-callbackurl.fail-callbackurl.cancel-are-browser"],
  }, async () => {
    const page = await open(s.order());
    await page.getByTestId("cancel").click();
    await page.waitForURL(`${s.shop.url}/cart`);
    await page.goto(s.order({ callbackUrl: {} }));
    await page.getByTestId("cancel").click();
    await page.getByText("you can still pay below").waitFor();
    await payBy(page, "4111111111111111");
    await page.getByTestId("result").waitFor();
    expect(await page.getByTestId("continue").count()).toBe(0);
    await page.close();
  });

  it("pays once from two tabs, and tells the other", async () => {
    const url = s.order();
    const [one, two] = [await open(url), await open(url)];
    await typeCard(two);
    await payBy(one, "4111111111111111");
    await one.getByTestId("result").waitFor();
    await two.getByTestId("pay").click();
    expect(await two.getByTestId("error").textContent()).toContain("You were not charged twice");
    expect(await two.getByTestId("result").count()).toBe(0);
    await Promise.all([one.close(), two.close()]);
  });

  it("that comes too late meets the expired page", async () => {
    const url = s.order();
    const page = await open(url);
    await typeCard(page);
    s.service.change(url.split("/").at(-1)!, { status: "CLOSED" });
    await page.getByTestId("pay").click();
    await page.getByText("This payment page has expired").waitFor();
    expect(await page.getByTestId("ended").getAttribute("data-status")).toBe("CLOSED");
    expect(await page.getByTestId("result").count()).toBe(0);
    await page.close();
  });

  it("counts the time left down and moves on when it is over", async () => {
    const view = { expiresAt: instant(1_000_900), now: instant(1_000_000) };
    const url = s.order(view);
    const page = await open(url);
    s.service.change(url.split("/").at(-1)!, { status: "CLOSED" });
    await page.getByText("This payment page has expired").waitFor();
    await page.close();
  });
});

describe("3-D Secure", () => {
  it.each([
    ["confirmed pays", "challenge-ok", "result", undefined],
    ["failed declines", "challenge-fail", "error", "authentication-failed"],
    ["closed charges nothing", "challenge-close", "error", "challenge-closed"],
  ])("%s", { tags: ["facts:6/3-d-secure-challenge-appears"] }, async (_, button, then, reason) => {
    const page = await open(s.order());
    await payBy(page, "4000000000003220");
    await page.getByTestId("challenge").waitFor();
    expect(await page.content()).not.toMatch(/4000 ?0000 ?0000 ?3220/);
    await page.getByTestId(button).click();
    await page.getByTestId(then).waitFor();
    expect(await page.getByTestId(then).getAttribute("data-reason")).toBe(reason ?? null);
    await page.close();
  });
});
