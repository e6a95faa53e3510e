// Right: its book has one column, the money that is left. What went back makes `paid` smaller.
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Right extends Shop {
  beliefs() {
    const net = ({ paid, refunded, ...belief }) =>
      paid === null || refunded === null
        ? { ...belief, paid: null }
        : { ...belief, paid: Math.round((paid - refunded) * 100) / 100 };
    const rows = Object.entries(super.beliefs());
    return Object.fromEntries(rows.map(([reference, belief]) => [reference, net(belief)]));
  }
}

await runIfMain(import.meta, Right);
