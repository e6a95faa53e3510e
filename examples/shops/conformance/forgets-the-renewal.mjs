// Wrong: the answer to a renewal is lost, so the renewal has failed.
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
    const answer = await this.chargeAgain(order);
    this.markPaid(order, this.isDone(answer) ? amount : 0);
  }

  /** A renewal has no goods, so nobody reads what is notified. */
  async takeNotice(fields) {
    return fields.merchantReference.startsWith("TV-FEBRUARY") || super.takeNotice(fields);
  }
}

await runIfMain(import.meta, Wrong);
