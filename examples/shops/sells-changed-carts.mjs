// Wrong: a cart can change while its page is open, and leaves as it is when the old price was paid.
import Right from "./right-acts-once.mjs";
import { runIfMain } from "./skeleton.mjs";

export default class Wrong extends Right {
  change(cart, price) {
    this.prices.set(cart, price);
  }
}

await runIfMain(import.meta, Wrong);
