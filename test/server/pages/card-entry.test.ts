import { describe, expect, it } from "vitest";
import { cardEntryPages as page } from "../../support/hosted-pages.js";

const good = { "card-number": "4111 1111 1111 1111", "card-expiry": "12/30", "card-cvc": "864", country: "UK" };
async function expired() {
  const pages = page();
  const { expiresAt } = await pages.entry();
  await (await pages.lane()).clock.set(expiresAt);
  return pages;
}
const sealedIn = (html: string): string => /name="sealed" value="([^"]+)"/.exec(html)?.[1] ?? "";

describe("the card-entry page", () => {
  it("has the card form's hooks, and nothing of an order", {
    tags: ["facts:5/cards-only-visa-mastercard"],
  }, async () => {
    const html = await page().html();
    for (const hook of [
      "card-number",
      "card-holder",
      "card-expiry",
      "card-cvc",
      "country",
      "pay",
      "cancel",
      "powered-by",
      "lang-en",
    ]) {
      expect(html).toContain(`data-testid="${hook}"`);
    }
    expect(html).not.toMatch(/data-testid="(total|items|order-id|email|method-)/);
  });

  it("has no back button without callbackUrl.cancel", {
    tags: ["facts:5/without-callbackurl.cancel-the-page-shows"],
  }, async () => {
    expect(await page({ options: { callbackUrl: {} } }).html()).not.toContain('data-testid="cancel"');
  });

  it("preselects the issuing country that the merchant named, else Hong Kong", async () => {
    expect(await page({ options: { issuingCountryCode: "CA" } }).html()).toContain('<option value="CA" selected="">');
    expect(await page().html()).toContain('<option value="HK" selected="">');
  });

  it("saves a card, shows the result, and afterwards says that it is saved", async () => {
    const { lane, entry, html, post, leadsTo } = page();
    const answer = await post("/save", good);
    expect([answer.status, await leadsTo(answer)]).toEqual([303, "../s1/result"]);
    const { tokenId } = (await entry()).saved!;
    const token = { first6: "411111", last4: "1111", expiryDate: "203012", issuerCountry: "UK" };
    expect(await (await lane()).store.views.token(3, tokenId)).toMatchObject(token);
    expect(await html("/result")).toMatch(/data-testid="result".*4111\*{8}1111.*data-testid="continue"/s);
    expect(await html()).toContain("has been saved");
  });

  it("takes Visa and Mastercard only", { tags: ["facts:5/cards-only-visa-mastercard"] }, async () => {
    const { entry, htmlAfter } = page();
    const html = await htmlAfter("/save", { ...good, "card-number": "6200000000000005" });
    expect(html).toContain("Accepted: Visa, Mastercard.");
    expect((await entry()).charges).toEqual([]);
  });

  it.each([
    ["ok", 303, undefined, "4000********3220"],
    ["fail", 200, "authentication-failed", undefined],
  ])("asks for 3-D Secure: %s", async (answer, status, declined, maskedPan) => {
    const { entry, htmlAfter, post } = page();
    const html = await htmlAfter("/save", { ...good, "card-number": "4000000000003220" });
    expect(html).toContain('data-testid="challenge"');
    expect((await post("/challenge", { sealed: sealedIn(html), answer })).status).toBe(status);
    const { charges, saved } = await entry();
    expect([charges[0]?.declined, saved?.maskedPan]).toEqual([declined, maskedPan]);
  });

  it("saves nothing when the challenge is closed, or without the form's token", async () => {
    const { entry, htmlAfter, post } = page();
    const html = await htmlAfter("/save", { ...good, "card-number": "4000000000003220" });
    const closed = await htmlAfter("/challenge", { sealed: sealedIn(html), answer: "close" });
    expect(closed).toContain("not completed");
    expect((await post("/save", { ...good, token: "" })).status).toBe(403);
    expect((await entry()).charges).toEqual([]);
  });

  it("after a failed challenge goes to callbackUrl.fail where the policy says so", async () => {
    const policy = { "failed-challenge": "leave" } as const;
    const { htmlAfter, post } = page({ policy, options: { callbackUrl: { fail: "https://shop.example/fail" } } });
    const html = await htmlAfter("/save", { ...good, "card-number": "4000000000003220" });
    const answer = await post("/challenge", { sealed: sealedIn(html), answer: "fail" });
    expect(answer.headers.get("location")).toBe("https://shop.example/fail");
  });

  it("asks for the card holder where the policy says so", async () => {
    const { entry, htmlAfter } = page({ policy: { "empty-card-holder": "refuse" } });
    expect(await htmlAfter("/save", good)).toContain("Enter the name of the card holder.");
    expect((await entry()).charges).toEqual([]);
  });

  it("has the test panel on every page, and names the merchant when the card is saved", async () => {
    const { html, htmlAfter } = page();
    expect(await html()).toContain('data-testid="test-panel"');
    expect(await htmlAfter("/save", { ...good, "card-number": "4000000000003220" })).toContain("test-panel");
    await htmlAfter("/save", good);
    for (const saved of [await html("/result"), await html()]) {
      expect(saved).toContain('data-testid="test-panel"');
      expect(saved).toMatch(/data-testid="merchant"><bdi>Merchant 3</);
    }
    expect(await (await expired()).html()).toContain('data-testid="test-panel"');
  });

  it("goes back to the shop unchanged", async () => {
    expect((await page().post("/cancel")).headers.get("location")).toBe("https://shop.example/wallet");
  });

  it("that is over, or unknown, has no form", async () => {
    expect(await (await expired()).html()).not.toContain('data-testid="pay"');
    expect((await page().get("", "other")).status).toBe(404);
  });
});
