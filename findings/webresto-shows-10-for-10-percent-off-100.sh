#!/usr/bin/env bash
# @webresto/core 2.1.0 (npm, shops of restaurants on Sails). A dish at 100 with 10 percent off is shown with the sale price 10 and the old price 123456, as the discount stands where the rest belongs. A promotion of dishes takes nothing off
# the order unless the dish's group is in its list as well, while it is shown at each dish.
# A payment document that is older than an hour when the loop looks at it becomes DECLINE without asking the payment service: what a shopper paid while the shop was away for an hour is a declined order.
# Safe: the shop's own displayDish, 100 minus the percent; both lists filled; doCheck for each REGISTERED document before the loop starts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @webresto/core@2.1.0 >/dev/null
# The package's own code with tables that are kept in memory.
cat >shop.cjs <<'JS'
const core = (path) => require(`@webresto/core/${path}`);
global.sails = { log: new Proxy({}, { get: () => () => {} }), models: {}, config: {} };
global.emitter = { emit() {} };
const { default: Promotion } = core("adapters/promotion/default/configuredPromotion.js");
const promotion = (config) => new Promotion({ id: "p", name: "tea", description: "", concept: [], isJoint: true, isPublic: true, configDiscount: { discountType: "percentage", discountAmount: 10 } }, config);
const found = promotion({ dishes: ["tea"], groups: [] });
global.Adapter = { getPromotionAdapter: () => ({ promotions: { p: found } }) };
const { salePrice, oldPrice } = found.displayDish({ id: "tea", price: 100 });
console.log(`10 percent off 100: ${salePrice}, before ${oldPrice}`);
async function applied(name, config) {
  const order = { id: 1, basketTotal: 100 };
  const line = { id: 1, amount: 1, itemTotal: 100, discountTotal: 0, dish: { id: "tea", price: 100, parentGroup: "drinks" } };
  core("models/OrderDish.js").find = () => ({ populate: async () => [line] });
  core("models/OrderDish.js").update = () => ({ fetch: async () => [] });
  core("models/Order.js").updateOne = async () => order;
  await promotion(config).applyPromotion(order);
  console.log(`${name}: ${order.promotionFlatDiscount} off the order`);
}
async function paid(name, minutes) {
  const document = { id: "D", status: "REGISTERED", paymentMethod: "card", createdAt: new Date(Date.now() - minutes * 60000) };
  let asked = 0;
  global.PaymentDocument = {
    ...core("models/PaymentDocument.js"),
    find: ({ status }) => Object.assign(Promise.resolve(!status || status === document.status ? [document] : []), { limit: async () => [document] }),
    update: (_, change) => ({ fetch: async () => [Object.assign(document, change)] }),
  };
  core("models/PaymentMethod.js").getAdapterById = async () => ({ checkPayment: async () => (asked++, { ...document, status: "PAID" }) });
  const loop = await PaymentDocument.processor(50);
  await new Promise((resolve) => setTimeout(resolve, 200));
  clearInterval(loop);
  console.log(`${name}: ${document.status}, the payment service was asked ${asked} times`);
}
(async () => {
  await applied("a promotion of the dish", { dishes: ["tea"], groups: [] });
  await applied("of the dish and its group", { dishes: ["tea"], groups: ["drinks"] });
  await paid("paid, seen after 5 minutes", 5);
  await paid("paid, seen after 61 minutes", 61);
})();
JS
node --no-warnings shop.cjs | tee seen
diff seen - <<'TEXT'
10 percent off 100: 10, before 123456
a promotion of the dish: 0 off the order
of the dish and its group: 10 off the order
paid, seen after 5 minutes: PAID, the payment service was asked 1 times
paid, seen after 61 minutes: DECLINE, the payment service was asked 0 times
TEXT
