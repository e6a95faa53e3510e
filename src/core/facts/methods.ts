import { assumed, type Source } from "./source.js";

/** Whether orders paid in a certain way can be refunded, and voided until they are settled. */
export interface MethodRow {
  readonly refund: boolean;
  readonly void: boolean;
  /** Charges a card, so brand, BIN and mask mean something. */
  readonly isCard: boolean;
  readonly source: Source;
}

const source = assumed("method-capabilities");
const card = { refund: true, void: true, isCard: true, source } as const satisfies MethodRow;
const wallet = { refund: true, void: false, isCard: false, source } as const satisfies MethodRow;

/** In the order in which the page shows them, unless the call `create` lists methods. */
export const methods = {
  CARD: card,
  APPLEPAY: card,
  GOOGLEPAY: card,
  ALIPAYHK: wallet,
  ALIPAYCN: wallet,
  WECHATPAY: wallet,
} as const satisfies Record<string, MethodRow>;

export type PaymentMethod = keyof typeof methods;
export const paymentMethods = Object.keys(methods) as readonly PaymentMethod[];

/** The methods that charge no card. */
export type Wallet = { [M in PaymentMethod]: (typeof methods)[M]["isCard"] extends true ? never : M }[PaymentMethod];
export const wallets = paymentMethods.filter((method): method is Wallet => !methods[method].isCard);

export const isPaymentMethod = (text: string): text is PaymentMethod => Object.hasOwn(methods, text);
