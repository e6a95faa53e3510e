import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../../src/core/facts/assumptions.js";
import { cardEntryPages } from "../../../src/server/pages/card-entry/routes.js";
import type { CardEntryView } from "../../../src/server/pages/card-entry/service.js";
import { formToken } from "../../../src/server/pages/visit.js";
import { aCardEntry, FakeCardEntryService } from "../../support/fake-card-entry-service.js";

function page(over: Partial<CardEntryView> = {}) {
  const service = new FakeCardEntryService(aCardEntry(over));
  const app = new Hono().route(
    "/card",
    cardEntryPages(() => service),
  );
  return {
    service,
    get: async (path = "") => (await app.request(`/card/t1${path}`)).text(),
    post: (path: string, fields: Record<string, string> = {}) =>
      app.request(`/card/t1${path}`, {
        method: "POST",
        body: new URLSearchParams({ token: formToken("t1"), ...fields }),
      }),
  };
}
const good = { "card-number": "4111 1111 1111 1111", "card-expiry": "12/30", "card-cvc": "864", country: "UK" };
const sealedIn = (html: string): string => /name="sealed" value="([^"]+)"/.exec(html)?.[1] ?? "";

describe("the card-entry page", () => {
  it("has the card form's hooks, and nothing of an order", {
    tags: ["facts:5/cards-only-visa-mastercard"],
  }, async () => {
    const html = await page().get();
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
    expect(await page({ callbackUrl: {} }).get()).not.toContain('data-testid="cancel"');
  });

  it("preselects the issuing country that the merchant named, else Hong Kong", async () => {
    expect(await page({ issuingCountryCode: "CA" }).get()).toContain('<option value="CA" selected="">');
    expect(await page().get()).toContain('<option value="HK" selected="">');
  });

  it("saves a card, shows the result, and afterwards says that it is saved", async () => {
    const { service, get, post } = page();
    const answer = await post("/save", good);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "../t1/result"]);
    expect(service.saved[0]).toEqual({
      card: { number: "4111111111111111", holder: "", expiry: "12/30", cvc: "864" },
      country: "UK",
    });
    expect(await get("/result")).toMatch(/data-testid="result".*4111\*{8}1111.*data-testid="continue"/s);
    expect(await get()).toContain("has been saved");
  });

  it("takes Visa and Mastercard only", { tags: ["facts:5/cards-only-visa-mastercard"] }, async () => {
    const { service, post } = page();
    const answer = await post("/save", { ...good, "card-number": "6200000000000005" });
    expect(await answer.text()).toContain("Accepted: Visa, Mastercard.");
    expect(service.saved).toEqual([]);
  });

  it.each([
    ["ok", true, 303],
    ["fail", false, 200],
  ])("asks for 3-D Secure: %s", async (answer, authenticated, status) => {
    const { service, post } = page();
    const html = await (await post("/save", { ...good, "card-number": "4000000000003220" })).text();
    expect(html).toContain('data-testid="challenge"');
    expect((await post("/challenge", { sealed: sealedIn(html), answer })).status).toBe(status);
    expect(service.saved[0]).toMatchObject({ authenticated, card: { number: "4000000000003220", cvc: "" } });
  });

  it("saves nothing when the challenge is closed, or without the form's token", async () => {
    const { service, post } = page();
    const html = await (await post("/save", { ...good, "card-number": "4000000000003220" })).text();
    expect(await (await post("/challenge", { sealed: sealedIn(html), answer: "close" })).text()).toContain(
      "not completed",
    );
    expect((await post("/save", { ...good, token: "" })).status).toBe(403);
    expect(service.saved).toEqual([]);
  });

  it("after a failed challenge goes to callbackUrl.fail where the policy says so", async () => {
    const policy = { ...defaultPolicy, "failed-challenge": "leave" } as const;
    const { post } = page({ policy, callbackUrl: { fail: "https://shop.example/fail" } });
    const html = await (await post("/save", { ...good, "card-number": "4000000000003220" })).text();
    const answer = await post("/challenge", { sealed: sealedIn(html), answer: "fail" });
    expect(answer.headers.get("location")).toBe("https://shop.example/fail");
  });

  it("asks for the card holder where the policy says so", async () => {
    const { service, post } = page({ policy: { ...defaultPolicy, "empty-card-holder": "refuse" } });
    expect(await (await post("/save", good)).text()).toContain("Enter the name of the card holder.");
    expect(service.saved).toEqual([]);
  });

  it("has the test panel on every page, and names the merchant when the card is saved", async () => {
    const { get, post } = page();
    expect(await get()).toContain('data-testid="test-panel"');
    expect(await (await post("/save", { ...good, "card-number": "4000000000003220" })).text()).toContain("test-panel");
    await post("/save", good);
    for (const html of [await get("/result"), await get()]) {
      expect(html).toContain('data-testid="test-panel"');
      expect(html).toMatch(/data-testid="merchant"><bdi>Merchant 3</);
    }
    expect(await page({ status: "CLOSED" }).get()).toContain('data-testid="test-panel"');
  });

  it("goes back to the shop unchanged", async () => {
    expect((await page().post("/cancel")).headers.get("location")).toBe("https://shop.example/wallet");
  });

  it("that is over, or unknown, has no form", async () => {
    expect(await page({ status: "CLOSED" }).get()).not.toContain('data-testid="pay"');
    const app = new Hono().route(
      "/card",
      cardEntryPages(() => page().service),
    );
    expect((await app.request("/card/other")).status).toBe(404);
  });
});
