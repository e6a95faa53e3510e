#!/usr/bin/env bash
# @vuex-orm/core 0.36.4 (npm) with vuex 4.1.0 keeps the orders of a service in a shop's page. As boolean(), the texts "false" and "no" are true, so that an order looks refunded. As number(),
# "1,234.50" is 1 and "(5.00)" is NaN, which makes the day's sum NaN. A reference of null is the text "null" as string(). The orders 51 and "51" are one,
# and the second takes the first one's place. Nothing is thrown or logged.
# Safe: attr() with a function that reads the value, or a check of the answer before it is inserted.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @vuex-orm/core@0.36.4 vuex@4.1.0 vue@3.5.25 >/dev/null
cat >page.cjs <<'JS'
const VuexORM = require("@vuex-orm/core");
const { createStore } = require("vuex");
class Order extends VuexORM.Model {
  static entity = "orders";
  static fields() {
    return { id: this.attr(null), ref: this.string(""), amount: this.number(0), refunded: this.boolean(false) };
  }
}
const database = new VuexORM.Database();
database.register(Order);
createStore({ plugins: [VuexORM.install(database)] });
const answer = [
  { id: 51, ref: "A-1", amount: 19.99, refunded: false },
  { id: 52, ref: "A-2", amount: "1,234.50", refunded: "false" },
  { id: 53, ref: null, amount: "(5.00)", refunded: "no" },
  { id: "51", ref: "A-4", amount: "50.00", refunded: "0" },
];
(async () => {
  for (const data of answer) await Order.insert({ data });
  for (const { id, ref, amount, refunded } of Order.all()) console.log(JSON.stringify(id), JSON.stringify(ref), amount, refunded ? "refunded" : "paid");
  console.log("sum:", Order.query().sum("amount"));
})();
JS
node page.cjs | tee seen
diff seen - <<'TEXT'
"51" "A-4" 50 paid
52 "A-2" 1 refunded
53 "null" NaN refunded
sum: NaN
TEXT
