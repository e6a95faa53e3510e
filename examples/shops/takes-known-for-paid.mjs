// Wrong: asks after a lost charge, and takes "the service knows this order" (0000) for "it is paid". A declined charge is known, too.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async charge(order, tries = 2) {
    const { reference: merchantReference, amount, user: userId } = order;
    const parameters = { userId, tokenId: 351, merchantReference, amount, ...this.particulars(order) };
    const answer = await this.ask("/tokenization/sale", parameters);
    if (this.isDone(answer)) return this.markPaid(order, amount);
    const isKnown = await this.recover(order);
    if (!this.isLost(answer)) return;
    if (isKnown) this.markPaid(order, amount);
    else if (isKnown === false && tries > 1) await this.charge(order, tries - 1);
  }
}

await runIfMain(import.meta, Wrong);
