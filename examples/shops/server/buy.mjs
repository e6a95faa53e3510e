// Buys one cart at the shop, as a shopper would. While the shop is down, it tries again.
const { SHOP_URL } = process.env;
const LATEST = Date.now() + 30_000;

export async function buy(cart, amount) {
  for (;;) {
    try {
      const response = await fetch(`${SHOP_URL}/sell`, { method: "POST", body: JSON.stringify({ cart, amount }) });
      if (response.status < 500) return await response.text();
    } catch {
      // The shop is away.
    }
    if (Date.now() > LATEST) throw new Error(`${cart} was not sold`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
