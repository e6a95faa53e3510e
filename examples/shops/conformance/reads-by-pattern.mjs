// Wrong: finds the response code by its place in the text, and takes another order of members for a failure.
import { runIfMain, Shop } from "../skeleton.mjs";

export default class Wrong extends Shop {
  async run() {
    await this.sell("tea", 88);
    this.deliver();
  }

  isDone(answer) {
    const [, ...members] = Object.keys(answer ?? {});
    return members[0] === "responseCode" && super.isDone(answer);
  }

  /** What is no success has failed. */
  async recover(order) {
    this.markPaid(order, 0);
    return true;
  }

  /** Nobody listens. */
  async takeNotice() {
    return true;
  }
}

await runIfMain(import.meta, Wrong);
