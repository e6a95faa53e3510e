// Right: two parcels leave for each payment, and the shop says in its beliefs that it means that.

import DeliversTwice from "./delivers-twice.mjs";
import { runIfMain } from "./skeleton.mjs";

export default class Right extends DeliversTwice {
  beliefs() {
    const rows = Object.entries(super.beliefs());
    return Object.fromEntries(rows.map(([reference, belief]) => [reference, { ...belief, times: { shipped: 2 } }]));
  }
}

await runIfMain(import.meta, Right);
