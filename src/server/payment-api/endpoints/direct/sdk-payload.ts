import { createHash } from "node:crypto";
import { formatAmount, type Instant } from "../../../../core/domain/money.js";
import type { Order } from "../../../../core/domain/order.js";
import type { Policy } from "../../../../core/facts/assumptions.js";
import type { PaymentType } from "../../../../core/facts/direct.js";

const digest = (text: string): string => createHash("sha512").update(text).digest("hex");

/**
 * Hexadecimal digits derived from the order's session, which depends only on seed and id. So the same seed gives the
 * same digits.
 */
const hex = (order: Order, what: string, digits: number): string => digest(`${what} ${order.session}`).slice(0, digits);

/** The merchant's account with the wallet, the same for all its orders. */
const account = ({ merchantId }: Order, what: string): string => digest(`${what} ${merchantId}`);
const decimal = (hexadecimal: string, digits: number): string =>
  String(BigInt(`0x${hexadecimal.slice(0, 30)}`)).slice(-digits);

const hongKong = (at: Instant): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19);

/** The payload that the shop's app passes to the wallet's SDK. */
// ASSUMED(sdk-payloads): names are published, values are not; these have the wallets' own shape and open no real wallet.
export const sdkPayload = (order: Order, type: PaymentType, policy: Policy): Record<string, unknown> =>
  type === "WECHAT" ? { wechatOrder: wechatOrder(order) } : { alipayData: alipayData(order, type, policy) };

const wechatOrder = (order: Order) => ({
  appId: `wx${account(order, "appId").slice(0, 16)}`,
  partnerId: decimal(account(order, "partnerId"), 10),
  prepayId: `wx${hongKong(order.createdAt).replace(/\D/g, "").slice(2)}${hex(order, "prepayId", 22)}`,
  packageValue: "Sign=WXPay",
  nonceStr: hex(order, "nonceStr", 32),
  timeStamp: String(Math.floor(order.createdAt / 1000)),
  sign: hex(order, "sign", 32).toUpperCase(),
});

/** Alipay's SDKs take a single string: a query string with its signature. */
function alipayData(order: Order, type: PaymentType, policy: Policy): string {
  const content = {
    out_trade_no: String(order.id),
    subject: order.reference,
    total_amount: formatAmount(order.amount),
    trans_currency: order.currency,
    product_code: "QUICK_MSECURITY_PAY",
    payment_inst: type === "ALIPAYHK" ? "ALIPAYHK" : "ALIPAYCN",
  };
  const fields = {
    app_id: `2${decimal(account(order, "app_id"), 15)}`,
    biz_content: JSON.stringify(content),
    charset: "utf-8",
    method: "alipay.trade.app.pay",
    sign_type: "RSA2",
    timestamp: hongKong(order.createdAt).replace("T", " "),
    version: "1.0",
    sign: Buffer.from(hex(order, "sign", 128), "hex").toString("base64"),
  };
  return policy["sdk-payloads"] === "json" ? JSON.stringify(fields) : new URLSearchParams(fields).toString();
}
