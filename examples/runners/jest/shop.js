const { sign } = require("payment-sandbox");

/** A shop that keeps a book of what was paid; `base` is the base_url of its payment service. */
exports.shopAt = (base) => {
  const call = async (path, params) => {
    const response = await fetch(`${base}/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(sign({ merchantId: 3, userId: "user1", ...params })),
    });
    return response.json();
  };
  const lineItems = [{ quantity: 1, priceData: { unitAmount: 20, name: "Tea" } }];
  return {
    /** Charges a card that the customer has stored. */
    charge: async (merchantReference, tokenId) => {
      const answer = await call("tokenization/sale", { amount: 20, merchantReference, tokenId, lineItems });
      return answer.responseCode === "0000" ? "paid" : `not paid: ${answer.message}`;
    },
  };
};
