#!/usr/bin/env bash
# parse-price 1.1.8 (npm) takes a comma before three digits for a decimal point, unless the last digit is 0: HK$2,500 is 2500, HK$2,499 is 2.499,
# 1,234,567 is 1.234, and 19.990 is 19990. A minus is lost, so a refund becomes a payment.
# parse-money 1.0.12 (npm) says that HK$50 are US dollars, as it does for S$, A$ and NT$, that HKD 50 has no currency, and that 0.125 is 125.
# price-parser 3.4.0 (npm) says that its value is in the smallest unit, and gives two decimals to all currencies: 1000 yen are 100000,
# and 1.005 dinars are 1005.
# Safe: take amounts and currencies from fields of their own, never from a text that was made for people.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts parse-price@1.1.8 parse-money@1.0.12 price-parser@3.4.0 >/dev/null
cat >read.cjs <<'JS'
const parsePrice = require("parse-price");
const parseMoney = require("parse-money").default;
const { parseFirst } = require("price-parser");
const show = (name, read, texts) => console.log(name + ": " + texts.map((text) => text + " = " + read(text)).join("; "));
show("parse-price", parsePrice, ["HK$2,500", "HK$2,499", "1,234,567", "19.990", "1,234.50", "-50.00"]);
const money = (text) => parseMoney(text).amount + " " + parseMoney(text).currency;
show("parse-money", money, ["HK$50", "S$50", "NT$1,000", "HKD 50", "US$50", "0.125", "-50.00"]);
const price = (text) => parseFirst(text).value + " " + parseFirst(text).currencyCode;
show("price-parser", price, ["HK$50.00", "JPY 1,000", "KWD 1.005"]);
JS
node read.cjs | tee seen
diff seen - <<'TEXT'
parse-price: HK$2,500 = 2500; HK$2,499 = 2.499; 1,234,567 = 1.234; 19.990 = 19990; 1,234.50 = 1234.5; -50.00 = 50
parse-money: HK$50 = 50 USD; S$50 = 50 USD; NT$1,000 = 1000 USD; HKD 50 = 50 null; US$50 = 50 USD; 0.125 = 125 null; -50.00 = 50 null
price-parser: HK$50.00 = 5000 hkd; JPY 1,000 = 100000 jpy; KWD 1.005 = 100500 kwd
TEXT
