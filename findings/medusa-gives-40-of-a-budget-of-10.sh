#!/usr/bin/env bash
# @medusajs/promotion 2.21.2 (npm), the rules that a Medusa shop's promotion module computes discounts by. A campaign has 10.00 of its budget left, and its promotion takes 20 percent off.
# Each line of the cart is compared with the budget alone: five lines at 40.00 get 40.00 off, while one line of five pieces gets nothing. "Buy two, get one free" counts
# each round alone: 24.00. The same cart with its pieces on other lines has another price.
# A rule that an amount is equal to "100.00" never holds for 100, though gte does. Read, not run: registerUsage refuses the first order when it is completed.
# Safe: check the sum of the discounts before the shopper pays, and have no spend budget that ends in the middle of a sale.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @medusajs/promotion@2.21.2 @medusajs/utils@2.21.2 >/dev/null
# The framework's part that is used is @medusajs/utils under another name.
mkdir -p node_modules/@medusajs/framework
echo 'module.exports = require("@medusajs/utils");' >node_modules/@medusajs/framework/utils.js
cat >shop.cjs <<'JS'
const { getComputedActionsForItems } = require("@medusajs/promotion/dist/utils/compute-actions/line-items");
const { getComputedActionsForBuyGet } = require("@medusajs/promotion/dist/utils/compute-actions/buy-get");
const { areRulesValidForContext } = require("@medusajs/promotion/dist/utils/validations");
const item = (id, price, quantity) => ({ id, kind: "shirt", quantity, subtotal: price * quantity, original_total: price * quantity, is_discountable: true });
const promotion = (application_method, limit) => ({ code: "SPRING", is_tax_inclusive: false, application_method, campaign: { budget: { type: "spend", limit, used: 0 } } });
const off = (actions) => actions.map(({ action, item_id, amount }) => (amount ? `${item_id} ${Number(amount)}` : action)).join(", ");
const percent = { target_type: "items", allocation: "each", type: "percentage", value: 20, max_quantity: 9 };
const lines = (budget, ...items) => off(getComputedActionsForItems(promotion(percent, budget), items, new Map()));
console.log(`five lines, 10 left: ${lines(10, ...["a", "b", "c", "d", "e"].map((id) => item(id, 40, 1)))}`);
console.log(`one line of five, 10 left: ${lines(10, item("a", 40, 5))}`);
console.log(`one line of five, 40 left: ${lines(40, item("a", 40, 5))}`);
const shirts = [{ attribute: "kind", operator: "in", values: [{ value: "shirt" }] }];
const free = { type: "percentage", value: 100, buy_rules_min_quantity: 2, apply_to_quantity: 1, max_quantity: 9, buy_rules: shirts, target_rules: shirts };
console.log(`nine at 8, each third free, 10 left: ${off(getComputedActionsForBuyGet(promotion(free, 10), [item("a", 8, 9)], new Map(), new Map(), new Map()))}`);
const holds = (operator) => areRulesValidForContext([{ attribute: "subtotal", operator, values: [{ value: "100.00" }] }], { subtotal: 100 });
console.log(`100 eq "100.00": ${holds("eq")}, gte: ${holds("gte")}`);
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
five lines, 10 left: a 8, b 8, c 8, d 8, e 8
one line of five, 10 left: campaignBudgetExceeded
one line of five, 40 left: a 40
nine at 8, each third free, 10 left: a 24
100 eq "100.00": false, gte: true
TEXT
