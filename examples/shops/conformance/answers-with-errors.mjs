// Careless: reads each notification, and answers it with an error.
import { runIfMain, Shop } from "../skeleton.mjs";

export default class Careless extends Shop {
  async run() {
    await this.sell("tea", 88);
    this.deliver();
  }

  async takeNotice(fields) {
    await super.takeNotice(fields);
    return false;
  }
}

await runIfMain(import.meta, Careless);
