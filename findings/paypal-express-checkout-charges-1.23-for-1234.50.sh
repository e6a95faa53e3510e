#!/usr/bin/env bash
# paypal-express-checkout 1.6.3 (npm). An amount "1,234.50" is asked for as 1.23, since its comma is made a point and the rest is cut; "1,234" is 1.23, too. The invoice number, the amount and the
# currency are kept in one text between bars, and read from it when the shopper comes back: the order A|50 is charged with 50 of a currency 1234.50, which PayPal refuses. success is true for a payment whose status is
# Pending, such as an eCheck that may bounce in a week. A lost look-up is told as no error at all.
# Safe: amounts such as 1234.50, no bar in an invoice number, and ship if PAYMENTINFO_0_PAYMENTSTATUS is Completed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts paypal-express-checkout@1.6.3 >/dev/null
cat >shop.cjs <<'JS'
const { init } = require("paypal-express-checkout");
const shop = init("u", "p", "s", "https://shop.example.com/ok", "https://shop.example.com/no", true);
let sent;
let custom;
shop.request = (url, method, parameters, done) => {
  sent = parameters;
  if (parameters.METHOD === "SetExpressCheckout") custom = parameters.PAYMENTREQUEST_0_CUSTOM;
  if (parameters.TOKEN === "lost") return done(new Error("socket hang up"), null);
  const paid = { PAYMENTINFO_0_ACK: "Success", PAYMENTINFO_0_PAYMENTSTATUS: "Pending", PAYMENTINFO_0_PENDINGREASON: "echeck" };
  done(null, { ACK: "Success", TOKEN: "T", CUSTOM: custom, PAYMENTREQUEST_0_CUSTOM: custom, ...paid });
};
for (const [number, amount] of [["A-1", 1234.5], ["A-2", "1,234.50"], ["A-3", "1,234"], ["A|50", 1234.5]]) {
  shop.pay(number, amount, "order", "EUR", false, [], () => undefined);
  const asked = sent.PAYMENTREQUEST_0_AMT;
  shop.detail("T", "P", (error, { success, PAYMENTSTATUS }) => {
    console.log(`${number}, ${JSON.stringify(amount)}: asked for ${asked}, charged ${sent.PAYMENTREQUEST_0_AMT} ${sent.PAYMENTREQUEST_0_CURRENCYCODE}, ${PAYMENTSTATUS}: success ${success}`);
  });
}
shop.detail("lost", "P", (error, data) => console.log(`lost: error ${error}, data ${data}`));
JS
node --no-deprecation shop.cjs | tee seen
diff seen - <<'TEXT'
A-1, 1234.5: asked for 1234.50, charged 1234.50 EUR, Pending: success true
A-2, "1,234.50": asked for 1.23, charged 1.23 EUR, Pending: success true
A-3, "1,234": asked for 1.23, charged 1.23 EUR, Pending: success true
A|50, 1234.5: asked for 1234.50, charged 50 1234.50, Pending: success true
lost: error null, data null
TEXT
