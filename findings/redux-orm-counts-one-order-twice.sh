#!/usr/bin/env bash
# redux-orm 0.16.2 (npm) keeps the orders of a service in a shop's page. An order that one answer calls 51 and another one "51" is kept once, with the second one's amount, but
# its id stands in the list twice, so that it is shown twice, and counts twice in the sum of a day. An update by one of the two changes both.
# Safe: ids as texts in all that is kept.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts redux-orm@0.16.2 >/dev/null
cat >page.cjs <<'JS'
const { Model, ORM, attr } = require("redux-orm");
class Order extends Model {}
Order.modelName = "Order";
Order.fields = { id: attr(), amount: attr() };
const orm = new ORM({ stateSelector: (state) => state });
orm.register(Order);
const { Order: orders } = orm.session(orm.getEmptyState());
const show = (title) => {
  const kept = orders.all().toRefArray();
  console.log(`${title}: ${kept.map(({ id, amount }) => `${JSON.stringify(id)} for ${amount}`).join(", ")}; the sum is ${kept.reduce((sum, { amount }) => sum + amount, 0)}`);
};
orders.create({ id: 51, amount: 20 });
orders.create({ id: 52, amount: 30 });
show("51 and 52");
orders.create({ id: "51", amount: 25 });
show('51, 52 and "51"');
orders.create({ id: 53, amount: 1 });
orders.upsert({ id: 51, amount: 10 });
show("51 changed to 10");
JS
node page.cjs | tee seen
diff seen - <<'TEXT'
51 and 52: 51 for 20, 52 for 30; the sum is 50
51, 52 and "51": "51" for 25, 52 for 30, "51" for 25; the sum is 80
51 changed to 10: 51 for 10, 52 for 30, 51 for 10, 53 for 1; the sum is 51
TEXT
