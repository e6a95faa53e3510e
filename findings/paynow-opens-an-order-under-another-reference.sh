#!/usr/bin/env bash
# paynow 2.2.2 (npm), Paynow of Zimbabwe. It encodes each value, signs that, and lets axios encode it again: the order "Order 51" is opened as Order%2051, and comes back so in each status update, which the
# shop then can't match. What was bought loses its last letter: "Shirt, Socks" is "Shirt,%20Sock" for the shopper. Prices are added as they are, so that 0.1 and 0.2 ask for 0.30000000000000004. A lost answer
# resolves with undefined.
# Safe: references of letters, digits and dashes, one item with the whole price rounded to cents, and `if (!answer)`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts paynow@2.2.2 >/dev/null
cat >shop.cjs <<'JS'
const http = require("node:http");
const of = (name) => require.resolve(name, { paths: [require.resolve("paynow")] });
const axios = require(of("axios"));
const { Paynow } = require("paynow");
let lost = false;
const service = http.createServer((call, answer) => {
  let body = "";
  call.on("data", (part) => (body += part));
  call.on("end", () => {
    if (lost) return call.socket.destroy();
    const sent = new URLSearchParams(body);
    console.info(["reference", "additionalinfo", "amount"].map((name) => `${name} ${sent.get(name)}`).join(", "));
    answer.end("status=Error&error=stand-in");
  });
});
service.listen(0, "127.0.0.1", async () => {
  axios.interceptors.request.use((config) => ({ ...config, url: `http://127.0.0.1:${service.address().port}` }));
  console.log = () => undefined;
  const shop = new Paynow("1", "k", "https://shop.example/result", "https://shop.example/return");
  const order = shop.createPayment("Order 51", "tom@example.com");
  order.add("Shirt", 0.1);
  order.add("Socks", 0.2);
  await shop.send(order);
  lost = true;
  console.info(`lost: resolves with ${await shop.send(order)}`);
  process.exit();
});
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
reference Order%2051, additionalinfo Shirt,%20Sock, amount 0.30000000000000004
lost: resolves with undefined
TEXT
