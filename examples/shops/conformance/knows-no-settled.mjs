// Wrong: takes an order that was settled for one that was never paid.
import { runIfMain, Shop } from "../skeleton.mjs";

export default class Wrong extends Shop {
  writeDown(order, { status, ...rest }) {
    super.writeDown(order, { status: status === "SETTLED" ? "CLOSED" : status, ...rest });
  }
}

await runIfMain(import.meta, Wrong);
