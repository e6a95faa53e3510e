#!/usr/bin/env bash
# @cloudcommerce/app-galaxpay 2.63.2 (npm), subscriptions of e-com.plus in Brazil. When an order is renewed, its value is computed again and sent to Galax Pay if it differs. A discount is taken off twice, which a comment in the
# code says, too. After a free item the next one isn't counted. The cents are cut: 19.99 becomes 1998. The subscriber pays the lower value from then on.
# Safe: no discounts and no free items in subscriptions, or a check of each subscription's value against your own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm pack --silent @cloudcommerce/app-galaxpay@2.63.2 >/dev/null
tar xzf ./*.tgz package/lib/functions-lib/galaxpay/update-subscription.js
# The function alone, without Firebase and the client.
grep -v '^import' package/lib/functions-lib/galaxpay/update-subscription.js >value.mjs
cat >shop.mjs <<'JS'
import { checkAmountItemsOrder } from "./value.mjs";
const value = (title, items, amount = {}, plan = undefined) => console.log(`${title}: ${checkAmountItemsOrder({ freight: 0, ...amount }, items, plan)} cents`);
value("100.00", [{ quantity: 1, price: 100 }]);
value("100.00 with 10.00 off", [{ quantity: 1, price: 100 }], {}, { discount: { value: 10 } });
value("100.00 with 10 percent off", [{ quantity: 1, price: 100 }], {}, { discount: { value: 10, percentage: true, apply_at: "total" } });
value("a gift, 100.00 and 50.00", [{ quantity: 1, price: 5, flags: ["freebie"] }, { quantity: 1, price: 100 }, { quantity: 1, price: 50 }]);
value("19.99", [{ quantity: 1, price: 19.99 }]);
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
100.00: 10000 cents
100.00 with 10.00 off: 8000 cents
100.00 with 10 percent off: 8000 cents
a gift, 100.00 and 50.00: 5000 cents
19.99: 1998 cents
TEXT
