// A shop with hosted pages. It looks whether the order was shipped, asks the service, and ships: when it is notified, and when the shopper returns.
import { ServerShop } from "./skeleton.mjs";

class ShipsOnReturn extends ServerShop {
  enqueue() {}

  async takeNotification(order) {
    if (order.shipped) return;
    await this.isKnown(order);
    if (this.order(order.reference).paid > 0)
      this.db.prepare("UPDATE orders SET shipped = shipped + 1 WHERE reference = ?").run(order.reference);
  }

  /** The order that the shopper pays on the service's page: its id, or a redirect to the page. */
  async checkout({ cart, amount, success }) {
    const { reference: merchantReference } = this.orderOf(cart) ?? this.write(cart, amount);
    const known = await this.ask("/hosted-checkout/query", { merchantReference });
    if (known?.responseCode === "0000") return [200, JSON.stringify({ orderId: known.order.id })];
    const answer = await this.ask("/hosted-checkout/create", {
      ...{ merchantReference, amount },
      callbackUrl: {
        notify: `http://127.0.0.1:${process.env.PORT}/notify`,
        success: `${success}?${merchantReference}`,
      },
      lineItems: [{ quantity: 1, priceData: { name: cart, unitAmount: amount } }],
    });
    if (answer?.responseCode !== "0000") throw new Error("try again");
    if (process.env.REDIRECTS) return [303, "", { Location: answer.checkoutUrl }];
    return [200, JSON.stringify({ orderId: answer.order.id })];
  }

  async refund({ cart, amount }) {
    const order = this.orderOf(cart);
    await this.ask("/hosted-checkout/refund", { merchantReference: order.reference, amount });
    await this.isKnown(order);
    return [200, ""];
  }

  async answer(request) {
    const { pathname, search } = new URL(request.url, "http://shop");
    if (pathname === "/returned") {
      await this.takeNotification(this.order(search.slice(1)));
      return [200, "thank you"];
    }
    const act = { "/checkout": this.checkout, "/refund": this.refund }[pathname];
    if (!act) return super.answer(request);
    const pieces = await request.setEncoding("utf8").toArray();
    return act.call(this, JSON.parse(pieces.join("")));
  }
}

await new ShipsOnReturn().start();
