// Wrong: prints what it was started with, the private key too.
import { runIfMain, Shop } from "../skeleton.mjs";

export default class Wrong extends Shop {
  async run() {
    console.log("starting with", this.ourKey.export({ type: "pkcs8", format: "pem" }));
    await this.sell("tea", 88);
    this.deliver();
  }
}

await runIfMain(import.meta, Wrong);
