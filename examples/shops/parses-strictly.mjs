// Wrong: an answer with a member that it does not know is an error, and the sale has failed.
import { runIfMain, Shop } from "./skeleton.mjs";

const known = new Set(
  (
    "id merchantId merchantReference currency amount netAmount cardType email createTime updateTime status recurring " +
    "issuerCountryCode transactions"
  ).split(" "),
);

export default class Wrong extends Shop {
  async charge(order) {
    const { reference: merchantReference, amount } = order;
    const parameters = { userId: "user1", tokenId: 351, merchantReference, amount };
    const { lineItems } = this.particulars(order);
    const answer = await this.ask("/tokenization/sale", { ...parameters, lineItems });
    if (answer?.order && Object.keys(answer.order).some((member) => !known.has(member))) return this.markPaid(order, 0);
    if (this.isDone(answer)) return this.markPaid(order, amount);
    await this.recover(order);
  }
}

await runIfMain(import.meta, Wrong);
