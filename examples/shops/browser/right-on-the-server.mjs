// Right: its button stays live, and the server makes one order for a cart, however often the button is clicked.
import { BrowserShop } from "./skeleton.mjs";

class Right extends BrowserShop {
  cartPage(cart) {
    return `<h1>Your cart: ${cart.name}</h1><form method="post" action="/pay?${cart.name}"><button>Pay</button></form>`;
  }
}

new Right().start();
