import { expect, it } from "vitest";
import { orderPages } from "../../../support/order-pages.js";

const leadsTo = (answer: Response) => answer.headers.get("location");

it.each(["APPLEPAY", "GOOGLEPAY", "ALIPAYHK", "ALIPAYCN", "WECHATPAY"] as const)(
  "%s is approved on the page that its form leads to",
  async (method) => {
    const { service, html, post } = orderPages();
    const where = leadsTo(await post("/pay", { method, email: "a@b.hk" })) ?? "";
    const kind = method === "APPLEPAY" || method === "GOOGLEPAY" ? "sheet" : "qr";
    expect(where).toBe(`../s1/${kind}/${method}?email=a%40b.hk`);
    const path = where.slice("../s1".length);
    expect(await html(path)).toContain('data-testid="wallet-approve"');
    expect(leadsTo(await post(path, { answer: "approve", email: "a@b.hk" }))).toBe("../../s1/result");
    expect(service.payments).toMatchObject([{ method, email: "a@b.hk", approved: true }]);
  },
);

it("a code declined without a phone leads back to the form", async () => {
  const html = await orderPages().htmlAfter("/qr/WECHATPAY", { answer: "decline" });
  expect(html).toMatch(/data-testid="error" data-reason="do-not-honour".*data-testid="pay"/s);
});

it.each(["ALIPAYCN", "WECHATPAY"] as const)(
  "%s: approved on the phone, the page with the code moves on",
  async (method) => {
    const { get, html, htmlAfter } = orderPages();
    expect(await html(`/phone/${method}`)).toContain('data-testid="wallet-approve"');
    expect(await htmlAfter(`/phone/${method}`, { answer: "approve" })).toContain('data-testid="phone-done"');
    expect(await (await get("/status")).json()).toEqual({ status: "SUCCESS", declines: 0 });
    expect(leadsTo(await get(`/qr/${method}`))).toBe("../../s1/result");
  },
);

it("a direct sale starts at the code, or at the wallet, which leads on to the result", async () => {
  const scanned = orderPages({ startsAt: { view: "qr", method: "ALIPAYHK" } });
  expect(leadsTo(await scanned.get())).toBe("s1/qr/ALIPAYHK");
  expect(await scanned.html("/qr/ALIPAYHK")).toContain('data-testid="qr"');
  const opened = orderPages({ startsAt: { view: "phone", method: "ALIPAYCN" } });
  expect(leadsTo(await opened.get())).toBe("s1/phone/ALIPAYCN");
  expect(leadsTo(await opened.post("/phone/ALIPAYCN", { answer: "approve" }))).toBe("../../s1/result");
});
