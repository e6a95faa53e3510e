#!/usr/bin/env bash
# netopia-card 2.1.1 (npm), NETOPIA's payments of Romania. A client keeps what was set for an order: the next order on it, for which the shop sets no products, is sent with its own amount and the products of the order
# before, so that its receipt and its fraud check name another shopper's goods. A product whose VAT is missing is sent with a VAT of 0, and only the console hears of it.
# Safe: a new Netopia for each order; a VAT for each product.
# The network is a stand-in.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts netopia-card@2.1.1 >/dev/null
cat >shop.cjs <<'JS'
const { Netopia } = require("netopia-card");
const told = console.log;
for (const kind of ["log", "warn", "error"]) console[kind] = () => {};
const client = () => {
  const netopia = new Netopia({ apiKey: "k", posSignature: "s", notifyUrl: "https://shop.example/n", redirectUrl: "https://shop.example/r" });
  netopia.sendRequest = async (_, __, data) => JSON.parse(JSON.stringify(data)).order;
  return netopia;
};
const billing = { email: "a@shop.example", firstName: "Ann", lastName: "Lee", phone: "0700000000" };
const sell = async (name, netopia, orderID, amount, products) => {
  netopia.setOrderData({ orderID, amount, billing });
  if (products) netopia.setProductsData(products);
  const sent = await netopia.startPayment().catch(({ message }) => message);
  told(`${name}: ${sent.orderID ? `${sent.orderID}, amount ${sent.amount}, ${JSON.stringify(sent.products?.map(({ name, price, vat }) => ({ name, price, vat })) ?? "no products")}` : sent}`);
};
(async () => {
  const netopia = client();
  await sell("first", netopia, "A-1", 50, [{ name: "ring", code: "R", category: "c", price: 50, vat: 21 }]);
  await sell("second, without products", netopia, "A-2", 19.99);
  await sell("a client of its own", client(), "A-2", 19.99);
  await sell("without its VAT", client(), "A-3", 19.99, [{ name: "cup", code: "C", category: "c", price: 19.99 }]);
  await sell('"1,234.50"', client(), "A-4", "1,234.50");
})();
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
first: A-1, amount 50, [{"name":"ring","price":50,"vat":21}]
second, without products: A-2, amount 19.99, [{"name":"ring","price":50,"vat":21}]
a client of its own: A-2, amount 19.99, "no products"
without its VAT: A-3, amount 19.99, [{"name":"cup","price":19.99,"vat":0}]
"1,234.50": Invalid Amount
TEXT
