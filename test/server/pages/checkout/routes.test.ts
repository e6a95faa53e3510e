import { Script } from "node:vm";
import { describe, expect, it, vi } from "vitest";
import { minorUnits } from "../../../../src/core/domain/money.js";
import { putRule } from "../../../../src/lane/rules/rule-changes.js";
import { script } from "../../../../src/server/pages/script.js";
import { formToken } from "../../../../src/server/pages/visit.js";
import { cardFields, orderPages } from "../../../support/hosted-pages.js";

describe("the page", () => {
  it("carries a strict policy with a nonce of its own, may be framed, and is not cached", async () => {
    const { get } = orderPages();
    const [one, two] = [await get(), await get()];
    const policy = one.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; script-src 'nonce-[\w-]+'; style-src 'nonce-[\w-]+'; /);
    expect(policy).not.toMatch(/unsafe|form-action|frame-ancestors|\*/);
    expect(policy).not.toBe(two.headers.get("content-security-policy"));
    expect(one.headers.get("x-frame-options")).toBeNull();
    expect(one.headers.get("set-cookie")).toBeNull();
    expect(one.headers.get("cache-control")).toBe("no-store");
  });

  it("stays below 60 KB with ten thousand long items, and its script below 15 KB", async () => {
    const lineItems = Array.from({ length: 10_000 }, (_, i) => ({
      name: "名".repeat(i < 100 ? 5_000 : 1),
      quantity: 1,
      unitAmountMinor: minorUnits(1),
    }));
    const html = await (await orderPages({ lineItems }).get()).arrayBuffer();
    expect(html.byteLength).toBeLessThan(60_000);
    expect(Buffer.byteLength(script())).toBeLessThan(15_000);
  });

  it("carries a script that runs in the page as it stands, and names no test card", () => {
    expect(script()).not.toMatch(/<\/script|<!--|^import |\d{12}/m);
    expect(() => new Script(script())).not.toThrow();
  });

  it("of an unknown session says nothing of any order", async () => {
    const { get, order } = orderPages();
    const answer = await get("", `${(await order()).session}x`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toMatch(/order-id|ORDER-2026/);
  });

  it.each([
    ["CLOSED", "has expired"],
    ["SUCCESS", "has been paid"],
    ["SETTLED", "has been paid"],
    ["REFUNDED", "was refunded"],
    ["VOIDED", "was cancelled"],
    ["CANCELLED", "Payment cancelled"],
  ] as const)("of a %s order says that it %s", async (status, words) => {
    const html = await (await orderPages({ status }).get()).text();
    expect(html).toContain(words);
    expect(html).not.toContain('data-testid="pay"');
  });

  it("shows a forced refusal in the shopper's language, instead of the form", async () => {
    const html = await orderPages({ options: { lang: "zh-HK" }, opened: { outcome: "maintenance" } }).html();
    expect(html).toContain("服務正在維護。");
    expect(html).toContain('data-reason="maintenance"');
    expect(html).not.toContain('data-testid="pay"');
  });

  it.each(["/pay", "/nothing", "/qr/CARD", "/qr/APPLEPAY", "/sheet/ALIPAYHK", "/result"])(
    "leads from %s back to the order",
    async (path) => {
      const { get, leadsTo } = orderPages();
      const answer = await get(path);
      expect(answer.status).toBe(303);
      expect(new URL((await leadsTo(answer))!, `http://x/checkout/s1${path}`).pathname).toBe("/checkout/s1");
    },
  );
});

describe("a defect", () => {
  it("is logged, and shows no more than that something went wrong", async () => {
    const { lane, get, defects } = orderPages();
    const defect = new Error("secret 4111111111111111");
    vi.spyOn((await lane()).store.views, "order").mockRejectedValue(defect);
    const answer = await get();
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toMatch(/secret|4111111111111111|at .*\.ts/);
    expect(defects).toEqual([defect]);
  });
});

describe("a form", () => {
  it.each(["/pay", "/cancel", "/expire", "/challenge", "/qr/ALIPAYHK", "/phone/ALIPAYHK", "/sheet/APPLEPAY"])(
    "at %s does nothing without its token",
    async (path) => {
      const { order, post } = orderPages();
      const before = await order();
      const answer = await post(path, { ...cardFields, token: formToken("s2"), answer: "approve" });
      expect(answer.status).toBe(403);
      expect(before.status).toBe("OPEN");
      expect(await order()).toEqual(before);
    },
  );

  it("of more than 32 KB is refused", async () => {
    const { post } = orderPages();
    expect((await post("/pay", { email: "x".repeat(40_000) })).status).toBe(413);
  });

  it("pays with the card's digits, and keeps the e-mail", async () => {
    const { order, post, leadsTo } = orderPages();
    const answer = await post("/pay", {
      ...cardFields,
      "card-number": "4111 1111 1111 1111",
      "card-holder": " A B ",
      email: "a@b.hk",
      country: "UK",
    });
    expect([answer.status, await leadsTo(answer)]).toEqual([303, "../s1/result"]);
    const { email, transactions } = await order();
    expect([email, transactions.length]).toEqual(["a@b.hk", 1]);
    expect(transactions[0]).toMatchObject({ method: "CARD", maskedPan: "411111XXXXXX1111", cardType: "VISA" });
  });

  it("that is wrong answers 422 and never holds number or CVC", async () => {
    const { order, post } = orderPages();
    const answer = await post("/pay", { ...cardFields, "card-number": "4111111111111112" });
    expect(answer.status).toBe(422);
    expect(await answer.text()).not.toMatch(/4111111111111112|4111 1111 1111 1112|"864"/);
    expect((await order()).transactions).toEqual([]);
  });

  it("after a decline without a result page goes to callbackUrl.fail", {
    tags: ["spec:4.1/callbackUrl.fail", "spec:6/callbackurl.success-callbackurl.fail-callbackurl.cancel-are-browser"],
  }, async () => {
    const { post } = orderPages({ options: { showResultPage: false } });
    const answer = await post("/pay", { ...cardFields, "card-number": "4000000000009995" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "https://shop.example/fail"]);
  });

  it.each([
    ["form", 200, null],
    ["leave", 303, "https://shop.example/fail"],
  ] as const)("after a failed challenge: %s", async (choice, status, location) => {
    const policy = { "failed-challenge": choice };
    const { post } = orderPages({ policy });
    const html = await (await post("/pay", { ...cardFields, "card-number": "4000000000003220" })).text();
    const sealed = /name="sealed" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const answer = await post("/challenge", { sealed, answer: "fail" });
    expect([answer.status, answer.headers.get("location")]).toEqual([status, location]);
    if (status === 200) expect(await answer.text()).toMatch(/data-reason="authentication-failed".*data-testid="pay"/s);
  });

  it("shows the form after a failed challenge where there is no address to leave for", async () => {
    const policy = { "failed-challenge": "leave" } as const;
    const { post } = orderPages({ policy, callbackUrl: {} });
    const answer = await post("/pay", { ...cardFields, "card-number": "4000000000000101" });
    expect(await answer.text()).toContain('data-testid="pay"');
  });

  it("declined for another reason stays, whatever a failed challenge does", async () => {
    const policy = { "failed-challenge": "leave" } as const;
    const answer = await orderPages({ policy }).post("/pay", { ...cardFields, "card-number": "4000000000009995" });
    expect(answer.status).toBe(200);
  });

  it.each([
    ["accept", 303],
    ["refuse", 422],
  ] as const)("without a card holder: %s", async (choice, status) => {
    const { post } = orderPages({ policy: { "empty-card-holder": choice } });
    const answer = await post("/pay", { ...cardFields, "card-holder": " " });
    expect(answer.status).toBe(status);
    if (status === 303) return;
    expect(await answer.text()).toContain("Enter the name of the card holder.");
    expect((await post("/pay", { ...cardFields, "card-holder": "A" })).status).toBe(303);
  });

  it.each(["nobody", "a@b", "a b@c.hk"])("with %s as e-mail says what one looks like", async (email) => {
    const html = await (await orderPages().post("/pay", { ...cardFields, email })).text();
    expect(html).toContain("Enter an e-mail address such as name@example.com, or leave this empty.");
    expect(html).toContain("The card number and the CVC are not kept: please enter them again.");
  });

  it("of a wallet asks for no card number again", async () => {
    const html = await (await orderPages().post("/pay", { method: "ALIPAYHK", email: "nobody" })).text();
    expect(html).toContain("Enter an e-mail address");
    expect(html).not.toContain("are not kept");
  });

  it("shows what a rule refuses", async () => {
    const { lane, htmlAfter } = orderPages();
    const rule = { name: "r", when: { operation: "checkout/pay" }, then: { outcome: "system-error" } } as const;
    await putRule(await lane(), rule, "control");
    expect(await htmlAfter("/pay", cardFields)).toContain('data-reason="system-error"');
  });

  it("of a method that the merchant does not take pays nothing", { tags: ["spec:4.1/paymentMethods"] }, async () => {
    const { order, post } = orderPages({ options: { paymentMethods: ["CARD"] } });
    const refused = await post("/pay", { method: "ALIPAYHK" });
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('data-reason="invalid-input"'),
    ]);
    expect((await post("/qr/ALIPAYHK", { answer: "approve" })).status).toBe(303);
    expect((await order()).transactions).toEqual([]);
  });

  it("of the wallet's sheet charges only cards that it offered", async () => {
    const { order, post } = orderPages({ options: { allowedCardType: "MASTER" } });
    await post("/sheet/APPLEPAY", { card: "visa", answer: "approve" });
    expect((await order()).transactions).toMatchObject([{ maskedPan: "555555XXXXXX4444" }]);
  });

  it("expires an order only where there is a test panel", async () => {
    const { order, post } = orderPages({}, { hasTestPanel: false });
    await post("/expire");
    expect((await order()).status).toBe("OPEN");
  });

  it("of a challenge that was not sealed here asks for the card again", async () => {
    const { order, post } = orderPages();
    const answer = await post("/challenge", { sealed: "AAAA", answer: "ok" });
    expect(await answer.text()).toMatch(/data-reason="challenge-lost".*took too long/s);
    expect((await order()).transactions).toEqual([]);
  });
});

describe("the redirect", () => {
  it.each([
    ["app://Paid/X?a=%20&b='1'", "app://Paid/X?a=%20&b='1'"],
    ["https://shop.hk/付款", "https://shop.hk/%E4%BB%98%E6%AC%BE"],
  ])("to %s is sent as %s", { tags: ["facts:6/redirects-go-to-the-given"] }, async (success, location) => {
    const { get } = orderPages({ status: "SUCCESS", options: { showResultPage: false }, callbackUrl: { success } });
    expect((await get("/result")).headers.get("location")).toBe(location);
  });

  it("never runs a script, and stays on the result page instead", async () => {
    const callbackUrl = { success: "javascript:alert(1)" };
    const policy = { "redirect-schemes": "never-followed" } as const;
    const options = { showResultPage: false };
    const answer = await orderPages({ status: "SUCCESS", options, callbackUrl, policy }).get("/result");
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toContain("javascript:");
  });
});
