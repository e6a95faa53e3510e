// Wrong: writes a renewal down as paid, whatever is answered.
import Renews from "../right-renews.mjs";
import { runIfMain } from "../skeleton.mjs";

export default class Wrong extends Renews {
  async run() {
    const first = await this.sell("tv", 12.5);
    if (first.paid) await this.renew("tv-february", 12.5);
    this.deliver();
  }

  async renew(period, amount) {
    const order = this.write(period, amount, "user1");
    await this.chargeAgain(order);
    this.markPaid(order, amount);
  }
}

await runIfMain(import.meta, Wrong);
