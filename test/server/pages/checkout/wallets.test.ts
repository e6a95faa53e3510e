import { expect, it } from "vitest";
import { orderPages } from "../../../support/hosted-pages.js";

it.each(["APPLEPAY", "GOOGLEPAY", "ALIPAYHK", "ALIPAYCN", "WECHATPAY"] as const)(
  "%s is approved on the page that its form leads to",
  async (method) => {
    const { order, html, post, leadsTo } = orderPages();
    const where = (await leadsTo(await post("/pay", { method, email: "a@b.hk" }))) ?? "";
    const kind = method === "APPLEPAY" || method === "GOOGLEPAY" ? "sheet" : "qr";
    expect(where).toBe(`../s1/${kind}/${method}?email=a%40b.hk`);
    const path = where.slice("../s1".length);
    expect(await html(path)).toContain('data-testid="wallet-approve"');
    expect(await leadsTo(await post(path, { answer: "approve", email: "a@b.hk" }))).toBe("../../s1/result");
    expect(await order()).toMatchObject({ status: "SUCCESS", email: "a@b.hk", transactions: [{ method }] });
  },
);

it("a code declined without a phone leads back to the form", async () => {
  const html = await orderPages().htmlAfter("/qr/WECHATPAY", { answer: "decline" });
  expect(html).toMatch(/data-testid="error" data-reason="do-not-honour".*data-testid="pay"/s);
});

it.each(["ALIPAYCN", "WECHATPAY"] as const)(
  "%s: approved on the phone, the page with the code moves on",
  async (method) => {
    const { get, html, htmlAfter, leadsTo } = orderPages();
    expect(await html(`/phone/${method}`)).toContain('data-testid="wallet-approve"');
    expect(await htmlAfter(`/phone/${method}`, { answer: "approve" })).toContain('data-testid="phone-done"');
    expect(await (await get("/status")).json()).toMatchObject({ status: "SUCCESS", declines: 0 });
    expect(await leadsTo(await get(`/qr/${method}`))).toBe("../../s1/result");
  },
);

it("a direct sale starts at the code, or at the wallet, which leads on to the result", async () => {
  const scanned = orderPages({ direct: { paymentType: "ALIPAYHK", paymentTerminal: "PCWEB" } });
  expect(await scanned.leadsTo(await scanned.get())).toBe("s1/qr/ALIPAYHK");
  expect(await scanned.html("/qr/ALIPAYHK")).toContain('data-testid="qr"');
  const opened = orderPages({ direct: { paymentType: "ALIPAY", paymentTerminal: "WAP" } });
  expect(await opened.leadsTo(await opened.get())).toBe("s1/phone/ALIPAYCN");
  expect(await opened.leadsTo(await opened.post("/phone/ALIPAYCN", { answer: "approve" }))).toBe("../../s1/result");
});
