import { isPaymentMethod, type PaymentMethod } from "./methods.js";
import { assumed, docs, type Source } from "./source.js";

interface Row<V> {
  readonly value: V;
  readonly source: Source;
}

/** Payment types of `/direct/sale`, with the payment method that other endpoints use for each. */
export const paymentTypes = {
  ALIPAY: { value: "ALIPAYCN", source: assumed("direct-methods") },
  ALIPAYHK: { value: "ALIPAYHK", source: docs("direct/sale: paymentType") },
  WECHAT: { value: "WECHATPAY", source: assumed("direct-methods") },
} as const satisfies Record<string, Row<PaymentMethod>>;

/** The shopper's device, and the first view of its page. SDK has no page. */
export const paymentTerminals = {
  SDK: { value: undefined, source: docs("direct/sale: paymentTerminal") },
  WAP: { value: "phone", source: assumed("direct-pages") },
  PCWEB: { value: "qr", source: docs("direct/sale: PCWEB shows a QR code") },
} as const satisfies Record<string, Row<"phone" | "qr" | undefined>>;

export type PaymentType = keyof typeof paymentTypes;

/** Names of wallets that the direct model alone uses. */
export type DirectName = Exclude<PaymentType, PaymentMethod>;
export const directNames = Object.keys(paymentTypes).filter((name): name is DirectName => !isPaymentMethod(name));
