// Wrong: only the browser stops a second click. The server makes an order for each form that comes, as long as the cart is not paid.
import { BrowserShop } from "./skeleton.mjs";

class Wrong extends BrowserShop {
  async pay(cart) {
    if (this.isPaid(cart)) return `/cart?${cart.name}`;
    for (const order of cart.orders) order.checkoutUrl = undefined;
    return this.open(cart);
  }
}

new Wrong().start();
