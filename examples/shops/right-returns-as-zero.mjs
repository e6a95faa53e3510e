// Right: an order of which all went back stands in the book as never paid.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Right extends Shop {
  beliefs() {
    const all = Object.entries(super.beliefs());
    const isReturned = ({ paid, refunded }) => paid !== null && paid === refunded;
    return Object.fromEntries(
      all.map(([reference, belief]) => [reference, isReturned(belief) ? { ...belief, paid: 0, refunded: 0 } : belief]),
    );
  }
}

await runIfMain(import.meta, Right);
