#!/usr/bin/env bash
# 42-cent-stripe 1.0.0 and 42-cent-worldpay 1.1.1 (npm, of 42-cent, one interface to several payment services). A sale writes its cents into the shop's own order: after a decline, the second card is charged for
# 1999.00 of an order of 19.99, the third for 199900.00. So does the refund whose answer is lost, with its options. The order keeps the card as well, with its number.
# For Worldpay, 19.99 is 1998 cents on a first sale, and 1998.9999999999998 on a sale to a customer.
# Safe: a copy of the order for each try, { ...order }; whole amounts that times 100 are exact.
# The server is a stand-in that declines the first sales.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts 42-cent-stripe@1.0.0 42-cent-worldpay@1.1.1 >/dev/null 2>&1
cat >shop.cjs <<'JS'
const { createServer } = require("node:http");
const stripe42 = require("42-cent-stripe");
const worldpay42 = require("42-cent-worldpay");
const asked = [];
let declines = 2;
const server = createServer(async (request, response) => {
  let body = "";
  for await (const piece of request) body += piece;
  const isJson = request.headers["content-type"].includes("json");
  const { amount = "-", refundAmount } = isJson ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
  if (!request.url.endsWith("/tokens")) asked.push(`${refundAmount ?? amount}`);
  const declined = !isJson && declines-- > 0;
  response.writeHead(declined ? 402 : 200, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify(declined ? { error: { type: "card_error", message: "declined" } } : { id: "ch_1", token: "t", orderCode: "w" }));
});
server.listen(0, "127.0.0.1", async () => {
  const { port } = server.address();
  const card = () => ({ creditCardNumber: "4242424242424242", expirationMonth: "12", expirationYear: "2030", cvv2: "123" });
  const attempt = (selling) => selling.then(() => "paid", ({ message }) => message);
  const stripe = stripe42.factory({ API_SECRET: "sk_test_1" });
  stripe._delegate.setHost("127.0.0.1", port, "http");
  const order = { amount: 19.99 };
  for (let time = 1; time <= 3; time++) {
    const told = await attempt(stripe.submitTransaction(order, card(), {}));
    console.log(`Stripe, try ${time} of an order of 19.99: asked for ${asked.at(-1)} cents, ${told}`);
  }
  declines = 1;
  const back = { amount: 5 };
  for (let time = 1; time <= 2; time++) console.log(`Stripe, refund of 5.00, try ${time}: ${await attempt(stripe.refundTransaction("ch_1", back))}, asked for ${asked.at(-1)} cents`);
  const worldpay = worldpay42.factory({ SERVICE_KEY: "s", CLIENT_KEY: "c" });
  worldpay.endpoint = `http://127.0.0.1:${port}/`;
  await worldpay.submitTransaction({ amount: 19.99 }, card(), {});
  await worldpay.chargeCustomer({ amount: 19.99 }, { profileId: "p" });
  console.log(`Worldpay, 19.99: ${asked.slice(-2).join(", then of a customer ")}`);
  server.close();
  process.exit();
});
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
Stripe, try 1 of an order of 19.99: asked for 1999 cents, declined
Stripe, try 2 of an order of 19.99: asked for 199900 cents, declined
Stripe, try 3 of an order of 19.99: asked for 19990000 cents, paid
Stripe, refund of 5.00, try 1: declined, asked for 500 cents
Stripe, refund of 5.00, try 2: paid, asked for 50000 cents
Worldpay, 19.99: 1998, then of a customer 1998.9999999999998
TEXT
