#!/usr/bin/env bash
# globalpayments-api 3.10.10 (npm) makes cents of the amount that a shop gives it. "1,234.50" is charged as 1.00, and captured as 1.00. A thousand yen are
# sent as 100000, though a yen has no hundredths, and 1.005 dinars as 100.5. An expiry year of two digits, such as 27, is left out, so that the card's
# date is 05. There is no error.
# Safe: give amounts as 1234.50, a hundredth of the yen, and years of four digits.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts globalpayments-api@3.10.10 >/dev/null
cat >charge.cjs <<'JS'
const https = require("https");
const { EventEmitter } = require("events");
const { Readable } = require("stream");
let sent;
https.request = (_, answered) => {
  const request = new EventEmitter();
  const parts = [];
  request.write = (part) => parts.push(part);
  request.end = (part = "") => {
    sent = parts.join("") + part;
    answered(Object.assign(Readable.from(['<response timestamp="1"><result>00</result><orderid>A-1</orderid></response>']), { statusCode: 200, headers: {} }));
  };
  return request;
};
const { CreditCardData, GpEcomConfig, ServicesContainer } = require("globalpayments-api");
ServicesContainer.configureService(
  Object.assign(new GpEcomConfig(), { merchantId: "m", accountId: "internet", sharedSecret: "s", serviceUrl: "https://pay.example.com/" }),
);
const field = (name) => sent.match(`<${name}[^>]*>\\s*(?:<!\\[CDATA\\[)?([^<\\]]*)`)[1];
const main = async () => {
  const charge = async (amount, currency, expYear = "2027") => {
    const date = { expMonth: "05", expYear };
    const card = Object.assign(new CreditCardData(), { number: "4263970000005262", cvn: "123", cardHolderName: "Buyer", ...date });
    const charged = await card.authorize(amount).withCurrency(currency).withOrderId("A-1").execute();
    console.log(`${JSON.stringify(amount)} ${currency}, year ${expYear}: amount ${field("amount")}, expiry ${field("expdate")}`);
    return charged;
  };
  await charge(19.99, "EUR");
  await charge(1000, "JPY");
  await charge(1.005, "KWD");
  await charge(19.99, "EUR", "27");
  const charged = await charge("1,234.50", "EUR");
  await charged.capture("1,234.50").withCurrency("EUR").execute();
  console.log(`captured: amount ${field("amount")}`);
};
main();
JS
node charge.cjs | tee seen
diff seen - <<'TEXT'
19.99 EUR, year 2027: amount 1999, expiry 0527
1000 JPY, year 2027: amount 100000, expiry 0527
1.005 KWD, year 2027: amount 100.5, expiry 0527
19.99 EUR, year 27: amount 1999, expiry 05
"1,234.50" EUR, year 2027: amount 100, expiry 0527
captured: amount 100
TEXT
