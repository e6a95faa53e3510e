#!/usr/bin/env bash
# validator 13.15.35 (npm): isCreditCard refuses UnionPay cards of 19 digits, as most in China are, Maestro of 19 digits, Dankort and Elo.
# @form-validation/validator-credit-card 2.4.0 refuses each Mastercard that begins with 2 (issued since 2017), Visa of 19 digits, and UnionPay's 620 and 81, and
# says Diners Club of a Mastercard with 55. So a good card is refused before the service sees it.
# Safe: check the sum (Luhn) alone, and let the payment service say which cards it takes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts validator@13.15.35 @form-validation/validator-credit-card@2.4.0 >/dev/null
cat >cards.cjs <<'JS'
const { isCreditCard } = require("validator");
const field = require("@form-validation/validator-credit-card").creditCard();
const cards = {
  "4242424242424242": "Visa",
  "5555555555554444": "Mastercard, 55",
  "2223003122003222": "Mastercard, 2223",
  "6205500000000000004": "UnionPay, 620, 19 digits",
  "6250946000000016": "UnionPay, 625",
  "6222021234567890128": "UnionPay, 622, 19 digits",
  "8171999927660000": "UnionPay, 81",
  "4123456789012345677": "Visa, 19 digits",
  "6304123456789012347": "Maestro, 19 digits",
  "5019717010103742": "Dankort",
  "6362970000457013": "Elo",
};
for (const [number, name] of Object.entries(cards)) {
  const { valid, meta } = field.validate({ value: number, options: {}, l10n: { creditCard: { default: "" } } });
  console.log(`${name}: validator ${isCreditCard(number)}, form-validation ${valid ? meta.type : false}`);
}
JS
node cards.cjs | sort | tee seen
diff seen - <<'TEXT'
Dankort: validator false, form-validation DANKORT
Elo: validator false, form-validation ELO
Maestro, 19 digits: validator false, form-validation LASER
Mastercard, 2223: validator true, form-validation false
Mastercard, 55: validator true, form-validation DINERS_CLUB_US
UnionPay, 620, 19 digits: validator false, form-validation false
UnionPay, 622, 19 digits: validator false, form-validation UNIONPAY
UnionPay, 625: validator true, form-validation false
UnionPay, 81: validator true, form-validation false
Visa, 19 digits: validator true, form-validation false
Visa: validator true, form-validation VISA
TEXT
