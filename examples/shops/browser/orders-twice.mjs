// Wrong: each click on the pay button makes an order, as long as the cart is not paid. A double click makes two.
import { BrowserShop } from "./skeleton.mjs";

class Wrong extends BrowserShop {
  cartPage(cart) {
    return super.cartPage(cart).replace(/ onsubmit="[^"]*"/, "");
  }

  async pay(cart) {
    return this.isPaid(cart) ? `/cart?${cart.name}` : this.open(cart);
  }
}

new Wrong().start();
