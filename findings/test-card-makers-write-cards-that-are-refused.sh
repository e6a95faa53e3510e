#!/usr/bin/env bash
# Makers of cards for a shop's tests, 2000 cards each. Nine in ten of casual 1.6.2 and @ngneat/falso 8.0.2 (npm) have a wrong check digit, and casual's cards have all ended. Half
# the Visa cards of @faker-js/faker 10.6.0 have thirteen digits, which card-validator 10.0.4 refuses, and its issuers "unionpay" and "maestro", which it doesn't know, give
# cards of other brands without an error. chance 1.1.13 is right.
# Safe: the test cards of the payment service.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @faker-js/faker@10.6.0 casual@1.6.2 @ngneat/falso@8.0.2 chance@1.1.13 card-validator@10.0.4 >/dev/null
cat >cards.mjs <<'JS'
import { faker } from "@faker-js/faker";
import { randCreditCardNumber, seed } from "@ngneat/falso";
import cardValidator from "card-validator";
import casual from "casual";
import Chance from "chance";
// The same cards each time.
faker.seed(1);
casual.seed(1);
seed("1");
const chance = new Chance(1);
const count = (title, make) => {
  const brands = {};
  let valid = 0;
  for (let card = 0; card < 2000; card++) {
    const { isValid, card: type } = cardValidator.number(String(make()).replace(/[ -]/g, ""));
    if (isValid) valid++;
    brands[type?.type ?? "no brand"] = true;
  }
  console.log(`${title}: ${Math.round(valid / 20)} percent valid, ${Object.keys(brands).length > 1 ? `${Object.keys(brands).length} brands` : Object.keys(brands)[0]}`);
};
count("chance, Visa", () => chance.cc({ type: "Visa" }));
count("casual, Visa", () => casual.card_number("Visa"));
count("falso, Visa", () => randCreditCardNumber({ brand: "Visa" }));
count("faker, Visa", () => faker.finance.creditCardNumber("visa"));
count("faker, UnionPay", () => faker.finance.creditCardNumber("unionpay"));
count("faker, Maestro", () => faker.finance.creditCardNumber("maestro"));
const years = Array.from({ length: 2000 }, () => Number(casual.card_exp.slice(3)));
console.log(`casual, expiry: ${years.filter((year) => year >= 26 && year <= 45).length} of 2000 end after 2025`);
JS
node cards.mjs | tee seen
diff seen - <<'TEXT'
chance, Visa: 100 percent valid, visa
casual, Visa: 9 percent valid, visa
falso, Visa: 10 percent valid, visa
faker, Visa: 50 percent valid, visa
faker, UnionPay: 91 percent valid, 7 brands
faker, Maestro: 92 percent valid, 7 brands
casual, expiry: 0 of 2000 end after 2025
TEXT
