import { sign } from "payment-sandbox";

interface Order {
  readonly id: number;
}

/** A shop that sells tea; `base` is the base_url of its payment service. */
export function shopAt(base: string, fetch = globalThis.fetch) {
  const call = async (
    path: string,
    params: object,
  ): Promise<{ responseCode: string; order: Order & { status: string } }> => {
    const response = await fetch(`${base}/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(sign({ merchantId: 3, ...params })),
    });
    return (await response.json()) as never;
  };
  const lineItems = [{ quantity: 1, priceData: { unitAmount: 20, name: "Tea" } }];
  return {
    order: async (merchantReference: string): Promise<Order> =>
      (await call("hosted-checkout/create", { amount: 20, merchantReference, lineItems })).order,
    isPaid: async ({ id }: Order): Promise<boolean> =>
      ["SUCCESS", "SETTLED"].includes((await call("hosted-checkout/query", { orderId: id })).order.status),
  };
}
