import { sign } from "payment-sandbox";

/** A shop that sells tea; `base` is the base_url of its payment service. A real one signs with a key of its own. */
export function shopAt(base) {
  const call = async (path, params) => {
    const response = await fetch(`${base}/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(sign({ merchantId: 3, ...params })),
    });
    return response.json();
  };
  const lineItems = [{ quantity: 1, priceData: { unitAmount: 20, name: "Tea" } }];
  return {
    order: async (merchantReference) =>
      (await call("hosted-checkout/create", { amount: 20, merchantReference, lineItems })).order,
    /** What the customer is told. An answer that is lost is asked for, not sent again. */
    refund: async ({ id }) => {
      try {
        const { responseCode } = await call("hosted-checkout/refund", { orderId: id, amount: 20 });
        return responseCode === "0000" ? "refunded" : "not yet";
      } catch {
        const { order } = await call("hosted-checkout/query", { orderId: id });
        return order.status === "REFUNDED" ? "refunded" : "not yet";
      }
    },
  };
}
