// Right: each click or worker claims its work first, so a refund, a void, a renewal and a page are made once. An open page keeps its cart.
import { act, did, isAsked, list, onJobsDue } from "./acts.mjs";
import Renews from "./right-renews.mjs";
import { runIfMain } from "./skeleton.mjs";

export default class ActsOnce extends Renews {
  /** In a database: rows with a unique key, which one worker alone can insert. */
  #claims = new Map();
  /** What the goods of each cart cost now. */
  prices = new Map();

  async run() {
    list(
      "refund-twice",
      "refund-again",
      "void-twice",
      "void-again",
      "renew-twice",
      "renew-again",
      "two-pages",
      "change-cart",
      "jobs",
    );
    onJobsDue(() => this.job());
    const tea = await this.sell("tea", 88);
    if (tea.paid) await act("refund", () => this.once("refund tea", () => this.refund(tea, 20.5)));
    await this.checkout("mug", 120.5);
    const pot = await this.sell("pot", 35.25);
    if (pot.paid) await act("void", () => this.once("void pot", () => this.cancel(pot)));
    const tv = await this.sell("tv", 12.5);
    if (tv.paid) await act("renew", () => this.once("tv-february", () => this.renew("tv-february", 12.5)));
    this.deliver();
  }

  once(what, work) {
    if (!this.#claims.has(what)) this.#claims.set(what, work());
    return this.#claims.get(what);
  }

  /** The shopper may open the page in two tabs and pay in both, or change the cart before paying. */
  async checkout(cart, amount) {
    this.prices.set(cart, amount);
    const pages = [await this.page(cart)];
    if (isAsked("two-pages")) pages.push(await this.page(cart));
    if (isAsked("change-cart")) this.change(cart, amount + 30);
    for (const { order, id } of pages) if (id) await this.letShopperPay(order, id);
    did("two-pages");
    did("change-cart");
  }

  page(cart) {
    return this.once(`page ${cart}`, async () => {
      const order = this.write(cart, this.prices.get(cart));
      const answer = await this.open(order);
      return { order, id: answer?.order?.id };
    });
  }

  /** Each night: what is open may have been paid. Nothing is ended before it expires. */
  async job() {
    for (const order of this.book.values()) if (!order.paid) await this.recover(order);
  }

  /** A cart whose page is open doesn't change. */
  change() {}

  beliefs() {
    const all = super.beliefs();
    for (const one of Object.values(all)) if (this.prices.has(one.cart)) one.price = this.prices.get(one.cart);
    return all;
  }
}

await runIfMain(import.meta, ActsOnce);
