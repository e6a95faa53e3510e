// Wrong: an answer that is empty or breaks off becomes an empty object, which is no success, so the sale has failed.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  async post(path, body) {
    const response = await fetch(this.url + path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(this.timeoutMs),
    });
    const text = await response.text().catch(() => "");
    return { http: response.status, ...JSON.parse(text || "{}") };
  }

  async charge(order) {
    const { reference: merchantReference, amount, user: userId } = order;
    const parameters = { userId, tokenId: 351, merchantReference, amount, ...this.particulars(order) };
    const answer = await this.ask("/tokenization/sale", parameters);
    if (answer === undefined) return void (await this.recover(order));
    this.markPaid(order, this.isDone(answer) ? amount : 0);
  }

  async takeNotice(fields) {
    return this.isGenuine(fields);
  }
}

await runIfMain(import.meta, Wrong);
