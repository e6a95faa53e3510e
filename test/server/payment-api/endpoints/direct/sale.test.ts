import { describe, expect, it } from "vitest";
import { type Client, lineItems, type Params, reference } from "../../../../support/client.js";
import { ofFile } from "../../../../support/of-file.js";
import { portable } from "../../../../support/portable.js";
import { control, startTestSandbox } from "../../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

const directSale = async (client: Client, over: Params = {}) =>
  (
    await client("direct/sale", {
      merchantId: 3,
      amount: "50.00",
      merchantReference: reference(),
      paymentType: "ALIPAYHK",
      paymentTerminal: "PCWEB",
      lineItems,
      ...over,
    })
  ).body;

const shortOrder = {
  id: expect.any(Number),
  merchantReference: expect.any(String),
  currency: "HKD",
  status: "OPEN",
  amount: 50,
  createTime: "2026-01-05T02:00:00.000+00:00",
  updateTime: "2026-01-05T02:00:00.000+00:00",
};

describe("direct/sale", () => {
  it("gives WeChat's SDK its seven texts", { tags: ["facts:5/direct-sale-answer"] }, async () => {
    const { client } = await sandbox.lane();
    const { wechatOrder, order, ...rest } = await directSale(client, { paymentType: "WECHAT", paymentTerminal: "SDK" });
    expect([rest, order]).toEqual([{ responseCode: "0000", message: "Success" }, shortOrder]);
    expect(wechatOrder).toEqual({
      appId: expect.stringMatching(/^wx[0-9a-f]{16}$/),
      partnerId: expect.stringMatching(/^\d{10}$/),
      prepayId: expect.stringMatching(/^wx260105100000[0-9a-f]{22}$/),
      packageValue: "Sign=WXPay",
      nonceStr: expect.stringMatching(/^[0-9a-f]{32}$/),
      timeStamp: "1767578400",
      sign: expect.stringMatching(/^[0-9A-F]{32}$/),
    });
  });

  it.each(["ALIPAY", "ALIPAYHK"])(
    "gives the SDK of %s one text that names order and amount",
    { tags: [...portable.tags, "facts:5/direct-sale-answer"] },
    async (paymentType) => {
      const { client } = await sandbox.lane();
      const { alipayData, order, checkoutUrl } = await directSale(client, { paymentType, paymentTerminal: "SDK" });
      const content = JSON.parse(new URLSearchParams(alipayData).get("biz_content") ?? "");
      expect(content).toMatchObject({ out_trade_no: String(order.id), total_amount: "50.00" });
      expect(checkoutUrl).toBeUndefined();
    },
  );

  it("gives each order another nonce, and the same again for the same seed", async () => {
    const nonces = async () => {
      const { client } = await sandbox.lane();
      const sdk = { paymentType: "WECHAT", paymentTerminal: "SDK" };
      return [
        (await directSale(client, sdk)).wechatOrder.nonceStr,
        (await directSale(client, sdk)).wechatOrder.nonceStr,
      ];
    };
    const [first, second] = [await nonces(), await nonces()];
    expect(first).toEqual(second);
    expect(first[0]).not.toBe(first[1]);
  });

  it.each([
    ["PCWEB", "ALIPAY", "qr/ALIPAYCN"],
    ["PCWEB", "ALIPAYHK", "qr/ALIPAYHK"],
    ["PCWEB", "WECHAT", "qr/WECHATPAY"],
    ["WAP", "ALIPAY", "phone/ALIPAYCN"],
    ["WAP", "ALIPAYHK", "phone/ALIPAYHK"],
    ["WAP", "WECHAT", "phone/WECHATPAY"],
  ])(
    "%s of %s starts at %s",
    { tags: ["facts:5/direct-sale-answer", "facts:5/direct-sale-request"] },
    async (paymentTerminal, paymentType, start) => {
      const { client, url } = await sandbox.lane();
      const { checkoutUrl } = await directSale(client, { paymentType, paymentTerminal });
      expect(checkoutUrl.startsWith(`${url}/checkout/`)).toBe(true);
      const page = await fetch(checkoutUrl);
      expect(page.url).toBe(`${checkoutUrl}/${start}`);
      expect(await page.text()).toContain('data-testid="wallet-approve"');
    },
  );

  it.each([
    ["ALIPAY", "SDK", "ALIPAYCN"],
    ["ALIPAYHK", "PCWEB", "ALIPAYHK"],
    ["WECHAT", "WAP", "WECHATPAY"],
  ])(
    "%s by %s is paid as %s, and its notifyUrl hears of it",
    { tags: ["facts:2/post-json-body-to-callbackurl.notify"] },
    async (paymentType, paymentTerminal, method) => {
      const lane = await sandbox.lane();
      const over = { paymentType, paymentTerminal, notifyUrl: "app://notify" };
      const { order } = await directSale(lane.client, over);
      await control(lane.url, "POST", `orders/${order.id}/simulate`, { action: "pay" });
      const { body } = await lane.client("direct/query", { merchantId: 3, orderId: order.id });
      expect(body.order).toMatchObject({ status: "SUCCESS", cardType: method, netAmount: 50 });
      expect(await lane.lane.store.views.notifications({})).toMatchObject([
        { url: "app://notify", fields: { cardType: method, maskedPan: "", amount: "50.00", status: "SUCCESS" } },
      ]);
    },
  );
});
