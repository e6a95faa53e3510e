// Wrong: a second click voids again, and takes the refusal for the end of the first void.
import Right from "./right-acts-once.mjs";
import { runIfMain } from "./skeleton.mjs";

export default class Wrong extends Right {
  once(what, work) {
    return what.startsWith("void") ? work() : super.once(what, work);
  }

  async cancel(order, tries) {
    const isSecond = order.refunded > 0;
    await super.cancel(order, tries);
    if (isSecond) this.markRefunded(order, 0);
  }
}

await runIfMain(import.meta, Wrong);
