import { describe, expect, it } from "vitest";
import { cardFields, orderPages } from "../../../support/hosted-pages.js";

const inputOf = (html: string, id: string) => new RegExp(`<input id="${id}"[^>]*>`).exec(html)?.[0] ?? "";
const saidAt = (html: string, id: string) => new RegExp(`id="${id}-why">([^<]*)<`).exec(html)?.[1];
const reasonIn = (html: string) => /data-testid="error" data-reason="([^"]+)"/.exec(html)?.[1];

describe("a card payment", () => {
  it.each([
    ["a wrong check digit", "card-number", "4111111111111112", "Enter a valid card number."],
    ["a past expiry", "card-expiry", "12/25", "This card has expired."],
    ["a month that is none", "card-expiry", "13/20", "The month must be between 01 and 12."],
    ["a short CVC", "card-cvc", "12", "Enter the 3-digit security code."],
  ])("with %s says so at the field, and keeps the holder", async (_, field, typed, message) => {
    const html = await orderPages().htmlAfter("/pay", { ...cardFields, "card-holder": "CHAN", [field]: typed });
    expect([saidAt(html, field), reasonIn(html)]).toEqual([message, "invalid-input"]);
    expect(inputOf(html, field)).toMatch(/aria-invalid="true".* autofocus/);
    expect(inputOf(html, "card-holder")).toContain('value="CHAN"');
  });

  it.each([
    [
      "BIN ranges",
      { allowedBinRanges: [{ binStart: "411111", binEnd: "411199" }] },
      "4705982000008101",
      "This card is not accepted for this order. Please use another card.",
    ],
    [
      "card type",
      { allowedCardType: "MASTER" },
      "4111111111111111",
      "This type of card is not accepted. Accepted: Mastercard.",
    ],
  ] as const)(
    "takes only the merchant's %s",
    { tags: ["spec:4.1/allowedBinRanges", "spec:4.1/allowedCardType"] },
    async (_, options, number, message) => {
      const { order, htmlAfter } = orderPages({ options });
      expect(saidAt(await htmlAfter("/pay", { ...cardFields, "card-number": number }), "card-number")).toBe(message);
      expect((await order()).transactions).toEqual([]);
    },
  );

  it("in another window pays once, and is told so", async () => {
    const { order, htmlAfter, post } = orderPages();
    await post("/pay", cardFields);
    const html = await htmlAfter("/pay", cardFields);
    expect(html).toContain("You were not charged twice");
    expect((await order()).transactions).toHaveLength(1);
    expect(html).not.toContain('data-testid="result"');
  });

  it("that comes too late meets the expired page", async () => {
    const { order, htmlAfter } = orderPages({ status: "CLOSED" });
    const html = await htmlAfter("/pay", cardFields);
    expect(html).toContain("This payment page has expired");
    expect(html).toMatch(/data-testid="ended" data-status="CLOSED"/);
    expect((await order()).transactions).toEqual([]);
  });
});

describe("3-D Secure", () => {
  const challenged = async (answer: string) => {
    const pages = orderPages();
    const html = await pages.htmlAfter("/pay", { ...cardFields, "card-number": "4000000000003220" });
    expect(html).not.toMatch(/4000 ?0000 ?0000 ?3220/);
    const sealed = /name="sealed" value="([^"]+)"/.exec(html)?.[1] ?? "";
    return { ...pages, sealed, answered: await pages.post("/challenge", { sealed, answer }) };
  };

  it("confirmed pays", { tags: ["facts:6/3-d-secure-challenge-appears"] }, async () => {
    const { leadsTo, answered } = await challenged("ok");
    expect(await leadsTo(answered)).toBe("../s1/result");
  });

  it("failed stays failed, if the same page is posted again", async () => {
    const { order, post, sealed } = await challenged("fail");
    const again = await post("/challenge", { sealed, answer: "ok" });
    expect(reasonIn(await again.text())).toBe("authentication-failed");
    expect((await order()).status).toBe("OPEN");
  });

  it.each([
    ["failed declines", "fail", "authentication-failed", 1],
    ["closed charges nothing", "close", "challenge-closed", 0],
  ])("%s", { tags: ["facts:6/3-d-secure-challenge-appears"] }, async (_, answer, reason, charges) => {
    const { order, answered } = await challenged(answer);
    expect(reasonIn(await answered.text())).toBe(reason);
    expect((await order()).transactions).toHaveLength(charges);
  });
});
