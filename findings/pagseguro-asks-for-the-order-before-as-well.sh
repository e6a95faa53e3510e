#!/usr/bin/env bash
# pagseguro 0.1.0 (npm), PagSeguro's checkout of Brazil. A client is asked for one order after another, as its README does it once: the items of each order stay in it, and the next order is sent with them. The second
# shopper's checkout asks for 69.99, the first one's 50.00 and the own 19.99, under the second reference; the third's, for all three.
# Safe: a new client for each order.
# The network is a stand-in.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts pagseguro@0.1.0 >/dev/null 2>&1
cat >shop.cjs <<'JS'
const request = require.resolve("request", { paths: [require.resolve("pagseguro")] });
let sent;
require.cache[request] = { id: request, loaded: true, exports: ({ body }, done) => done(null, {}, (sent = body)) };
const PagSeguro = require("pagseguro");
const client = () => new PagSeguro({ email: "shop@shop.example", token: "t", mode: "sandbox" });
const sell = (name, pag, reference, ...items) => {
  pag.currency("BRL").reference(reference);
  for (const [description, amount] of items) pag.addItem({ id: 1, description, amount, quantity: 1 });
  pag.send(() => {});
  const amounts = [...sent.matchAll(/<amount>([^<]+)</g)].map(([, amount]) => amount);
  console.log(`${name}: ${/<reference>([^<]+)/.exec(sent)[1]} asks for ${amounts.join(" + ")} = ${amounts.reduce((sum, amount) => sum + Number(amount), 0).toFixed(2)}`);
};
const one = client();
sell("first", one, "A-1", ["ring", "50.00"]);
sell("second", one, "A-2", ["cup", "19.99"]);
sell("third", one, "A-3", ["pen", "3.00"]);
sell("a client of its own", client(), "A-2", ["cup", "19.99"]);
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
first: A-1 asks for 50.00 = 50.00
second: A-2 asks for 50.00 + 19.99 = 69.99
third: A-3 asks for 50.00 + 19.99 + 3.00 = 72.99
a client of its own: A-2 asks for 19.99 = 19.99
TEXT
