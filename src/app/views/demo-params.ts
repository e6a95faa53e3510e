import type { PaymentOperation } from "../../scenario/operations.js";

/** The context of the demo data. */
export interface DemoContext {
  /** A merchantReference that no order has. */
  readonly reference: string;
  /** The latest order of the lane, if there is one. */
  readonly latest: { readonly id: number; readonly amount: number; readonly netAmount: number } | undefined;
}

const merchantId = 3;
const user = { merchantId, userId: "user1" };
const card = { ...user, tokenId: 351 };

const purchase = ({ reference }: DemoContext) => ({
  amount: 50,
  merchantReference: reference,
  lineItems: [{ quantity: 1, priceData: { name: "Tea", unitAmount: 50 } }],
});
const latestOrder = ({ latest }: DemoContext) => ({ merchantId, ...(latest && { orderId: latest.id }) });
const refund = (context: DemoContext) => ({
  ...latestOrder(context),
  ...(context.latest && { amount: context.latest.netAmount || context.latest.amount }),
});
const again = ({ reference }: DemoContext) => ({ amount: 50, merchantReference: reference });

/** Parameters with which each operation works for the demo merchant: its user, its stored card, the latest order. */
export const demoParams: Readonly<
  Record<PaymentOperation, (context: DemoContext) => Readonly<Record<string, unknown>>>
> = {
  "hosted-checkout/create": (context) => ({ merchantId, ...purchase(context) }),
  "hosted-checkout/query": latestOrder,
  "hosted-checkout/refund": refund,
  "hosted-checkout/void": latestOrder,
  "hosted-checkout/recurring": (context) => ({
    merchantId,
    ...again(context),
    ...(context.latest && { parentOrderId: context.latest.id }),
  }),
  "tokenization/sale": (context) => ({ ...card, ...purchase(context) }),
  "tokenization/recurring": (context) => ({ ...card, reason: "membership", ...again(context) }),
  "tokenization/query-token": () => user,
  "tokenization/add-token": () => user,
  "tokenization/delete-token": () => ({ ...user, tokenId: 375 }),
  "tokenization/void": latestOrder,
  "direct/sale": (context) => ({
    merchantId,
    paymentType: "ALIPAYHK",
    paymentTerminal: "PCWEB",
    ...purchase(context),
  }),
  "direct/query": latestOrder,
  "direct/refund": refund,
  "direct/void": latestOrder,
};

/** Fills in demo data for omitted parameters. If the order is identified already, adds no second identifier. */
export function completed(
  operation: PaymentOperation,
  given: Readonly<Record<string, unknown>>,
  context: DemoContext,
): Readonly<Record<string, unknown>> {
  const { orderId, ...demo } = demoParams[operation](context);
  const namesOrder = given.orderId !== undefined || given.merchantReference !== undefined;
  return { ...demo, ...(orderId !== undefined && !namesOrder && { orderId }), ...given };
}
