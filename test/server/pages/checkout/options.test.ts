import { describe, expect, it } from "vitest";
import { paymentMethods } from "../../../../src/core/facts/methods.js";
import type { DisplayOptions } from "../../../../src/server/pages/checkout/view.js";
import { cardFields, orderPages } from "../../../support/hosted-pages.js";

const pageWith = (options: DisplayOptions, headers = {}) => orderPages({ options }, { headers }).html();
const has = (html: string, testid: string) => html.includes(`data-testid="${testid}"`);
const methodsOn = (html: string) => [...html.matchAll(/data-testid="method-(\w+)"/g)].map(([, method]) => method);

describe("checkout options", () => {
  it.each([
    ["showLang", "lang-en"],
    ["showLang", "lang-zh-HK"],
    ["showPoweredBy", "powered-by"],
    ["showOrderDetail", "items"],
    ["showEmail", "email"],
    ["showMerchantReference", "merchant-reference"],
    ["showOrderId", "order-id"],
  ] as const)(
    "%s: %s is there unless it is false",
    {
      tags: [
        "facts:6/showlang-eng-toggle-showpoweredby-a",
        "spec:4.1/showEmail",
        "spec:4.1/showLang",
        "spec:4.1/showMerchantReference",
        "spec:4.1/showOrderDetail",
        "spec:4.1/showOrderId",
        "spec:4.1/showPoweredBy",
      ],
    },
    async (option, testid) => {
      expect(has(await pageWith({}), testid)).toBe(true);
      expect(has(await pageWith({ [option]: true }), testid)).toBe(true);
      expect(has(await pageWith({ [option]: false }), testid)).toBe(false);
    },
  );

  it("shows methods in the merchant's order, all when none is named", {
    tags: ["facts:6/paymentmethods-its-order-is-the", "spec:4.1/paymentMethods"],
  }, async () => {
    const named = ["WECHATPAY", "CARD", "ALIPAYHK"] as const;
    expect(methodsOn(await pageWith({ paymentMethods: named }))).toEqual(named);
    expect(methodsOn(await pageWith({}))).toEqual(paymentMethods);
  });

  it.each([
    ["the default method", { defaultPaymentMethod: "ALIPAYHK" }, "ALIPAYHK"],
    [
      "the first when the default is not shown",
      { paymentMethods: ["WECHATPAY", "CARD"], defaultPaymentMethod: "APPLEPAY" },
      "WECHATPAY",
    ],
    ["the first when there is no default", { paymentMethods: ["GOOGLEPAY", "CARD"] }, "GOOGLEPAY"],
  ] as const)("preselects %s", { tags: ["spec:4.1/defaultPaymentMethod"] }, async (_, options, expected) => {
    const checked = (await pageWith(options)).matchAll(/<input type="radio"[^>]* value="(\w+)" checked=""/g);
    expect([...checked].map(([, method]) => method)).toEqual([expected]);
  });

  it("has no card fields where cards are not taken", async () => {
    expect(has(await pageWith({ paymentMethods: ["ALIPAYHK"] }), "card-number")).toBe(false);
  });

  it("offers a card of each BIN range, which pays", async () => {
    const allowedBinRanges = [
      { binStart: "47058", binEnd: "47059" },
      { binStart: "2223", binEnd: "2224" },
    ];
    const { html, post, leadsTo } = orderPages({ options: { allowedBinRanges } });
    const offered = /data-fill="(\d+)" data-expiry="([\d/]+)" data-testid="test-card-range-2223"/.exec(await html());
    const [, number = "", expiry = ""] = offered ?? [];
    const paid = await post("/pay", { ...cardFields, "card-number": number, "card-expiry": expiry });
    expect(await leadsTo(paid)).toBe("../s1/result");
  });
});

describe("the language", () => {
  it.each([
    ["is the browser's", {}, "zh-TW", "zh-HK", "付款方式"],
    ["is the browser's (English)", {}, "en-GB", "en", "Payment method"],
    ["is the merchant's before the browser's", { lang: "zh-HK" }, "en-GB", "zh-HK", "付款方式"],
    ["is English for all others", {}, "fr-FR", "en", "Payment method"],
  ] as const)("%s", { tags: ["spec:4.1/lang"] }, async (_, options, locale, expected, word) => {
    const html = await pageWith(options, { "Accept-Language": locale });
    expect(html).toContain(`<html lang="${expected}">`);
    expect(html).toContain(`<legend>${word}</legend>`);
  });

  it("that the link switches to stays, over errors and to the result", {
    tags: ["facts:6/showlang-eng-toggle-showpoweredby-a"],
  }, async () => {
    const { html, htmlAfter, post, leadsTo } = orderPages({ options: { lang: "en" } });
    const link = /href="([^"]*)"[^>]*data-testid="lang-zh-HK"/.exec(await html())?.[1];
    const switched = await html(link);
    expect(switched).toContain('<html lang="zh-HK">');
    expect(switched).toContain('action="s1/pay?lang=zh-HK"');
    const declined = await htmlAfter(`/pay${link}`, { ...cardFields, "card-number": "4000000000000002" });
    expect(declined).toContain("發卡銀行拒絕了這次付款");
    expect(declined).toContain('action="../s1/pay?lang=zh-HK"');
    expect(await leadsTo(await post(`/pay${link}`, cardFields))).toBe("../s1/result?lang=zh-HK");
    const result = await html(`/result${link}`);
    expect(result).toContain("付款成功");
    expect(result).toMatch(/data-testid="continue"[^>]*>\s*繼續/);
  });
});
