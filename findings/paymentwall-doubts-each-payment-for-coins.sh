#!/usr/bin/env bash
# paymentwall 2.1.1 (npm, Paymentwall's library for Node.js): each payment for virtual currency that is signed by version 1 has a "Wrong signature", as the library signs
# goodsid and "undefined" instead of currency. A payment that is accepted after a review has the type 201, which the library doesn't know, so that it is
# neither delivered nor cancelled, as with 202, declined. The answer to a charge is read piece by piece: if it comes in two, an exception
# ends the shop after the card was charged, where no try of its own can be.
# Safe: signature version 2 or 3, getParameter("type"), and a POST of your own for charges.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts paymentwall@2.1.1 >/dev/null
cat >shop.cjs <<'JS'
const { createHash } = require("node:crypto");
const https = require("node:https");
const { Charge, Configure, Pingback } = require("paymentwall");
const md5 = (text) => createHash("md5").update(text).digest("hex");
const hear = (title, query) => {
  const notification = new Pingback(query, "216.127.71.1");
  const valid = notification.validate() ? "valid" : notification.getErrorSummary();
  console.log(`${title}: ${valid}, delivered ${notification.isDeliverable()}, cancelled ${notification.isCancelable()}`);
};
const signed = (type) => `uid=u1&currency=50&type=${type}&ref=r1&sign_version=2&sig=${md5(`currency=50ref=r1sign_version=2type=${type}uid=u1secret`)}`;
Configure(1, "app", "secret");
hear("50 coins, version 1", `uid=u1&currency=50&type=0&ref=r1&sig=${md5("uid=u1currency=50type=0ref=r1secret")}`);
hear("50 coins, version 2", signed(0));
hear("accepted after a review", signed(201));
hear("declined after a review", signed(202));
// The service's answer, in one piece and in two.
const answer = '{"object":"charge","id":"ch_1","captured":true,"amount":19.99}';
const request = { write() {}, end() {} };
const charge = (title, pieces) => {
  const heard = {};
  https.request = (_, receive) => (receive({ setEncoding() {}, on: (name, listener) => { heard[name] = listener; } }), request);
  new Charge(19.99, "USD", "Order 51", "a@example.com", "f", "t").createCharge(() => console.log(`${title}: the shop hears the answer`));
  try {
    for (const piece of pieces) heard.data(piece);
  } catch (error) {
    console.log(`${title}: ${error.name}`);
  }
};
charge("in one piece", [answer]);
charge("in two pieces", [answer.slice(0, 30), answer.slice(30)]);
JS
node shop.cjs | tee seen
diff seen - <<'TEXT'
50 coins, version 1: Wrong signature, delivered true, cancelled false
50 coins, version 2: valid, delivered true, cancelled false
accepted after a review: valid, delivered false, cancelled false
declined after a review: valid, delivered false, cancelled false
in one piece: the shop hears the answer
in two pieces: SyntaxError
TEXT
