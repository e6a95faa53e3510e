// Wrong: who cancels the page has not bought, whatever comes later.
import { runIfMain, Shop } from "../skeleton.mjs";

export default class Wrong extends Shop {
  #closed = new Set();

  async run() {
    await this.sellOnPage("mug", 120.5);
    this.deliver();
  }

  particulars(order) {
    const { callbackUrl, ...rest } = super.particulars(order);
    const cancel = callbackUrl.success.replace("/thanks?", "/thanks?cancelled-");
    return { ...rest, callbackUrl: { ...callbackUrl, cancel } };
  }

  async thank(order, reference = "") {
    if (!order) this.#closed.add(reference.replace("cancelled-", ""));
  }

  markPaid(order, amount) {
    super.markPaid(order, this.#closed.has(order.reference) ? 0 : amount);
  }
}

await runIfMain(import.meta, Wrong);
