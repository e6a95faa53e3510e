import { describe, expect, it } from "vitest";
import { minorUnits } from "../../../../src/core/domain/money.js";
import { refusals } from "../../../../src/core/facts/codes.js";
import { texts } from "../../../../src/server/pages/text/index.js";
import type { HostedOrder } from "../../../support/hosted-orders.js";
import { cardFields, orderPages } from "../../../support/hosted-pages.js";

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1";

/** Every page on which an order can stand: where it is, and what the order is then. */
const everyPage: readonly (readonly [string, string, HostedOrder])[] = [
  ["the form", "", {}],
  ["the sheet", "/sheet/APPLEPAY", {}],
  ["the QR code", "/qr/ALIPAYHK", {}],
  ["the phone", "/phone/ALIPAYHK", {}],
  ["the phone afterwards", "/phone/ALIPAYHK", { status: "SUCCESS" }],
  ["the result", "/result", { status: "SUCCESS" }],
  ["a paid order", "", { status: "SETTLED" }],
  ["an expired order", "", { status: "CLOSED" }],
  ["a cancelled order", "", { status: "CANCELLED" }],
  ["a refunded order", "", { status: "REFUNDED" }],
  ["a voided order", "", { status: "VOIDED" }],
  ["a refused page", "", { opened: { outcome: "maintenance" } }],
];
const CHALLENGED = "4000000000003220";
const DECLINED = "4000000000009995";
const challenged = (over: HostedOrder = {}) =>
  orderPages(over).htmlAfter("/pay", { ...cardFields, "card-number": CHALLENGED });
const declined = (over: HostedOrder = {}) =>
  orderPages(over).htmlAfter("/pay", { ...cardFields, "card-number": DECLINED });

it("names a payment method by its label's text alone", async () => {
  const html = await orderPages().html();
  const texts = [...html.matchAll(/<label for="method-\w+">(.*?)<\/label>/g)].map(([, label]) =>
    label!.replace(/<[^>]*>/g, ""),
  );
  expect(texts).toEqual(["Credit / Debit Card", "Apple Pay", "Google Pay", "AlipayHK", "Alipay", "WeChat Pay"]);
});

describe("showOrderId false", () => {
  const options = { showOrderId: false };

  it.each(everyPage)("hides the id on %s, test panel included", async (_, path, view) => {
    const { html, order } = orderPages({ options, ...view });
    expect(await html(path)).not.toContain(String((await order()).id));
  });

  it("hides the id after a decline and during a challenge", async () => {
    const { htmlAfter, order } = orderPages({ options });
    const id = String((await order()).id);
    for (const number of [DECLINED, CHALLENGED])
      expect(await htmlAfter("/pay", { ...cardFields, "card-number": number })).not.toContain(id);
  });
});

describe("the test panel", () => {
  it.each(everyPage)("stands on %s", async (_, path, view) => {
    const html = await orderPages(view).html(path);
    expect(html).toContain('data-testid="test-panel"');
    expect(html).toContain('data-testid="inspect"');
    expect(await orderPages(view, { hasTestPanel: false }).html(path)).not.toContain(`data-testid="test-panel"`);
  });

  it("stands on the challenge, and on the form after a decline", async () => {
    expect(await challenged()).toContain('data-testid="test-panel"');
    expect(await declined()).toContain('data-testid="test-panel"');
  });

  it("offers to cancel and to expire an open order alone", async () => {
    expect(await orderPages().html("/qr/ALIPAYHK")).toContain('data-testid="expire"');
    expect(await orderPages({ status: "CLOSED" }).html()).not.toContain('data-testid="expire"');
  });

  it("leads to the console", async () => {
    const { get, order, lane } = orderPages();
    const answer = await get("/inspect");
    const inConsole = `${(await lane()).baseUrl}/_sandbox/ui/orders/${(await order()).id}`;
    expect([answer.status, answer.headers.get("location")]).toEqual([303, inConsole]);
    const without = orderPages({}, { hasTestPanel: false });
    expect(await without.leadsTo(await without.get("/inspect"))).toBe("../s1");
  });

  it("tells approved cards apart by brand and kind", async () => {
    const html = await orderPages().html();
    for (const said of [
      "Visa credit card · Approved",
      "Visa debit card · Approved",
      "Mastercard credit card · Approved",
      "Mastercard debit card · Approved",
      "UnionPay credit card · Approved",
      "UnionPay debit card · Approved",
      "Visa credit card · Declined: insufficient funds",
    ])
      expect(html).toContain(said);
  });
});

describe("the items", () => {
  const items = (html: string) => /data-testid="items".*?<\/section>/s.exec(html)?.[0].replace(/<[^>]+>/g, " ") ?? "";
  const item = (quantity: number, unitAmountMinor: number) => ({
    name: "Tea set",
    quantity,
    unitAmountMinor: minorUnits(unitAmountMinor),
  });

  it("carry the line's total where there are several of one", async () => {
    const html = items(await orderPages({ lineItems: [item(2, 38_800), item(1, 5_000)] }).html());
    expect(html.replace(/\s+/g, " ")).toContain("Tea set x 2 HKD 388.00 HKD 776.00 Tea set x 1 HKD 50.00 ");
    expect(html.match(/HKD/g)).toHaveLength(3);
  });

  it("of the largest line are added up exactly", async () => {
    expect(items(await orderPages({ lineItems: [item(99_999_999, 999_999_999)] }).html())).toContain(
      "HKD 999,999,989,000,000.01",
    );
  });

  it.each([
    [6, ""],
    [15, "10 more"],
    [50, "45 more"],
  ])("of %i lines: %j", async (count, words) => {
    const html = items(await orderPages({ lineItems: Array.from({ length: count }, () => item(1, 100)) }).html());
    expect(html.includes("more")).toBe(words !== "");
    expect(html).toContain(words);
    expect(html.includes("and 10 more")).toBe(count === 50);
  });
});

describe("the result", () => {
  it.each([
    ["CARD", "Credit / Debit Card (Visa ••••\u00a01111)"],
    ["APPLEPAY", "Apple Pay (Visa ••••\u00a01111)"],
    ["ALIPAYHK", "AlipayHK"],
  ] as const)("names merchant and method: %s", async (method, words) => {
    const html = await orderPages({ status: "SUCCESS", paidWith: { method } }).html("/result");
    expect(/data-testid="paid-with">([^<]*)</.exec(html)?.[1]).toBe(words);
    expect(/data-testid="merchant">(?:<bdi>)?([^<]*)</.exec(html)?.[1]).toBe("Merchant 3");
  });
});

describe("a wallet", () => {
  it.each(["ALIPAYHK", "ALIPAYCN", "WECHATPAY"] as const)("of a phone is opened, not scanned: %s", async (method) => {
    const html = await orderPages({}, { headers: { "User-Agent": IPHONE } }).html(`/qr/${method}?email=a%40b.hk`);
    expect(html).toContain(`>Open ${texts.en.methods[method]}</a>`);
    expect(html).toContain(`/phone/${method}?email=a%40b.hk&amp;here=1"`);
    expect(html).not.toContain('data-testid="qr"');
    expect(html).not.toContain("data-url");
  });

  it.each([
    ["Sec-CH-UA-Mobile", "?1", true],
    ["User-Agent", "Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130 Mobile Safari/537.36", true],
    ["User-Agent", "Mozilla/5.0 (Linux; Android 14; SM-X710) Chrome/130 Safari/537.36", false],
    ["User-Agent", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130 Safari/537.36", false],
  ])("looks at %s %s", async (name, value, opens) => {
    const html = await orderPages({}, { headers: { [name]: value } }).html("/qr/ALIPAYHK");
    expect(html.includes('data-testid="qr"')).toBe(!opens);
  });

  it("that was opened on the shopper's own phone leads on to the result", async () => {
    const { get, post, htmlAfter, leadsTo } = orderPages({}, { headers: { "User-Agent": IPHONE } });
    expect(await htmlAfter("/phone/ALIPAYHK", { answer: "decline", here: "1" })).toContain(
      'data-reason="do-not-honour"',
    );
    await post("/phone/ALIPAYHK", { answer: "approve", here: "1" });
    expect(await leadsTo(await get("/phone/ALIPAYHK?here=1"))).toBe("../../s1/result");
  });

  it.each(["/qr/ALIPAYHK", "/sheet/APPLEPAY", "/phone/ALIPAYHK"])(
    "at %s keeps the time left, and says that it is simulated",
    async (path) => {
      const html = await orderPages().html(path);
      expect(html).toContain('data-testid="time-left">16:40<');
      expect(html).toContain("Simulated by the sandbox");
    },
  );

  it("says on the form what will happen on this device", async () => {
    expect(await orderPages().html()).toContain("scan the QR code with AlipayHK");
    const onPhone = await orderPages({}, { headers: { "User-Agent": IPHONE } }).html();
    expect(onPhone).toContain("AlipayHK opens on this phone");
    expect(onPhone).not.toContain("QR");
  });

  it("offers another method only where there is one", async () => {
    expect(await orderPages().html("/qr/ALIPAYHK")).toContain("Use another payment method");
    expect(await orderPages({ options: { paymentMethods: ["ALIPAYHK"] } }).html("/qr/ALIPAYHK")).not.toContain(
      "another",
    );
  });
});

describe("buttons", () => {
  const labelOf = (html: string, testid: string) =>
    new RegExp(`data-testid="${testid}"[^>]*>\\s*([^<]*)`).exec(html)?.[1]?.trim();
  const callbackUrl = { success: "https://s.example/", fail: "https://f.example/", cancel: "https://c.example/" };

  it("say the same wherever the sandbox plays bank or wallet", async () => {
    const pages = await Promise.all(
      ["/qr/ALIPAYHK", "/sheet/APPLEPAY", "/phone/ALIPAYHK"].map((p) => orderPages().html(p)),
    );
    expect(pages.map((html) => [labelOf(html, "wallet-approve"), labelOf(html, "wallet-decline")])).toEqual(
      Array(3).fill(["Approve", "Decline"]),
    );
    const html = await challenged();
    expect([labelOf(html, "challenge-ok"), labelOf(html, "challenge-fail"), labelOf(html, "challenge-close")]).toEqual([
      "Approve",
      "Decline",
      "Cancel",
    ]);
  });

  it.each([
    ["SUCCESS", "CONTINUE"],
    ["SETTLED", "CONTINUE"],
    ["CLOSED", "Return to merchant"],
    ["CANCELLED", "Return to merchant"],
  ] as const)("lead on from a %s order: %s", async (status, words) => {
    expect(labelOf(await orderPages({ status, callbackUrl }).html(), "continue")).toBe(words);
  });

  it("lead on from the result and from a decline", async () => {
    const result = await orderPages({ status: "SUCCESS", callbackUrl }).html("/result");
    expect(labelOf(result, "continue")).toBe("CONTINUE");
    expect(labelOf(await declined({ callbackUrl }), "leave")).toBe("Return to merchant");
  });
});

/** What a page says, to eyes and to screen readers. */
const wordsOf = (html: string): string =>
  [
    ...html.matchAll(/(?:aria-label|placeholder|title|alt|data-working)="([^"]*)"/g),
    ...html.replace(/<(style|script)[^>]*>.*?<\/\1>/gs, "").matchAll(/>([^<]+)</g),
  ]
    .map((match) => match[1])
    .join("\n");
/** Names of others, and what the provider prints in every language. */
const names =
  /Apple Pay|Google Pay|AlipayHK|Visa|Mastercard|HKD|ENG|English|payment-sandbox|name@example\.com|Milk tea|Egg tart \(box of 6\)|ORDER-2026-0001|\bx \d+/g;
const englishIn = (html: string): readonly string[] =>
  wordsOf(html)
    .replace(names, "")
    .replace(/&[a-z]+;/g, "")
    .match(/[A-Za-z]{2,}[^\n]*/g) ?? [];

describe("in Chinese", () => {
  const options = { lang: "zh-HK" } as const;

  it.each(everyPage)("%s holds no English", async (_, path, view) => {
    const html = await orderPages({ options, ...view }).html(path);
    expect(html).toContain('lang="zh-HK"');
    expect(englishIn(html)).toEqual([]);
  });

  it("errors, declines, the challenge and a phone's page hold no English", async () => {
    const { htmlAfter } = orderPages({ options });
    expect(englishIn(await htmlAfter("/pay", { method: "CARD", email: "nobody", "card-expiry": "13/20" }))).toEqual([]);
    expect(englishIn(await declined({ options }))).toEqual([]);
    expect(englishIn(await challenged({ options }))).toEqual([]);
    expect(
      englishIn(await orderPages({ options }, { headers: { "User-Agent": IPHONE } }).html("/qr/WECHATPAY")),
    ).toEqual([]);
    expect(englishIn(await orderPages({ options }, { headers: { "User-Agent": IPHONE } }).html())).toEqual([]);
  });

  it.each(Object.keys(refusals) as (keyof typeof refusals)[])("a forced %s holds no English", async (reason) => {
    const html = await orderPages({ options, opened: { outcome: reason } }).html();
    expect(html).toContain(`data-reason="${reason}"`);
    expect(englishIn(html)).toEqual([]);
  });

  it("a refusal in the user's own words keeps them", async () => {
    expect(
      await orderPages({ options, opened: { outcome: { responseCode: "7777", message: "My own words" } } }).html(),
    ).toContain("My own words");
  });
});
