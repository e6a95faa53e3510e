// Wrong: the pay button of a paid cart stays live, and a click makes another order for the same goods.
import { BrowserShop } from "./skeleton.mjs";

class Wrong extends BrowserShop {
  /** The browser disables it with the first click, and the page that is opened again has a new one. */
  cartPage(cart) {
    return super.cartPage({ ...cart, orders: [] });
  }

  async open(cart) {
    const isOpen = cart.orders.some(({ paid }) => paid === 0);
    if (!isOpen) for (const order of cart.orders) order.checkoutUrl = undefined;
    return super.open(cart);
  }

  async pay(cart) {
    cart.opening ??= this.open(cart).finally(() => {
      cart.opening = undefined;
    });
    return cart.opening;
  }
}

new Wrong().start();
